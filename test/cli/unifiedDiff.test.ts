import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { unifiedDiff } from '../../server/src/cli/unifiedDiff';
import { temporaryFolder } from '../support/cli';
import { applied } from '../support/patch';

describe('unifiedDiff', () => {
  it('is empty for equal texts', () => {
    expect(unifiedDiff('a.py', 'x\n', 'x\n')).toBe('');
  });

  it('has the form that patch reads', () => {
    const before = 'a\nb\nc\nd\ne\nf\ng\nh\ni\nj\nk\nl\n';
    expect(unifiedDiff('x/a.py', before, before.replace('b\n', 'B\nB2\n').replace('k\n', ''))).toBe(`--- a/x/a.py
+++ b/x/a.py
@@ -1,5 +1,6 @@
 a
-b
+B
+B2
 c
 d
 e
@@ -8,5 +9,4 @@
 h
 i
 j
-k
 l
`);
  });

  it('says where a line break is missing at the end', () => {
    expect(unifiedDiff('a', 'x', 'x\n')).toBe(
      '--- a/a\n+++ b/a\n@@ -1,1 +1,1 @@\n-x\n\\ No newline at end of file\n+x\n',
    );
  });

  it('names the line before an empty side', () => {
    expect(unifiedDiff('a', '', 'x\n')).toContain('@@ -0,0 +1,1 @@');
  });

  it('gives the new text when it is applied by an independent reader', () => {
    const text = fc
      .array(fc.constantFrom('a\n', 'b\n', 'c\n', 'd\n'), { maxLength: 30 })
      .map((lines) => lines.join(''));
    fc.assert(
      fc.property(text, text, (before, after) => {
        expect(applied(before, unifiedDiff('a', before, after))).toBe(after);
      }),
      { seed: 7, numRuns: 500 },
    );
  });

  it('is read by git', () => {
    const folder = temporaryFolder();
    const before = readFileSync('test/e2e/workspace/listener.py', 'utf8');
    const after = before.replace('import zmq\n', 'import zmq\nimport sys\n').replace(/\n[^\n]*\n$/, '\n# end');
    writeFileSync(join(folder, 'a.py'), before);
    writeFileSync(join(folder, 'a.diff'), unifiedDiff('a.py', before, after));
    const { status, stderr } = spawnSync('git', ['apply', 'a.diff'], { cwd: folder, encoding: 'utf8' });
    expect(stderr).toBe('');
    expect(status).toBe(0);
    expect(readFileSync(join(folder, 'a.py'), 'utf8')).toBe(after);
  });
});
