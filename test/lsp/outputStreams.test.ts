import { describe, expect, it } from 'vitest';
import type { LogError, LogStory } from '../../server/src/lsp/protocol';
import type { Editor } from './support/editor';
import { withEditor } from './support/run';

const frame =
  "(Engine pid=7) ERROR 07-28 08:14:55 [connector.py:1395] HandshakeError: Unexpected frame! received_frame = [b'meta']";
const listener = '(Engine pid=7) ERROR 07-28 08:14:56 [listener.py:40] The handshake listener ended early: closed';
const quiet = 'all is well';

/** Answers to the pieces of one output; of each error `count code consequences`. */
async function check(pieces: readonly string[], id = 'terminal 1'): Promise<(string[] | null)[]> {
  return withEditor({}, (editor) => send(editor, id, pieces));
}

async function send(editor: Editor, id: string, pieces: readonly string[]): Promise<(string[] | null)[]> {
  const answers: (string[] | null)[] = [];
  for (const [index, text] of pieces.entries()) {
    const stories = await editor.ask('errorLookup/scanOutput', {
      id,
      text,
      next: index === pieces.length - 1 ? 'end' : 'more',
    });
    answers.push(stories?.flatMap(rows) ?? null);
  }
  return answers;
}

function rows({ error, consequences }: LogStory): string[] {
  const row = ({ count, code }: LogError, set: number): string => `${count} ${code} ${set}`;
  return [row(error, consequences.length), ...consequences.map((it) => row(it, 0))];
}

describe('the output of a command', () => {
  it('gives its errors when it ends, the cause first', async () => {
    expect(await check([`${listener}\r\n`, `${frame}\r\n${listener}\r\n`, ''])).toEqual([
      null,
      null,
      ['1 vllm/test/frame 1', '2 vllm/test/listener 0'],
    ]);
  });

  it('may be cut anywhere and hold escape codes', async () => {
    const coloured = frame
      .replace('ERROR', '\u001b]633;C\u0007\u001b[31mERROR\u001b[0m')
      .replace('frame!', 'fra\u001b[1mme!');
    expect(await check([...`${coloured}\r\n`, ''].map(String))).toSatisfy((answers: unknown[]) => {
      expect(answers.at(-1)).toEqual(['1 vllm/test/frame 0']);
      return answers.slice(0, -1).every((answer) => answer === null);
    });
  });

  it('without a known error gives none', async () => {
    expect(await check([quiet, quiet, ''])).toEqual([null, null, null]);
  });

  it('is told apart from another one, and forgotten when it ends', async () => {
    await withEditor({}, async (editor) => {
      await editor.ask('errorLookup/scanOutput', { id: 'a', text: `${frame}\n`, next: 'more' });
      expect(await send(editor, 'b', [`${listener}\n`])).toEqual([['1 vllm/test/listener 0']]);
      expect(await send(editor, 'a', [''])).toEqual([['1 vllm/test/frame 0']]);
      expect(await send(editor, 'a', [''])).toEqual([null]);
    });
  });

  it('that is never ended is given up for newer ones', async () => {
    await withEditor({}, async (editor) => {
      const open = (id: string): Promise<unknown> =>
        editor.ask('errorLookup/scanOutput', { id, text: `${frame}\n`, next: 'more' });
      await open('first');
      for (let i = 0; i < 32; i++) await open(`other ${i}`);
      expect(await send(editor, 'first', [''])).toEqual([null]);
      expect(await send(editor, 'other 31', [''])).toEqual([['1 vllm/test/frame 0']]);
    });
  });

  it('that pauses tells what its whole lines say, and goes on', async () => {
    await withEditor({}, async (editor) => {
      const ask = async (text: string, next: 'more' | 'pause' | 'end') =>
        (await editor.ask('errorLookup/scanOutput', { id: 'a', text, next }))?.flatMap(rows) ?? null;
      expect(await ask(`${quiet}\n${frame}\n${listener.slice(0, 80)}`, 'more')).toBeNull();
      expect(await ask('', 'pause')).toEqual(['1 vllm/test/frame 0']);
      expect(await ask('', 'pause')).toBeNull();
      expect(await ask(`${listener.slice(80)}\n`, 'pause')).toEqual(['1 vllm/test/frame 1', '1 vllm/test/listener 0']);
      expect(await ask('', 'end')).toBeNull();
    });
  });

  it('of many lines tells errors while it runs', async () => {
    const filler = `${quiet}\n`.repeat(400_000);
    const [first] = await check([`${frame}\n${filler}`, '']);
    expect(first).toEqual(['1 vllm/test/frame 0']);
  });
});
