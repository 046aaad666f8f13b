/** Flags of vLLM in shell scripts, Dockerfiles, units, compose files and manifests. */
import { describe, expect, it } from 'vitest';
import { cpuTime } from '../support/cpuTime';
import { checkFix, checkNone, checkWithheld, findingsOf } from './check';

const fix = 'check-vllm-flags';

/** One command with a flag and its value, in every form: language and text. */
const forms = (flag: string, value: string): [string, string, string][] => [
  ['a shell line', 'shellscript', `exec vllm serve "$MODEL" --port 8000 ${flag} ${value} > log.txt\n`],
  ['continued lines', 'shellscript', `vllm serve m \\\n  ${flag} ${value} \\\n  --port 8000\n`],
  ['the module', 'shellscript', `python3 -m vllm.entrypoints.openai.api_server --model m ${flag}=${value} && echo\n`],
  [
    'a unit',
    'systemd-unit-file',
    `[Service]\nExecStart=/opt/vllm/bin/vllm serve m \\\n    ${flag} ${value}\nRestart=always\n`,
  ],
  [
    'the exec form of Docker',
    'dockerfile',
    `FROM vllm/vllm-openai\nCMD ["vllm", "serve", "m", "${flag}", "${value}"]\n`,
  ],
  [
    'what an image is given',
    'dockerfile',
    `FROM --platform=x vllm/vllm-openai:v0.9.0 AS a\nENTRYPOINT ["--port", "1", "${flag}", "${value}"]\n`,
  ],
  [
    'a container',
    'shellscript',
    `docker run --gpus all -e A=1 vllm/vllm-openai:v0.9.0 --model m ${flag} ${value} | tee\n`,
  ],
  ['the shell form of Docker', 'dockerfile', `FROM x\nCMD vllm serve m ${flag}=${value}\n`],
  [
    'a block list',
    'yaml',
    `containers:\n  - name: a\n    command:\n      - vllm\n      - serve\n      - m\n      - ${flag} # set here\n      - "${value}"\n    ports: []\n`,
  ],
  [
    'a list of args',
    'yaml',
    `containers:\n  - args:\n      - ${flag}=${value}\n    image: "vllm/vllm-openai:latest"\n`,
  ],
  ['a flow list', 'yaml', `- image: vllm/vllm-openai\n  args: ["--port", "8000",\n    '${flag}', '${value}']\n`],
  ['a shell in a list', 'yaml', `- command: ["/bin/sh", "-c", "vllm serve m ${flag} ${value}"]\n`],
  [
    'a block scalar',
    'yaml',
    `args:\n  - |\n    set -e\n    vllm serve m \\\n      ${flag} ${value} \\\n      --port 1\n`,
  ],
  [
    'compose',
    'dockercompose',
    `services:\n  llm:\n    image: vllm/vllm-openai:v0.11.0\n    command: --model m ${flag} ${value}\n`,
  ],
  [
    'compose, folded',
    'yaml',
    `services:\n  llm:\n    command: >\n      --model m\n      ${flag} ${value}\n    image: vllm/vllm-openai\n`,
  ],
  [
    'the arguments of a chart',
    'yaml',
    `modelSpec:\n  - repository: vllm/vllm-openai\n    vllmConfig:\n      extraArgs: ["--port", "1", "${flag}", "${value}"]\n`,
  ],
  [
    'a step of a pipeline',
    'yaml',
    `steps:\n  - run: |\n      pip install vllm\n      vllm serve m ${flag} ${value} &\n`,
  ],
  [
    'a template',
    'helm',
    `args:\n  - |\n    vllm serve {{ .Values.model | quote }} \\\n      --port {{ .Values.port | default "1" }} ${flag} ${value}\n`,
  ],
];

describe('check-vllm-flags', () => {
  it.each(forms('--max-model-length', '2048'))('corrects a flag in %s', (_name, language, text) => {
    checkFix(fix, text, text.replace('-length', '-len'), 'unsafe', language);
  });

  it.each(forms('--max_model_len', '2048'))('is silent on a right one in %s', (_name, language, text) => {
    checkNone(fix, text, language);
  });

  it.each([
    ['a misspelt choice', '--dtype bfloat-16', '--dtype bfloat16'],
    ['yes behind a switch', '--trust-remote-code=true --port 1', '--trust-remote-code --port 1'],
    ['yes as the next word', '--trust-remote-code True --port 1', '--trust-remote-code --port 1'],
    ['no behind a switch', '--enable-prefix-caching false', '--no-enable-prefix-caching'],
    ['API servers of a headless process', '--headless --api-server-count 4 --port 1', '--headless --port 1'],
  ])('mends %s', (_name, before, after) => {
    const command = (flags: string) => `vllm serve m ${flags}\n`;
    checkFix(fix, command(before), command(after), 'unsafe', 'shellscript');
  });

  it.each([
    ['words', '--max-model-len many', 'a number such as', 'many'],
    ['a part of a card', '--tensor-parallel-size 1.5', 'a whole number', '1.5'],
    ['an unknown choice', '--dtype int4', 'one of auto, half', 'int4'],
    ['a short name that is none', '--dtype bf16', 'one of auto, half', 'bf16'],
    ['another number, which is no misspelt one', '--dtype float8', 'one of auto, half', 'float8'],
    ['a share above one', '--gpu-memory-utilization 1.5', 'at most 1', '1.5'],
    ['a share as a percentage', '--gpu-memory-utilization 90', 'at most 1', '90'],
    ['broken JSON', `--kv-transfer-config '{"kv_connector": }'`, 'no valid JSON', 'kv_connector'],
    ['a flag that is gone', '--guided-decoding-backend xgrammar', 'the last release with it is v0.11.2', '--guided'],
    [
      'two modes that exclude each other',
      '--headless --data-parallel-hybrid-lb',
      'one of the two',
      '--data-parallel-hybrid-lb',
    ],
  ])('explains %s', (_name, flags, reason, at) => {
    checkWithheld(fix, `vllm serve m ${flags}\n`, reason, at, 'shellscript');
  });

  it('follows quotes over line ends, as JSON needs them', () => {
    const script = (flag: string) =>
      `# Don't wait.\nvllm serve m \\\n  --kv-transfer-config '{\n    "kv_connector": "'"$C"'", "kv_role": "x"\n  }' \\\n  ${flag} 1 &\necho "it's --max-model-length"\n`;
    checkFix(fix, script('--max-model-length'), script('--max-model-len'), 'unsafe', 'shellscript');
    const broken = `vllm serve m --kv-transfer-config '{\n  "a": 1,\n}' --port 1\n`;
    checkWithheld(fix, broken, 'no valid JSON', '"a": 1', 'shellscript');
  });

  it('reads the release of the image', () => {
    const pod = (tag: string, flag: string) =>
      `- image: vllm/vllm-openai:${tag}\n  args: ["--model", "m", "${flag}", "x"]\n`;
    checkWithheld(fix, pod('v0.8.5', '--data-parallel-rpc-port'), 'the first with it is v0.9.0', '--data', 'yaml');
    checkWithheld(fix, pod('v0.12.0', '--guided-decoding-backend'), 'the last with it is v0.11.2', '--guided', 'yaml');
    checkNone(fix, pod('v0.10.0', '--guided-decoding-backend'), 'yaml');
  });

  it.each([
    ['variables', 'vllm serve m --max-model-len $LEN --dtype {{ .Values.dtype }}\n', 'shellscript'],
    ['units', `vllm serve m --max-model-len 32k --kv-transfer-config '{"cpu_bytes": 80m}'\n`, 'shellscript'],
    ['part of a value', 'vllm serve m --compilation-config.level 3\n', 'shellscript'],
    ['the start of a flag, as argparse allows', 'vllm serve m --tensor-parallel 2\n', 'shellscript'],
    ['another image', 'docker run x/proxy --max-model-length 1 # not vllm\n', 'shellscript'],
    ['flags of the container', 'docker run --max-model-length vllm/vllm-openai --port 1\n', 'shellscript'],
    ['another stage', 'FROM vllm/vllm-openai\nFROM nginx\nCMD ["--max-model-length"]\n', 'dockerfile'],
    ['a comment', '# vllm serve m --max-model-length 1\n', 'shellscript'],
    ['what follows the command', 'vllm serve m | tee --max-model-length\n', 'shellscript'],
    ['a container of its own', '- image: vllm/vllm-openai\n- image: proxy\n  args: ["--max-model-length"]\n', 'yaml'],
    ['a quote that is never closed', '- image: vllm/vllm-openai\n  args: ["--max-model-length, x]\n', 'yaml'],
  ])('is silent on %s', (_name, text, language) => {
    checkNone(fix, text, language);
  });

  it('takes its time from the length of the text alone', () => {
    const start = cpuTime();
    for (const unit of [
      'vllm serve --a ',
      'args:\n',
      'args: [',
      "- image: vllm/v'\n  args:\n",
      'CMD ["vllm", ',
      '--x=1 \\\n',
      ' ',
    ]) {
      for (const language of ['yaml', 'shellscript', 'dockerfile']) {
        expect(Array.isArray(findingsOf(fix, `vllm serve -- ${unit.repeat(20_000)}`, language))).toBe(true);
      }
    }
    expect(cpuTime() - start).toBeLessThan(8000);
  });
});

it('the start of a flag stands for the whole, which may be gone', () => {
  const command = (flag: string) => `vllm serve m ${flag} --port 1\n`;
  checkNone(fix, command('--max-num-seq=4'), 'shellscript');
  checkWithheld(
    fix,
    command('--disable-log-request'),
    '--disable-log-requests is gone',
    '--disable-log-request',
    'shellscript',
  );
});

it('JSON in a command that a longer string holds has its quotes escaped twice', () => {
  const command = (json: string) => `START="source env;\n  vllm serve m \\\n  --kv-transfer-config '${json}'"\n`;
  checkNone(fix, command('{\\"kv_connector\\":\\"N\\"}'), 'shellscript');
  checkWithheld(fix, command('{\\"kv_connector\\":}'), 'no valid JSON', 'kv_connector', 'shellscript');
});

describe('JSON that a shell fills in', () => {
  const command = (json: string) => `vllm serve m --kv-transfer-config ${json} --port 1\n`;

  it.each([
    ['a variable in a string', '"{\\"kv_connector\\":\\"$C\\"}"'],
    ['a variable for a number', '"{\\"kv_port\\":$P}"'],
    ['a variable for what may end the object', `'{"kv_port":1'"$REST"`],
    ['quotes that change', `'{"kv_connector":"'"$C"'"}'`],
    ['a default with quotes', `"{\\"a\\":\\"\${C:-"x"}\\"}"`],
    ['a command', '"{\\"a\\":\\"$(hostname -i)\\"}"'],
    ['a template', `'{"a": {{ .Values.x }}'`],
    ['a format of a script', `'{"a": %s'`],
    ['the whole value', '"$JSON"'],
    ['a name in braces', `"{\\"a\\":\\"tcp://\${IP}:\${P:-1}\\"}"`],
    ['no variable, in quotes of its own', `'{"kv_connector":"$C"}'`],
  ])('may be whole: %s', (_name, json) => {
    checkNone(fix, command(json), 'shellscript');
  });

  it.each([
    ['a brace', '"{\\"a\\":{\\"ip\\":\\"$IP\\"}"'],
    ['a comma', `'{"a":"'"$A"'" "b":1}'`],
    ['a comma too many', `"{\\"a\\":\\"\${A}\\",}"`],
  ])('lacks %s whatever is filled in', (_name, json) => {
    checkWithheld(fix, command(json), 'no valid JSON', 'a', 'shellscript');
  });

  it('is read for --hf-overrides as well', () => {
    const unit = (json: string) => `[Service]\nExecStart=/opt/vllm/bin/vllm serve m --hf-overrides '${json}'\n`;
    checkNone(fix, unit('{"rope_scaling": {"factor": 4.0}}'), 'systemd-unit-file');
    checkWithheld(fix, unit('{"rope_scaling": {"factor": 4.0}'), 'no valid JSON', 'factor', 'systemd-unit-file');
  });
});

describe('a number out of bounds is explained, by where the bound stands:', () => {
  it.each([
    ['--port 70000', '16 bits', '70000'],
    ['--port=-1', '16 bits', '-1'],
    ['--data-parallel-rpc-port 65536', '16 bits', '65536'],
    ['--max-model-len 0', 'model.py:869', '0'],
    ['--max-model-len -2', 'or -1', '-2'],
    ['-tp 0', 'parallel.py:124', '0'],
    ['--max-num-seqs -5', 'scheduler.py:63', '-5'],
    ['--gpu-memory-utilization 0', 'above 0', '0'],
    ['--watermark 1.0', 'below 1', '1.0'],
    ['--max-loras 0', 'lora.py:37', '0'],
    ['--cpu-offload-gb -0.5', 'offload.py:23', '-0.5'],
    ['--block-size 0', 'cache.py:49', '0'],
  ])('%s', (flags, reason, at) => {
    checkWithheld(fix, `vllm serve m ${flags}\n`, reason, at, 'shellscript');
  });

  it.each([
    '--port 0',
    '--port 65535',
    '--max-model-len -1',
    '--max-model-len auto',
    '--max-model-len 32k',
    '--gpu-memory-utilization 1',
    '--gpu-memory-utilization 1.0',
    '--watermark 0',
    '--max-logprobs -1',
    '--data-parallel-size-local 0',
    '--tensor-parallel-size "$GPUS"',
    '--cpu-offload-gb 0',
    '--shutdown-timeout 0',
  ])('but not %s', (flags) => {
    checkNone(fix, `vllm serve m ${flags}\n`, 'shellscript');
  });

  it('but not for a release that may not have the check', () => {
    const run = (tag: string, flags: string) => `docker run vllm/vllm-openai:${tag} --model m ${flags}\n`;
    checkNone(fix, run('v0.9.1', '--max-model-len 0'), 'shellscript');
    checkNone(fix, run('v0.9.1', '--gpu-memory-utilization 0'), 'shellscript');
    checkWithheld(fix, run('v0.14.0', '--max-model-len 0'), 'at least 1', '0', 'shellscript');
    checkWithheld(fix, run('v0.9.1', '--tensor-parallel-size 0'), 'at least 1', '0', 'shellscript');
  });
});

describe('a value that no release takes is found behind', () => {
  const serve = 'vllm serve m --dtype bf16';
  const image = 'vllm/vllm-openai:v0.9.1';

  it.each([
    `docker run --gpus all ${image} --model m --dtype bf16`,
    `docker container run ${image} --dtype bf16`,
    `docker --context far run ${image} --dtype bf16`,
    `sudo podman run docker.io/${image} --dtype bf16`,
    `nerdctl -n k8s.io run ${image} --dtype bf16`,
    `docker create ${image} --dtype bf16`,
    `docker run --entrypoint vllm ${image} serve m --dtype bf16`,
    `docker run --entrypoint=python3 ${image} -m vllm.entrypoints.openai.api_server --dtype bf16`,
    `docker run --entrypoint bash ${image} -c "${serve}"`,
    `kubectl run v --image=${image} -- --dtype bf16`,
    `apptainer run --nv docker://${image} --dtype bf16`,
    `ssh host "docker run ${image} --dtype bf16"`,
    `srun -N1 --gpus 8 ${serve}`,
    `ray job submit --address a -- ${serve}`,
    `uv run --with vllm ${serve}`,
    'python -m vllm.entrypoints.openai.api_server --model m --dtype bf16',
    'python3 -m vllm.entrypoints.cli.main serve m --dtype bf16',
    `env A=1 B=2 ${serve}`,
    `A=1 nohup ${serve} > log 2>&1 &`,
    `exec ${serve}`,
    `sudo -E ${serve}`,
    `bash -lc 'source env && exec ${serve}'`,
    `tmux new -d -s v "${serve}"`,
    `docker exec c ${serve}`,
    `numactl -N 0 timeout 10 ${serve}`,
  ])('%s', (line) => {
    checkWithheld(fix, `${line}\n`, 'one of auto, half', 'bf16', 'shellscript');
  });

  it.each([
    ['a list', `- image: ${image}\n  args: ["--model", "m", "--dtype", "bf16"]\n`],
    ['one item', `- image: ${image}\n  args:\n    - --dtype=bf16\n`],
    ['a string', `services:\n  v:\n    image: ${image}\n    command: --model m --dtype bf16\n`],
    ['a script', `- image: ${image}\n  command: ["sh", "-c"]\n  args:\n    - |\n      ${serve}\n`],
  ])('%s of a manifest', (_name, text) => {
    checkWithheld(fix, text, 'one of auto, half', 'bf16', 'yaml');
  });

  it.each([
    `docker run --entrypoint nvidia-smi ${image} --dtype bf16`,
    `docker compose run v --dtype bf16`,
    `docker build -t ${image} --dtype bf16`,
    `kubectl run v --image=${image}`,
    `echo docker run ${image} --dtype bf16`,
  ])('but not in %s', (line) => {
    checkNone(fix, `${line}\n`, 'shellscript');
  });
});
