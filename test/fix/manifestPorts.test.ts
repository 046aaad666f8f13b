/** ZMQ ports of vLLM wherever a manifest sets them, and all that sends HTTP to them. */
import { describe, expect, it } from 'vitest';
import { cpuTime } from '../support/cpuTime';
import { checkFix, checkNone, checkWithheld, findingsOf } from './check';

const fix = 'scrape-port';

/** A pod with a probe of a port, and what its container sets. */
const pod = (port: string, set: string, probe = 'httpGet') => `kind: Pod
spec:
  containers:
    - name: server
      image: vllm/vllm-openai:v0.13.0
${set}
      livenessProbe:
        ${probe}: {path: /health, port: ${port}}
`;

describe('a ZMQ port', () => {
  const events = (json: string) => `      args: ["--model", "m/x", "--kv-events-config", '${json}']`;

  it.each([
    ['KV events', '7557', events('{"enable_kv_cache_events": true, "endpoint": "tcp://*:7557"}')],
    ['their replay', '7558', events('{"endpoint": "tcp://*:7557", "replay_endpoint":"tcp://0.0.0.0:7558"}')],
    ['a dotted flag', '7557', '      args: ["--model", "m/x", "--kv-events-config.endpoint", "tcp://*:7557"]'],
    [
      'JSON in quotes of a shell in quotes of YAML',
      '7557',
      `      command: ["sh", "-c", "vllm serve m --kv-events-config '{\\"endpoint\\":\\"tcp://*:7557\\"}'"]`,
    ],
    [
      'JSON that a shell fills in',
      '7557',
      `      command: ["sh", "-c"]\n      args:\n        - |\n          vllm serve m --kv-events-config "{\\"topic\\":\\"$T\\",\\"endpoint\\":\\"tcp://*:7557\\"}"`,
    ],
    [
      'an argument of its own',
      '7301',
      `      args:\n        - --model=m/x\n        - --kv-transfer-config={"kv_connector":"MoRIIOConnector","kv_connector_extra_config":{"handshake_port":"7301","http_port":"8000"}}`,
    ],
    [
      'the P2P NCCL connector',
      '21001',
      `      args: ["--model=m/x", '--kv-transfer-config={"kv_connector":"P2pNcclConnector","kv_port":"21001"}']`,
    ],
    ['a variable', '7600', '      env: [{name: VLLM_NIXL_SIDE_CHANNEL_PORT, value: "7600"}]'],
    ['another variable', '7710', '      env:\n        - value: "7710"\n          name: VLLM_P2P_SIDE_CHANNEL_PORT'],
    ['the port of vLLM’s own processes', '8001', '      env: [{name: VLLM_PORT, value: "8001"}]'],
    ['a default', '5710', '      args: ["--model", "m/x"]'],
  ])('is read from %s', (_name, port, set) => {
    checkFix(fix, pod(port, set), pod('8000', set), 'unsafe', 'yaml');
  });

  it.each([
    [
      'the connector uses no such port',
      pod(
        '21001',
        `      args: ["--model=m/x", '--kv-transfer-config={"kv_connector":"NixlConnector","kv_port":"21001"}']`,
      ),
    ],
    ['the variable is of another program', pod('7600', '      env: [{name: SIDE_PORT, value: "7600"}]')],
    ['Mooncake boots over HTTP', pod('8998', '      env: [{name: VLLM_MOONCAKE_BOOTSTRAP_PORT, value: "8998"}]')],
    ['the port serves HTTP', pod('5600', '      args: ["--model", "m/x", "--port", "5600"]')],
  ])('is none where %s', (_name, text) => {
    checkNone(fix, text, 'yaml');
  });
});

describe('a probe', () => {
  const set = '      args: ["--model", "m/x", "--data-parallel-rpc-port=13345"]';

  it('of gRPC becomes one of HTTP, in either style', () => {
    const text = (probe: string) => pod('8000', `${set}\n      startupProbe:\n        ${probe}`);
    checkFix(
      fix,
      text('grpc:\n          port: 13345 # why'),
      text('httpGet:\n          path: /health\n          port: 8000 # why'),
      'unsafe',
      'yaml',
    );
    checkFix(fix, text('grpc: {port: 13345}'), text('httpGet: {path: /health, port: 8000}'), 'unsafe', 'yaml');
    checkWithheld(fix, text('grpc: {service: x, port: 13345}'), 'start of HTTP/2', '13345', 'yaml');
  });

  it('that only connects is explained', () => {
    checkWithheld(fix, pod('13345', set, 'tcpSocket'), 'no harm', '13345', 'yaml');
  });

  it.each([
    ['a command', 'exec: {command: ["curl", "-f", "http://localhost:13345/health"]}'],
    [
      'a script',
      'exec:\n          command:\n            - sh\n            - -c\n            - >-\n              wget -qO- http://127.0.0.1:13345/health &&\n              echo ok',
    ],
    ['an address that Kubernetes fills in', 'exec: {command: [sh, -c, "curl http://$(POD_IP):13345/health"]}'],
  ])('in %s calls the HTTP port', (_name, probe) => {
    const text = pod('8000', `${set}\n      readinessProbe:\n        ${probe}`);
    checkFix(fix, text, text.replace(/13345(?=\/health)/, '8000'), 'unsafe', 'yaml');
  });

  it.each([
    ['of another machine', 'exec: {command: ["curl", "-f", "http://other:13345/health"]}'],
    ['that only connects', 'exec: {command: ["nc", "-z", "localhost", "13345"]}'],
  ])('in a command %s is left alone', (_name, probe) => {
    checkNone(fix, pod('8000', `${set}\n      readinessProbe:\n        ${probe}`), 'yaml');
  });

  it('of a headless process has nowhere to go', () => {
    const headless = '      args: ["--model", "m/x", "--headless", "--data-parallel-rpc-port=13345"]';
    checkWithheld(fix, pod('13345', headless), 'serves no HTTP', '13345', 'yaml');
    checkNone(fix, pod('13345', headless, 'tcpSocket'), 'yaml');
  });

  it('goes nowhere where the HTTP port is filled in later', () => {
    const open = '      args: ["--model", "m/x", "--port", "$(PORT)"]';
    checkWithheld(fix, pod('29550', open), 'filled in from elsewhere', '29550', 'yaml');
  });

  it('of a program beside vLLM is its own', () => {
    const text = (ports: string) =>
      `${pod('8000', set)}    - name: exporter\n      image: acme/exporter\n${ports}      livenessProbe: {httpGet: {port: 13345}}\n`;
    checkNone(fix, text('      ports: [{containerPort: 13345}]\n'), 'yaml');
    checkFix(fix, text(''), text('').replace('port: 13345}', 'port: 8000}'), 'unsafe', 'yaml');
  });
});

describe('a health check', () => {
  it.each([
    ['a list', 'test: ["CMD", "curl", "-f", "http://localhost:13345/health"]'],
    ['a string', 'test: curl -sf http://127.0.0.1:13345/health || exit 1'],
  ])('of a compose file, as %s', (_name, check) => {
    const text = `services:\n  llm:\n    image: vllm/vllm-openai\n    environment:\n      - VLLM_NIXL_SIDE_CHANNEL_PORT=13345\n    command: --model m/x --port 8100\n    healthcheck:\n      ${check}\n`;
    checkFix(fix, text, text.replace(/13345(?=\/health)/, '8100'), 'unsafe', 'dockercompose');
  });

  it.each([
    ['a shell', 'HEALTHCHECK --interval=5s CMD curl -f \\\n  http://localhost:13345/health || exit 1'],
    ['a list', 'HEALTHCHECK CMD ["curl", "-f", "http://localhost:13345/health"]'],
  ])('of a Dockerfile, for %s', (_name, check) => {
    const text = `FROM vllm/vllm-openai:v0.11.0\nENV A=1 VLLM_NIXL_SIDE_CHANNEL_PORT=13345\n${check}\nCMD ["--model", "m/x", "--port", "8100"]\n`;
    checkFix(fix, text, text.replace(/13345(?=\/health)/, '8100'), 'unsafe', 'dockerfile');
    checkNone(fix, text.replaceAll('vllm/vllm-openai', 'nginx').replaceAll('VLLM', 'X'), 'dockerfile');
  });
});

describe('ports by name, over documents', () => {
  const deployment = `kind: Deployment
spec:
  template:
    metadata:
      labels: {app: llm}
    spec:
      containers:
        - image: vllm/vllm-openai
          args: ["--model", "m/x", "--data-parallel-rpc-port", "13345"]
          ports:
            - {name: http, containerPort: 8000}
            - {name: rpc, containerPort: 13345}
---
`;
  const service = (target: string) => `${deployment}kind: Service
spec:
  selector: {app: llm}
  ports:
    - name: web
      port: 80
      targetPort: ${target}
    - name: peers
      port: 9000
      targetPort: rpc
`;

  it('a service that is named for HTTP leads to it', () => {
    checkFix(fix, service('rpc'), service('http'), 'unsafe', 'yaml');
    checkFix(fix, service('13345'), service('8000'), 'unsafe', 'yaml');
    // It selects other pods.
    const other = `${service('13345')}---\nkind: Pod\nmetadata: {labels: {app: proxy}}\nspec: {containers: [{image: nginx}]}\n`;
    checkNone(fix, other.replace('selector: {app: llm}', 'selector: {app: proxy}'), 'yaml');
  });

  it('a ServiceMonitor names a port of the service', () => {
    const text = (port: string) =>
      `${service('http')}---\nkind: ServiceMonitor\nspec:\n  endpoints:\n    - port: ${port}\n`;
    checkFix(fix, text('peers'), text('web'), 'unsafe', 'yaml');
  });

  it('an Ingress leads to a port of the service', () => {
    const text = (port: string) =>
      `${service('http')}---\nkind: Ingress\nspec:\n  rules:\n    - http:\n        paths:\n          - backend: {service: {name: llm, port: {name: ${port}}}}\n`;
    checkFix(fix, text('peers'), text('web'), 'unsafe', 'yaml');
  });

  it('a port that is named for HTTP beside the one that is HTTP needs another name', () => {
    const text = deployment.replace('name: rpc', 'name: metrics');
    checkWithheld(fix, text, 'needs another name', 'metrics', 'yaml');
  });

  it('a name with two numbers stands for none', () => {
    const twice = `${deployment}${deployment.replace('name: rpc, containerPort: 13345', 'name: rpc, containerPort: 9999')}`;
    checkNone(fix, `${twice}kind: PodMonitor\nspec:\n  podMetricsEndpoints:\n    - port: rpc\n`, 'yaml');
  });
});

describe('a port from the values of a chart', () => {
  const chart = (port: string) =>
    `kind: Deployment\nspec:\n  template:\n    metadata:\n      annotations:\n        prometheus.io/port: ${port}\n    spec:\n      containers:\n        - image: "{{ .Values.image }}"\n          command: ["vllm", "serve"]\n`;
  const probed = (port: string) => pod(port, '      args: ["--model", "m/x"]');

  it.each([
    ['{{ .Values.kvEvents.port | quote }}', 'the KV events'],
    ['"{{ .Values.vllm.kv_events_port }}"', 'the KV events'],
    ['{{- .Values.nixl.sideChannelPort | int -}}', 'the NIXL handshake'],
    ['{{ .Values.dataParallelRpcPort }}', 'the data-parallel handshake'],
  ])('is explained by its name: %s', (port, what) => {
    checkWithheld(fix, chart(port), `named for ${what} over ZMQ, where each scrape`, port, 'helm');
    const found = findingsOf(fix, probed(port), 'helm');
    expect(found.map(({ applicability, edits }) => [applicability, edits])).toEqual([['display-only', []]]);
  });

  it.each([
    '{{ .Values.service.port | quote }}',
    '{{ .Values.kvEvents.metricsPort }}',
    '{{ .Values.kvEvents.port | default .Values.port }}',
    '{{ include "port" . }}',
    '{{ .Values.nixl.enabled }}',
  ])('says nothing otherwise: %s', (port) => {
    checkNone(fix, chart(port), 'helm');
    checkNone(fix, probed(port), 'helm');
  });
});

describe('the health check that a script gives to a container', () => {
  const script = (port: string, run: string) =>
    `set -e\ndocker run -d \\\n  ${run.replace('CHECK', `curl -f http://localhost:${port}/health || exit 1`)}\n`;

  it.each([
    [
      'a flag',
      '13345',
      '8100',
      '--health-cmd "CHECK" vllm/vllm-openai:v0.8.5 --model m --port 8100 --data-parallel-rpc-port 13345',
    ],
    ['a variable', '6302', '8000', "-e VLLM_PORT=6302 --health-cmd='CHECK' vllm/vllm-openai:v0.8.5 --model m"],
    ['a default, by Podman', '5557', '8000', '--health-startup-cmd "CHECK" vllm/vllm-openai:v0.8.5 --model m'],
  ])('is pointed at the HTTP port: %s', (_name, port, http, run) => {
    checkFix(fix, script(port, run), script(http, run), 'unsafe', 'shellscript');
  });

  it.each([
    ['the HTTP port', '8000', '--health-cmd "CHECK" vllm/vllm-openai:v0.8.5 --model m'],
    ['another image', '5557', '--health-cmd "CHECK" redis:7 vllm'],
    ['another option', '5557', '--health-cmd-of "CHECK" vllm/vllm-openai:v0.8.5 --model m'],
    ['no check', '5557', '-e URL="CHECK" vllm/vllm-openai:v0.8.5 --model m # --health-cmd'],
  ])('is left alone: %s', (_name, port, run) => {
    checkNone(fix, script(port, run), 'shellscript');
  });
});

describe('the health check of a unit of Podman', () => {
  const unit = (port: string, exec: string, image = 'docker.io/vllm/vllm-openai:v0.8.5') =>
    `[Container]\nImage=${image}\nHealthCmd=curl -f http://localhost:${port}/health\n${exec}`;

  it.each([
    ['a variable', '6302', '8000', 'Exec=--model m\nEnvironment=A=1 "VLLM_PORT=6302"\n'],
    ['a flag', '13345', '8100', 'Exec=--model m --port 8100 \\\n  --data-parallel-rpc-port 13345\n'],
    ['a default', '5557', '8000', ''],
  ])('is pointed at the HTTP port: %s', (_name, port, http, exec) => {
    checkFix(fix, unit(port, exec), unit(http, exec), 'unsafe', 'systemd-unit-file');
  });

  it('is left alone for other images and ports', () => {
    checkNone(fix, unit('8000', 'Exec=--model m\n'), 'systemd-unit-file');
    checkNone(fix, unit('5557', 'Environment=NAME=vllm\n', 'docker.io/redis:7'), 'systemd-unit-file');
  });
});

describe('what speaks of vLLM', () => {
  const annotated = (lines: string) => `kind: Pod\nmetadata:\n  annotations:\n    prometheus.io/port: "5557"\n${lines}`;

  it.each([
    ['a comment', annotated('spec: {containers: [{image: redis}]} # not vllm\n')],
    ['a comment of its own line', annotated('# moved from vllm\nspec: {containers: [{image: redis}]}\n')],
    ['a comment in a script', annotated('data:\n  a.sh: |\n    # no vllm here\n    redis-server # vllm\n')],
    [
      'another document',
      `${annotated('spec: {containers: [{image: redis}]}\n')}---\nkind: Pod\nspec: {containers: [{image: vllm/vllm-openai}]}\n`,
    ],
  ])('is not %s', (_name, text) => {
    checkNone(fix, text, 'yaml');
  });

  it.each([
    ['an image', annotated('spec: {containers: [{image: acme/vllm-server}]}\n')],
    ['a command', annotated('spec: {containers: [{command: [vllm, serve, m]}]}\n')],
    ['a label', annotated('  labels: {app: vllm}\n')],
    ['a name', annotated('  name: vllm-decode\n')],
    ['a template', annotated('spec: {containers: [{image: {{ .Values.vllm.image }}}]}\n')],
  ])('is %s', (_name, text) => {
    expect(findingsOf(fix, text, 'yaml').map(({ applicability }) => applicability)).toEqual(['unsafe']);
  });
});

describe('the label that selects the pods', () => {
  const isolate = 'isolate-zmq-port';
  const workload = (metadata: string, more = '', kind = 'Deployment') => `kind: ${kind}
metadata:
  name: decode
  namespace: llm
  labels: {app: outer, name: outer}
spec:
  selector: {matchLabels: {app: selector}}
  template:
    ${metadata}
    spec:
      ${more}
      containers:
        - name: decode
          image: vllm/vllm-openai:v0.13.0
          args: ["--model", "m/x", "--port=8100", "--data-parallel-rpc-port=13345"]
          ports: [{containerPort: 13345}, {containerPort: 9400, name: dcgm}]
`;

  it('is one that the template gives, with the ports that are no ZMQ left open', () => {
    const [finding] = findingsOf(
      isolate,
      workload('metadata: {labels: {role: x, app.kubernetes.io/name: "1a"}}'),
      'yaml',
    );
    expect(finding?.applicability).toBe('unsafe');
    const policy = finding?.edits[0]?.newText ?? '';
    expect(policy).toContain('  namespace: llm\n');
    expect(policy).toContain('      app.kubernetes.io/name: "1a"\n  policyTypes');
    expect(policy).toContain('    - ports:\n        - port: 8100\n        - port: 9400\n');
    expect(policy).not.toContain('outer');
    expect(policy).not.toContain('13345');
  });

  it.each([
    [
      'there is none',
      workload('metadata: {annotations: {a: b}}'),
      'no label to select them by: add one below template.metadata.labels',
    ],
    ['only the workload has one', workload('metadata: {}'), 'such as app: decode'],
    ['it parts the pods of the application', workload('metadata: {labels: {role: prefill}}'), 'no label'],
    ['a template makes it', workload('metadata: {labels: {app: {{ .Release.Name }}}}'), 'a template of its own'],
    [
      'the pod is on the network of its node',
      workload('metadata: {labels: {app: a}}', 'hostNetwork: true'),
      'hostNetwork',
    ],
  ])('is asked for where %s', (_name, text, reason) => {
    checkWithheld(isolate, text, reason, '--data-parallel-rpc-port', 'yaml');
  });

  it('is one that leader and workers share', () => {
    const group = (leader: string, worker: string) => {
      const template = (name: string, label: string) =>
        `    ${name}:\n      metadata: {labels: {${label}}}\n      spec:\n        containers:\n          - image: vllm/vllm-openai\n            args: ["--model=m/x", "--data-parallel-rpc-port=13345"]\n`;
      return `kind: LeaderWorkerSet\nspec:\n  leaderWorkerTemplate:\n${template('leaderTemplate', leader)}${template('workerTemplate', worker)}`;
    };
    const [finding] = findingsOf(isolate, group('role: leader, model: ds', 'role: worker, model: ds'), 'yaml');
    expect(finding?.edits[0]?.newText).toContain('      model: ds\n');
    checkWithheld(isolate, group('app: a', 'app: b'), 'no label', '--data-parallel-rpc-port', 'yaml');
  });

  it('is not looked for in a patch, which leaves out what it does not change', () => {
    checkNone(
      isolate,
      workload('metadata: {}')
        .replace(/ +image:.*\n/, '')
        .replace('name: decode\n          args', 'name: vllm\n          args'),
      'yaml',
    );
  });
});

it.each([
  [
    'services and pods',
    'kind: Service\nspec: {selector: {app: a}, ports: [{name: http, port: 5557, targetPort: 5557}]}\n---\nkind: Pod\nmetadata: {labels: {app: a}}\nspec: {containers: [{image: vllm/vllm-openai, args: [--data-parallel-rpc-port=1]}]}\n---\n',
  ],
  [
    'containers',
    '    - image: vllm/vllm-openai\n      args: [--model=m, --port=1]\n      ports: [{name: http, containerPort: 5557}]\n',
  ],
  ['monitors', 'kind: ServiceMonitor\nspec: {endpoints: [{port: vllm}]}\n---\n'],
  ['anchors', 'a: &a [vllm, *a]\n'],
  ['scripts', '  a: |\n    A=(--x)\n    vllm serve $A\n'],
])('many %s take time with their number', (_name, unit) => {
  const start = cpuTime();
  for (const isolate of ['scrape-port', 'isolate-zmq-port', 'check-vllm-flags']) {
    expect(Array.isArray(findingsOf(isolate, `spec:\n  containers:\n${unit.repeat(500)}`, 'yaml'))).toBe(true);
  }
  expect(cpuTime() - start).toBeLessThan(4000);
});
