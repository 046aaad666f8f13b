import { describe } from 'vitest';
import {
  checkRows,
  core,
  coreSite,
  died,
  diedSite,
  fatal,
  fatalSite,
  grammar,
  grammarSite,
  heads,
  headsSite,
  method,
  mistralSite,
  plugin,
  pluginSite,
  type Row,
  rpc,
  rpcSite,
  sliding,
} from './forms';

const rows: readonly Row[] = [
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

describe('lines of loggers', () => {
  checkRows(rows);
});
