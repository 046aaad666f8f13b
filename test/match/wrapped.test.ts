import { describe, expect, it } from 'vitest';
import { checker } from './check';
import { site } from './sites';

const startup = site(
  'Timed out waiting for engine core processes to start. This is often caused by slow weight loading for large models. Waited {timeout}s; raise {variable} to wait longer.',
  { code: 'vllm/ready', exception: 'TimeoutError' },
);
const transfers = site('{failed}/{waited} transfers failed:\n{lines}', {
  code: 'vllm/transfers',
  exception: 'TransferError',
});
const { one, find, codes } = checker(startup, transfers);
const [first, second, third] = [
  'Timed out waiting for engine core processes to start. This is often',
  'caused by slow weight loading for large models. Waited 600s; raise',
  'VLLM_ENGINE_READY_TIMEOUT_S to wait longer.',
] as const;
const captures = { timeout: '600', variable: 'VLLM_ENGINE_READY_TIMEOUT_S' };
const log = 'ERROR 07-22 08:14:55 [core.py:7] ';

describe('a message over several lines', () => {
  it.each([
    ['wrapped by a mail program', `TimeoutError: ${first}\n${second}\n${third}`],
    ['wrapped right after the class', `TimeoutError:\n${first} ${second} ${third}`],
    ['wrapped and quoted', `> TimeoutError: ${first}\n> ${second}\n> ${third}`],
    [
      'cut inside words by a terminal',
      `${log}TimeoutError: ${`${first} ${second} ${third}`.replace(/.{40}/g, '$&\n')}`,
    ],
    ['with its prefix on each line', `${log}TimeoutError: ${first}\n${log}${second}\n${log}${third}`],
    [
      'with a collector’s time on each line',
      `2026-07-22T08:14:55Z TimeoutError: ${first}\n2026-07-22T08:14:56Z ${second}\n2026-07-22T08:14:57Z ${third}`,
    ],
    [
      'in columns',
      `[08:14:55] ERROR    ${first}   utils.py:1265\n                    ${second}\n                    ${third}`,
    ],
    ['with Windows line ends', `TimeoutError: ${first}\r\n${second}\r\n${third}\r\n`],
    [
      'between lines of another process',
      `(A pid=1) ${log}${first}\n(B pid=2) ${log}Other text\n(A pid=1) ${log}${second} ${third}`,
    ],
  ])('%s', (_, text) => {
    const { report } = one(text);
    expect(report).toMatchObject({ code: 'vllm/ready', captures, confidence: 'exact' });
  });

  it('spans its lines and starts after the class', () => {
    const { report } = one(`x\nTimeoutError: ${first}\n${second}\n${third}`);
    expect(report).toMatchObject({ line: 1, start: 14, endLine: 3, end: third.length });
  });

  it('ends where another record begins', () => {
    const [cut] = find(`${log}TimeoutError: ${first} ${second}\nINFO 07-22 08:14:56 [b.py:1] ${third}`);
    expect(cut?.report).toMatchObject({ code: 'vllm/ready', confidence: 'possible', endLine: 0 });
  });

  it('that has line ends in its template takes the lines of its last hole', () => {
    const body = ['RDMA transfer failed: SQ full (code=12)', 'RDMA transfer timed out after 30s.'];
    const { report } = one(
      `(W pid=1) m.TransferError: 2/8 transfers failed:\n(W pid=1) ${body[0]}\n(W pid=1) ${body[1]}\n${log}x`,
    );
    expect(report).toMatchObject({
      code: 'vllm/transfers',
      captures: { failed: '2', waited: '8', lines: body.join('\n') },
      endLine: 2,
    });
  });

  it('is found with its line ends escaped', () => {
    expect(codes(JSON.stringify({ msg: 'TransferError: 2/8 transfers failed:\nRDMA transfer failed: x' }))).toEqual([
      'vllm/transfers',
    ]);
  });
});

describe('a message that begins with a line end', () => {
  const warning = checker(site('\n{device} with CUDA capability sm_{capability} is not compatible.\nTake another.\n'));

  it('is found, its first words on the next line', () => {
    const log = 'a.py:287: UserWarning:\nNVIDIA GB10 with CUDA capability sm_121 is not compatible.\nTake another.\n';
    expect(warning.one(log).report).toMatchObject({ line: 0, endLine: 2, captures: { device: 'NVIDIA GB10' } });
  });
});

describe('messages on successive lines', () => {
  const several = checker(
    site("'{name}' is not supported by mistral-common for tools. It has been popped.", { code: 'vllm/tool' }),
    site('Modality {name} not found. Available modalities: {all}', { code: 'vllm/modality', exception: 'KeyError' }),
  );

  it('are each found, also where the first goes on and the second is quoted', () => {
    const text = 'Modality video not found. Available modalities: []';
    const log = `KeyError: ${text}\ntimestamp=2026-07-22T08:14:55Z level=error event="${text}" pid=7`;
    expect(several.find(log).map(({ report }) => report.line)).toEqual([0, 1]);
  });

  it('are not taken together because a quote mark of the first could open the second', () => {
    const text = "'f' is not supported by mistral-common for tools. It has been popped.";
    const log = `TypeError: 'auto'.get_spec() must return a pair\nException in worker: RuntimeError("${text}")`;
    expect(several.one(log).report).toMatchObject({ line: 1, captures: { name: 'f' } });
  });
});

describe('a message cut short', () => {
  it.each([
    ['by an ellipsis', `TimeoutError: ${first} caus...`],
    ['by an ellipsis character', `${first}…`],
    ['inside a word', `TimeoutError: ${first} ${second.slice(0, 30)}`],
    ['inside a value', `TimeoutError: ${first} ${second.slice(0, -8)}`],
  ])('%s is possible', (_, text) => {
    expect(one(text).report).toMatchObject({ code: 'vllm/ready', confidence: 'possible' });
  });

  it.each([
    'TimeoutError: Timed out waiting for',
    'TimeoutError: Timed out waiting for engine core processes to shut down. That should not take long.',
    'Timed out waiting for engine core processes',
  ])('is not believed where too little is left: %j', (text) => {
    expect(codes(text)).toEqual([]);
  });

  it('is possible where a part in the middle was left out', () => {
    const text = `TimeoutError: ${first} caused by slow weight loading for large models. Waited 600s; raise VLLM_X to wait longer.`;
    expect(one(text.replace('600s; raise VLLM_X', 'long')).report).toMatchObject({ confidence: 'possible' });
  });
});

describe('a text retyped', () => {
  it.each([
    ['with other quote marks', "Cannot find any model weights with 'a/b'", 'exact'],
    ['with other white space', 'Cannot  find any model\tweights with `a/b`', 'exact'],
    ['with a space lost', 'Cannot find anymodel weights with `a/b`', 'likely'],
  ])('%s', (_, text, confidence) => {
    const weights = checker(site('Cannot find any model weights with `{path}`', { code: 'vllm/weights' }));
    expect(weights.one(`RuntimeError: ${text}`).report).toMatchObject({ captures: { path: 'a/b' }, confidence });
  });
});
