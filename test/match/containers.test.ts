import { describe, expect, it } from 'vitest';
import { checker } from './check';
import { site } from './sites';

const status = site("Invalid MoRIIO backend {backend} in kv_connector_extra_config; must be one of 'rdma' or 'xgmi'.", {
  code: 'vllm/backend',
  exception: 'ValueError',
});
const { one, codes } = checker(status);
const text = "Invalid MoRIIO backend 'tcp' in kv_connector_extra_config; must be one of 'rdma' or 'xgmi'.";
const json = JSON.stringify;

describe('a message inside data', () => {
  it.each([
    ['JSON, msg', json({ ts: 1, level: 'error', msg: `ValueError: ${text}` })],
    [
      'JSON, message with a prefix of its own',
      json({ message: `ERROR 07-22 08:14:55 [core.py:7] ValueError: ${text}` }),
    ],
    ['JSON in JSON', json({ log: `${json({ event: text })}\n`, stream: 'stderr' })],
    ['JSON in JSON in JSON', json({ body: json({ log: json({ msg: text }) }) })],
    ['JSON behind a pod', `vllm-0 vllm ${json({ msg: text })}`],
    ['JSON over several lines', `{\n    "object": "error",\n    "message": ${json(text)},\n    "code": 400\n}`],
    [
      'a traceback in JSON',
      json({
        message: 'failed',
        exc_info: `Traceback (most recent call last):\n  File "a.py", line 3, in f\nValueError: ${text}`,
      }),
    ],
    [
      'an HTTP client’s dict',
      `openai.BadRequestError: Error code: 400 - {'object': 'error', 'message': ${json(text)}, 'code': 400}`,
    ],
    [
      'pydantic in a dict',
      `Error code: 400 - {'error': {'message': "[{'type': 'value_error', 'msg': 'Value error, ${text.replaceAll("'", "\\\\'")}'}]", 'code': 400}}`,
    ],
    ['logfmt', `ts=2026-07-22T08:14:55Z level=error caller=a.go:1 msg=${json(text)} id=3`],
    ['a repr', `ERROR 07-22 08:14:55 [core.py:7] task failed: ValueError(${json(text)})`],
    ['a repr of a class in lower case', `ERROR 07-22 08:14:55 [core.py:7] bindings.backendError(${json(text)})`],
    ['fields of a repr', `INFO 07-22 08:14:55 [a.py:7] ErrorResponse(code=400, message=${json(text)}, param=None)`],
    [
      'a tuple',
      `ValueError: ("Invalid MoRIIO backend 'tcp' in kv_connector_extra_config; ", "must be one of 'rdma' or 'xgmi'.")`,
    ],
    [
      'pydantic’s own lines',
      `1 validation error for VllmConfig\n  Value error, ${text} [type=value_error, input_value=ArgsKwargs(()), input_type=ArgsKwargs]`,
    ],
    ['a field of tracing', `2026-07-23T11:02:18Z ERROR vllm_engine: startup failed error=${text}`],
  ])('%s', (_, line) => {
    const { report } = one(line);
    expect(report).toMatchObject({ code: 'vllm/backend', captures: { backend: "'tcp'" } });
  });

  it('has its span in the line as it stands', () => {
    const line = json({
      level: 'error',
      msg: "ValueError: Invalid MoRIIO backend \"t\" in kv_connector_extra_config; must be one of 'rdma' or 'xgmi'.",
    });
    const { report } = one(line);
    expect(line.slice(report.start, report.end)).toMatch(/^Invalid MoRIIO backend \\"t\\" in .*'xgmi'\.$/);
    expect(report.captures).toEqual({ backend: '"t"' });
  });

  it('takes level, place and process of the fields around it', () => {
    const { match } = one(json({ levelname: 'ERROR', filename: 'core.py', lineno: 12, pid: 7, message: text }));
    expect(match.record).toMatchObject({ level: 'ERROR', tag: { file: 'core.py', line: 12 }, process: '7' });
  });
});

describe('the same text in source code is no occurrence', () => {
  it.each([
    `    raise ValueError(${json(text)})`,
    `        ${json(text)}`,
    `        f${json(text)}`,
    `logger.error(${json(text)})`,
    `logger.error("%s failed", ${json(text)})`,
    `    error!(%error, ${json(text)});`,
    `    return Err(anyhow!(${json(text)}))`,
    `    detail=${json(text)},`,
    `    status_code=400, detail=${json(text)}`,
    `raise HTTPException(status_code=400, detail=${json(text)})`,
    `self.assertEqual(str(e), ${json(text)})`,
    `# ${text}`,
    `// ${text}`,
    `- ${text}`,
    `            ${text}`,
    `The old text was ${json(text)}, which nobody understood.`,
  ])('%j', (line) => {
    expect(codes(line)).toEqual([]);
  });
});
