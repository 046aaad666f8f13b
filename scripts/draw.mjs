// Draws entries for a check by hand: node scripts/draw.mjs COMMIT [COUNT]. The commit's hash is the seed, so that nobody can
// choose; the same commit and catalog give the same list, by which anybody can see that nothing was left out.
import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';

const [commit, count = '20'] = process.argv.slice(2);
if (!/^[0-9a-f]{40}$/.test(commit ?? '') || !/^[1-9]\d*$/.test(count)) {
  console.error('usage: node scripts/draw.mjs COMMIT [COUNT], where COMMIT is a whole hash of 40 digits');
  process.exit(2);
}

const rankOf = (code) => createHash('sha256').update(`${commit} ${code}`).digest('hex');
const codes = readdirSync('data/entries', { recursive: true })
  .filter((name) => name.endsWith('.yaml'))
  .map((name) => name.slice(0, -'.yaml'.length).replaceAll('\\', '/'));
const drawn = codes.map((code) => [rankOf(code), code]).sort(([a], [b]) => (a < b ? -1 : 1));
console.log(
  drawn
    .slice(0, Number(count))
    .map(([, code]) => code)
    .join('\n'),
);
