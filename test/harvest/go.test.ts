import { beforeAll, describe, expect, it } from 'vitest';
import type { Fact } from '../../server/src/core/harvest/fact';
import { createHarvester } from '../../server/src/core/harvest/harvester';
import { loadParser } from '../support/parsers';

let parse: Awaited<ReturnType<typeof loadParser>>;

beforeAll(async () => {
  parse = await loadParser('tree-sitter-go');
});

function harvest(source: string): Fact[] {
  const harvester = createHarvester((_, text) => parse(text));
  harvester.add('pkg/a.go', `package a\n${source}`);
  return harvester.facts();
}

describe('a site in Go', () => {
  it.each<[source: string, template: string, kind: string, level: string | null]>([
    ['return errors.New("no such rank")', 'no such rank', 'raise', null],
    ['return fmt.Errorf("rank %d of %+v: %w", r, all, err)', 'rank {r} of {all}: {err}', 'raise', null],
    ['return errors.Wrapf(err, "reading %q", path)', 'reading {path}', 'raise', null],
    ['return status.Errorf(codes.NotFound, "no %s", name)', 'no {name}', 'raise', null],
    ['panic(fmt.Sprintf("state %v", s))', 'state {s}', 'raise', null],
    ['klog.V(2).Infof("at 100%% of %s", x)', 'at 100% of {x}', 'log', 'INFO'],
    ['klog.ErrorS(err, "Failed to " + "start", "pod", pod)', 'Failed to start', 'log', 'ERROR'],
    ['log.FromContext(ctx).Error(err, "unable to get")', 'unable to get', 'log', 'ERROR'],
    ['r.Log.Info("reconciled")', 'reconciled', 'log', 'INFO'],
    ['logger.Warn("slow", zap.Int("ms", t))', 'slow', 'log', 'WARNING'],
    ['slog.Error("it broke", "err", err)', 'it broke', 'log', 'ERROR'],
    ['logrus.WithField("a", b).Fatalf("no %s", x)', 'no {x}', 'log', 'CRITICAL'],
    ['log.Printf("listening on %s", addr)', 'listening on {addr}', 'log', null],
    ['fmt.Fprintf(os.Stderr, "usage: %s\\n", name)', 'usage: {name}\n', 'print', null],
    ['return errors.New(`a "b"`)', 'a "b"', 'raise', null],
    [String.raw`return errors.New("\x41\u00e9\t")`, 'A\u00e9\t', 'raise', null],
  ])('%s', (source, template, kind, level) => {
    const found = harvest(`func f() error {\n${source}\n}`).map((fact) => [fact.template, fact.kind, fact.level]);
    expect(found).toEqual([[template, kind, level]]);
  });

  it.each([
    'return err',
    'errors.New(text)',
    'math.Log("a b")',
    'dialog.Error("a text")',
    'fmt.Fprintf(w, "a text")',
    'fmt.Sprintf("a %s", b)',
  ])('is not %s', (source) => {
    expect(harvest(`func f() error {\n${source}\n}`)).toEqual([]);
  });

  it('knows its place', () => {
    const source = `
func (e *LinkError[T]) Error() string {
	return fmt.Sprintf("no link to %s", e.peer)
}
func (s *Server) Start(n int) error {
	if n > s.limit && !ready(x) {
		return fmt.Errorf("set --limit, not %d",
			n)
	}
}
var ErrGone = errors.New("the peer is gone")
`;
    expect(harvest(source)).toEqual([
      {
        template: 'no link to {e.peer}',
        kind: 'display',
        level: null,
        exception: 'LinkError',
        file: 'pkg/a.go',
        function: 'LinkError.Error',
        line: 3,
        endLine: 5,
        guards: [],
        flags: [],
        wraps: [],
      },
      {
        template: 'set --limit, not {n}',
        kind: 'raise',
        level: null,
        exception: null,
        file: 'pkg/a.go',
        function: 'Server.Start',
        line: 8,
        endLine: 9,
        guards: ['n', 's.limit', 'x'],
        flags: ['--limit'],
        wraps: [],
      },
      {
        template: 'the peer is gone',
        kind: 'raise',
        level: null,
        exception: null,
        file: 'pkg/a.go',
        function: '<module>',
        line: 12,
        endLine: 12,
        guards: [],
        flags: [],
        wraps: [],
      },
    ]);
  });
});
