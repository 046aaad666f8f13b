import { describe, expect, it } from 'vitest';
import type { CodeAction } from 'vscode-languageserver';
import type { Finding } from '../../server/src/core/fix/finding';
import { testWorld } from './support/catalog';
import { type RunOptions, withEditor } from './support/run';

const line =
  "ERROR [connector.py:1395] HandshakeError: Unexpected $0frame! received_frame = [b'\\x82\\xa4type\\xa3abc\\xa1n\\x01']";
const commands: RunOptions = { initializationOptions: { commands: true } };

/** Actions at `$0`. */
function actionsAt(
  marked: string,
  options: RunOptions,
  { language = 'log', only, invoked = true }: { language?: string; only?: string[]; invoked?: boolean } = {},
): Promise<CodeAction[]> {
  return withEditor(options, async (editor) => {
    const { uri, position } = await editor.open(marked, language, language === 'log' ? 'a.log' : 'a.py');
    return editor.request('textDocument/codeAction', {
      textDocument: { uri },
      range: { start: position, end: position },
      context: { diagnostics: [], triggerKind: invoked ? 1 : 2, ...(only && { only }) },
    });
  });
}

const titles = (actions: readonly CodeAction[]): string[] => actions.map(({ title }) => title);

describe('on a line of a log', () => {
  it('explain it and decode what is in it', async () => {
    const actions = await actionsAt(line, commands);
    expect(titles(actions)).toEqual(['Explain this line', 'Decode in this line']);
    expect(actions.map(({ command }) => command?.command)).toEqual([
      'errorLookup.explainLine',
      'errorLookup.decodePayload',
    ]);
    expect(actions[0]?.command?.arguments).toEqual([{ uri: expect.stringMatching(/a\.log$/), line: 0 }]);
  });

  it('say why nothing fits only when asked', async () => {
    expect(titles(await actionsAt('INFO all$0 is well', commands))).toEqual(['Why does this line not match?']);
    expect(await actionsAt('INFO all$0 is well', commands, { invoked: false })).toEqual([]);
  });

  it('are none in an editor without our commands', async () => {
    expect(await actionsAt(line, {})).toEqual([]);
  });

  it('are none where another kind is asked for', async () => {
    expect(await actionsAt(line, commands, { only: ['refactor'] })).toEqual([]);
  });
});

describe('in source', () => {
  const text = 'first()\nsecond()\nthird()';
  const finding = (fix: string, on: string, applicability: Finding['applicability']): Finding => ({
    fix,
    line: 0,
    start: text.indexOf(on),
    end: text.indexOf(on) + on.length,
    title: `Mend ${on}`,
    applicability,
    why: `Because of ${on}.`,
    code: null,
    edits:
      applicability === 'display-only'
        ? []
        : [{ start: text.indexOf(on), end: text.indexOf(on) + on.length, newText: `mended_${on}` }],
  });

  /** A server whose fixer finds these. */
  function finds(findings: readonly Finding[]): RunOptions {
    const world = testWorld();
    return {
      world: {
        ...world,
        createLookup: async (entries) => ({ ...(await world.createLookup(entries)), findFixes: async () => findings }),
      },
    };
  }

  it('a safe fix that is the only one is preferred', async () => {
    const actions = await actionsAt(text.replace('first', 'fir$0st'), finds([finding('a', 'first', 'safe')]), {
      language: 'python',
    });
    expect(actions).toMatchObject([
      { title: 'Mend first', kind: 'quickfix', isPreferred: true },
      { title: 'Apply all safe Error Lookup fixes', kind: 'source.fixAll.errorLookup' },
    ]);
  });

  it('no fix is preferred where two are offered', async () => {
    const both = finds([finding('a', 'first', 'safe'), finding('b', 'first', 'unsafe')]);
    const actions = await actionsAt(text.replace('first', 'fir$0st'), both, { language: 'python', only: ['quickfix'] });
    expect(actions.map(({ isPreferred }) => isPreferred)).toEqual([undefined, undefined]);
  });

  it('an unsafe fix asks first', async () => {
    const [action] = await actionsAt(text.replace('first', 'fir$0st'), finds([finding('a', 'first', 'unsafe')]), {
      language: 'python',
    });
    expect(action?.isPreferred).toBeUndefined();
    expect(Object.values(action?.edit?.changeAnnotations ?? {})).toEqual([
      { label: 'Mend first', description: 'Because of first.', needsConfirmation: true },
    ]);
  });

  it('a withheld fix is shown disabled, with its reason', async () => {
    const world = finds([finding('a', 'first', 'display-only')]);
    const marked = text.replace('first', 'fir$0st');
    expect(await actionsAt(marked, world, { language: 'python' })).toEqual([
      { title: 'Mend first', kind: 'quickfix', disabled: { reason: 'Because of first.' } },
    ]);
    expect(titles(await actionsAt(marked, { ...world, ...commands }, { language: 'python' }))).toEqual([
      'Mend first',
      'Why is “Mend first” not offered here?',
    ]);
  });

  it('the entry that a fix answers can be read, once, where our commands are', async () => {
    const coded = { ...finding('a', 'first', 'safe'), code: 'vllm/test/frame' };
    const both = finds([coded, { ...coded, fix: 'b' }]);
    const marked = text.replace('first', 'fir$0st');
    const asked = { language: 'python', only: ['quickfix'] };
    const actions = await actionsAt(marked, { ...both, ...commands }, asked);
    expect(titles(actions)).toEqual(['Mend first', 'Mend first', 'Explain “Frame”']);
    expect(actions[2]?.command).toMatchObject({ command: 'errorLookup.openPage', arguments: ['vllm/test/frame'] });
    expect(titles(await actionsAt(marked, both, asked))).toEqual(['Mend first', 'Mend first']);
  });

  it('a fix elsewhere is not offered here', async () => {
    const actions = await actionsAt(text.replace('third', '$0third'), finds([finding('a', 'first', 'safe')]), {
      language: 'python',
      only: ['quickfix'],
    });
    expect(actions).toEqual([]);
  });

  it('all safe fixes are applied together, and no other', async () => {
    const all = [finding('a', 'first', 'safe'), finding('b', 'second', 'unsafe'), finding('c', 'third', 'safe')];
    const [action, ...more] = await actionsAt(text, finds([...all, finding('d', 'third', 'safe')]), {
      language: 'python',
      only: ['source.fixAll'],
    });
    expect(more).toEqual([]);
    const edits = action?.edit?.documentChanges?.flatMap((change) => ('edits' in change ? change.edits : []));
    expect(edits?.map((edit) => 'newText' in edit && edit.newText)).toEqual(['mended_first', 'mended_third']);
  });
});

describe('in a manifest', () => {
  const pod = [
    'kind: Pod',
    'metadata:',
    '  annotations:',
    '    prometheus.io/port: "133$045"',
    'spec:',
    '  containers:',
    '    - args: ["vllm", "serve", "m", "--port", "8080", "--data-parallel-rpc-port", "13345"]',
  ].join('\n');

  it.each(['yaml', 'helm'])('a scrape of a ZMQ port is pointed at the HTTP port in %s', async (language) => {
    const [action, ...more] = await actionsAt(pod, {}, { language });
    expect(more).toEqual([]);
    expect(action?.title).toBe('Point this at the HTTP port');
    expect(JSON.stringify(action?.edit)).toContain('"newText":"8080"');
  });

  it('nothing is offered in a catalog of the workspace', async () => {
    const actions = await withEditor({}, async (editor) => {
      const { uri, position } = await editor.open(pod, 'yaml', 'file:///w/.error-lookup/own.yaml');
      const [range, context] = [{ start: position, end: position }, { diagnostics: [] }];
      return editor.request('textDocument/codeAction', { textDocument: { uri }, range, context });
    });
    expect(actions).toEqual([]);
  });
});
