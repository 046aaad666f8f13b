// node bench/ahocorasick.mjs LITERALS LOG: lines of a log that hold one of the literals, by modern-ahocorasick.
import { readFileSync } from 'node:fs';
import AhoCorasick from 'modern-ahocorasick';

const [literals, log] = process.argv.slice(2, 4).map((path) => readFileSync(path, 'utf8').split('\n'));
const automaton = new AhoCorasick([...new Set(literals.filter((text) => text !== ''))]);
console.log(log.filter((line) => automaton.match(line)).length);
