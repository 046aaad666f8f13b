import { beforeAll, describe, expect, it } from 'vitest';
import type { Fact } from '../../server/src/core/harvest/fact';
import { createHarvester } from '../../server/src/core/harvest/harvester';
import { loadParser } from '../support/parsers';

let parse: Awaited<ReturnType<typeof loadParser>>;

beforeAll(async () => {
  parse = await loadParser('tree-sitter-python');
});

function harvest(files: Record<string, string>): Fact[] {
  const harvester = createHarvester((_, text) => parse(text));
  for (const [file, text] of Object.entries(files)) harvester.add(file, text);
  return harvester.facts();
}

/** Templates of one file, in order. */
function templates(source: string): string[] {
  return harvest({ 'a.py': source }).map(({ template }) => template);
}

describe('a message in Python', () => {
  it.each<[what: string, source: string, expected: string[]]>([
    ['a literal', 'raise ValueError("No such rank")', ['No such rank']],
    ['an f-string', 'raise ValueError(f"rank {self.rank!r} of {n:>4d}")', ['rank {self.rank} of {n}']],
    ['the = form', 'raise ValueError(f"bad {x = } and {y=!r:>3}")', ['bad x = {x} and y={y}']],
    ['doubled braces', 'raise ValueError(f"{{{x}}} is no set")', ['{{{x}}} is no set']],
    ['braces of a plain string', 'raise ValueError("{} is empty")', ['{{}} is empty']],
    ['implicit concatenation', 'raise ValueError("a b"\n    f" {c}"\n    \' d\')', ['a b {c} d']],
    ['a percent format', 'raise ValueError("%s of %-5.1f%% (%(k)d)" % (a, b.c))', ['{a} of {b.c}% ({k})']],
    ['a star that takes a value', 'raise ValueError("%*d items" % (w, n))', ['{n} items']],
    ['str.format', 'raise ValueError("{} {1} {name.x!r:>3} {{}}".format(a, b, name=c))', ['{a} {b} {c.x} {{}}']],
    ['addition', 'raise ValueError("a " + str(x) + " b")', ['a {str(x)} b']],
    ['strip', 'raise ValueError("  a b ".strip())', ['a b']],
    ['dedent', 'raise ValueError(textwrap.dedent("""\n    a\n      b {}\n    """))', ['\na\n  b {{}}\n']],
    ['cleandoc', 'raise ValueError(inspect.cleandoc("""a\n      b\n        c\n    """))', ['a\nb\n  c']],
    ['a joined list', 'raise ValueError(", ".join(["a", b, f"c{d}"]))', ['a, {b}, c{d}']],
    ['escapes', String.raw`raise ValueError("\033[1ma\x41é\n\"\q")`, ['\u001b[1maA\u00e9\n"\\q']],
    ['a raw string', String.raw`raise ValueError(r"\d+ wanted")`, ['\\d+ wanted']],
    ['parentheses', 'raise (ValueError(("a b")))', ['a b']],
    ['a literal choice inside', "raise ValueError(f\"the {'a' if x else 'b'} end\")", ['the a end', 'the b end']],
    ['a choice that is not literal', 'raise ValueError(f"the {a if x else \'b\'} end")', ["the {a if x else 'b'} end"]],
    ['a choice of texts', 'raise ValueError("one" if x else f"two {y}")', ['one', 'two {y}']],
    [
      'a long expression',
      `raise ValueError(f"bad {${'x'.repeat(30)}(${'y'.repeat(30)})}")`,
      [`bad {${'x'.repeat(30)}(…)}`],
    ],
    ['an expression with braces', 'raise ValueError(f"bad { {1: 2}[x] }")', ['bad {1: 2[x]…}']],
    ['a constant of the module', 'TEXT = "no %s"\ndef f():\n    raise ValueError(TEXT % x)', ['no {x}']],
    ['no text at all', 'raise ValueError(str(e))\nraise ValueError\nraise ValueError(f"{e}")\nraise', []],
    ['bytes', 'raise ValueError(b"abc def")', []],
  ])('reads %s', (_, source, expected) => {
    expect(templates(source)).toEqual(expected);
  });

  it('keeps 16 wordings and makes a hole of what goes beyond', () => {
    const found = templates(`raise ValueError(f"${"{'a' if x else 'b'}".repeat(5)} end")`);
    expect(found).toHaveLength(16);
    expect(found[0]).toBe('aaaa{…} end');
  });
});

describe('a name that holds a message', () => {
  it.each<[what: string, body: string, expected: string[]]>([
    ['assigned on each path', 'if a:\n  m = "one"\nelse:\n  m = "two"\nraise E(m)', ['one', 'two']],
    // The second assignment is on every path to its use, so the first one cannot be seen there.
    ['assigned again', 'm = "one"\nlogger.error(m)\nm = "two"\nlogger.error(m)', ['one', 'two']],
    ['assigned again in the same branch', 'm = "one"\nif a:\n  m = "two"\n  raise E(m)\nraise E(m)', ['two', 'one']],
    ['assigned later', 'raise E(m)\nm = "one"', []],
    ['a parameter', 'pass\ndef g(m="one two"):\n  raise E(m)', []],
    ['added to', 'm = "one"\nm += x\nraise E(m)', ['one{x}']],
    ['added to on some paths', 'm = "one"\nif a:\n  m += " two"\nraise E(m)', ['one', 'one two']],
    [
      'added to on one path',
      'if a:\n  m = "one"\n  m += " two"\nelse:\n  m = "three"\nraise E(m)',
      ['one two', 'three'],
    ],
    ['added to twice on some paths', 'm = "one"\nif a:\n  m += " two"\n  m += "!"\nraise E(m)', ['one', 'one two!']],
    [
      'added to twice on each path',
      'm = "one"\nif a:\n  m += " two"\n  m += "!"\nelse:\n  m += " three"\n  m += "?"\nraise E(m)',
      ['one three?', 'one two!'],
    ],
    ['added to on the other path', 'if a:\n  m = "one"\nelse:\n  m = "two"\n  m += "!"\nraise E(m)', ['one', 'two!']],
    ['added to on every path', 'if a:\n  m = "one"\nelse:\n  m = "two"\nm += "!"\nraise E(m)', ['one!', 'two!']],
    ['added to in a loop', 'm = "one"\nfor x in y:\n  m += " two"\nraise E(m)', ['one', 'one{" two"}']],
    ['added to after its use', 'm = "one"\nlogger.error(m)\nm += " two"', ['one']],
    [
      'added to by another handler',
      'try:\n  a()\nexcept A:\n  m = "one"\nexcept B:\n  m = "two"\n  m += "!"\nraise E(m)',
      ['one', 'two!'],
    ],
    [
      'added to in a branch that leaves',
      'm = "one"\nif a:\n  m += " two"\n  raise E(m)\nraise E(m)',
      ['one two', 'one'],
    ],
    [
      'added to in one of two branches',
      'm = "one"\nif a:\n  m += " two"\nelse:\n  m += "!"\nraise E(m)',
      ['one two', 'one!'],
    ],
    [
      'added to in one of some branches',
      'm = "one"\nif a:\n  m += " two"\nelif b:\n  m += "!"\nraise E(m)',
      ['one', 'one two', 'one!'],
    ],
    [
      'added to twice',
      'm = "one"\nif a:\n  m += " two"\nif b:\n  m += "!"\nraise E(m)',
      ['one', 'one two', 'one two!', 'one!'],
    ],
    ['multiplied', 'm = "one"\nm *= 2\nraise E(m)', []],
    ['with an attribute that is set', 'e = E("one")\ne.shown = True\nraise e', ['one']],
    [
      'a list that grew',
      'm = []\nif a:\n  m.append("one")\nm.append(f"two {x}")\nraise E(f"{\' \'.join(m)}")',
      ['one', 'two {x}'],
    ],
    [
      'a list that grew, behind a text',
      'm = []\nm.append("one")\nraise E("all: " + ", ".join(m))',
      ['all: {", ".join(m)}'],
    ],
    ['a joined list of that name', 'm = ["one"]\nm.append("two")\nm = ", ".join(m)\nraise E(m)', []],
    [
      'put into another text',
      'm = f"what it was that went wrong: {x}"\nraise E(f"{m} (on {y})")',
      ['what it was that went wrong: {x} (on {y})'],
    ],
    ['a value put into a text', 'm = "one"\nraise E(f"{m} (on {y})")', ['{m} (on {y})']],
    ['put into another text as its repr', 'm = "what went wrong there"\nraise E(f"{m!r} (on {y})")', ['{m} (on {y})']],
    ['set by a loop', 'm = "one"\nfor m in y:\n  raise E(m)', []],
    ['set by a handler', 'm = "one"\ntry:\n  pass\nexcept E as m:\n  raise E(m)', []],
    ['of the function around', 'm = "one"\ndef g():\n  raise E(m)', ['one']],
    ['two targets', 'm = n = "one"\nraise E(n)', ['one']],
    ['an exception', 'e = ValueError(f"one {x}")\nraise e', ['one {x}']],
  ])('is followed: %s', (_, body, expected) => {
    expect(templates(`def f():\n${body.replace(/^/gm, '    ')}\n`)).toEqual(expected);
  });
});

describe('a site in Python', () => {
  const site = (source: string): unknown[] =>
    harvest({ 'a.py': source }).map(({ template, kind, level, exception }) => [template, kind, level, exception]);

  it.each<[source: string, expected: unknown[]]>([
    ['raise errors.HandshakeError("a b") from e', ['a b', 'raise', null, 'HandshakeError']],
    ['raise HTTPException(status_code=404, detail="a b")', ['a b', 'raise', null, 'HTTPException']],
    // The status stands first in FastAPI, Starlette and Ray Serve.
    ['raise HTTPException(404, "a b")', ['a b', 'raise', null, 'HTTPException']],
    ['raise HTTPException(status.HTTP_404_NOT_FOUND, f"a {b}")', ['a {b}', 'raise', null, 'HTTPException']],
    ['raise HTTPException(404, detail="a b")', ['a b', 'raise', null, 'HTTPException']],
    ['assert x, f"a {b}"', ['a {b}', 'assert', null, 'AssertionError']],
    ['logger.warning("a %s", b)', ['a {b}', 'log', 'WARNING', null]],
    ['logger.error("100%d")', ['100%d', 'log', 'ERROR', null]],
    ['self.logger.exception("a b")', ['a b', 'log', 'ERROR', null]],
    ['logging.getLogger(__name__).critical("a b")', ['a b', 'log', 'CRITICAL', null]],
    // Loggers that carry more: standard library, loguru, structlog; loguru puts values into fields in braces.
    ['log.getChild("x").error("a b")', ['a b', 'log', 'ERROR', null]],
    ['logger.opt(exception=True).error("a {} b {c:>3}", x, c=d)', ['a {x} b {c}', 'log', 'ERROR', null]],
    ['structlog.get_logger().bind(a=1).warning("a b")', ['a b', 'log', 'WARNING', null]],
    ['logger.error("a {} is %s", b)', ['a {{}} is {b}', 'log', 'ERROR', null]],
    ['_log.fatal("a b")', ['a b', 'log', 'CRITICAL', null]],
    ['logger.warning_once("a %s", b, scope="local")', ['a {b}', 'log', 'WARNING', null]],
    ['logger.log(logging.INFO, "a %s", b)', ['a {b}', 'log', 'INFO', null]],
    ['logger.log(level, "a b")', ['a b', 'log', null, null]],
    ['logger.warning(msg="a b")', ['a b', 'log', 'WARNING', null]],
    ['print_warning_once("a b")', ['a b', 'log', 'WARNING', null]],
    ['warnings.warn("a b", DeprecationWarning)', ['a b', 'warn', 'WARNING', 'DeprecationWarning']],
    ['warnings.warn("a b", category=mod.OldWarning)', ['a b', 'warn', 'WARNING', 'OldWarning']],
    ['warnings.warn("a b", stacklevel=2)', ['a b', 'warn', 'WARNING', null]],
    ['self.create_error_response(message=f"a {b}")', ['a {b}', 'http', null, null]],
    ['create_error_response(f"a {b}")', ['a {b}', 'http', null, null]],
    // vLLM v0.1.0 to v0.2.7, entrypoints/openai/api_server.py: the status stands first.
    ['create_error_response(HTTPStatus.BAD_REQUEST, "a b")', ['a b', 'http', null, null]],
    ['self.create_error_response(http.HTTPStatus.NOT_FOUND, f"a {b}")', ['a {b}', 'http', null, null]],
    ['create_error_response(status.HTTP_400_BAD_REQUEST, "a b")', ['a b', 'http', null, null]],
    ['create_error_response(404, "a b")', ['a b', 'http', null, null]],
    ['create_error_response("a b", "BadRequestError")', ['a b', 'http', null, null]],
    ['def f():\n    return errors.BadError(f"a {b}")', ['a {b}', 'raise', null, 'BadError']],
    ['future.set_exception(DeadError("a b"))', ['a b', 'raise', null, 'DeadError']],
    ['raise cause from ValueError("a b")', ['a b', 'raise', null, 'ValueError']],
    ['self.failure = RequestException(500, detail="a b")', ['a b', 'raise', null, 'RequestException']],
  ])('%s', (source, expected) => {
    expect(site(source)).toEqual([expected]);
  });

  it.each([
    'parser.error("a b")',
    'raise_error("a b")',
    'math.log("a b")',
    'form.bind(x).error("a b")',
    'dialog.error("a b")',
    'assert x',
    'print("a b")',
    'isinstance(e, BadError)',
    'raises(BadError, match="a b")',
    'ErrorResponse("a b")',
    'make_error("a b")',
  ])('is not %s', (source) => {
    expect(site(source)).toEqual([]);
  });

  it('is one where an exception is made for the raise that follows', () => {
    expect(site('def f():\n    e = ValueError("a b")\n    raise e')).toEqual([['a b', 'raise', null, 'ValueError']]);
  });

  it('knows its place, what is tested and what it wraps', () => {
    const source = `
class Engine:
    @property
    def start(self):
        async def inner():
            try:
                pass
            except (OSError, zmq.ZMQError) as e:
                if isinstance(e, OSError) and self.size > len(limit):
                    raise RuntimeError(
                        "Set --max-model-len or VLLM_HOST_IP (max_model_len)"
                    ) from e
`;
    expect(harvest({ 'p/a.py': source })).toEqual([
      {
        template: 'Set --max-model-len or VLLM_HOST_IP (max_model_len)',
        kind: 'raise',
        level: null,
        exception: 'RuntimeError',
        file: 'p/a.py',
        function: 'Engine.start.inner',
        line: 10,
        endLine: 12,
        guards: ['e', 'OSError', 'self.size', 'limit'],
        flags: ['--max-model-len', 'VLLM_HOST_IP', 'max_model_len'],
        wraps: ['OSError', 'ZMQError'],
      },
    ]);
  });
});

describe('an exception class that makes its text', () => {
  const raised = (classes: string, statement: string): string[] =>
    harvest({ 'b.py': statement, 'errors.py': classes }).map(({ template }) => template);
  const init = (parameters: string, text: string): string =>
    `class BadError(Exception):\n    def __init__(self, ${parameters}):\n        super().__init__(${text})\n`;

  it.each<[what: string, classes: string, statement: string, expected: string[]]>([
    ['a fixed text', init('', '"It is dead"'), 'raise BadError()', ['It is dead']],
    ['a text with an argument', init('a, b=1', 'f"{a} is {b}"'), 'raise BadError("x", c.d)', ['x is {c.d}']],
    ['a text handed through', init('code, text', 'text'), 'raise BadError(5, f"a {b}")', ['a {b}']],
    [
      'a keyword and a default',
      init('a="any"', 'f"no {a}"'),
      'raise BadError()\nraise BadError(a="b c")',
      ['no any', 'no b c'],
    ],
    [
      'a local name',
      init('a', 'm').replace('        super', '        m = "why " + a\n        super'),
      'raise BadError(x)',
      ['why {x}'],
    ],
    ['a class that is returned', init('', '"It is dead"'), 'def f():\n    return BadError()', ['It is dead']],
    [
      'a base class',
      `${init('', '"It is dead"')}class WorseError(BadError):\n    pass\n`,
      'raise WorseError()',
      ['It is dead'],
    ],
    [
      '__str__',
      'class BadError(Exception):\n    def __str__(self):\n        return "It is dead"\n',
      'raise BadError()',
      ['It is dead'],
    ],
    [
      '__str__ that gives what __init__ keeps',
      'class BadError(Exception):\n    def __init__(self, x):\n        m = f"It is {x}"\n        self.m = m\n    def __str__(self):\n        return self.m\n',
      'raise BadError(y)',
      ['It is {y}'],
    ],
    [
      '__str__ that gives what __init__ keeps of an argument',
      'class BadError(Exception):\n    def __init__(self, m):\n        self.m = m\n    def __str__(self):\n        return self.m\n',
      'raise BadError("a b")',
      ['a b'],
    ],
    [
      '__str__ that adds to the text',
      'class BadError(Exception):\n    def __str__(self):\n        return f"{super().__str__()} (more)"\n',
      'raise BadError("a b")',
      ['a b'],
    ],
    ['no text of its own', 'class BadError(Exception):\n    pass\n', 'raise BadError("a b")', ['a b']],
  ])('gives %s', (_, classes, statement, expected) => {
    expect(raised(classes, statement)).toEqual(expected);
  });

  it('is not guessed where two files have a class of that name', () => {
    const found = harvest({
      'a.py': init('', '"one"'),
      'b.py': init('', '"two"'),
      'c.py': 'raise BadError("three")',
      'd.py': `${init('', '"four"')}raise BadError()`,
    });
    expect(found.map(({ template }) => template)).toEqual(['three', 'four']);
  });
});

describe('a file that cannot be read', () => {
  it('is named and left out, the others go on', () => {
    const harvester = createHarvester((_, text) => parse(text));
    harvester.add('a.py', 'x = 1\nraise ValueError("a b"\n');
    harvester.add('b.py', 'raise ValueError("c d")');
    harvester.add('c.txt', 'raise ValueError("e f")');
    expect(harvester.facts().map(({ file }) => file)).toEqual(['b.py']);
    expect(harvester.skipped).toMatchObject([{ file: 'a.py', line: 2, reason: 'syntax error' }]);
  });

  it('is named where the parser gives up', () => {
    const harvester = createHarvester(() => undefined);
    harvester.add('a.py', '');
    expect(harvester.skipped).toEqual([{ file: 'a.py', reason: 'it could not be parsed in time' }]);
  });
});
