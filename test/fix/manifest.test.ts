/** Manifests whose scrapes and probes go to a ZMQ port. */
import { describe, expect, it } from 'vitest';
import { checkFix, checkNone, findingsOf } from './check';

const fix = 'scrape-port';

/** A pod with a probe and arguments for vLLM. */
function pod(port: string, args: string): string {
  return `kind: Pod
spec:
  containers:
    - image: vllm/vllm-openai
      args:
${args}
      livenessProbe:
        httpGet:
          path: /health
          port: ${port} # checked every ten seconds
        periodSeconds: 10
`;
}

describe('scrape-port', () => {
  it.each([
    ['in a list', '        - --data-parallel-rpc-port\n        - "13345"\n        - --port\n        - "8001"'],
    ['after an equals sign', '        - --data-parallel-rpc-port=13345\n        - --port=8001'],
    ['in a shell line', '        - vllm serve m --port 8001 --data-parallel-rpc-port 13345'],
    [
      'in JSON',
      `        - --port=8001\n        - --kv-transfer-config={"kv_connector_extra_config":{"notify_port":"13345"}}`,
    ],
    [
      'in a variable',
      '        - --port=8001\n      env:\n        - name: VLLM_NIXL_SIDE_CHANNEL_PORT\n          value: "13345"',
    ],
  ])('reads the ports %s', (_name, args) => {
    checkFix(fix, pod('13345', args), pod('8001', args), 'unsafe', 'yaml');
  });

  it('knows the defaults, in Helm templates and flow style too', () => {
    const chart = (port: string) =>
      `{{- if .Values.vllm.scrape }}\r\nprometheus.io/port: ${port}\r\n{{- end }}\r\nargs: {{ .Values.args | toYaml }}\r\n`;
    checkFix(fix, chart("'29550'"), chart("'8000'"), 'unsafe', 'yaml');
    const flow = (port: string) => `image: vllm\nreadinessProbe: {httpGet: {path: /health, port: ${port}}}\n`;
    checkFix(fix, flow('5600'), flow('8000'), 'unsafe', 'yaml');
  });

  it('takes its time from the length of the text alone', () => {
    const start = performance.now();
    for (const unit of ['httpGet: port: ', '--port --data-parallel-rpc-port ', '\n---', 'prometheus.io/port: "']) {
      findingsOf(fix, `vllm httpGet: prometheus.io/port ${unit.repeat(20_000)}`, 'yaml');
    }
    expect(performance.now() - start).toBeLessThan(3000);
  });

  it.each([
    ['the port speaks HTTP', pod('8000', '        - --data-parallel-rpc-port=13345')],
    ['vLLM was told to serve HTTP there', pod('5600', '        - --port=5600')],
    ['the port has a name', pod('http', '        - --data-parallel-rpc-port=13345')],
    ['only a connection is made', pod('29550', '        - serve').replace('httpGet:', 'tcpSocket:')],
    ['another document holds vLLM', `image: vllm\n---\nimage: nginx\nprometheus.io/port: "5557"\n`],
    ['the number is another key', `image: vllm\nhttpGet:\n  path: /\nport: 5600\n`],
  ])('is silent where %s', (_name, text) => {
    checkNone(fix, text, 'yaml');
  });
});
