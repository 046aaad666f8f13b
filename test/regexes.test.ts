/** No regular expression takes more time than grows with its input. */
import { expect, it } from 'vitest';
import { cpuTime } from './support/cpuTime';
import { type Attack, attacksOn, regexesBelow } from './support/regexes';

const regexes = [...regexesBelow('server/src'), ...regexesBelow('client/src')];

/**
 * Lengths of the attacks, in repetitions of the pump. Each step is small enough that even work which doubles with each
 * character, or grows with the cube of the length, passes the limit before it takes for ever. At the last one, work that
 * grows with the square takes 4·10⁸ steps, and linear work 3·10⁴.
 */
const lengths = [20, 26, 32, 300, 3000, 30_000];

/** Longest text of an attack, in UTF-16 units. */
const maxText = 100_000;

/** Expressions that only ever see a short text, and how long it can be. Longer ones take time with its square. */
const shortTexts = new Map<string, number>([
  ['/^([0-9a-f]{7,8})((?: .{3})*)\\s*$/', 200],
  ['/(?:#|\\/\\/)[^\\n]*(?=\\n)/g', 200],
  ['/[,;:.!?)\\]}>`\'"|*]*$/', 20],
  ['/(?:char|uint8_t|byte)[\\w\\s[\\]]*=?\\s*\\{\\s*$/', 80],
  ['/^\\d+\\.\\d+[\\w.+~-]*$/', 80],
  [
    '/^(?:stats|version|flush_all|quit|verbosity|gets? \\S{1,250}|delete \\S{1,250}|(?:set|add|replace|append|prepend|cas) \\S{1,250} \\d+ -?\\d+ \\d+.*)$/',
    4096,
  ],
]);

/** Longest time that one search may take, in milliseconds: far above linear work, below quadratic work. */
const limit = 200;

function timeOf(regex: RegExp, text: string): number {
  const start = cpuTime();
  if (regex.global) for (const _ of text.matchAll(regex));
  else regex.exec(text);
  return cpuTime() - start;
}

/** Whether a search is slow each time, and not only because the machine was busy. */
function isSlow(regex: RegExp, text: string): boolean {
  return [1, 2, 3].every(() => timeOf(regex, text) > limit);
}

function slowAttack(regex: RegExp): (Attack & { length: number }) | undefined {
  for (const attack of attacksOn(regex)) {
    const most = (shortTexts.get(String(regex)) ?? maxText) / attack.pump.length;
    for (const length of lengths) {
      if (length <= most && isSlow(regex, attack.head + attack.pump.repeat(length) + attack.tail))
        return { ...attack, length };
    }
  }
  return undefined;
}

it('the attack finds what grows too fast', () => {
  expect(slowAttack(/(a+)+$/)).toBeDefined();
  expect(slowAttack(/\s*\n/)).toBeDefined();
  expect(slowAttack(/^"(\w|\d)*"$/)).toBeDefined();
  expect(slowAttack(/^x*x*y/)).toBeDefined();
  expect(slowAttack(/^\s*a+ {2}/)).toBeUndefined();
}, 120_000);

it('there are expressions to attack, and those for short texts are among them', () => {
  expect(regexes.length).toBeGreaterThan(100);
  const known = new Set(regexes.map(({ regex }) => String(regex)));
  expect([...shortTexts.keys()].filter((regex) => !known.has(regex))).toEqual([]);
});

it('each expression takes time that grows with its input', () => {
  const slow = regexes.flatMap(({ place, regex }) => {
    const attack = slowAttack(regex);
    return attack ? [`${place} ${regex} on ${JSON.stringify(attack)}`] : [];
  });
  expect(slow).toEqual([]);
}, 300_000);
