/**
 * Lines in the forms in which people have them, against the whole catalog: what competes here is what competes for
 * users. The messages are templates of the facts with values as vLLM prints them; the forms are those of the programs
 * named in each row.
 */
import { describe, expect, it } from 'vitest';
import { createCatalog } from '../../server/src/core/catalog/catalog';
import { encode } from '../../server/src/core/match/bytes';
import type { ScannedMatch } from '../../server/src/core/match/match';
import { createMatcher } from '../../server/src/core/match/matcher';
import { createScanner } from '../../server/src/core/match/scanner';
import { loadCatalogFolder } from '../../server/src/node/catalogFolder';

const { data } = loadCatalogFolder('data');
const matcher = createMatcher(createCatalog(data).sites);

function scan(bytes: Uint8Array): ScannedMatch[] {
  const scanner = createScanner(matcher, { level: 'WARNING' });
  return [...scanner.push(bytes), ...scanner.end()];
}

/**
 * Beginning of each match’s template and the name of its file: `RPC call to @ multiproc_executor.py`. Matches of the
 * programs around vLLM are left out.
 */
function found(bytes: Uint8Array, expected: readonly string[]): string[] {
  const own = scan(bytes).filter(({ report }) => report.project === 'vllm');
  return own.map(({ report }, i) => {
    const [start = ''] = (expected[i] ?? '').split(' @ ');
    return `${report.template.slice(0, start.length)} @ ${report.file.split('/').at(-1)}`;
  });
}

const heads = 'Total number of attention heads (40) must be divisible by tensor parallel size (3).';
const headsSite = 'Total number of attention heads @ model.py';
const rpc = 'RPC call to execute_model timed out.';
const rpcSite = 'RPC call to @ multiproc_executor.py';
const died = 'Worker proc VllmWorker-1 died unexpectedly, shutting down executor.';
const diedSite = 'Worker proc @ multiproc_executor.py';
const core = 'Engine core initialization failed. See root cause above. Failed core proc(s): {}';
const coreSite = 'Engine core initialization failed. @ utils.py';
const fatal = 'EngineCore encountered a fatal error.';
const fatalSite = 'EngineCore encountered a fatal error. @ core.py';
const prompt =
  'The decoder prompt (length 40961) is longer than the maximum model length of 40960. Make sure that `max_model_len` is no smaller than the number of text tokens.';
const promptSite = 'The {prompt_type} prompt (length @ input_processor.py';
const plugin = 'Failed to load plugin lora_filesystem_resolver';
const pluginSite = 'Failed to load plugin {plugin.name} @ __init__.py';
const method = "Unsupported speculative method: 'medusa2'";
const sliding = 'Unsupported sliding_window type: 4096.5';
const mistral =
  "Failed to load mistral 'params.json' config for model mistralai/Mistral-Large. Please check if the model is a mistral-format model and if the config file exists.";
const mistralSite = "Failed to load mistral '{config_file_name}' config @ config.py";
const grammar = 'No valid structured output parameter found';
const grammarSite = 'No valid structured output parameter found @ request.py';
const tools = 'When using `tool_choice`, `tools` must be set.';
const toolsSite = 'When using `tool_choice` @ protocol.py';

const rows: readonly [form: string, text: string, expected: readonly string[]][] = [
  // structlog
  [
    'structlog, key-value',
    `2026-07-22T08:14:55.120934Z [error    ] ${died} [vllm.v1.executor.multiproc_executor] pid=972`,
    [diedSite],
  ],
  [
    'structlog, logfmt',
    `timestamp=2026-07-22T08:14:55Z level=error event="${died}" logger=vllm.v1.executor.multiproc_executor`,
    [diedSite],
  ],
  [
    'structlog, JSON',
    `{"event": "${died}", "level": "error", "logger": "vllm.v1.executor.multiproc_executor", "timestamp": "2026-07-22T08:14:55Z"}`,
    [diedSite],
  ],
  [
    'structlog, JSON with exception',
    `{"event": "request failed", "level": "error", "exception": "Traceback (most recent call last):\\n  File \\"/usr/lib/python3.12/site-packages/vllm/v1/executor/multiproc_executor.py\\", line 403, in get_response\\n    raise TimeoutError(f\\"RPC call to {method} timed out.\\") from e\\nTimeoutError: ${rpc}"}`,
    [rpcSite],
  ],
  // loguru
  [
    'loguru',
    `2026-07-22 08:14:55.123 | ERROR    | vllm.v1.executor.multiproc_executor:monitor_workers:284 - ${died}`,
    [diedSite],
  ],
  [
    'loguru with colours',
    `\u001b[32m2026-07-22 08:14:55.123\u001b[0m | \u001b[31m\u001b[1mERROR   \u001b[0m | \u001b[36mapp.serve\u001b[0m:\u001b[36mrun\u001b[0m:\u001b[36m84\u001b[0m - \u001b[31m\u001b[1m${plugin}\u001b[0m`,
    [pluginSite],
  ],
  [
    'loguru, diagnosed exception',
    `2026-07-22 08:14:55.123 | ERROR    | __main__:<module>:12 - An error has been caught in function '<module>', process 'MainProcess' (972), thread 'MainThread' (1398):\nTraceback (most recent call last):\n\n> File "/app/serve.py", line 12, in <module>\n    main()\n    └ <function main at 0x7f1c>\n\n  File "/usr/lib/python3.12/site-packages/vllm/config/model.py", line 1297, in verify_with_parallel_config\n    raise ValueError(\n\nValueError: ${heads}`,
    [headsSite],
  ],
  // Rich
  [
    'Rich, wrapped in columns',
    `[07/22/26 08:14:55] ERROR    Worker proc VllmWorker-1 died         multiproc_executor.py:284\n                             unexpectedly, shutting down                                    \n                             executor.                                                      `,
    [diedSite],
  ],
  [
    'Rich, traceback in a box',
    `╭─────────────────────────────── Traceback (most recent call last) ────────────────────────────────╮\n│ /usr/lib/python3.12/site-packages/vllm/config/model.py:1297 in verify_with_parallel_config       │\n╰──────────────────────────────────────────────────────────────────────────────────────────────────╯\nValueError: Total number of attention heads (40) must be divisible by tensor parallel size (3).`,
    [headsSite],
  ],
  [
    'Rich, exception wrapped at 80 columns',
    'ValueError: Total number of attention heads (40) must be divisible by tensor \nparallel size (3).',
    [headsSite],
  ],
  // JSON
  [
    'JSON, nested message',
    `{"severity":"ERROR","jsonPayload":{"message":"${fatal}","logger":"vllm.v1.engine.core"},"resource":{"type":"k8s_container"}}`,
    [fatalSite],
  ],
  [
    'JSON, doubly escaped',
    `{"log":"{\\"level\\":\\"error\\",\\"msg\\":\\"The tool parser said: ValueError: ${grammar}\\"}\\n","stream":"stderr"}`,
    [grammarSite],
  ],
  [
    'JSON, triply escaped',
    `{"log":"{\\"msg\\":\\"{\\\\\\"detail\\\\\\":\\\\\\"RuntimeError: ${core}\\\\\\"}\\"}"}`,
    [coreSite],
  ],
  [
    'JSON, body of OpenTelemetry',
    `{"timeUnixNano":"1784273406719544000","severityText":"ERROR","body":{"stringValue":"${died}"}}`,
    [diedSite],
  ],
  [
    'JSON, Docker json-file',
    `{"log":"(EngineCore_DP0 pid=972) ERROR 07-22 08:14:55 [core.py:2411] ${fatal}\\n","stream":"stderr","time":"2026-07-22T08:14:55.123456789Z"}`,
    [fatalSite],
  ],
  [
    'JSON, Elastic',
    `{"@timestamp":"2026-07-22T08:14:55.123Z","log.level":"error","message":"${plugin}","ecs":{"version":"1.6.0"}}`,
    [pluginSite],
  ],
  [
    'JSON, Datadog',
    `{"status":"error","dd":{"service":"vllm"},"message":"ERROR 07-22 08:14:55 [multiproc_executor.py:284] ${died}"}`,
    [diedSite],
  ],
  [
    'JSON with Unicode escapes',
    `{"level":"ERROR","message":"Total number of attention heads (40) must be divisible by tensor parallel size (3)\\u002e"}`,
    [headsSite],
  ],
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
  // other loggers
  ['logging.basicConfig', `ERROR:vllm.plugins:${plugin}`, [pluginSite]],
  ['logging with a thread', `2026-07-22 08:14:55,123 [MainThread] ERROR vllm.plugins - ${plugin}`, [pluginSite]],
  ['vLLM of 2023', `ERROR 07-22 08:14:55 __init__.py:72] ${plugin}`, [pluginSite]],
  ['absl', `E0722 08:14:55.123456 140351 plugins.py:72] ${plugin}`, [pluginSite]],
  [
    'uvicorn',
    `ERROR:    Exception in ASGI application\nTraceback (most recent call last):\n  File "/app/vllm/v1/structured_output/request.py", line 103, in get_structured_output_key\n    raise ValueError("No valid structured output parameter found")\nValueError: ${grammar}`,
    [grammarSite],
  ],
  ['a Markdown list', `- ValueError: ${heads}`, [headsSite]],
  ['a quotation in an issue', `> > ValueError: ${heads}`, [headsSite]],
  [
    'HTML entities',
    'ERROR 07-22 08:14:55 [config.py:1214] ValueError: Failed to load mistral &#39;params.json&#39; config for model mistralai/Mistral-Large. Please check if the model is a mistral-format model and if the config file exists.',
    [mistralSite],
  ],
  ['a value with quote marks', `NotImplementedError: ${method}`, ['Unsupported speculative method: @ speculative.py']],
  [
    'a short text in its traceback',
    `  File "/app/vllm/transformers_utils/configs/mistral.py", line 196, in _remap_mistral_sliding_window\n    raise ValueError(f"Unsupported sliding_window type: {sliding_window}")\nValueError: ${sliding}`,
    ['Unsupported sliding_window type @ mistral.py'],
  ],
];

describe('a line as people have it', () => {
  it.each(rows)('%s', (_, text, expected) => {
    expect(found(encode(text), expected)).toEqual(expected);
  });

  it.each<['le' | 'be']>([['le'], ['be']])('UTF-16 %s with a byte order mark', (order) => {
    const text = `\ufeffPS C:\\> vllm serve m\r\nValueError: ${heads}\r\n`;
    const bytes = new Uint8Array(Buffer.from(text, 'utf16le'));
    if (order === 'be') Buffer.from(bytes.buffer).swap16();
    expect(found(bytes, [headsSite])).toEqual([headsSite]);
  });
});
