import { beforeAll, describe, expect, it } from 'vitest';
import type { Fact } from '../../server/src/core/harvest/fact';
import { createHarvester, type Harvester } from '../../server/src/core/harvest/harvester';
import { loadParser } from '../support/parsers';

let parse: Awaited<ReturnType<typeof loadParser>>;

beforeAll(async () => {
  parse = await loadParser('tree-sitter-cpp');
});

function harvester(source: string, file = 'a.cpp'): Harvester {
  const made = createHarvester((_, text) => parse(text));
  made.add(file, source);
  return made;
}

function harvest(source: string, file?: string): Fact[] {
  return harvester(source, file).facts();
}

/** A statement inside a function. */
function inFunction(statement: string): string {
  return `void f(int x) {\n  ${statement}\n}\n`;
}

function templates(source: string): string[] {
  return harvest(source).map(({ template }) => template);
}

describe('a site in C++', () => {
  it.each<[source: string, template: string, kind: string, level: string | null, exception: string | null]>([
    [
      'TORCH_CHECK(a.dim() == 2, "a must be ", n, "D, got ", a.dim());',
      'a must be {n}D, got {a.dim()}',
      'raise',
      null,
      'RuntimeError',
    ],
    ['STD_TORCH_CHECK(ok, name, " is bad");', '{name} is bad', 'raise', null, 'RuntimeError'],
    ['TORCH_CHECK_VALUE(ok, "no such value");', 'no such value', 'raise', null, 'ValueError'],
    ['TORCH_CHECK_NOT_IMPLEMENTED(false, "not yet");', 'not yet', 'raise', null, 'NotImplementedError'],
    ['TORCH_CHECK_WITH(OutOfMemoryError, ok, "no memory: ", n);', 'no memory: {n}', 'raise', null, 'OutOfMemoryError'],
    ['TORCH_INTERNAL_ASSERT(p != nullptr, "no p");', 'no p', 'raise', null, 'RuntimeError'],
    ['C10_THROW_ERROR(ValueError, c10::str("bad ", x));', 'bad {x}', 'raise', null, 'ValueError'],
    ['AT_ERROR("unsupported ", x);', 'unsupported {x}', 'raise', null, 'RuntimeError'],
    ['TORCH_WARN_ONCE("slow path");', 'slow path', 'warn', 'WARNING', 'UserWarning'],
    [
      'throw std::runtime_error("no device " + std::to_string(x));',
      'no device {std::to_string(x)}',
      'raise',
      null,
      'runtime_error',
    ],
    ['throw Bad(fmt::format("rank {} of {:>4}", r, n));', 'rank {r} of {n}', 'raise', null, 'Bad'],
    ['throw ns::Bad{"no such thing"};', 'no such thing', 'raise', null, 'Bad'],
    ['throw py::value_error(absl::StrFormat("x is %d", x));', 'x is {x}', 'raise', null, 'value_error'],
    ['WARN("no link to %s (%d)", peer, rank);', 'no link to {peer} ({rank})', 'log', 'WARNING', null],
    ['INFO(NCCL_INIT|NCCL_NET, "using %lu%% of %zu", a, b);', 'using {a}% of {b}', 'log', 'INFO', null],
    ['ucs_error("failed to open %s: %m", path);', 'failed to open {path}: {errno}', 'log', 'ERROR', null],
    ['ucs_diag("lane %*d", w, n);', 'lane {n}', 'log', 'WARNING', null],
    ['ucs_fatal("no memory");', 'Fatal: no memory', 'log', 'CRITICAL', null],
    ['ucs_log(UCS_LOG_LEVEL_WARN, "old %s", x);', 'old {x}', 'log', 'WARNING', null],
    ['ucs_assertv_always(a ==\n b, "a=%d", a);', "Assertion `a == b' failed: a={a}", 'log', 'CRITICAL', null],
    ['ucs_error("at 0x%" PRIx64 " of %" PRIu64, a, b);', 'at 0x{a} of {b}', 'log', 'ERROR', null],
    ['LOG(ERROR) << "no agent " << name << std::endl;', 'no agent {name}', 'log', 'ERROR', null],
    ['RAY_LOG(WARNING) << "old " << x;', 'old {x}', 'log', 'WARNING', null],
    ['NIXL_ERROR << "bad descriptor " << i;', 'bad descriptor {i}', 'log', 'ERROR', null],
    ['CHECK(x > 0) << "x must be positive, not " << x;', 'x must be positive, not {x}', 'assert', null, null],
    ['std::cerr << "cannot bind " << port << "\\n";', 'cannot bind {port}\n', 'print', null, null],
    ['spdlog::error("no route to {}", host);', 'no route to {host}', 'log', 'ERROR', null],
    ['logger_->warn("slow: {} ms", t);', 'slow: {t} ms', 'log', 'WARNING', null],
    ['fprintf(stderr, "usage: %s\\n", argv[0]);', 'usage: {argv[0]}\n', 'print', null, null],
    // FlashInfer v0.6.17, include/flashinfer/exception.h: thrown; a check and a warning put a blank between what they print.
    ['FLASHINFER_ERROR("bad mode");', 'bad mode', 'raise', null, null],
    ['FLASHINFER_CHECK(n > 0, "n must not be", n, "here");', 'n must not be {n} here', 'raise', null, null],
    ['FLASHINFER_WARN("no tier for %d of", n);', 'no tier for %d of {n}', 'log', 'WARNING', null],
    // Without a text, by the header of each project: a name in capitals may be a macro, which is expanded.
    [
      'TORCH_CHECK(input.dtype() ==  weight.dtype());',
      'Expected input.dtype() == weight.dtype() to be true, but got false.  (Could this error message be improved?  If so, please report an enhancement request to PyTorch.)',
      'raise',
      null,
      'RuntimeError',
    ],
    [
      'TORCH_CHECK_WITH(OutOfMemoryError, used.size() < MAX_OF(a, b));',
      'Expected used.size() < {MAX_OF(a, b)} to be true, but got false.  (Could this error message be improved?  If so, please report an enhancement request to PyTorch.)',
      'raise',
      null,
      'OutOfMemoryError',
    ],
    [
      'TORCH_INTERNAL_ASSERT(handle.defined());',
      'handle.defined() INTERNAL ASSERT FAILED at "{__FILE__}":{__LINE__}, please report a bug to PyTorch. ',
      'raise',
      null,
      'RuntimeError',
    ],
    ['FLASHINFER_CHECK(ranks.has_value());', 'Check failed: ranks.has_value()', 'raise', null, null],
    ['TVM_FFI_THROW(ValueError) << "bad " << n;', 'bad {n}', 'raise', null, 'ValueError'],
    ['TVM_FFI_LOG_AND_THROW(RuntimeError) << "bad " << n;', 'bad {n}', 'raise', null, 'RuntimeError'],
    ['assert(!x || y && "y is needed");', 'y is needed', 'assert', null, null],
    ['assert(x == 1 ||\n y <= 2 && "y is needed");', 'y is needed', 'assert', null, null],
    ['perror("cannot open");', 'cannot open: {errno}', 'print', null, null],
    ['snprintf(b, n, "bad value %d", v);', 'bad value {v}', 'print', null, null],
    ['assert(x && "x is needed");', 'x is needed', 'assert', null, null],
    ['PyErr_Format(PyExc_ValueError, "no %s", x);', 'no {x}', 'raise', null, 'ValueError'],
    ['MY_THROW(std::out_of_range("no such key"));', 'no such key', 'raise', null, 'out_of_range'],
    ['MY_TRACE("smem is " << size << " bytes");', 'smem is {size} bytes', 'log', 'DEBUG', null],
    ['ucs_assert(x /* why */ > 0);', "Assertion `x > 0' failed", 'log', 'CRITICAL', null],
    ['ucs_assertv_always(a > 0, FORMAT, a);', "Assertion `a > 0' failed: {…}", 'log', 'CRITICAL', null],
    ['WARN("version " STR(A) "." STR(B) SUFFIX "\\n");', 'version {…}.{…}\n', 'log', 'WARNING', null],
    ['WARN(STR(flag) " is set");', '{…} is set', 'log', 'WARNING', null],
    ['ucs_debug("id 0x%" UCS_FMT " is gone", id);', 'id 0x{…} is gone', 'log', 'DEBUG', null],
    ['MY_ENFORCE_GT(a, 0, "a is ", a);', 'a is {a}', 'assert', null, null],
  ])('%s', (source, template, kind, level, exception) => {
    const found = harvest(inFunction(source)).map((fact) => [fact.template, fact.kind, fact.level, fact.exception]);
    expect(found).toEqual([[template, kind, level, exception]]);
  });

  it.each([
    'check("a text here", x);',
    'dialog.error("a text here");',
    'fprintf(file, "a text here");',
    'snprintf(b, n, "/proc/%d/maps", p);',
    'throw;',
    'throw error;',
    '// WARN("a text here");',
    'auto s = "WARN(\\"a text here\\")";',
    'TORCH_CHECK(a == b);',
    'TORCH_CHECK(false);',
    'TORCH_CHECK(SOME_LONG_MACRO(a));',
    'TORCH_CHECK(input.size() == 2, text_of(x)());',
    '\n#define CHECK_DENSE(x) TORCH_CHECK(x.is_contiguous())',
    'ucs_fatal(text);',
    '\n#define my_assert(...) ucs_assert_always(__VA_ARGS__)',
    '\n#if HAS_WARNING("-Wc++98-compat")\n#endif',
  ])('is not %s', (source) => {
    expect(templates(inFunction(source))).toEqual([]);
  });

  it('knows its place', () => {
    const source = `namespace n {
void Engine::Link::open(int fd) {
  if (fd < limit_ && other->ready()) {
    try { run(); } catch (const std::exception &e) {
      throw LinkError("no link: " +
                      path);
    }
  }
}
}`;
    expect(harvest(source, 'src/link.cc')).toEqual([
      {
        template: 'no link: {path}',
        kind: 'raise',
        level: null,
        exception: 'LinkError',
        file: 'src/link.cc',
        function: 'Engine::Link::open',
        line: 5,
        endLine: 6,
        guards: ['fd', 'limit_', 'other'],
        wraps: ['exception'],
        flags: [],
      },
    ]);
  });

  it('names a function without its template arguments', () => {
    const source = 'template <> void load<Pack<Pack<int>, 2>, true, Sum>(int x) { throw E("no load of " + y); }';
    expect(harvest(source).map((fact) => fact.function)).toEqual(['load']);
  });

  it('names the condition that a check tests', () => {
    expect(harvest(inFunction('if (y) TORCH_CHECK(a.size == b, "a is bad");'))[0]?.guards).toEqual(['a.size', 'b']);
  });
});

describe('a text in C++', () => {
  it.each<[what: string, body: string, expected: string[]]>([
    ['a local stream', 'std::ostringstream s; s << "a " << x; s << " b"; throw E(s.str());', ['a {x} b']],
    ['a local string that grows', 'std::string m = "one "; m += y; throw E(m);', ['one {y}']],
    ['a number that grows', 'int n = 0; n += y; throw E("need " + std::to_string(n));', ['need {std::to_string(n)}']],
    ['a printed number that grows', 'int n = 0; n += y; LOG(ERROR) << "need " << n;', ['need {n}']],
    [
      'a stream whose text stands on the next line',
      'std::cerr\n            << "cannot bind " << y;',
      ['cannot bind {y}'],
    ],
    [
      'a string that is set on one path only',
      'std::string s; if (y) { s = "at most " + y + "; "; } throw E("too large; " + s);',
      ['too large; ', 'too large; at most {y}; '],
    ],
    [
      'streams of one name in blocks of their own',
      'if (x) { std::ostringstream s; s << "one " << y; throw E(s.str()); } if (y) { std::ostringstream s; s << "two " << y; throw E(s.str()); }',
      ['one {y}', 'two {y}'],
    ],
    ['a local string that may grow', 'std::string m = "one"; for (;;) { m += ", "; } throw E(m);', ['one{…}']],
    [
      'a string that grows in a loop',
      'std::string m; for (;;) { if (x) { m += ","; } m += y; } throw E("a " + m);',
      ['a {…}{…}'],
    ],
    ['a choice', 'throw E(x ? "one text" : "another");', ['another', 'one text']],
    ['a raw string', 'throw E(R"(a "b")");', ['a "b"']],
    ['a stream in brackets', 'throw E((std::stringstream() << "a " << x).str());', ['a {x}']],
    ['an unknown macro between literals', 'WARN("a " SUFFIX " b %d", c);', ['a {…} b {c}']],
    ['escapes', String.raw`throw E("a\tb\x21\041\"");`, ['a\tb!!"']],
  ])('is followed: %s', (_, body, expected) => {
    expect(templates(inFunction(body))).toEqual(expected);
  });

  it('is followed to a constant of the file', () => {
    expect(templates(`constexpr char kText[] = "no such rank";\n${inFunction('throw E(kText);')}`)).toEqual([
      'no such rank',
    ]);
  });
});

describe('macros and faults in C++', () => {
  it('do not hide a site in the body of a macro', () => {
    const source = '#define CHECK_CUDA(x) \\\n  TORCH_CHECK(x.is_cuda(), #x " must be on CUDA")\nint y;\n';
    expect(harvest(source).map((fact) => [fact.template, fact.function, fact.line])).toEqual([
      ['{x} must be on CUDA', 'CHECK_CUDA', 2],
    ]);
  });

  it.each([
    ['TORCH_CHECK(ok(x), "one # Two is not " #x)', 'one # Two is not {…}'],
    ['CHECK(ok(x)) << "wrong type: " #x " must be " #y " or " #z;', 'wrong type: {x} must be {y} or {…}'],
  ])('leave the name of a parameter beside a text: %s', (statement, template) => {
    expect(templates(`#define MY_TEST(x, y, z) \\\n  ${statement}\nint y;\n`)).toEqual([template]);
  });

  it('do not hide the sites around a fault, nor those in it', () => {
    const source = `int a() { WARN("first text"); return 0; }
int b(int x) {
#ifdef A
  if (x) {
#else
  if (!x) {
#endif
    BEGIN_WEIRD ( ) ) WARN("second text");
  }
}
static int c(void)
{
  WARN("third text");
}
`;
    const found = harvester(source);
    expect(found.facts().map((fact) => [fact.template, fact.function, fact.line])).toEqual([
      ['first text', 'a', 1],
      ['second text', 'b', 8],
      ['third text', 'c', 13],
    ]);
  });

  it('read CUDA', () => {
    const source = `__global__ void __launch_bounds__(256, (N > 1) ? 2 : 1) kernel(float* __restrict__ x) {
  if (!x) printf("no input in block %d", blockIdx.x);
}
void launch() {
  kernel<<<grid, dim3(1, 2), 0, stream>>>(x);
  TORCH_CHECK(x, "launch failed");
}`;
    expect(harvest(source, 'k.cu').map((fact) => [fact.template, fact.function])).toEqual([
      ['no input in block {blockIdx.x}', 'kernel'],
      ['launch failed', 'launch'],
    ]);
  });

  it('are counted where a text could not be read', () => {
    expect(harvester(inFunction('WARN(table["a"], x);')).unread).toEqual([{ file: 'a.cpp', line: 2 }]);
  });

  it('before a type leave the name of the function alone', () => {
    const source =
      'static UCS_F_NOINLINE ucs_status_t select_transport(\n    const int x)\n{\n  WARN("no transport");\n}\n';
    expect(harvest(source).map((fact) => fact.function)).toEqual(['select_transport']);
  });

  it('loops made by macros do not name the function', () => {
    expect(harvest(inFunction('for_each_lane(x, map) { WARN("no lane"); }'))[0]?.function).toBe('f');
  });
});

describe('a table of C++', () => {
  const rows = (source: string): unknown[] =>
    harvest(source).map((fact) => [fact.template, fact.exception, fact.function]);

  it('gives codes their texts by switch', () => {
    const source = `const char *link_strerror(int code) {
  switch (code) {
  case LINK_OK: return "Everything is fine";
  case ns::LINK_DOWN: { return "The link is down"; }
  default: return "Unknown";
  }
}`;
    expect(rows(source)).toEqual([
      ['Everything is fine', 'LINK_OK', 'link_strerror'],
      ['The link is down', 'LINK_DOWN', 'link_strerror'],
    ]);
  });

  it('gives codes their texts by array', () => {
    const source = `const char *texts[] = { [LINK_OK] = "Everything is fine", [LINK_DOWN] = "The link is down" };
std::map<int, const char *> more = { {LINK_LOST, "The link was lost"}, {-5, "The peer is gone"} };`;
    expect(rows(source)).toEqual([
      ['Everything is fine', 'LINK_OK', 'texts'],
      ['The link is down', 'LINK_DOWN', 'texts'],
      ['The link was lost', 'LINK_LOST', 'more'],
      ['The peer is gone', '-5', 'more'],
    ]);
  });

  it('is none where it names values', () => {
    expect(rows('const char *names[] = { [A] = "bfloat16", [B] = "float32", [C] = "int" };')).toEqual([]);
  });
});
