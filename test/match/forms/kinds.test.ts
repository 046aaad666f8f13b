/** Forms that wrap, cut, interleave or embed an exception: each with every message that is raised. */
import { describe, it } from 'vitest';
import { expectAll, json, type Message, repr, said } from './messages';

type Form = readonly [name: string, form: (message: Message) => string];

const log = (m: Message): string => `ERROR 07-22 08:14:55 [${m.file}:412] ${said(m)}`;
const own = (m: Message): string => `(EngineCore_DP0 pid=972) ${log(m)}`;
const frame = (m: Message): string => `  File "/app/vllm/${m.file}", line 12, in load`;
const head = 'Traceback (most recent call last):';
const body = (m: Message): string => json(m.text);

/** Lines of at most `width` characters, broken at spaces. */
function wrapped(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= width) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

/** Lines of exactly `width` characters, as a terminal breaks them. */
function broken(text: string, width: number): string {
  return text.replace(new RegExp(`.{${width}}(?=.)`, 'g'), '$&\n');
}

function inRich(m: Message, width: number): string {
  const rows = wrapped(said(m), width);
  return rows
    .map((row, i) =>
      i === 0
        ? `[07/22/26 08:14:55] ERROR    ${row.padEnd(width + 2)} ${m.file}:412`
        : `                             ${row.padEnd(width + 2)}`,
    )
    .join('\n');
}

const wraps: readonly Form[] = [
  ['Rich in columns of 48', (m) => inRich(m, 48)],
  ['Rich in columns of 80', (m) => inRich(m, 80)],
  [
    'Rich with a link to the file',
    (m) =>
      `\u001b[2;36m[07/22/26 08:14:55]\u001b[0m\u001b[2;36m \u001b[0m\u001b[1;31mERROR   \u001b[0m ${said(m)}   \u001b]8;id=12;file:///usr/lib/${m.file}\u001b\\\u001b[2m${m.file}\u001b[0m\u001b]8;;\u001b\\\u001b[2m:\u001b[0m\u001b[2m412\u001b[0m`,
  ],
  [
    'Rich in a panel',
    (m) =>
      ['╭─ Error ──────╮', ...wrapped(said(m), 64).map((row) => `│ ${row.padEnd(66)} │`), '╰──────────────╯'].join(
        '\n',
      ),
  ],
  ['mail', (m) => wrapped(said(m), 72).join('\n')],
  ['mail, quoted', (m) => wrapped(`> ${said(m)}`, 72).join('\n> ')],
  ['mail, a log line', (m) => wrapped(own(m), 72).join('\n')],
  ['a terminal of 80', (m) => broken(log(m), 80)],
  ['a terminal of 80, exception alone', (m) => broken(said(m), 80)],
  ['a terminal of 100', (m) => broken(own(m), 100)],
  [
    'pytest',
    (m) =>
      wrapped(said(m), 70)
        .map((row) => `E       ${row}`)
        .join('\n'),
  ],
  [
    'CRI, partial',
    (m) =>
      `2026-07-22T08:14:55.1Z stderr P ${own(m).slice(0, 110)}\n2026-07-22T08:14:55.2Z stderr F ${own(m).slice(110)}`,
  ],
  [
    'three parts between lines of another process',
    ({ exception, text }) =>
      `(A pid=1) ${exception}: ${text.slice(0, 25)}\n(B pid=2) other\n(A pid=1) ${text.slice(25, 60)}\n(B pid=2) more\n(A pid=1) ${text.slice(60)}`,
  ],
];

const tracebacks: readonly Form[] = [
  [
    'an exception group of two',
    (m) =>
      `  + Exception Group ${head}\n  |   File "/app/serve.py", line 3, in main\n  | ExceptionGroup: errors (2 sub-exceptions)\n  +-+---------------- 1 ----------------\n    | ${head}\n    |   File "/app/a.py", line 9, in f\n    | OSError: disk\n    +---------------- 2 ----------------\n    | ${head}\n    | ${frame(m)}\n    |     raise X(\n    | ${said(m)}\n    +------------------------------------`,
  ],
  [
    'a logged exception group',
    (m) =>
      [`  | ${head}`, `  | ${frame(m)}`, `  | ${said(m)}`].map((l) => `(APIServer pid=1) ERROR:    ${l}`).join('\n'),
  ],
  [
    'a task of Ray',
    (m) =>
      `ray.exceptions.RayTaskError(${m.exception}): \u001b[36mray::RayWorkerWrapper.execute_method()\u001b[39m (pid=269885, ip=10.0.0.107, actor_id=2b3f, repr=<vllm.executor.ray_utils.RayWorkerWrapper object at 0x7f1c>)\n${frame(m)}\n    raise X(\n${said(m)}`,
  ],
  [
    'a task of Ray with its prefix',
    (m) =>
      [
        `ray.exceptions.RayTaskError(${m.exception}): ray::Worker.run() (pid=7, ip=10.0.0.7)`,
        frame(m),
        '    raise X(',
        said(m),
      ]
        .map((l) => `(ServeController pid=1234) ${l}`)
        .join('\n'),
  ],
  [
    'an actor of Ray',
    (m) =>
      [
        '2026-07-22 08:14:55,123\tERROR worker.py:421 -- Exception raised in creation task: The actor died because of an error raised in its creation task, ray::VLLM.__init__() (pid=4821, ip=10.0.0.7)',
        frame(m),
        said(m),
      ]
        .map((l) => `(pid=4821, ip=10.0.0.7) ${l}`)
        .join('\n'),
  ],
  [
    'a process pool',
    (m) =>
      `concurrent.futures.process._RemoteTraceback: \n"""\n${head}\n${frame(m)}\n    raise X(\n${said(m)}\n"""\n\nThe above exception was the direct cause of the following exception:`,
  ],
  [
    'torchrun’s summary',
    (m) =>
      `Root Cause (first observed failure):\n[0]:\n  time      : 2026-07-22_08:14:55\n  rank      : 3 (local_rank: 3)\n  exitcode  : 1 (pid: 972)\n  error_file: /tmp/e.json\n  traceback : ${head}\n  ${frame(m)}\n      raise X(\n  ${said(m)}\n`,
  ],
  [
    'a method of a worker',
    (m) =>
      [
        "Error executing method 'load_model'. This might cause deadlock in distributed execution.",
        head,
        frame(m),
        said(m),
      ]
        .map((l) => `ERROR 07-22 08:14:55 [worker_base.py:655] ${l}`)
        .join('\n'),
  ],
  [
    'Jupyter, coloured',
    (m) =>
      `\u001b[0;31m${m.exception}\u001b[0m                Traceback (most recent call last)\n\u001b[0;31m${m.exception}\u001b[0m: ${m.text}`,
  ],
  [
    'Jupyter, stored',
    (m) =>
      json({
        output_type: 'error',
        ename: m.exception,
        evalue: m.text,
        traceback: [`\u001b[31m${m.exception}\u001b[39m: ${m.text}`],
      }),
  ],
  ['a traceback in JSON text', (m) => json(`${head}\n  File "/app/x.py", line 3, in f\n${said(m)}\n`)],
  [
    'a traceback as a repr',
    (m) => `'${head}\\n  File "/app/x.py", line 3, in f\\n${said(m).replaceAll("'", "\\'")}\\n'`,
  ],
  [
    'a traceback as bytes',
    (m) => `stderr: b'${head}\\n  File "/app/x.py", line 3, in f\\n${said(m).replaceAll("'", "\\'")}\\n'`,
  ],
  [
    'an uncaught exception of C++',
    (m) => `terminate called after throwing an instance of 'std::runtime_error'\n  what():  ${m.text}`,
  ],
  [
    'a panic of Rust',
    (m) =>
      `thread 'tokio-runtime-worker' (972) panicked at src/engine/core.rs:12:5:\n${m.text}\nnote: run with \`RUST_BACKTRACE=1\``,
  ],
  ['a panic of Rust before 1.73', (m) => `thread 'main' panicked at '${m.text}', src/engine/core.rs:12:5`],
  [
    'causes of anyhow',
    (m) => `Error: failed to start\n\nCaused by:\n    0: could not reach the engine\n    1: ${m.text}`,
  ],
  ['the only cause of anyhow', (m) => `Error: failed to start\n\nCaused by:\n    ${m.text}`],
  [
    'a warning',
    (m) => `/usr/lib/python3.12/site-packages/vllm/${m.file}:412: UserWarning: ${m.text}\n  warnings.warn(`,
  ],
];

const wrappers: readonly Form[] = [
  [
    'pydantic’s list of errors',
    (m) =>
      `fastapi.exceptions.RequestValidationError: [{'type': 'value_error', 'loc': ('body',), 'msg': ${repr(`Value error, ${m.text}`)}, 'input': {'model': 'm'}, 'ctx': {'error': ${m.exception}(${repr(m.text)})}}]`,
  ],
  [
    'the second of pydantic’s errors',
    (m) =>
      `pydantic_core._pydantic_core.ValidationError: 2 validation errors for EngineArgs\na.b\n  Field required [type=missing, input_value={}, input_type=dict]\n    For further information visit https://errors.pydantic.dev/2.11/v/missing\nc\n  Value error, ${m.text} [type=value_error, input_value={'model': 'm'}, input_type=dict]`,
  ],
  [
    'pydantic in a log',
    (m) =>
      [
        'pydantic_core._pydantic_core.ValidationError: 1 validation error for VllmConfig',
        `  Value error, ${m.text} [type=value_error, input_value=ArgsKwargs((), {'m': 1}), input_type=ArgsKwargs]`,
        '    For further information visit https://errors.pydantic.dev/2.12/v/value_error',
      ]
        .map((l) => `(APIServer pid=1) ${l}`)
        .join('\n'),
  ],
  [
    'zap',
    (m) =>
      json({
        level: 'error',
        ts: 1784273406.1,
        caller: 'server/proxy.go:88',
        msg: 'upstream failed',
        error: `rpc error: code = Internal desc = ${said(m)}`,
      }),
  ],
  [
    'gRPC',
    (m) =>
      `grpc._channel._InactiveRpcError: <_InactiveRpcError of RPC that terminated with:\n\tstatus = StatusCode.INTERNAL\n\tdetails = ${json(said(m))}\n\tdebug_error_string = "UNKNOWN:Error received from peer {grpc_status:13}"\n>`,
  ],
  ['gRPC’s server', (m) => `\tdetails = "Exception calling application: ${m.text.replaceAll('"', '\\"')}"`],
  [
    'OpenAI’s client, flat',
    (m) =>
      `openai.BadRequestError: Error code: 400 - {'object': 'error', 'message': ${repr(m.text)}, 'type': 'BadRequestError', 'param': None, 'code': 400}`,
  ],
  [
    'OpenAI’s client, nested',
    (m) =>
      `openai.InternalServerError: Error code: 500 - {'error': {'message': ${repr(said(m))}, 'type': 'Internal Server Error', 'param': None, 'code': 500}}`,
  ],
  [
    'OpenAI’s client of Node',
    (m) => `BadRequestError: 400 ${m.text}\n    at APIError.generate (/app/node_modules/openai/src/error.ts:72:14)`,
  ],
  [
    'LiteLLM',
    (m) =>
      `litellm.BadRequestError: Hosted_vllmException - {"error":{"message":${body(m)},"type":"BadRequestError","param":null,"code":400}}. Received Model Group=m\nAvailable Model Group Fallbacks=None`,
  ],
  [
    'LiteLLM around OpenAI’s client',
    (m) =>
      `litellm.exceptions.BadRequestError: litellm.BadRequestError: OpenAIException - Error code: 400 - {'error': {'message': ${repr(m.text)}, 'type': 'BadRequestError', 'param': None, 'code': 400}}`,
  ],
  [
    'an answer as bytes',
    (m) =>
      `status=400 body=b'{"error":{"message":${body(m).replaceAll("'", "\\'")},"type":"BadRequestError","code":400}}'`,
  ],
  [
    'server-sent events',
    (m) => `data: {"error":{"message":${body(m)},"type":"BadRequestError","param":null,"code":400}}`,
  ],
  ['JSON over lines', (m) => JSON.stringify({ level: 'error', error: { message: m.text, code: 400 } }, null, 2)],
  [
    'an object of Node',
    (m) =>
      `{\n  error: {\n    message: ${m.text.includes("'") ? body(m) : `'${m.text}'`},\n    type: 'BadRequestError',\n    code: 400\n  }\n}`,
  ],
  [
    'Celery’s task',
    (m) =>
      `[2026-07-22 08:14:55,123: ERROR/MainProcess] Task app.run[5b1d9c5e] raised unexpected: ${m.exception}(${repr(m.text)})`,
  ],
  ['a group’s repr', (m) => `ExceptionGroup('errors', [${m.exception}(${repr(m.text)}), OSError('disk')])`],
  [
    'an exception of an exception',
    (m) => `RuntimeError: Engine process failed to start: ${m.exception}(${json(m.text)})`,
  ],
  ['a tuple of two', (m) => `${m.exception}: (${repr(m.text.slice(0, 30))}, ${repr(m.text.slice(30))})`],
  [
    'a last state of Kubernetes',
    (m) =>
      `    Last State:     Terminated\n      Reason:       Error\n      Message:      ${said(m)}\n      Exit Code:    1`,
  ],
  [
    'a cut last state of Kubernetes',
    (m) => `      Message:      er/file.py", line 12, in g\n    raise X(\n${said(m)}\n\n      Exit Code:    1`,
  ],
  ['YAML', (m) => `  - message: ${json(said(m))}\n    reason: Failed`],
  ['YAML, single quotes', (m) => `  message: '${said(m).replaceAll("'", "''")}'`],
  ['CSV', (m) => `2026-07-22T08:14:55Z,gpu-17,"${log(m).replaceAll('"', '""')}",stderr`],
  ['a row of a table', (m) => `| 3 | ${said(m)} | open |`],
  ['a line set as code', (m) => `\`${said(m)}\``],
  ['JSON of 18 kB', (m) => json({ level: 'error', request: 'x '.repeat(9000), message: said(m) })],
  ['two objects on a line', (m) => json({ a: 1 }) + json({ level: 'error', message: said(m) })],
  ['a field of a bare logger', (m) => `ERROR worker failed err="${said(m).replaceAll('"', '\\"')}" pid=7`],
];

/** Three quarters of a text. */
const most = (text: string): string => text.slice(0, Math.ceil(text.length * 0.75));

const cuts: readonly Form[] = [
  ['said so in brackets', (m) => `${m.exception}: ${most(m.text)} [truncated]`],
  ['by a pager', (m) => `Jul 22 08:14:55 gpu-17 vllm[972]: ${m.exception}: ${most(m.text)}>`],
  ['by a terminal, with most of its text', (m) => `${log(m).slice(0, -12)}`],
];

describe('an exception wrapped by', () => it.each(wraps)('%s', (_, form) => expectAll(form, true)));
describe('an exception in', () => it.each(tracebacks)('%s', (_, form) => expectAll(form, true)));
describe('an exception inside', () => it.each(wrappers)('%s', (_, form) => expectAll(form, true)));
describe('an exception cut', () => it.each(cuts)('%s', (_, form) => expectAll(form, true)));
