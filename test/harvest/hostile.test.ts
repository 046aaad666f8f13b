/** Source text that is made to take long: harvesting it takes time with its length, or gives it up. */
import { expect, it } from 'vitest';
import { createHarvester } from '../../server/src/core/harvest/harvester';
import { loadParsers } from '../../server/src/node/parsers';
import { cpuTime } from '../support/cpuTime';

const parse = await loadParsers();
const n = 30_000;
const template = `${'`$'}{a}\``;

/** Most seconds of CPU, whatever else the machine does; work with the square of the length takes far more. */
const limit = 8;

it.each([
  ['many literals side by side', 'a.py', `raise ValueError(${'"a b" '.repeat(n)})\n`],
  ['many f-strings side by side', 'a.py', `raise ValueError(${'f"{a} b" '.repeat(n)})\n`],
  ['a long sum of texts', 'a.py', `raise ValueError(${'"a b" + '.repeat(n)}"c")\n`],
  ['many alternatives', 'a.py', `raise ValueError(${'"a b" if c else '.repeat(2000)}"d")\n`],
  ['deep brackets', 'a.py', `raise ValueError(${'('.repeat(n)}"a b"${')'.repeat(n)})\n`],
  ['deep blocks', 'a.py', Array.from({ length: 1000 }, (_, depth) => `${' '.repeat(depth)}if a:\n`).join('')],
  ['many template literals', 'a.ts', `throw new Error(${`${template} + `.repeat(n)}'b');\n`],
  ['nested template literals', 'a.ts', `throw new Error(${'`${'.repeat(n)}a${'}`'.repeat(n)});\n`],
  ['literals and macros', 'a.cpp', `void f() { TORCH_CHECK(x, ${'"a" B '.repeat(n)}); }\n`],
  ['open comments', 'a.cpp', `void f() { TORCH_CHECK(x, "some words here"${'/*'.repeat(n)}); }\n`],
  ['many hashes', 'a.rs', `fn f() { bail!(r${'#'.repeat(n)}"a b") }\n`],
  ['many attributes', 'a.rs', `${'#[error("some words here")]\n'.repeat(n)}struct A;\n`],
  ['one long line', 'a.py', `x = "${'a'.repeat(3_000_000)}"\nraise ValueError("a b")\n`],
  ['a line of 10 MB', 'a.py', `x = "${'a'.repeat(10_000_000)}"\n`],
  ['lone surrogates and NUL', 'a.py', 'raise ValueError("a \ud800\0 b")\n'.repeat(1000)],
])(
  '%s',
  (_name, path, text) => {
    const start = cpuTime();
    const harvester = createHarvester(parse);
    harvester.add(path, text);
    expect(Array.isArray(harvester.facts())).toBe(true);
    expect((cpuTime() - start) / 1000).toBeLessThan(limit);
  },
  120_000,
);
