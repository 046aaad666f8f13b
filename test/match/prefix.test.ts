import { describe, expect, it } from 'vitest';
import { decode, encode } from '../../server/src/core/match/bytes';
import { cleaned } from '../../server/src/core/match/clean';
import { peel } from '../../server/src/core/match/prefix/peel';
import { TextView } from '../../server/src/core/match/view';

function read(line: string) {
  const raw = encode(line);
  const { bytes } = cleaned(new TextView(raw, null, 0), 0, raw.length);
  const { facts, names, indent, textStart } = peel(bytes, bytes.length);
  return { names, text: decode(bytes, textStart), indent, facts };
}

describe('prefixes are taken off, layer by layer', () => {
  it.each([
    ['ERROR 07-22 08:14:55 [core.py:708] ', 'level time source-tag'],
    ['ERROR 07-22 08:14:55.123 [core.py:708] ', 'level time source-tag'],
    ['WARNING 02-22 22:08:56 multiproc_worker_utils.py:300] ', 'level time source-tag'],
    ['ERROR [backend_xgrammar.py:167] ', 'level source-tag'],
    ['[utils.py:12] ', 'source-tag'],
    ['(EngineCore_DP0 pid=2114) ERROR 07-22 08:14:55 [v1/engine/core.py:708] ', 'process level time source-tag'],
    ['(APIServer pid=7) ', 'process'],
    ['(raylet) ', 'process'],
    ['(gcs_server) ', 'process'],
    ['(EngineCore_0 pid=5) (RayWorkerWrapper pid=6, ip=10.0.0.9) ', 'process process'],
    ['(MapWorker(MapBatches(Actor)) pid=1202, ip=10.0.0.1) ', 'process'],
    ['VllmWorker rank=2 pid=19714) WARNING 05-07 09:05:19 [fused_moe.py:668] ', 'process level time source-tag'],
    ['ERROR:    (Worker_TP1 pid=3534) ERROR 10-11 22:28:17 [a.py:694] ', 'level process level time source-tag'],
    ['      Reason:       ', 'kubectl-field'],
    ['vllm-0   0/1   ', 'kubectl-row'],
    ['serving   vllm-7f9c-x2k   1/2     ', 'kubectl-row'],
    ['[rank0]: ', 'rank'],
    ['[rank3]:[rank3]: ', 'rank rank'],
    ['2026-07-22T08:14:55.123456789Z stderr F ERROR 07-22 08:14:55 core.py:7] ', 'time stream level time source-tag'],
    ['2026-07-22 08:14:55,123 - vllm.engine - ERROR - ', 'time separator logger separator level separator'],
    ['2026-07-22 08:14:55.123 | ERROR    | vllm.core:run:12 - ', 'time separator level separator module-tag separator'],
    ['2024-01-22 14:32:27 | ERROR | stderr | ', 'time separator level separator stream separator'],
    ['Jul 22 08:14:55 node-3 vllm[4242]: ', 'time syslog'],
    ['2026-07-22T08:14:55+02:00 node-3 vllm[4242]: ', 'time syslog'],
    ['[2026-01-26T17:25:37Z] ', 'time'],
    ['[2025-09-13 09:09:15 TP0] ', 'time'],
    ['E0717 07:30:06.719655  994396 nixl_agent.cpp:359] ', 'glog source-tag'],
    ['[rank0]:[E1122 08:14:55.000 ProcessGroupNCCL.cpp:616] ', 'rank glog source-tag'],
    ['[E ProcessGroupNCCL.cpp:587] ', 'source-tag'],
    ['node-1:13740:13741 [7] misc/shmutils.cc:72 NCCL WARN ', 'nccl source-tag component level'],
    [
      '[2026-11-30 09:58:43] vm:20638:20638 [0] init.cc:2570 (ncclCommInitRank) NCCL WARN ',
      'time nccl source-tag component level',
    ],
    // People put something else in the place of a host’s name.
    ['<host>:13740:13741 [7] misc/shmutils.cc:72 NCCL WARN ', 'nccl source-tag component level'],
    ['***:13740:13741 [7] NCCL WARN ', 'nccl component level'],
    ['[1784273406.684686] [node-1:99:0]   ib_mlx5_dv.c:452  UCX  ERROR   ', 'time bracket source-tag component level'],
    ['2026-07-23T11:02:18.402113Z ERROR vllm_engine: ', 'time level logger'],
    ['2026-07-23T11:02:18.402113Z  WARN vllm_bench::ready: ', 'time level logger'],
    [
      '2024-06-25 16:32:00,563 xinference.api 31188 ERROR    [address=0.0.0.0:1, pid=3] ',
      'time logger pid level bracket',
    ],
    ['2024-01-22 14:32:19,671 ERROR worker.py:1540 -- ', 'time level source-tag'],
    ['2026-07-22 08:14:55,123 - __main__ - ERROR - ', 'time separator logger separator level separator'],
    ['2026-07-22 08:14:55,123 - serving - WARNING - ', 'time separator logger separator level separator'],
    [
      '2026-07-22 08:14:55,123 - __main__ - INFO - [2026-07-22 08:14:55 TP0] ',
      'time separator logger separator level separator time',
    ],
    ['W0722 08:14:55.313000 140145133409408 torch/distributed/run.py:757] ', 'glog source-tag'],
    ['ERROR ... [core.py:708] ', 'level separator source-tag'],
    ['  0%|          | 0/50 [00:00<?, ?it/s]', 'progress'],
    ['Loading:  33%|███▎      | 1/3 [00:12<00:24, 12.1s/it, loss=2.6]', 'progress'],
    ['(Worker pid=7)  80%|████████  | 4/5 [00:02<00:00,  2.15it/s] ', 'process progress'],
    ['ERROR:vllm.engine.core:', 'level'],
    ['vllm-1  | ', 'compose'],
    ['vllm-leader-0 vllm 2026-07-22T08:14:55Z ', 'pod time'],
    ['[pod/vllm-0/vllm] ', 'bracket'],
    ['##[error]', 'ci-command'],
    ['2026-07-22T08:14:55.1234567Z ##[error]', 'time ci-command'],
    ['::error file=a.py,line=3::', 'ci-command'],
    ['> > ', 'quote-mark quote-mark'],
    ['E   ', 'pytest'],
    ['  | ', 'exception-group'],
    ['    | ', 'exception-group'],
    ['[08:14:55] ERROR    ', 'time level'],
    ['/usr/lib/python3/vllm/config.py:12: ', 'source-tag'],
  ])('%j', (prefix, names) => {
    const { names: found, text } = read(`${prefix}Engine core initialization failed`);
    expect(found.join(' ')).toBe(names);
    expect(text).toBe('Engine core initialization failed');
  });

  it('takes nothing off a text without a prefix', () => {
    for (const text of [
      'ValueError: bad',
      'Error trying to parse.',
      'At most 1 image',
      'zmq.error.ZMQError: no',
      '-1 is bad',
    ]) {
      expect(read(text)).toMatchObject({ names: [], text });
    }
  });

  it('takes no class of an exception for a logger', () => {
    const text = 'nixl._bindings.nixlBackendError: NIXL_ERR_BACKEND';
    expect(read(`2026-07-22 08:14:55 ERROR ${text}`)).toMatchObject({ names: ['time', 'level'], text });
  });

  it('leaves the indentation of a traceback', () => {
    const frame = 'File "a.py", line 1, in f';
    expect(read(`(APIServer pid=1)   ${frame}`)).toMatchObject({ indent: 2, text: frame });
    expect(read('ERROR 07-22 08:14:55 [core.py:7]     raise e')).toMatchObject({ indent: 4, text: 'raise e' });
  });
});

describe('a prefix says', () => {
  it.each([
    [
      'WARNING 07-22 08:14:55 [core.py:708] x',
      { level: 'WARNING', time: '07-22 08:14:55', tag: { file: 'core.py', line: 708 } },
    ],
    ['(EngineCore_DP0 pid=2114) x', { processes: ['EngineCore_DP0 pid=2114'] }],
    ['[rank0]:[rank0]: x', { processes: ['rank0'] }],
    ['2026-07-23T11:02:18Z ERROR vllm_bench::ready: x', { level: 'ERROR', logger: 'vllm_bench::ready' }],
    ['2026-07-22 08:14:55.1 | CRITICAL | vllm.core:run:12 - x', { level: 'CRITICAL', logger: 'vllm.core' }],
    [
      'W0717 07:30:06.719655  9 a.cpp:3] x',
      { level: 'WARNING', time: '07:30:06.719655', tag: { file: 'a.cpp', line: 3 } },
    ],
    ['[2025-09-13 09:09:15 TP0] x', { processes: ['TP0'], time: '2025-09-13 09:09:15' }],
    ['vllm-1  | x', { processes: ['vllm-1'] }],
    // The level is that of the program that passed the line on.
    ['2026-07-22 08:14:55,1 - relay - INFO - [2026-07-22 08:14:55 TP0] x', { level: null, processes: ['TP0'] }],
    ['2026-07-22 08:14:55 INFO 07-22 08:14:55 [a.py:1] x', { level: 'INFO' }],
  ])('%j', (line, facts) => {
    expect(read(line).facts).toMatchObject(facts);
  });
});

describe('what copying does to a line is undone', () => {
  it.each([
    ['\u001b[0;36m(Worker pid=1)\u001b[0;0m \u001b[31mERROR\u001b[0m x', '(Worker pid=1) ERROR x'],
    ['^[[31mERROR^[[0m x', 'ERROR x'],
    ['[0;36mERROR[0m x', 'ERROR x'],
    ['#033[31mERROR#033[0m x', 'ERROR x'],
    ['\u001b]0;title\u0007x', 'x'],
    ['\u001b[2K\u001b[1Gx', 'x'],
    ['\ufeffx', 'x'],
    ['can\u2019t \u201cfind\u201d\u00a0it', 'can\'t "find" it'],
    ['&lt;class &#39;int&#39;&gt; &amp; more', "<class 'int'> & more"],
    ['a [1] ^ & b', 'a [1] ^ & b'],
  ])('%j', (raw, text) => {
    const bytes = encode(raw);
    expect(decode(cleaned(new TextView(bytes, null, 0), 0, bytes.length).bytes)).toBe(text);
  });
});
