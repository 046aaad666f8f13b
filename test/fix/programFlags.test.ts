/** Flags of each program of vLLM, however a command reaches it, and of programs that stand beside it. */
import { describe, expect, it } from 'vitest';
import { checkFix, checkNone, checkWithheld, findingsOf } from './check';

const fix = 'check-vllm-flags';

describe('a flag that the program does not have', () => {
  it.each([
    ['bench serve', '--random-inputlen 5', '--random-input-len 5'],
    ['bench serve', '--dataset_nam random', undefined],
    ['bench latency', '--num-iter-warmup 3', '--num-iters-warmup 3'],
    ['bench latency', '--tensor-paralel-size 2', '--tensor-parallel-size 2'],
    ['bench throughput', '--num-prompt 5 --input-length 5', undefined],
    ['bench throughput', '--async-engin', undefined],
    ['bench throughput', '--input-lens 5', '--input-len 5'],
    ['bench startup', '--num-iter-colds 5', '--num-iters-cold 5'],
    ['bench mm-processor', '--num-warmup-s 5', '--num-warmups 5'],
    ['bench sweep serve', '--serve-cmds "vllm serve m"', '--serve-cmd "vllm serve m"'],
    ['bench sweep plot', '--fig-heigth 3', '--fig-height 3'],
    ['chat', '--system-promt x', '--system-prompt x'],
    ['complete', '--max-token-s 5', '--max-tokens 5'],
    ['run-batch', '--input-fil3 a', '--input-file a'],
    ['run-batch', '--gpu-memory-utilisation 0.5', '--gpu-memory-utilization 0.5'],
    ['launch render', '--max-model-length 5', '--max-model-len 5'],
    ['serve', '--tp 2', '--tensor-parallel-size 2'],
    ['serve', '--ep', '--enable-expert-parallel'],
    ['serve', '--no-enable-prefix-cachin', undefined],
    ['serve', '--no-enable-prefixcaching', '--no-enable-prefix-caching'],
    ['serve', '--compilation-confg.mode 3', '--compilation-config.mode 3'],
    ['serve', '--mem-fraction-static 0.8', '--gpu-memory-utilization 0.8'],
    ['serve', '-max-model-len 5', '--max-model-len 5'],
    ['serve', '\u2013max-model-len 5', '--max-model-len 5'],
    ['serve', '\u2014-max_model_len 5', '--max-model-len 5'],
    ['serve', '--Max-Model-Len 5', '--max-model-len 5'],
    ['serve', '--max-model-len: 5', '--max-model-len 5'],
    [
      'bench sweep serve',
      '-o x --serve-cmd "vllm serve m --max-model-length 5"',
      '-o x --serve-cmd "vllm serve m --max-model-len 5"',
    ],
  ])('vllm %s %s', (program, before, after) => {
    const command = (flags: string) => `vllm ${program} m ${flags} > log.txt\n`;
    if (after) checkFix(fix, command(before), command(after), 'unsafe', 'shellscript');
    // The start of a flag stands for the whole, where it is that of one alone.
    else expect(findingsOf(fix, command(before), 'shellscript').filter(({ edits }) => edits.length > 0)).toEqual([]);
  });

  it.each([
    ['serve', '--foobar-quux', 'vllm serve has no --foobar-quux'],
    ['serve', '--num-prompts 3', 'vllm serve has no --num-prompts'],
    ['bench serve', '--max-model-len 3', 'vllm bench serve has no --max-model-len'],
    ['chat', '--port 8000', 'vllm chat has no --port'],
    ['collect-env', '--verbose', 'vllm collect-env has no --verbose'],
    ['serve', '--no-headless', '--headless has no opposite'],
    ['serve', '--max-num 3', 'can be --max-num-batched-tokens'],
    ['serve', '-zz 3', 'vllm serve has no flag -zz'],
    ['serve', '-p 8000', '-p can be '],
    ['serve', '--max-model-len --port 1', '--max-model-len needs a value'],
  ])('is explained where nothing is near: vllm %s %s', (program, flags, reason) => {
    checkWithheld(fix, `vllm ${program} m ${flags}\n`, reason, flags.split(' ')[0] ?? '', 'shellscript');
  });
});

describe('a flag that the program has', () => {
  it.each([
    ['serve', '-tp 2 -pp=2 -O3 -dp 2 -ep -q fp8 -cc.mode 3 -O 2 -O.level 1'],
    ['serve', '--max_model_len 5 --no-enable-prefix-caching --kv-transfer-config.kv_role kv_both'],
    ['serve', '--enable-log-requests --no-enable-log-requests --served-model-name a b --help'],
    ['serve', '--max-model-len auto --max-num-batched-tokens 25.6k --seed None --kv-cache-memory-bytes 4G'],
    ['serve', '--omni --anything-of-omni 3'],
    ['bench serve', '--backend vllm --no-stream --random-input-len 5 --ignore-eos --profile'],
    ['bench throughput', '--async-engine --random-range-ratio 0.1 -tp 2 --no-reranker --enforce-eager'],
    ['bench sweep serve_workload', '--workload-var request_rate --dry-run'],
    ['run-batch', '-i a -o b --enable-metrics --max-model-len 3'],
    ['chat', '-q hello --url x --stats'],
    ['serve', '-t 2 -qfp8'],
  ])('vllm %s %s', (program, flags) => {
    checkNone(fix, `vllm ${program} m ${flags}\n`, 'shellscript');
  });

  it.each([
    ['docker run --rm --gpus all --shm-size 1g --foobar vllm/vllm-openai:v0.11.0 --model m --port 1', 'a container'],
    ['docker run --gpus all --entrypoint python3 vllm/vllm-openai:v0.11.0 x.py --foobar 1', 'another entry point'],
    ['docker run --rm --gpus all rocm/vllm bash --foobar 1', 'another program of the image'],
    ['ray start --head --num-gpus=8 && vllm serve m', 'ray'],
    ['torchrun --nproc-per-node 8 -m vllm.entrypoints.openai.api_server --model m', 'torchrun'],
    ['nsys profile --trace-fork-before-exec=true vllm serve m', 'nsys'],
    ['numactl --cpunodebind=0 --membind=0 vllm serve m', 'numactl'],
    ['env --unset=X -u Y vllm serve m', 'env'],
    ['kubectl exec -it deploy/vllm --container vllm -- vllm serve m', 'kubectl'],
    ['kubectl logs vllm --foobar', 'kubectl alone'],
    ['vllm serve m --port 8000; curl --foobar x', 'what follows'],
    ['vllm serve m --port 8000& wait --foobar', 'the background'],
    ['(vllm serve m --port 8000)', 'brackets'],
    ['vllm serve m --port 8000|tee --foobar x', 'a pipe'],
    ['vllm serve m --port 8000 2>&1 | tee --foobar x', 'a pipe with errors'],
    ['vllm serve m --port 8000>log --max-model-len 5', 'a file'],
    ['pip install vllm --foobar-url x', 'pip'],
    ['echo vllm serve m --foobar', 'echo'],
    ['pkill -f vllm serve --foobar', 'pkill'],
    ['vllm serve m --max-model-len $(cat len --foobar) --port $((8000 + RANK))', 'what a shell fills in'],
    ['vllm serve m "$@" -- --foobar', 'what stands behind two dashes'],
    ['conda activate vllm && cd vllm && python bench.py --foobar', 'a folder of the name'],
  ])('of %s is not asked about (%s)', (command) => {
    checkNone(fix, `${command}\n`, 'shellscript');
  });
});

describe('the program is found', () => {
  it.each([
    ['cd vllm && vllm serve m --foobar-quux', 'behind a folder of the name'],
    ['conda activate vllm; vllm serve m --foobar-quux', 'behind an environment of the name'],
    ["ssh host 'source x; vllm serve m --foobar-quux'", 'in what another machine runs'],
    ['tmux new -d "vllm serve m --foobar-quux"', 'in what a terminal runs'],
    ['srun bash -lc "ray start --head; vllm serve m --foobar-quux"', 'in a script of a script'],
    ['docker exec vllm vllm serve m --foobar-quux', 'in a container of the name'],
    ['CUDA_VISIBLE_DEVICES=0 nohup /opt/vllm/bin/vllm serve m --foobar-quux &', 'behind variables'],
    ['uv run python -m vllm.entrypoints.openai.api_server --model m --foobar-quux', 'as a module'],
    ['python vllm/entrypoints/openai/api_server.py --model m --foobar-quux', 'as a file'],
    ['docker run vllm/vllm-openai:v0.11.0 --model m --foobar-quux', 'as the entry point of an image'],
    ['if ! vllm serve m --foobar-quux; then exit 1; fi', 'behind a word of the shell'],
  ])('%s (%s)', (command) => {
    checkWithheld(fix, `${command}\n`, 'no --foobar-quux', '--foobar-quux', 'shellscript');
  });

  it.each([
    ['command and args', '- image: x/llm-d:1\n  command: ["vllm", "serve"]\n  args: ["m", "--foobar-quux"]\n'],
    [
      'a shell and its script',
      '- command: [bash, -c]\n  args:\n    - |\n      set -e\n      exec vllm serve m --foobar-quux\n',
    ],
    ['an anchor', 'x: &a ["vllm", "serve", "m", "--foobar-quux"]\nspec:\n  command: *a\n'],
    [
      'a merged service',
      'x-base: &b\n  image: vllm/vllm-openai\nservices:\n  a:\n    <<: *b\n    command: --model m --foobar-quux\n',
    ],
    ['a script of a ConfigMap', 'kind: ConfigMap\ndata:\n  start.sh: |\n    vllm serve m \\\n      --foobar-quux\n'],
    [
      'a patch in a kustomization',
      'patches:\n  - patch: |-\n      kind: Deployment\n      spec:\n        command: [vllm, serve, m, --foobar-quux]\n',
    ],
    [
      'the values of a chart',
      'image:\n  repository: vllm/vllm-openai\n  tag: v0.11.0\nargs: ["--model", "m", "--foobar-quux"]\n',
    ],
  ])('in YAML: %s', (_name, text) => {
    checkWithheld(fix, text, 'no --foobar-quux', '--foobar-quux', 'yaml');
  });

  it.each([
    ['an entry point and its command', 'FROM cuda\nENTRYPOINT ["vllm", "serve"]\nCMD ["m", "--foobar-quux"]\n'],
    ['the shell form', 'FROM cuda\nRUN x\nCMD vllm serve m \\\n  # a comment\n  --foobar-quux\n'],
    ['the image', 'FROM vllm/vllm-openai:v0.11.0\nCMD ["--model", "m", "--foobar-quux"]\n'],
  ])('in a Dockerfile: %s', (_name, text) => {
    checkWithheld(fix, text, 'no --foobar-quux', '--foobar-quux', 'dockerfile');
  });

  it.each([
    [
      'a unit with comments in its command',
      '[Service]\nExecStart=/usr/bin/vllm serve m \\\n# cards\n  --port 1 \\\n  --foobar-quux\n',
    ],
    ['a unit of Podman', '[Container]\nImage=docker.io/vllm/vllm-openai:v0.11.0\nExec=--model m --foobar-quux\n'],
  ])('in %s', (_name, text) => {
    checkWithheld(fix, text, 'no --foobar-quux', '--foobar-quux', 'systemd-unit-file');
  });

  it.each([
    [
      'another program of the container',
      '- image: vllm/vllm-openai\n  command: ["python3", "x.py"]\n  args: ["--foobar-quux"]\n',
      'yaml',
    ],
    ['a router', '- image: lmcache/vllm-router:1\n  args: ["--foobar-quux"]\n', 'yaml'],
    ['an image with the name in it', '- image: acme/my-vllm:1\n  args: ["--foobar-quux"]\n', 'yaml'],
    ['text for people', 'description: |\n  vllm serve m --foobar-quux\n', 'yaml'],
    [
      'an entry point of its own',
      'FROM vllm/vllm-openai\nENTRYPOINT ["python3", "x.py"]\nCMD ["--foobar-quux"]\n',
      'dockerfile',
    ],
  ])('not in %s', (_name, text, language) => {
    checkNone(fix, text, language);
  });
});

describe('an item of a list', () => {
  const list = (items: string) => `- image: vllm/vllm-openai\n  args:\n    - --model=m\n${items}`;

  it('is one argument', () => {
    checkFix(fix, list('    - --port 8000 # HTTP\n'), list('    - --port=8000 # HTTP\n'), 'unsafe', 'yaml');
    checkFix(fix, list('    - "--port 8000"\n'), list('    - "--port=8000"\n'), 'unsafe', 'yaml');
    checkWithheld(fix, list('    - --port 8000 --max-model-len 5\n'), 'one argument', '--port 8000', 'yaml');
  });

  it('keeps quotes that a shell would take off', () => {
    checkFix(
      fix,
      list(`    - --kv-transfer-config='{"kv_role":"kv_both"}'\n`),
      list(`    - --kv-transfer-config={"kv_role":"kv_both"}\n`),
      'unsafe',
      'yaml',
    );
  });

  it('takes its line with it, and leaves the comment of another', () => {
    checkFix(
      fix,
      list('    - --enforce-eager # slow\n    - "true"\n    - --port=1\n'),
      list('    - --enforce-eager # slow\n    - --port=1\n'),
      'unsafe',
      'yaml',
    );
  });
});

it('a blank behind a backslash ends the command', () => {
  const script = (end: string) => `vllm serve m --port 1 \\${end}\n  --max-model-len 5\n`;
  checkFix(fix, script('  '), script(''), 'unsafe', 'shellscript');
});

describe('what a script collects', () => {
  const script = (flag: string) => `ARGS=(--port 1\n  ${flag} 5 # tokens\n)\nEXTRA="--seed 1"\nARGS+=(--headless)\n`;

  it.each([
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a shell's.
    ['in an array', 'vllm serve m "${ARGS[@]}" $EXTRA\n'],
    ['in an array of two commands', 'vllm serve a $ARGS &\nvllm serve b $ARGS\n'],
  ])('%s is read where it is used', (_name, use) => {
    checkFix(fix, script('--max-model-length') + use, script('--max-model-len') + use, 'unsafe', 'shellscript');
  });

  it.each([
    ['once', '', true],
    ['in two places', 'if x; then\n  ARGS=(--port 2)\nfi\n', false],
    ['and added to', 'x && ARGS+=(--seed 1)\n', false],
    ['item by item', 'ARGS[0]=$x\n', false],
  ])('is whole where it is given %s', (_name, more, isWhole) => {
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a shell's.
    const text = `ARGS=(--port 8000 --headless)\n${more}${'vllm serve "$MODEL" "${ARGS[@]}" --api-server-count 2\n'}`;
    expect(findingsOf(fix, text, 'shellscript').map(({ why }) => why)).toEqual(
      isWhole ? [expect.stringContaining('A headless process')] : [],
    );
    checkNone(fix, text.replace('ARGS=(--port 8000', '  ARGS=(--port 8000'), 'shellscript');
  });

  it('may be of several branches', () => {
    checkNone(fix, `${script('--max-model-len')}ARGS+=(--api-server-count 2)\nvllm serve m $ARGS\n`, 'shellscript');
    checkNone(fix, `${script('--foobar-quux')}other $ARGS # not vllm\n`, 'shellscript');
  });
});

it('a release that came before the flag, or before what has no release yet', () => {
  const pod = (flag: string) => `- image: vllm/vllm-openai:v0.20.2\n  args: ["--model", "m", "${flag}"]\n`;
  checkWithheld(fix, pod('--enable-fault-tolerance'), 'it came after v0.20.2', '--enable-fault', 'yaml');
  checkWithheld(fix, pod('--task=embed'), 'the last with it', '--task', 'yaml');
  // Releases of another image are none of vLLM.
  checkNone(fix, pod('--enable-fault-tolerance').replace('vllm/vllm-openai', 'lmcache/vllm-openai'), 'yaml');
});
