import { beforeAll, describe, expect, it } from 'vitest';
import { createCatalog } from '../../server/src/core/catalog/catalog';
import { createMatcher, type Matcher } from '../../server/src/core/match/matcher';
import { toMatchReports } from '../../server/src/core/match/report';
import { loaded } from '../support/wholeCatalog';

let matcher: Matcher;

beforeAll(() => {
  const { data } = loaded;
  // The tables alone: a row must hold its own against all others in the whole catalog, which `benign.mjs` and `check` try.
  const facts = Object.fromEntries(
    Object.entries(data.facts ?? {}).filter(([, { versions }]) => versions.length === 0),
  );
  const hub = Object.entries(data.facts ?? {}).filter(([project]) => project === 'huggingface_hub');
  matcher = createMatcher(
    createCatalog({ ...data, entries: [], facts: { ...facts, ...Object.fromEntries(hub) } }).sites,
  );
}, 60_000);

function found(text: string, line: number): string | undefined {
  const bytes = new TextEncoder().encode(text);
  const [first] = toMatchReports(bytes, matcher.match(bytes, { level: 'WARNING' })).filter((it) => it.line === line);
  return first && `${first.project}: ${first.function}`;
}

describe('a row of a table', () => {
  it.each([
    [
      '  Warning  BackOff    2m (x12 over 5m)  kubelet            Back-off restarting failed container vllm in pod vllm-0_default(0f1c)',
      'kubernetes: CrashLoopBackOff',
    ],
    [
      '  Normal   BackOff    30s   kubelet   Back-off pulling image "vllm/vllm-openai:v9"',
      'kubernetes: ImagePullBackOff',
    ],
    [
      '  Warning  Failed     45s   kubelet   Failed to pull image "vllm/vllm-openai:v9": rpc error: code = NotFound',
      'kubernetes: ErrImagePull',
    ],
    [
      '  Warning  Unhealthy  14s (x3 over 34s)  kubelet  Readiness probe failed: Get "http://10.244.1.7:8000/health": dial tcp',
      'kubernetes: Unhealthy',
    ],
    [
      '  Warning  FailedScheduling  30s   default-scheduler  0/3 nodes are available: 3 Insufficient nvidia.com/gpu.',
      'kubernetes: FailedScheduling',
    ],
    [
      'Message:      The node was low on resource: memory. Threshold quantity: 100Mi, available: 80Mi.',
      'kubernetes: Evicted',
    ],
    // What bash and Python printed when they were sent these signals.
    ['s2.sh: line 1: 23606 Segmentation fault      (core dumped) bash -c "kill"', 'linux: SIGSEGV'],
    ['Segmentation fault (core dumped)', 'linux: SIGSEGV'],
    ['Fatal Python error: Segmentation fault', 'linux: SIGSEGV'],
    ['Fatal Python error: Aborted', 'linux: SIGABRT'],
    [
      '/usr/lib/python3.12/multiprocessing/resource_tracker.py:254: UserWarning: resource_tracker: There appear to be 1 leaked shared_memory objects to clean up at shutdown',
      'linux: resource_tracker',
    ],
    [
      'requests.exceptions.HTTPError: 401 Client Error: Unauthorized for url: https://huggingface.co/api/models/a',
      'requests: HTTPError',
    ],
    [
      "httpx.HTTPStatusError: Client error '401 Unauthorized' for url 'https://huggingface.co/a'\nFor more information check: https://developer.mozilla.org/en-US/docs/Web/HTTP/Status/401",
      'httpx: HTTPStatusError',
    ],
    [
      "huggingface_hub.errors.HfHubHTTPError: 429 Too Many Requests: you have reached your 'api' rate limit.",
      'huggingface_hub: TooManyRequests',
    ],
  ])('fits %s', (text, expected) => {
    expect(found(text, 0)).toBe(expected);
  });

  it.each([
    [
      'Cannot access gated repo for url https://huggingface.co/a/resolve/main/config.json.',
      'huggingface_hub: GatedRepoError',
    ],
    ['Repository Not Found for url: https://huggingface.co/api/models/a.', 'huggingface_hub: RepositoryNotFoundError'],
  ])('fits the line of a refused request: %s', (line, expected) => {
    expect(found(`huggingface_hub.errors.HfHubHTTPError: 403 Client Error. (Request ID: Root=1;x)\n\n${line}`, 2)).toBe(
      expected,
    );
  });

  it.each([
    'A liveness probe failed on us yesterday.',
    'Back-off restarting failed things is what a kubelet does.',
    'the process was Killed by the user',
    'It ended in a segmentation fault.',
    'The kernel says Out of memory: that is all.',
    'A 401 Client Error means that the token is missing.',
  ])('fits no prose: %s', (text) => {
    expect(found(text, 0)).toBeUndefined();
  });
});
