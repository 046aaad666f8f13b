/** What loggers print, inside what containers, collectors and tools put around it: every pair, with a message each. */
import { describe, expect, it } from 'vitest';
import { expectAll, isFound, json, levelOf, type Message, messages, repr, said } from './messages';

type Logger = readonly [name: string, form: (message: Message) => string];
type Container = readonly [name: string, form: (line: string) => string];

const time = '07-22 08:14:55';
const isoTime = '2026-07-22T08:14:55.123456Z';
const rustLevel = (m: Message): string => levelOf(m).replace('WARNING', 'WARN').padStart(5);

const loggers: readonly Logger[] = [
  ['none', said],
  ['vLLM', (m) => `${levelOf(m)} ${time} [${m.file}:412] ${said(m)}`],
  ['vLLM with a process', (m) => `(EngineCore_DP0 pid=972) ${levelOf(m)} ${time} [${m.file}:412] ${said(m)}`],
  ['vLLM with ranks', (m) => `(Worker_TP1_EP1 pid=1012) ${levelOf(m)} ${time} [${m.file}:412] ${said(m)}`],
  ['vLLM of 2024', (m) => `(VllmWorkerProcess pid=1012) ${levelOf(m)} ${time} ${m.file}:412] ${said(m)}`],
  ['vLLM with a folder', (m) => `${levelOf(m)} ${time} [.../layers/${m.file}:412] ${said(m)}`],
  ['loguru', (m) => `2026-07-22 08:14:55.123 | ${levelOf(m).padEnd(8)} | ${m.logger}:run:412 - ${said(m)}`],
  ['logging.basicConfig', (m) => `${levelOf(m)}:${m.logger}:${said(m)}`],
  ['logging with dashes', (m) => `2026-07-22 08:14:55,123 - ${m.logger} - ${levelOf(m)} - ${said(m)}`],
  ['logging with a line', (m) => `2026-07-22 08:14:55,123 ${levelOf(m)} ${m.logger} [412] ${said(m)}`],
  ['logging with a thread', (m) => `2026-07-22 08:14:55,123 [Thread-3 (run)] ${levelOf(m)} ${m.logger} - ${said(m)}`],
  ['logging in brackets', (m) => `[2026-07-22 08:14:55,123] [${levelOf(m)}] [${m.logger}:412:run] ${said(m)}`],
  ['DeepSpeed', (m) => `[2026-07-22 08:14:55,123] [${levelOf(m)}] [${m.file}:412:run] ${said(m)}`],
  ['SGLang', (m) => `[2026-07-22 08:14:55 TP1] ${said(m)}`],
  ['uvicorn', (m) => `${levelOf(m)}:     ${said(m)}`],
  ['glog', (m) => `E0722 08:14:55.123456 140351 ${m.file}:412] ${said(m)}`],
  ['klog, in quotes', (m) => `E0722 08:14:55.123456       1 model.go:412] ${json(said(m))} pod="vllm/vllm-0"`],
  ['structlog', (m) => `${isoTime} [${levelOf(m).toLowerCase().padEnd(9)}] ${said(m)} [${m.logger}] pid=972`],
  ['logfmt', (m) => `time=2026-07-22T08:14:55Z level=error msg=${json(said(m))} logger=${m.logger}`],
  ['logfmt, second text', (m) => `time="2026-07-22T08:14:55Z" level=error msg="worker failed" error=${json(said(m))}`],
  ['JSON', (m) => json({ timestamp: isoTime, level: levelOf(m), logger: m.logger, message: said(m) })],
  ['JSON with a trace', (m) => json({ level: 'error', exc_info: `Traceback (most recent call last):\n${said(m)}` })],
  ['a dict', (m) => `{'level': 'error', 'message': ${repr(said(m))}, 'pid': 7}`],
  ['Rust tracing', (m) => `${isoTime} ${rustLevel(m)} vllm_engine::core: ${said(m)}`],
  ['Rust tracing with a span', (m) => `${isoTime} ${rustLevel(m)} request{id=7}: vllm_engine::core: ${said(m)}`],
  [
    'Ray',
    (m) =>
      `(RayWorkerWrapper pid=26, ip=10.0.0.7) ${levelOf(m)} ${time} [${m.file}:4] ${said(m)} [repeated 7x across cluster]`,
  ],
  [
    'Ray Serve',
    (m) =>
      `(ServeReplica:llm:VLLM pid=4821) ${levelOf(m)} 2026-07-22 08:14:55,123 llm_VLLM xq3k5z 5b1d9c5e-0f34-4c3e -- ${said(m)}`,
  ],
  ['rank', (m) => `[rank3]: ${said(m)}`],
  ['torchrun', (m) => `[default3]:${said(m)}`],
  ['Celery', (m) => `[2026-07-22 08:14:55,123: ${levelOf(m)}/ForkPoolWorker-3] ${said(m)}`],
  ['Gunicorn', (m) => `[2026-07-22 08:14:55 +0000] [972] [${levelOf(m)}] ${said(m)}`],
  ['Airflow', (m) => `[2026-07-22, 08:14:55 UTC] {${m.file}:412} ${levelOf(m)} - ${said(m)}`],
];

const each = (line: (text: string) => string) => (text: string) => text.split('\n').map(line).join('\n');

const containers: readonly Container[] = [
  ['CRI', each((l) => `2026-07-22T08:14:55.123456789Z stderr F ${l}`)],
  ['Docker json-file', each((l) => json({ log: `${l}\n`, stream: 'stderr', time: isoTime }))],
  ['kubectl --prefix', each((l) => `[pod/vllm-decode-0/vllm] ${l}`)],
  ['kubectl --timestamps', each((l) => `2026-07-22T08:14:55.123456789Z ${l}`)],
  ['stern --timestamps', each((l) => `vllm-decode-0 vllm 2026-07-22T08:14:55.123Z ${l}`)],
  ['Docker Compose', each((l) => `vllm-1  | ${l}`)],
  ['Docker Compose, coloured', each((l) => `\u001b[36mvllm-1  | \u001b[0m${l}`)],
  ['journald', each((l) => `Jul 22 08:14:55 gpu-17 vllm[972]: ${l}`)],
  ['journald, ISO time', each((l) => `2026-07-22T08:14:55.123456+00:00 gpu-17 vllm[972]: ${l}`)],
  ['journald, JSON', each((l) => json({ PRIORITY: '3', SYSLOG_IDENTIFIER: 'vllm', _PID: '972', MESSAGE: l }))],
  ['GitHub Actions', each((l) => `2026-07-22T08:14:55.1234567Z ${l}`)],
  ['GitHub Actions, error', each((l) => `##[error]${l}`)],
  ['Loki', each((l) => `2026-07-22T08:14:55Z {app="vllm", pod="vllm-0"} ${l}`)],
  ['Fluentd', each((l) => `2026-07-22 08:14:55.000000000 +0000 kube.vllm-0.log: ${json({ log: l })}`)],
  ['CloudWatch', each((l) => `2026-07-22T08:14:55.123+00:00 vllm/server/5b1d9c5e ${l}`)],
  ['Google Cloud', each((l) => json({ insertId: 'a1', textPayload: l, severity: 'ERROR' }))],
  ['OpenTelemetry', each((l) => json({ severityText: 'ERROR', body: { stringValue: l } }))],
  ['Windows line ends', (text) => `first\r\n${text.replaceAll('\n', '\r\n')}\r\n`],
  ['coloured', each((l) => `\u001b[31m${l}\u001b[0m`)],
  ['first word coloured', each((l) => l.replace(/^(\S+) /, '\u001b[1;31m$1\u001b[0m '))],
  ['a progress bar before it', (text) => `Loading shards:  50% Completed | 2/4 [00:12<00:04,  4.05s/it]\r${text}`],
  ['an erased bar before it', (text) => `\r\u001b[KProcessed: 12%|█▏ | 3/24 [00:05<00:31]\u001b[K\r\u001b[2K${text}`],
  ['srun --label', each((l) => `3: ${l}`)],
  ['mpirun', each((l) => `[1,3]<stderr>:${l}`)],
  ['pytest', each((l) => `E   ${l}`)],
  ['mail', each((l) => `> ${l}`)],
  ['an exception group', each((l) => `    | ${l}`)],
  ['HTML', (text) => text.replaceAll('&', '&amp;').replaceAll("'", '&#39;').replaceAll('"', '&quot;')],
  ['curly quotes', (text) => text.replace(/'([^']*)'/g, '‘$1’').replace(/"([^"]*)"/g, '“$1”')],
  ['grep -n', each((l) => `server.log:1841:${l}`)],
  ['grep', each((l) => `logs/vllm-0.log:${l}`)],
  ['cat -n', each((l) => `   184\t${l}`)],
  ['pm2', each((l) => `0|vllm     | ${l}`)],
  ['a box', each((l) => `│ ${l} │`)],
  ['supervisord', each((l) => `2026-07-22 08:14:55,123 ERRO stderr | ${l}`)],
  ['two times', each((l) => `2026-07-22 08:14:55 2026-07-22T08:14:55.123Z ${l}`)],
];

describe.each(loggers)('a line of %s', (name, form) => {
  it('is read with each message', () => expectAll(form));

  it.each(containers)('is read in %s', (container, wrap) => {
    const index =
      loggers.findIndex(([other]) => other === name) + containers.findIndex(([other]) => other === container);
    const message = messages[index % messages.length];
    if (!message) throw new Error('no message');
    const text = wrap(form(message));
    expect(isFound(message, text), text).toBe(true);
  });
});
