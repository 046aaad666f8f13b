import { describe } from 'vitest';
import {
  checkRows,
  core,
  coreSite,
  diedSite,
  heads,
  headsSite,
  mistral,
  mistralSite,
  prompt,
  promptSite,
  type Row,
  rpc,
  rpcSite,
  tools,
  toolsSite,
} from './forms';

const rows: readonly Row[] = [
  // tracebacks
  [
    'exception group',
    `  + Exception Group Traceback (most recent call last):\n  |   File "/app/serve.py", line 3, in main\n  | ExceptionGroup: unhandled errors in a TaskGroup (1 sub-exception)\n  +-+---------------- 1 ----------------\n    | Traceback (most recent call last):\n    |   File "/usr/lib/python3.12/site-packages/vllm/v1/engine/input_processor.py", line 418, in _validate_prompt_len\n    |     raise ValueError(\n    | ValueError: ${prompt}\n    +------------------------------------`,
    [promptSite],
  ],
  [
    'chained',
    `Traceback (most recent call last):\n  File "/app/a.py", line 1, in f\nValueError: ${heads}\n\nThe above exception was the direct cause of the following exception:\n\nTraceback (most recent call last):\n  File "/app/vllm/v1/engine/utils.py", line 1254, in wait_for_engine_startup\nRuntimeError: ${core}`,
    [headsSite, coreSite],
  ],
  [
    'caret lines',
    `  File "/app/vllm/v1/executor/multiproc_executor.py", line 403, in get_response\n    raise TimeoutError(f"RPC call to {method} timed out.") from e\n    ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^\nTimeoutError: ${rpc}`,
    [rpcSite],
  ],
  [
    'IPython',
    `---------------------------------------------------------------------------\nValueError                                Traceback (most recent call last)\nCell In[3], line 1\n----> 1 llm = LLM("m", tensor_parallel_size=3)\n\nFile /usr/lib/python3.12/site-packages/vllm/config/model.py:1297, in ModelConfig.verify_with_parallel_config(self)\n   1296 if total % size != 0:\n-> 1297     raise ValueError(\n\nValueError: ${heads}`,
    [headsSite],
  ],
  [
    'every line with the logger’s prefix',
    [
      'Traceback (most recent call last):',
      '  File "/app/vllm/v1/executor/multiproc_executor.py", line 403, in get_response',
      '    raise TimeoutError(f"RPC call to {method} timed out.") from e',
      `TimeoutError: ${rpc}`,
    ]
      .map((line) => `(EngineCore_DP0 pid=972) ERROR 07-22 08:14:55 [core.py:2411] ${line}`)
      .join('\n'),
    [rpcSite],
  ],
  [
    'a remote traceback of Ray',
    `ray.exceptions.RayTaskError(ValueError): ray::Worker.init() (pid=972, ip=10.0.0.7)\n  File "/app/vllm/config/model.py", line 1297, in verify_with_parallel_config\nValueError: ${heads}`,
    [headsSite],
  ],
  [
    'multiprocessing',
    `Process EngineCore_0:\nTraceback (most recent call last):\n  File "/usr/lib/python3.12/multiprocessing/process.py", line 314, in _bootstrap\n    self.run()\n  File "/app/vllm/config/model.py", line 1297, in verify_with_parallel_config\nValueError: ${heads}`,
    [headsSite],
  ],
  [
    'asyncio',
    `Task exception was never retrieved\nfuture: <Task finished name='Task-3' coro=<run() done, defined at /app/a.py:1> exception=ValueError('${heads}')>`,
    [headsSite],
  ],
  // reprs and wrappers
  [
    'a tuple',
    "ValueError: ('Total number of attention heads (40) must be divisible by tensor ', 'parallel size (3).')",
    [headsSite],
  ],
  ['the repr of an exception', `Exception in worker: ValueError('${heads}')`, [headsSite]],
  [
    'pydantic',
    `pydantic_core._pydantic_core.ValidationError: 1 validation error for ModelConfig\n  Value error, ${mistral} [type=value_error, input_value=ArgsKwargs((), {'model': 'm'}), input_type=ArgsKwargs]\n    For further information visit https://errors.pydantic.dev/2.11/v/value_error`,
    [mistralSite],
  ],
  [
    'FastAPI',
    `{"detail":[{"type":"value_error","loc":["body"],"msg":"Value error, ${tools}","input":{"model":"m"},"ctx":{"error":{}}}]}`,
    [toolsSite],
  ],
  [
    'OpenAI’s client',
    `openai.BadRequestError: Error code: 400 - {'error': {'message': '${prompt}', 'type': 'BadRequestError', 'param': None, 'code': 400}}`,
    [promptSite],
  ],
  [
    'requests',
    `requests.exceptions.HTTPError: 400 Client Error: Bad Request for url: http://10.0.0.7:8000/v1/chat/completions: {"object":"error","message":"${prompt}","type":"BadRequestError","param":null,"code":400}`,
    [promptSite],
  ],
  ['litellm', `litellm.BadRequestError: OpenAIException - ${prompt}`, [promptSite]],
  [
    'curl',
    `< HTTP/1.1 400 Bad Request\n{"error":{"message":"${tools}","type":"BadRequestError","param":null,"code":400}}`,
    [toolsSite],
  ],
  [
    'aiohttp',
    `aiohttp.client_exceptions.ClientResponseError: 400, message='${tools}', url='http://10.0.0.7:8000/v1/chat/completions'`,
    [toolsSite],
  ],
  // cut and wrapped
  ['cut by dots', 'ValueError: Total number of attention heads (40) must be divisible by tensor par...', [headsSite]],
  [
    'cut by an ellipsis',
    'ERROR 07-22 08:14:55 [multiproc_executor.py:284] Worker proc VllmWorker-1 died unexpectedly, shut…',
    [diedSite],
  ],
  [
    'cut by a terminal',
    'RuntimeError: Engine core initialization failed. See root cause above. Failed core pr',
    [coreSite],
  ],
  [
    'wrapped by mail',
    `> RuntimeError: Engine core initialization failed. See root\n> cause above. Failed core proc(s): {'EngineCore_DP0': 1}`,
    [coreSite],
  ],
  [
    'wrapped by mail twice',
    `>> ValueError: Total number of attention heads (40) must be\n>> divisible by tensor parallel size (3).`,
    [headsSite],
  ],
  [
    'wrapped by a terminal in a word',
    `ERROR 07-22 08:14:55 [multiproc_executor.py:284] Worker proc VllmWorker-1 died unexpectedl\ny, shutting down executor.`,
    [diedSite],
  ],
];

describe('exceptions in tracebacks, wrappers and mails', () => {
  checkRows(rows);
});
