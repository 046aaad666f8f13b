/** Manifests whose scrapes and probes go to a ZMQ port. */
import { describe, expect, it } from 'vitest';
import { cpuTime } from '../support/cpuTime';
import { checkFix, checkNone, checkWithheld, findingsOf } from './check';

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
    const start = cpuTime();
    for (const unit of ['httpGet: port: ', '--port --data-parallel-rpc-port ', '\n---', 'prometheus.io/port: "']) {
      findingsOf(fix, `vllm httpGet: prometheus.io/port ${unit.repeat(20_000)}`, 'yaml');
    }
    expect(cpuTime() - start).toBeLessThan(3000);
  });

  it.each([
    ['the port speaks HTTP', pod('8000', '        - --data-parallel-rpc-port=13345')],
    ['vLLM was told to serve HTTP there', pod('5600', '        - --port=5600')],
    ['the port has a name', pod('http', '        - --data-parallel-rpc-port=13345')],
    ['another document holds vLLM', `image: vllm\n---\nimage: nginx\nprometheus.io/port: "5557"\n`],
    ['the number is another key', `image: vllm\nhttpGet:\n  path: /\nport: 5600\n`],
  ])('is silent where %s', (_name, text) => {
    checkNone(fix, text, 'yaml');
  });
});

describe('what the Prometheus Operator scrapes', () => {
  const file = (endpoint: string, names = 'http') => `kind: Deployment
spec:
  containers:
    - image: vllm/vllm-openai
      args: ["--model", "m", "--data-parallel-rpc-port", "13345"]
      ports:
        - name: ${names}
          containerPort: 8000
        - containerPort: 13345
          name: peers
---
kind: PodMonitor
spec:
  podMetricsEndpoints:
    - interval: 15s
      ${endpoint}
      path: /metrics
`;

  it.each([
    ['by number', 'targetPort: 13345', 'targetPort: 8000'],
    ['by name', 'port: peers', 'port: http'],
    ['by a default', 'portNumber: "5557" # metrics', 'portNumber: "8000" # metrics'],
  ])('is moved to the HTTP port, given %s', (_name, before, after) => {
    checkFix(fix, file(before), file(after), 'unsafe', 'yaml');
  });

  it('is explained where the HTTP port has no name', () => {
    const text = file('port: peers').replace('containerPort: 8000', 'containerPort: 9000');
    checkWithheld(fix, text, 'No port of this file', 'peers', 'yaml');
  });

  it.each([
    ['the port serves HTTP', file('port: http')],
    ['the name is not of this file', file('port: metrics')],
    ['nothing is of vLLM', file('targetPort: 13345').replaceAll('vllm', 'proxy')],
  ])('is left alone where %s', (_name, text) => {
    checkNone(fix, text, 'yaml');
  });
});

describe('a pod that is scraped', () => {
  const pod = (annotation: string) =>
    `kind: Pod\r\nmetadata:\r\n  annotations:\r\n    prometheus.io/scrape: "true"\r\n${annotation}spec:\r\n  containers:\r\n    - image: vllm/vllm-openai\r\n      ports:\r\n        - containerPort: 5600\r\n`;

  it('is told which port to scrape', () => {
    checkFix(fix, pod(''), pod('    prometheus.io/port: "8000"\r\n'), 'unsafe', 'yaml');
  });

  it('is left alone where it declares no ZMQ port', () => {
    checkNone(fix, pod('').replace('5600', '8000'), 'yaml');
  });
});

it('the values of a chart are read too', () => {
  const values = (port: string) =>
    `image:\n  repository: vllm/vllm-openai\nmetrics:\n  enabled: true\n  serviceMonitor:\n    port: ${port}\nservice:\n  port: 5557\n`;
  checkFix(fix, values('5557'), values('8000'), 'unsafe', 'yaml');
});

describe('isolate-zmq-port', () => {
  const isolate = 'isolate-zmq-port';
  const deployment = `kind: StatefulSet
metadata:
  name: llm
spec:
  template:
    metadata:
      labels:
        app.kubernetes.io/name: llm-decode
    spec:
      containers:
        - image: vllm/vllm-openai
          args:
            - --data-parallel-rpc-port=13345
            - --port=8080
`;

  it('appends a policy behind the last document', () => {
    const [finding] = findingsOf(isolate, deployment, 'yaml');
    expect(finding).toMatchObject({ applicability: 'unsafe', line: 12 });
    expect(finding?.edits[0]?.newText).toMatch(/^---\napiVersion.*port: 8080\n.*name: llm-decode\n$/s);
  });

  it.each([
    ['there is a policy', `${deployment}---\nkind: NetworkPolicy\n`],
    ['no ZMQ port is set', deployment.replace('--data-parallel-rpc-port', '--api-server-count')],
    ['no pods are described', deployment.replace('StatefulSet', 'ConfigMap')],
  ])('is silent where %s', (_name, text) => {
    checkNone(isolate, text, 'yaml');
  });
});

describe('ports with names', () => {
  const named = (probe: string) => `image: vllm/vllm-openai
ports:
  - name: http
    containerPort: 8000
  - name: dp-rpc
    containerPort: 13345
args: ["--data-parallel-rpc-port", "13345"]
livenessProbe:
${probe}
`;

  it.each([
    ['in flow style', (port: string) => `  httpGet: { path: /health, port: ${port} }`],
    ['in a block', (port: string) => `  httpGet:\n    path: /health\n    port: ${port} # checked`],
  ])('a probe %s goes to the one that speaks HTTP', (_name, probe) => {
    checkFix(fix, named(probe('dp-rpc')), named(probe('http')), 'unsafe', 'yaml');
  });

  it('without a name for it the number is written', () => {
    const probe = (port: string) =>
      named(`  httpGet: {port: ${port}}`).replace('  - name: http\n    containerPort: 8000\n', '');
    checkFix(fix, probe('dp-rpc'), probe('8000'), 'unsafe', 'yaml');
  });
});

describe('isolate-zmq-port beside other text', () => {
  const deployment = (labels: string) => `kind: Deployment
spec:
  template:
    metadata:
      labels${labels}
    spec:
      containers:
        - args: ["vllm", "serve", "m", "--data-parallel-rpc-port", "13345"]
`;

  it('reads labels in flow style', () => {
    const [finding] = findingsOf('isolate-zmq-port', deployment(": {role: x, 'app': prefill}"), 'yaml');
    expect(finding?.applicability).toBe('unsafe');
    expect(finding?.edits[0]?.newText).toContain('      app: prefill\n  policyTypes');
  });

  it('adds nothing to a template, which may be left out', () => {
    const text = `{{- if .Values.on }}\n${deployment(':\n        app: vllm')}{{- end }}\n`;
    checkWithheld('isolate-zmq-port', text, 'template of its own', '--data-parallel-rpc-port', 'helm');
  });
});

describe('ports that are named for HTTP', () => {
  const ports = (port: string, named = 'metrics', args = 'args: ["--port=8001", "--data-parallel-rpc-port=13345"]') =>
    `image: vllm/vllm-openai
${args}
ports:
  - name: ${named}
    containerPort: ${port} # shown
---
kind: Service
ports:
  - port: 80
    name: rpc
    targetPort: 13345
`;

  it('point to the port that speaks it', () => {
    checkFix(fix, ports('13345'), ports('8001'), 'unsafe', 'yaml');
    const service = (port: string) =>
      ports('13345', 'rpc').replace('name: rpc\n    targetPort: 13345', `name: http\n    targetPort: ${port}`);
    checkFix(fix, service('13345'), service('8001'), 'unsafe', 'yaml');
  });

  it.each([
    ['the name says ZMQ', ports('13345', 'dp-rpc')],
    ['vLLM serves HTTP there', ports('13345', 'http', 'args: ["--port", "13345"]')],
    [
      'another program has a default port',
      ports('8001').replace('name: rpc\n    targetPort: 13345', 'name: http\n    targetPort: 5557'),
    ],
  ])('are left alone where %s', (_name, text) => {
    checkNone(fix, text, 'yaml');
  });
});
