/** Broken and hostile text in every language: nothing throws, every edit lies in the text, and time is bounded. */
import { describe, expect, it } from 'vitest';
import { configLanguages } from '../../server/src/core/fix/config/languages';
import { createFixer } from '../../server/src/core/fix/fixer';
import { fixes } from '../../server/src/core/fix/fixes/all';
import { loadParsers } from '../../server/src/node/parsers';
import { cpuTime } from '../support/cpuTime';
import { exampleOf } from './examples';

const fixer = createFixer(await loadParsers());
const languages = [...new Set(fixes.flatMap((fix) => fix.languages))];

/** All findings of a text, whose edits lie in it and do not overlap. */
function checkFindings(text: string, language: string): number {
  const findings = fixer.find({ path: 'x', language, text });
  for (const { start, end, edits } of findings) {
    expect(start).toBeGreaterThanOrEqual(0);
    expect(end).toBeLessThanOrEqual(text.length);
    const sorted = [...edits].sort((a, b) => a.start - b.start || a.end - b.end);
    let last = 0;
    for (const edit of sorted) {
      expect(edit.start).toBeGreaterThanOrEqual(last);
      expect(edit.end).toBeGreaterThanOrEqual(edit.start);
      last = edit.end;
    }
    expect(last).toBeLessThanOrEqual(text.length);
  }
  return findings.length;
}

/** Code with faults that fixes look for, by language; the rest is taken from the examples of the fixes. */
const samples = new Map([
  [
    'javascript',
    `import { Router } from 'zeromq';\nconst socket = new Router();\nfor await (const [id, body] of socket) {\n  const message = JSON.parse(body);\n  if (message.type === 'stop') throw new Stopped();\n}\n`,
  ],
  [
    'rust',
    `use zeromq::RouterSocket;\nasync fn run(socket: &mut RouterSocket) -> anyhow::Result<()> {\n    socket.send(hello).await?;\n    loop {\n        tokio::select! { m = socket.recv() => { let m = m?; self.handle(m).await?; } }\n        let frames = socket.recv().await?.into_vec();\n        let ready: Ready = rmp_serde::from_slice(&frames[2])?;\n    }\n}\n`,
  ],
  [
    'go',
    `package a\n\nimport (\n\t"fmt"\n\n\t"github.com/pebbe/zmq4"\n)\n\nfunc run(s *zmq4.Socket) error {\n\tfor {\n\t\tframes, err := s.RecvMessage(0)\n\t\tif err != nil {\n\t\t\treturn err\n\t\t}\n\t\tif err := decode(frames[1]); err != nil {\n\t\t\treturn fmt.Errorf("bad: %w", err)\n\t\t}\n\t}\n}\n`,
  ],
  [
    'shellscript',
    `vllm serve m \\\n  --max-model-length "1" --kv-transfer-config '{"a": {"b": 1}}' --headless --api-server-count=2 | tee\n`,
  ],
  ['systemd-unit-file', '[Service]\nExecStart=/usr/bin/vllm serve m \\\n  --max-model-length 1 --dtype half1\n'],
  [
    'dockerfile',
    `FROM vllm/vllm-openai:v0.9.0\nCMD ["vllm", "serve", "--max-model-length", "1", "--trust-remote-code", "true"]\n`,
  ],
]);

describe.each(languages)('%s', (language) => {
  const own = samples.get(language) ?? '';
  const documented = fixes
    .filter((fix) => fix.languages.includes(language))
    .map(({ id }) => exampleOf(id))
    .filter((example) => example.language === language || configLanguages.includes(language))
    .map(({ before }) => before);
  const texts = [own, ...documented].filter((text) => text !== '');

  it('cut anywhere', () => {
    let found = 0;
    for (const text of texts) {
      for (let at = 1; at < text.length; at += 1 + Math.floor(text.length / 60)) {
        found += checkFindings(text.slice(0, at), language) + checkFindings(text.slice(at), language);
      }
    }
    expect(found > 0).toBe(texts.length > 0);
  });

  it('with a piece taken out, doubled or turned around', () => {
    for (const text of texts) {
      const step = 7 + Math.floor(text.length / 40);
      for (let at = 0; at < text.length; at += step) {
        const [before, piece, after] = [text.slice(0, at), text.slice(at, at + step), text.slice(at + step)];
        checkFindings(before + after, language);
        checkFindings(before + piece + piece + after, language);
        checkFindings(before + [...piece].reverse().join('') + after, language);
      }
    }
  });

  it.each([
    ['nothing', ''],
    ['no text', '\u0000\ufffd\ud800vllm zmq .recv .Recv zeromq except raise httpGet --x'.repeat(200)],
    ['open brackets', `vllm zmq .recv(.Recv( zeromq ${'([{'.repeat(3000)}`],
    ['open quotes', `vllm serve .recv zmq "'\`"""`],
    ['one long line', `vllm serve zmq .recv() zeromq ${'--flag=1 a.recv() '.repeat(3000)}`],
    [
      'many lines',
      `vllm serve zmq zeromq\n${'kind: Pod\nargs:\n- --x\nwhile True:\n  a, b = s.recv_multipart()\n'.repeat(400)}`,
    ],
    ['deep lines', Array.from({ length: 400 }, (_, depth) => `${' '.repeat(depth)}vllm: zmq.recv:`).join('\n')],
  ])('%s', (_name, text) => {
    const start = cpuTime();
    checkFindings(text, language);
    expect(cpuTime() - start).toBeLessThan(10_000);
  });
});
