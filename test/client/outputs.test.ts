/** What debug sessions and notebook cells say. */
import { describe, expect, it } from 'vitest';
import { consoleText } from '../../client/src/debug/output';
import { cellText } from '../../client/src/notebook/cellText';

const event = (name: string, body: unknown): unknown => ({ type: 'event', event: name, seq: 1, body });

describe('a message of a debug adapter', () => {
  it.each([
    [event('output', { category: 'stderr', output: 'RuntimeError: no\n' }), 'RuntimeError: no\n'],
    [event('output', { output: 'x' }), 'x'],
    [event('output', { category: 'telemetry', output: 'x' }), undefined],
    [event('output', { output: 7 }), undefined],
    [event('output', null), undefined],
    [event('stopped', { reason: 'exception', description: 'RuntimeError', text: 'no' }), '\nRuntimeError: no\n'],
    [event('stopped', { reason: 'exception', text: 'no' }), '\nno\n'],
    [event('stopped', { reason: 'exception' }), undefined],
    [event('stopped', { reason: 'breakpoint', text: 'no' }), undefined],
    [{ type: 'response', command: 'output', body: { output: 'x' } }, undefined],
    ['output', undefined],
    [null, undefined],
  ])('%j says %j', (message, expected) => {
    expect(consoleText(message)).toBe(expected);
  });
});

describe('the output of a cell', () => {
  const item = (mime: string, text: string) => ({ mime, data: new TextEncoder().encode(text) });
  const kind = 'application/vnd.code.notebook';

  it.each([
    [[], ''],
    [[item(`${kind}.stderr`, 'a'), item('image/png', 'b'), item('text/html', 'c')], 'a'],
    [
      [item(`${kind}.error`, JSON.stringify({ name: 'E', message: 'no', stack: 'Traceback\nE: no' }))],
      'Traceback\nE: no',
    ],
    [[item(`${kind}.error`, JSON.stringify({ name: 'E', message: 'no', stack: '' }))], 'E: no'],
    [[item(`${kind}.error`, JSON.stringify({ name: 'E', message: 'no', stack: 'Traceback' }))], 'Traceback\nE: no'],
    [[item(`${kind}.error`, '{')], ''],
    [[item(`${kind}.error`, 'null')], ''],
  ])('%# is its text', (items, expected) => {
    expect(cellText([{ items }])).toBe(expected);
  });

  it.each([
    [Buffer.from('a'), 'a'],
    [Buffer.from('a').toJSON(), 'a'],
    [{ data: ['a', null, {}] }, '\0\0\0'],
    [{ data: 'a' }, ''],
    [{}, ''],
    [undefined, ''],
    ['a', ''],
  ])('%# may come as something else than bytes', (data, expected) => {
    expect(cellText([{ items: [{ mime: 'text/plain', data }] }])).toBe(expected);
  });

  it('of any length is read from its end', () => {
    const text = cellText([{ items: [item('text/plain', `${'x'.repeat(600_000)}end`)] }]);
    expect(text.length).toBe(500_000);
    expect(text.endsWith('end')).toBe(true);
  });
});
