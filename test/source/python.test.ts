import { beforeAll, describe, expect, it } from 'vitest';
import { pythonView } from '../../server/src/core/source/python';
import { showShape } from '../../server/src/core/source/shape';
import { loadParser } from '../support/parsers';

let parse: Awaited<ReturnType<typeof loadParser>>;

beforeAll(async () => {
  parse = await loadParser('tree-sitter-python');
});

/** What the statement on the line marked by `# <-` (else the first line) says: kind, class or level, texts. */
function check(source: string, expected: string): void {
  const lines = source.split('\n');
  const marked = lines.findIndex((line) => line.endsWith('# <-'));
  const statement = pythonView(parse(source), source).statement(Math.max(marked, 0) + 1);
  const about = statement?.exception ?? statement?.level ?? '';
  const texts = [...new Set(statement?.shapes)].map((shape) => JSON.stringify(showShape(shape)));
  expect(`${statement?.kind} ${about} ${texts.join(' | ')}`.replace(/\s+/g, ' ').trim()).toBe(expected);
}

describe('a Python statement', () => {
  const rows: [string, string, string][] = [
    ['a class without text', 'raise ValueError', 'raise ValueError ""'],
    ['a call without text', 'raise errors.Bad() from None', 'raise Bad ""'],
    ['a raise of what was caught', 'raise', 'raise'],
    ['a raise of a variable', 'raise error', 'raise'],
    ['a variable made before', 'error = Bad("The one text")\nraise error  # <-', 'raise "The one text"'],
    ['a class from a module', 'raise torch.cuda.OutOfMemoryError("No memory")', 'raise OutOfMemoryError "No memory"'],
    [
      'a keyword argument',
      'raise HTTPException(status_code=400, detail=f"No {x}")',
      'raise HTTPException "{…}" | "No {…}"',
    ],
    ['either of two texts', 'raise Bad("one" if x else f"two {y}")', 'raise Bad "one" | "two {…}"'],
    ['a literal part of two', `raise Bad(f"{'in' if x else 'out'}side")`, 'raise Bad "inside" | "outside" | "{…}side"'],
    ['a value with its name', 'raise Bad(f"{x = !r} {y=}")', 'raise Bad "x = {…} y={…}"'],
    ['literal braces', 'raise Bad(f"{{x}} {y}")', 'raise Bad "{x} {…}"'],
    ['% formatting', 'raise Bad("%s of 100%%" % x)', 'raise Bad "{…} of 100%"'],
    ['a % that formats nothing', 'logger.info("100%s")', 'log INFO "100%s"'],
    ['format with names', 'raise Bad("{a} {{b}} {c!r:>5}".format(a=1, c=2))', 'raise Bad "{…} {b} {…}"'],
    ['a sum in brackets', 'raise Bad(("a " + name + " b"))', 'raise Bad "a {…} b"'],
    ['escapes', 'raise Bad("a\\n\\t\\x41\\u00e9\\\\ \\\n b")', 'raise Bad "a\\n\\tAé\\\\ b"'],
    ['raw text', 'raise Bad(r"a\\n")', 'raise Bad "a\\\\n"'],
    ['lines put together', 'raise Bad(\n    "a "  # why\n    f"{b} "\n    "c"\n)', 'raise Bad "a {…} c"'],
    [
      'a constant of the module',
      'TEXT = "The text"\ndef f():\n    raise Bad(TEXT)  # <-',
      'raise Bad "The text" | "{…}"',
    ],
    ['an assertion', 'assert x, "Must be"', 'assert AssertionError "Must be"'],
    ['an assertion without text', 'assert x', 'assert AssertionError ""'],
    ['a logged exception', 'logger.exception("It failed")', 'log ERROR "It failed"'],
    ['a line logged once', 'self.logger.warning_once("Slow: %s", x)', 'log WARNING "Slow: {…}"'],
    ['a warning', 'warnings.warn("Old", stacklevel=2)', 'warn "Old"'],
    ['a print', 'print(f"Done {x}")', 'print "Done {…}"'],
    ['a call that logs nothing', 'errors.append("One of them")', 'other "One of them"'],
    ['the head of a block', 'with open("name"):\n    raise Bad("inside")', 'other "name"'],
    ['a part of a call', 'f(\n    a=config["key"],  # <-\n)', 'other "key"'],
  ];
  it.each(rows)('reads %s', (_, source, expected) => check(source, expected));

  it('is not there on a blank line or past the end', () => {
    const view = pythonView(parse('\nx = 1\n'), '\nx = 1\n');
    expect([1, 3, 99, 0, -1].map((line) => view.statement(line))).toEqual(Array(5).fill(undefined));
  });

  it('is found in the middle of an unfinished file', () => {
    check('def f(:\n    raise Bad("The text")  # <-\n  )) x', 'raise Bad "The text"');
  });
});

describe('names around a line', () => {
  const source = `
x = 1
@decorated
class A:
    y = 2
    async def m(self):
        def inner():
            return 1
        return lambda: 2
`;
  const rows: [number, string[]][] = [
    [2, ['<module>']],
    [5, ['A']],
    [6, ['A.m', 'A']],
    [8, ['A.m.inner', 'A.m', 'A', 'A.m.<locals>.inner']],
    [9, ['A.m', 'A']],
  ];
  it.each(rows)('of line %i are %j', (line, names) => {
    expect(pythonView(parse(source), source).names(line)).toEqual(names);
  });
});
