import { beforeAll, describe, expect, it } from 'vitest';
import type { Fact } from '../../server/src/core/harvest/fact';
import { createHarvester } from '../../server/src/core/harvest/harvester';
import { loadParser } from '../support/parsers';

let parse: Awaited<ReturnType<typeof loadParser>>;

beforeAll(async () => {
  parse = await loadParser('tree-sitter-rust');
});

function harvest(source: string, file = 'src/a.rs'): Fact[] {
  const harvester = createHarvester((_, text) => parse(text));
  harvester.add(file, source);
  return harvester.facts();
}

function inFunction(statement: string): string {
  return `fn f(x: u8) {\n    ${statement}\n}\n`;
}

describe('a site in Rust', () => {
  it.each<[source: string, template: string, kind: string, level: string | null, exception?: string]>([
    ['anyhow::bail!("no rank {} of {n:?}", self.rank());', 'no rank {self.rank()} of {n}', 'raise', null],
    ['return Err(anyhow!("no rank {0}", r));', 'no rank {r}', 'raise', null],
    ['ensure!(x > 0, "x is {x}, {{not}} {y}", y = z.len());', 'x is {x}, {{not}} {z.len()}', 'raise', null],
    ['panic!("no such state: {s}");', 'no such state: {s}', 'raise', null],
    ['unreachable!("state {s}");', 'internal error: entered unreachable code: state {s}', 'raise', null],
    ['assert!(x > 0, "x is zero");', 'x is zero', 'assert', null],
    ['assert_eq!(a, b, "sizes of {a}");', 'assertion `left == right` failed: sizes of {a}', 'assert', null],
    ['let y = v.expect("the lock is poisoned");', 'the lock is poisoned', 'raise', null],
    ['open(p).context("cannot open the file")?;', 'cannot open the file', 'raise', null],
    ['open(p).with_context(|| format!("cannot open {}", p.display()))?;', 'cannot open {p.display()}', 'raise', null],
    ['open(p).with_context(|| { format!("cannot open {p}") })?;', 'cannot open {p}', 'raise', null],
    ['tracing::warn!(rank, error = %e, target: "x", "no rank {}", r);', 'no rank {r}', 'log', 'WARNING'],
    ['error!("it {}", concat!("a", "b"));', 'it {concat!("a", "b")}', 'log', 'ERROR'],
    ['log!(Level::Error, "it broke");', 'it broke', 'log', 'ERROR'],
    ['eprintln!("usage: {name}");', 'usage: {name}', 'print', null],
    ['bail_invalid_request!(param = "n", "n is {n}");', 'n is {n}', 'raise', null],
    ['Err(BenchError::Config(format!("no {x}")))', 'no {x}', 'raise', null, 'BenchError'],
    ['Err(ApiError { code: 5, message: "it broke".to_string() })', 'it broke', 'raise', null, 'ApiError'],
    ['e.map_err(|e| ServerError::internal("it broke".into()))', 'it broke', 'raise', null, 'ServerError'],
    ['Err(PyValueError::new_err(format!("bad {x}")))', 'bad {x}', 'raise', null, 'ValueError'],
    ['tokio::select! { a = b => { warn!(?a, "no {}", a.c); } }', 'no {a.c}', 'log', 'WARNING'],
    ['tokio::select! { a = b => { a.expect("no a here") } }', 'no a here', 'raise', null],
    ['panic!("a \\\n      b");', 'a b', 'raise', null],
    ['panic!(r#"a "b""#);', 'a "b"', 'raise', null],
  ])('%s', (source, template, kind, level, exception) => {
    const found = harvest(inFunction(source)).map((fact) => [fact.template, fact.kind, fact.level, fact.exception]);
    expect(found).toEqual([[template, kind, level, exception ?? null]]);
  });

  it.each([
    'error!(e);',
    'bail!(e);',
    'println!("{x}");',
    'let s = "panic!(\\"a text\\")";',
    '// panic!("a text")',
    'cell.context(x);',
    'write!(out, "a text")?;',
    'Config::new("a text");',
  ])('is not %s', (source) => {
    expect(harvest(inFunction(source))).toEqual([]);
  });

  it('is what an error type shows', () => {
    const source = `
#[derive(Debug, Error)]
pub enum LinkError {
    #[error("no link to {peer} after {}", humantime(*.0))]
    Timeout { peer: String },
    #[error(transparent)]
    Io(#[from] std::io::Error),
    #[error("closed: {0}")]
    Closed(String),
}
impl fmt::Display for Other {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result { write!(f, "other: {}", self.0) }
}`;
    const found = harvest(source).map((fact) => [fact.template, fact.kind, fact.exception, fact.function, fact.line]);
    expect(found).toEqual([
      ['no link to {peer} after {humantime(*.0)}', 'display', 'LinkError', 'LinkError::Timeout', 4],
      ['closed: {0}', 'display', 'LinkError', 'LinkError::Closed', 8],
      ['other: {self.0}', 'display', 'Other', 'Other::fmt', 12],
    ]);
  });

  it('knows its place', () => {
    const source = `mod inner {
impl<T> Engine<T> {
    async fn start(&self) -> Result<()> {
        if self.size > limit && !ready(x) {
            bail!(
                "too many: {}",
                self.size
            );
        }
    }
}
}`;
    expect(harvest(source)).toEqual([
      {
        template: 'too many: {self.size}',
        kind: 'raise',
        level: null,
        exception: null,
        file: 'src/a.rs',
        function: 'Engine::start',
        line: 5,
        endLine: 8,
        guards: ['self.size', 'limit', 'x'],
        flags: [],
        wraps: [],
      },
    ]);
  });

  it('is none in a test', () => {
    const source = `
#[cfg(test)]
mod tests {
    fn help() { panic!("one text"); }
}
#[tokio::test]
async fn it_works() { panic!("two text"); }
#[cfg(feature = "x")]
fn real() { panic!("three text"); }
`;
    expect(harvest(source).map(({ template }) => template)).toEqual(['three text']);
  });

  it('is read beside syntax that the grammar does not know', () => {
    expect(harvest('fn a() { let x = yeet 5 ??? ; }\nfn b() { panic!("a text"); }').map((it) => it.template)).toEqual([
      'a text',
    ]);
  });
});
