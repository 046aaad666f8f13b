import { describe, expect, it } from 'vitest';
import {
  checkRows,
  core,
  coreSite,
  died,
  diedSite,
  fatal,
  fatalSite,
  found,
  heads,
  headsSite,
  plugin,
  pluginSite,
  type Row,
  rpc,
  rpcSite,
} from './forms';

const rows: readonly Row[] = [
  // containers
  [
    'CRI, full',
    `2026-07-22T08:14:55.123456789Z stderr F (EngineCore_DP0 pid=972) ERROR 07-22 08:14:55 [core.py:2411] ${fatal}`,
    [fatalSite],
  ],
  [
    'CRI, partial lines',
    '2026-07-22T08:14:55.123456789Z stderr P ValueError: Total number of attention heads (40) must be \n2026-07-22T08:14:55.123456790Z stderr F divisible by tensor parallel size (3).',
    [headsSite],
  ],
  [
    'CRI, partial in a word',
    '2026-07-22T08:14:55.123456789Z stderr P ERROR 07-22 08:14:55 [multiproc_executor.py:284] Worker proc VllmWorker-1 died unex\n2026-07-22T08:14:55.123456790Z stderr F pectedly, shutting down executor.',
    [diedSite],
  ],
  ['kubectl logs --prefix', `[pod/vllm-decode-0/vllm] (APIServer pid=1) RuntimeError: ${core}`, [coreSite]],
  ['kubectl logs --timestamps', `2026-07-22T08:14:55.123456789Z (APIServer pid=1) RuntimeError: ${core}`, [coreSite]],
  ['stern', `vllm-decode-0 vllm ERROR 07-22 08:14:55 [multiproc_executor.py:284] ${died}`, [diedSite]],
  ['Docker Compose', `vllm-1  | (APIServer pid=1) RuntimeError: ${core}`, [coreSite]],
  [
    'Docker Compose, traceback with an empty line that lost its space',
    `vllm-1  | Traceback (most recent call last):\nvllm-1  |   File "/usr/lib/python3.12/site-packages/vllm/v1/engine/utils.py", line 1254, in wait_for_engine_startup\nvllm-1  |     raise RuntimeError(\nvllm-1  |\nvllm-1  | RuntimeError: ${core}`,
    [coreSite],
  ],
  [
    'journald',
    `Jul 22 08:14:55 gpu-17 vllm[972]: ERROR 07-22 08:14:55 [multiproc_executor.py:284] ${died}`,
    [diedSite],
  ],
  ['journald, ISO time', `2026-07-22T08:14:55+0000 gpu-17 python3[972]: ValueError: ${heads}`, [headsSite]],
  [
    'syslog RFC 5424',
    `<11>1 2026-07-22T08:14:55.123Z gpu-17 vllm 972 - - ERROR 07-22 08:14:55 [multiproc_executor.py:284] ${died}`,
    [diedSite],
  ],
  ['supervisord', `2026-07-22 08:14:55,123 ERROR stderr | ${plugin}`, [pluginSite]],
  ['Slurm with labels', `3: ValueError: ${heads}`, [headsSite]],
  ['torchrun', `[rank3]: ValueError: ${heads}`, [headsSite]],
  ['mpirun', `[1,3]<stderr>:ValueError: ${heads}`, [headsSite]],
  // Windows and encodings
  ['Windows line ends', `ERROR 07-22 08:14:55 [x.py:1] first\r\nValueError: ${heads}\r\nmore\r\n`, [headsSite]],
  ['PowerShell', `python : ValueError: ${heads}\r\nAt line:1 char:1\r\n`, [headsSite]],
  [
    'a progress bar before it',
    `Loading safetensors checkpoint shards:  75% Completed | 3/4 [00:12<00:04,  4.05s/it]\rLoading safetensors checkpoint shards: 100% Completed | 4/4 [00:16<00:00,  4.05s/it]\rERROR 07-22 08:14:55 [multiproc_executor.py:284] ${died}`,
    [diedSite],
  ],
  [
    'a cursor code before it',
    `\u001b[2K\u001b[1G\u001b[1;31mERROR\u001b[0m 07-22 08:14:55 [multiproc_executor.py:284] ${died}`,
    [diedSite],
  ],
  [
    'colour inside the message',
    `\u001b[31mERROR 07-22 08:14:55 [multiproc_executor.py:284] Worker proc \u001b[1mVllmWorker-1\u001b[0m died unexpectedly, shutting down executor.\u001b[0m`,
    [diedSite],
  ],
  ['colour codes without their escape', `[31mERROR 07-22 08:14:55 [multiproc_executor.py:284] ${died}[0m`, [diedSite]],
  // test runners
  [
    'pytest',
    `>           raise ValueError(\nE           ValueError: ${heads}\n\nvllm/config/model.py:1297: ValueError`,
    [headsSite],
  ],
  ['pytest, short summary', `FAILED tests/test_serve.py::test_start - ValueError: ${heads}`, [headsSite]],
  [
    'pytest, wrapped by the terminal',
    'E       ValueError: Total number of attention heads (40) must be divisible by tensor para\nE       llel size (3).',
    [headsSite],
  ],
  [
    'unittest',
    `ERROR: test_start (tests.Serve.test_start)\n----------------------------------------------------------------------\nTraceback (most recent call last):\n  File "/app/vllm/config/model.py", line 1297, in verify_with_parallel_config\n    raise ValueError(\nValueError: ${heads}`,
    [headsSite],
  ],
  ['GitHub Actions', `2026-07-22T08:14:55.1234567Z ##[error]ValueError: ${heads}`, [headsSite]],
  // several processes
  [
    'interleaved ranks',
    `(VllmWorker rank=0 pid=11) ERROR 07-22 08:14:55 [multiproc_executor.py:403] Traceback (most recent call last):\n(VllmWorker rank=1 pid=12) ERROR 07-22 08:14:55 [multiproc_executor.py:403] Traceback (most recent call last):\n(VllmWorker rank=0 pid=11) ERROR 07-22 08:14:55 [multiproc_executor.py:403]   File "/app/vllm/config/model.py", line 1297, in verify_with_parallel_config\n(VllmWorker rank=1 pid=12) ERROR 07-22 08:14:55 [multiproc_executor.py:403]   File "/app/vllm/v1/executor/multiproc_executor.py", line 403, in get_response\n(VllmWorker rank=0 pid=11) ERROR 07-22 08:14:55 [multiproc_executor.py:403] ValueError: ${heads}\n(VllmWorker rank=1 pid=12) ERROR 07-22 08:14:55 [multiproc_executor.py:403] TimeoutError: ${rpc}`,
    [headsSite, rpcSite],
  ],
  [
    'interleaved halves of a message',
    '[rank0]: ValueError: Total number of attention heads (40)\n[rank1]: some other line of another process\n[rank0]: must be divisible by tensor parallel size (3).',
    [headsSite],
  ],
  [
    'Ray, repeated',
    `(RayWorkerWrapper pid=269885, ip=10.0.0.107) ERROR 07-22 08:14:55 [x.py:3] ValueError: ${heads} [repeated 8x across cluster] (Ray deduplicates logs by default. Set RAY_DEDUP_LOGS=0 to disable log deduplication, or see https://docs.ray.io/en/master/ray-observability/user-guides/configure-logging.html#log-deduplication for more options.)`,
    [headsSite],
  ],
  [
    'Ray, repeated, coloured',
    `\u001b[36m(RayWorkerWrapper pid=269885, ip=10.0.0.107)\u001b[0m ValueError: ${heads}\u001b[32m [repeated 3x across cluster]\u001b[0m`,
    [headsSite],
  ],
];

describe('lines of containers, terminals and several processes', () => {
  checkRows(rows);

  it.each<['le' | 'be']>([['le'], ['be']])('UTF-16 %s with a byte order mark', (order) => {
    const text = `\ufeffPS C:\\> vllm serve m\r\nValueError: ${heads}\r\n`;
    const bytes = new Uint8Array(Buffer.from(text, 'utf16le'));
    if (order === 'be') Buffer.from(bytes.buffer).swap16();
    expect(found(bytes, [headsSite])).toEqual([headsSite]);
  });
});
