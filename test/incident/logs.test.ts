/** Whole logs as they are printed when something breaks, against the whole catalog: what the report leads with. */
import { describe, expect, it } from 'vitest';
import { createIncidents } from '../../server/src/core/incident/incidents';
import { tellStories } from '../../server/src/core/incident/stories';
import { encode } from '../../server/src/core/match/bytes';
import { createScanner } from '../../server/src/core/match/scanner';
import { wholeCatalog, wholeMatcher } from '../support/wholeCatalog';

const catalog = wholeCatalog();
const matcher = wholeMatcher();

/** Codes of each story: what leads, then what followed; places without an entry are left out where they only follow. */
function told(log: string): string[][] {
  const incidents = createIncidents(catalog);
  const scanner = createScanner(matcher, { level: 'WARNING' });
  for (const scanned of [...scanner.push(encode(log)), ...scanner.end()]) incidents.add('-', scanned);
  return tellStories(incidents.incidents(), catalog).map(({ incident, consequences }) => [
    incident.code,
    ...consequences.map(({ code }) => code).filter((code) => catalog.get(code)),
  ]);
}

const logs: readonly (readonly [what: string, log: string, first: readonly string[]])[] = [
  [
    'a worker that failed while the engine started',
    [
      '(APIServer pid=1) INFO 07-22 08:10:02 [api_server.py:1851] vLLM API server version 0.11.0',
      "(EngineCore_DP0 pid=972) INFO 07-22 08:10:40 [core.py:77] Initializing a V1 LLM engine (v0.11.0) with config: model='m'",
      '(Worker_TP1 pid=1013) ERROR 07-22 08:12:01 [multiproc_executor.py:597] WorkerProc failed to start.',
      '(Worker_TP1 pid=1013) ERROR 07-22 08:12:01 [multiproc_executor.py:597] Traceback (most recent call last):',
      '(Worker_TP1 pid=1013) ERROR 07-22 08:12:01 [multiproc_executor.py:597]   File "/usr/lib/python3.12/site-packages/vllm/v1/worker/gpu_worker.py", line 180, in init_device',
      '(Worker_TP1 pid=1013) ERROR 07-22 08:12:01 [multiproc_executor.py:597]     raise ValueError(',
      '(Worker_TP1 pid=1013) ERROR 07-22 08:12:01 [multiproc_executor.py:597] ValueError: Free memory on device (2.1/79.1 GiB) on startup is less than desired GPU memory utilization (0.9, 71.19 GiB). Decrease GPU memory utilization or reduce GPU memory used by other processes.',
      '(EngineCore_DP0 pid=972) ERROR 07-22 08:12:05 [core.py:708] EngineCore failed to start.',
      '(EngineCore_DP0 pid=972) ERROR 07-22 08:12:05 [core.py:708] Traceback (most recent call last):',
      '(EngineCore_DP0 pid=972) ERROR 07-22 08:12:05 [core.py:708]   File "/usr/lib/python3.12/site-packages/vllm/v1/executor/multiproc_executor.py", line 559, in wait_for_ready',
      '(EngineCore_DP0 pid=972) ERROR 07-22 08:12:05 [core.py:708]     raise e from None',
      '(EngineCore_DP0 pid=972) ERROR 07-22 08:12:05 [core.py:708] Exception: WorkerProc initialization failed due to an exception in a background process. See stack trace for root cause.',
      '(APIServer pid=1) RuntimeError: Engine core initialization failed. See root cause above. Failed core proc(s): {}',
    ].join('\n'),
    [
      'vllm/memory/free-memory-below-utilization',
      'vllm/executor/worker-failed-to-start',
      'vllm/engine-core/failed-to-start',
      'vllm/engine-core/initialization-failed',
    ],
  ],
  [
    'an illegal memory access while running',
    [
      "(EngineCore_DP0 pid=972) ERROR 07-22 09:00:01 [dump_input.py:69] Dumping input data for V1 LLM engine (v0.11.0) with config: model='m'",
      '(EngineCore_DP0 pid=972) ERROR 07-22 09:00:01 [core.py:710] EngineCore encountered a fatal error.',
      '(EngineCore_DP0 pid=972) ERROR 07-22 09:00:01 [core.py:710] Traceback (most recent call last):',
      '(EngineCore_DP0 pid=972) ERROR 07-22 09:00:01 [core.py:710]   File "/usr/lib/python3.12/site-packages/vllm/v1/engine/core.py", line 701, in run_engine_core',
      '(EngineCore_DP0 pid=972) ERROR 07-22 09:00:01 [core.py:710]     engine_core.run_busy_loop()',
      '(EngineCore_DP0 pid=972) ERROR 07-22 09:00:01 [core.py:710] torch.AcceleratorError: CUDA error: an illegal memory access was encountered',
      '(EngineCore_DP0 pid=972) ERROR 07-22 09:00:01 [core.py:710] CUDA kernel errors might be asynchronously reported at some other API call, so the stacktrace below might be incorrect.',
      '(APIServer pid=1) ERROR 07-22 09:00:01 [async_llm.py:480] AsyncLLM output_handler failed.',
      '(APIServer pid=1) ERROR 07-22 09:00:01 [async_llm.py:480] Traceback (most recent call last):',
      '(APIServer pid=1) ERROR 07-22 09:00:01 [async_llm.py:480]   File "/usr/lib/python3.12/site-packages/vllm/v1/engine/core_client.py", line 846, in get_output_async',
      '(APIServer pid=1) ERROR 07-22 09:00:01 [async_llm.py:480] vllm.v1.engine.exceptions.EngineDeadError: EngineCore encountered an issue. See stack trace (above) for the root cause.',
      '(APIServer pid=1) INFO:     10.0.0.7:53122 - "POST /v1/completions HTTP/1.1" 500 Internal Server Error',
    ].join('\n'),
    [
      'cuda/runtime/illegal-memory-access',
      'vllm/engine-core/fatal-error',
      'vllm/engine-core/output-handler-failed',
      'vllm/engine-core/engine-dead',
    ],
  ],
  [
    'a core that was killed, without the reason in the log',
    [
      '2026-07-22T09:00:01Z INFO starting',
      '(EngineCore_DP0 pid=972) INFO 07-22 09:00:01 [gpu_worker.py:298] Available KV cache memory: 30.2 GiB',
      '(APIServer pid=1) ERROR 07-22 09:02:01 [core_client.py:564] Engine core proc EngineCore_DP0 died unexpectedly, shutting down client.',
      '(APIServer pid=1) ERROR 07-22 09:02:01 [async_llm.py:480] vllm.v1.engine.exceptions.EngineDeadError: EngineCore encountered an issue. See stack trace (above) for the root cause.',
    ].join('\n'),
    ['vllm/engine-core/exited-unexpectedly', 'vllm/engine-core/engine-dead'],
  ],
  [
    'a core that the kernel killed',
    [
      'Jul 22 09:01:59 gpu-17 kernel: Memory cgroup out of memory: Killed process 31337 (VLLM::EngineCor) total-vm:142880428kB, anon-rss:67108864kB, file-rss:1024kB, shmem-rss:0kB, UID:0 pgtables:140000kB oom_score_adj:984',
      '(APIServer pid=1) ERROR 07-22 09:02:01 [core_client.py:564] Engine core proc EngineCore_DP0 died unexpectedly, shutting down client.',
      '(APIServer pid=1) ERROR 07-22 09:02:01 [async_llm.py:480] vllm.v1.engine.exceptions.EngineDeadError: EngineCore encountered an issue. See stack trace (above) for the root cause.',
    ].join('\n'),
    ['linux/memory/process-killed', 'vllm/engine-core/exited-unexpectedly', 'vllm/engine-core/engine-dead'],
  ],
  [
    'a collective operation that timed out',
    [
      '[rank1]:[E722 09:10:00.123456789 ProcessGroupNCCL.cpp:685] [Rank 1] Watchdog caught collective operation timeout: WorkNCCL(SeqNum=3812, OpType=ALLREDUCE, NumelIn=8192, NumelOut=8192, Timeout(ms)=600000) ran for 600004 milliseconds before timing out.',
      '[rank1]:[E722 09:10:00.223456789 ProcessGroupNCCL.cpp:746] [Rank 1] Some NCCL operations have failed or timed out. Due to the asynchronous nature of CUDA kernels, subsequent GPU operations might run on corrupted/incomplete data.',
      '[rank1]:[E722 09:10:00.323456789 ProcessGroupNCCL.cpp:760] [Rank 1] To avoid data inconsistency, we are taking the entire process down.',
      '(EngineCore_DP0 pid=972) ERROR 07-22 09:10:02 [multiproc_executor.py:230] Worker proc VllmWorker-1 died unexpectedly, shutting down executor.',
      '(APIServer pid=1) ERROR 07-22 09:10:03 [async_llm.py:480] vllm.v1.engine.exceptions.EngineDeadError: EngineCore encountered an issue. See stack trace (above) for the root cause.',
    ].join('\n'),
    [
      'pytorch/nccl/collective-timeout',
      'pytorch/nccl/process-taken-down',
      'vllm/executor/worker-died',
      'vllm/engine-core/engine-dead',
    ],
  ],
  [
    'a worker of Ray that raised',
    [
      "(RayWorkerWrapper pid=269885, ip=10.0.0.107) ERROR 07-22 09:12:00 [worker_base.py:655] Error executing method 'load_model'. This might cause deadlock in distributed execution.",
      '(RayWorkerWrapper pid=269885, ip=10.0.0.107) ERROR 07-22 09:12:00 [worker_base.py:655] Traceback (most recent call last):',
      '(RayWorkerWrapper pid=269885, ip=10.0.0.107) ERROR 07-22 09:12:00 [worker_base.py:655]   File "/usr/lib/python3.12/site-packages/vllm/model_executor/layers/quantization/utils/marlin_utils.py", line 139, in verify_marlin_supports_shape',
      '(RayWorkerWrapper pid=269885, ip=10.0.0.107) ERROR 07-22 09:12:00 [worker_base.py:655] ValueError: Weight input_size_per_partition = 4736 is not divisible by min_thread_k = 128. Consider reducing tensor_parallel_size or running with --quantization gptq.',
      '(EngineCore_DP0 pid=972) ERROR 07-22 09:12:02 [core.py:708] EngineCore failed to start.',
      '(EngineCore_DP0 pid=972) ERROR 07-22 09:12:02 [core.py:708] Traceback (most recent call last):',
      '(EngineCore_DP0 pid=972) ERROR 07-22 09:12:02 [core.py:708] ray.exceptions.ActorDiedError: The actor died unexpectedly before finishing this task.',
      '(APIServer pid=1) RuntimeError: Engine core initialization failed. See root cause above. Failed core proc(s): {}',
    ].join('\n'),
    [
      expect.stringMatching(/^vllm\/marlin_utils\//),
      'vllm/executor/ray-method-failed',
      'vllm/engine-core/failed-to-start',
      'ray/actor/died',
      'vllm/engine-core/initialization-failed',
    ],
  ],
  [
    'a scheduler of SGLang, whose message ends with the head of the traceback',
    [
      '[2026-07-22 08:14:55 TP0] Scheduler hit an exception: Traceback (most recent call last):',
      '  File "/usr/lib/python3.12/site-packages/sglang/srt/distributed/device_communicators/pynccl_wrapper.py", line 350, in NCCL_CHECK',
      '    raise RuntimeError(f"NCCL error: {error_str}")',
      'RuntimeError: NCCL error: unhandled system error (run with NCCL_DEBUG=INFO for details)',
      '',
      '[2026-07-22 08:14:56] Received sigquit from a child process. It usually means the child failed.',
    ].join('\n'),
    [
      expect.stringMatching(/^nccl\//),
      'sglang/process/scheduler-failed',
      'vllm/communication/nccl-call-failed',
      'sglang/process/child-failed',
    ],
  ],
  [
    'an actor of Ray that was ended for lack of memory',
    [
      '(raylet) [2026-07-22 08:14:55,117 E 81 81] (raylet) node_manager.cc:3069: 2 Workers (tasks / actors) killed due to memory pressure (OOM), 0 Workers crashed due to other reasons at node (ID: 35ad, IP: 10.0.0.7) over the last time period. To see more information about the Workers killed on this node, use `ray logs raylet.out -ip 10.0.0.7`',
      'Traceback (most recent call last):',
      '  File "/usr/lib/python3.12/site-packages/ray/_private/worker.py", line 921, in get_objects',
      '    raise value',
      'ray.exceptions.ActorDiedError: The actor died unexpectedly before finishing this task.',
      '\tclass_name: RayWorkerWrapper',
      '\tip: 10.0.0.7',
      'The actor is dead because its worker process has died. Worker exit type: SYSTEM_ERROR Worker exit detail: it exits.',
    ].join('\n'),
    ['ray/memory/node-low', 'ray/actor/died'],
  ],
  [
    'NCCL, whose warnings are its errors',
    [
      'gpu-17:81:99 [0] proxy.cc:1519 NCCL WARN [Proxy Service 0] Failed to execute operation Connect from rank 0, retcode 2',
      'gpu-17:81:98 [0] NCCL INFO Channel 20 : 5[5] -> 4[4] via SHM/direct/direct',
      'gpu-17:81:97 [0] misc/socket.cc:49 NCCL WARN socketProgress: Connection closed by remote peer node1<57557>',
    ].join('\n'),
    [expect.stringMatching(/^nccl\/proxy\//), 'nccl/socket/connection-closed'],
  ],
  [
    'a start that failed, without the cause in the log',
    [
      '(APIServer pid=1) INFO 07-22 08:10:02 [api_server.py:1851] vLLM API server version 0.11.0',
      '(APIServer pid=1) Traceback (most recent call last):',
      '(APIServer pid=1)   File "/usr/lib/python3.12/site-packages/vllm/v1/engine/utils.py", line 729, in launch_core_engines',
      '(APIServer pid=1) RuntimeError: Engine core initialization failed. See root cause above. Failed core proc(s): {}',
    ].join('\n'),
    ['vllm/engine-core/initialization-failed'],
  ],
  [
    'errors that have nothing to do with each other',
    [
      '(APIServer pid=1) ERROR 07-22 08:10:02 [serving_chat.py:200] Error in preprocessing prompt inputs',
      '(APIServer pid=1) ERROR 07-22 08:10:02 [serving_chat.py:200] ValueError: The decoder prompt (length 40961) is longer than the maximum model length of 40960. Make sure that `max_model_len` is no smaller than the number of text tokens.',
      '(EngineCore_DP0 pid=972) WARNING 07-22 08:20:02 [scheduler.py:1] Sequence group 7 is preempted',
      '(APIServer pid=1) ERROR 07-22 08:30:02 [plugins.py:3] Failed to load plugin lora_filesystem_resolver',
    ].join('\n'),
    ['vllm/request/prompt-too-long'],
  ],
];

describe('a whole log of', () => {
  it.each(logs)('%s leads with the cause and groups what followed', (_, log, first) => {
    expect(told(log)[0]).toEqual(first);
  });

  it('errors that have nothing to do with each other keeps them apart', () => {
    const several = logs.find(([what]) => what.startsWith('errors that'));
    expect(told(several?.[1] ?? '').length).toBeGreaterThan(1);
  });
});
