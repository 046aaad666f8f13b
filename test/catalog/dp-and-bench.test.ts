import { describe, expect, it } from 'vitest';
import { templateShape } from '../../server/src/core/source/shape';
import { wholeCatalog, wholeMatcher } from '../support/wholeCatalog';

/**
 * Errors and log lines around the data-parallel start, the engines and the benchmark that the catalog must explain, as
 * the source has them at the pinned commit: file, line, text. Typed from reading the source, not from the entries.
 */
const engine = 'vllm/v1/engine';
const rustClient = 'rust/src/engine-core-client/src';
const bench = 'rust/src/bench/src';
const mismatch =
  'Configuration mismatch detected for engine {}. All DP workers must have identical configurations for parameters that affect collective communication (e.g., enable_eplb, eplb_config.log_balancedness). Worker hash: {}, Expected hash: {}. Please ensure all workers are started with the same command-line arguments.';
const readyTimeout =
  'start. This is often caused by slow weight loading for large models. Waited {}s (configured by VLLM_ENGINE_READY_TIMEOUT_S). To increase the timeout, set the environment variable: VLLM_ENGINE_READY_TIMEOUT_S=<seconds>';

const wanted: readonly (readonly [file: string, line: number, text: string])[] = [
  // wait_for_engine_startup
  [`${engine}/utils.py`, 1254, 'Engine core initialization failed. See root cause above. Failed core proc(s): {}'],
  [`${engine}/utils.py`, 1265, 'Message from engine with unexpected data parallel rank: {}'],
  [`${engine}/utils.py`, 1271, '{} message from {} engine {}, expected it to be {}'],
  [`${engine}/utils.py`, 1281, 'Remote engine {} must not use --headless in external or hybrid dp lb mode'],
  [`${engine}/utils.py`, 1287, 'Remote engine {} must use --headless unless in external or hybrid dp lb mode'],
  [`${engine}/utils.py`, 1321, mismatch],
  [`${engine}/utils.py`, 1336, 'Unexpected {} message for local engine {} in {} state.'],
  [`${engine}/utils.py`, 1336, 'Unexpected {} message for remote engine {} in {} state.'],
  [`${engine}/utils.py`, 1261, 'too many values to unpack (expected 2)'],
  [`${engine}/utils.py`, 1261, 'too many values to unpack (expected 2, got {})'],
  [`${engine}/utils.py`, 1268, 'MessagePack data is malformed: {}'],
  [`${engine}/utils.py`, 1269, "'status'"],
  [`${engine}/utils.py`, 1269, "'{}' object is not subscriptable"],
  // Its neighbours
  [`${engine}/core.py`, 1254, 'Did not receive response from front-end process within {} minutes'],
  [`${engine}/core.py`, 1125, 'Input socket thread died during startup'],
  [`${engine}/core.py`, 1127, 'Waiting for READY message from DP Coordinator...'],
  [`${engine}/core.py`, 1349, 'EngineCore failed to start.'],
  [`${engine}/core.py`, 1351, 'EngineCore encountered a fatal error.'],
  [`${engine}/core_client.py`, 658, `Timed out waiting for engine core processes to ${readyTimeout}`],
  [`${engine}/core_client.py`, 668, "b'{}'"],
  [
    `${engine}/coordinator.py`,
    66,
    'DP Coordinator process failed to report ZMQ addresses within timeout={} seconds during startup.',
  ],
  [`${engine}/coordinator.py`, 73, 'DP Coordinator process failed during startup.'],
  [
    `${engine}/coordinator.py`,
    242,
    'DP Coordinator received unexpected message while waiting for engines to subscribe',
  ],
  // Loops that one message can end
  [`${engine}/async_llm.py`, 706, 'AsyncLLM output_handler failed.'],
  [`${engine}/core_client.py`, 1060, 'Expected `array`, got `{}`'],
  [`${engine}/coordinator.py`, 371, 'Expected `array`, got `{}`'],
  [`${engine}/exceptions.py`, 13, 'EngineCore encountered an issue. See stack trace (above) for the root cause.'],
  ['vllm/v1/utils.py', 571, 'Process {} (PID: {}) died with exit code {}'],
  [
    'vllm/distributed/kv_transfer/kv_connector/v1/mooncake/mooncake_connector.py',
    1163,
    'Error in Mooncake sender thread: {}. Exiting thread.',
  ],
  // The Rust front end
  [`${rustClient}/error.rs`, 22, 'messagepack decode failed for {}: {}'],
  [`${rustClient}/error.rs`, 39, 'engine core reported fatal failure'],
  [`${rustClient}/error.rs`, 41, 'startup handshake timed out while waiting for {} after {}'],
  [`${rustClient}/error.rs`, 46, 'engine input registration timed out after {}'],
  [`${rustClient}/error.rs`, 48, 'unexpected engine id in startup handshake: expected {}, got {}'],
  [`${rustClient}/error.rs`, 50, 'unexpected startup handshake message: {}'],
  [`${rustClient}/error.rs`, 71, 'data parallel rank {} is out of range for {} engine(s)'],
  // The benchmark
  [`${bench}/error.rs`, 8, 'HTTP request failed: {}'],
  [`${bench}/error.rs`, 11, 'JSON error: {}'],
  [`${bench}/error.rs`, 14, 'Tokenizer error: {}'],
  [`${bench}/error.rs`, 21, 'tokenize endpoint unavailable: {}'],
  [`${bench}/error.rs`, 24, 'Configuration error: {}'],
  [`${bench}/error.rs`, 27, 'Endpoint not ready after {}s: {}'],
  [`${bench}/error.rs`, 30, 'Backend error: {}'],
  [`${bench}/error.rs`, 33, 'IO error: {}'],
  [`${bench}/benchmark.rs`, 746, 'server tokenizer unavailable; skipping prompt verification'],
  [`${bench}/benchmark.rs`, 771, 'server tokenizer became unavailable; using client token counts'],
];

const catalog = wholeCatalog();

describe('the catalog explains the data-parallel start, the engines and the benchmark', () => {
  it.each(wanted)('%s:%i %s', (file, line, text) => {
    const shapes = catalog.sites
      .filter((site) => site.project === 'vllm' && site.file === file && site.line === line)
      .map((site) => templateShape(site.template));
    expect(shapes).toContain(templateShape(text));
  });
});

describe('weak texts of the benchmark', () => {
  it.each([
    'HTTP request failed: {0}',
    'JSON error: {0}',
    'Tokenizer error: {0}',
    'Configuration error: {0}',
    'Backend error: {0}',
    'IO error: {0}',
  ])('%s needs the benchmark’s own words around it', (template) => {
    const sites = catalog.sites.filter((site) => site.template === template && site.project === 'vllm');
    expect(sites).not.toHaveLength(0);
    for (const site of sites) {
      expect(site.context).toContain('Benchmark failed');
      expect(site.context).not.toContain('Caused by:');
    }
  });
});

describe('kinds of relation', () => {
  it('shows the two ends of a raise path', () => {
    const after = catalog
      .related('vllm/engine-core/failed-to-start')
      .find(({ code }) => code === 'vllm/engine-core/initialization-failed');
    const before = catalog
      .related('vllm/engine-core/initialization-failed')
      .find(({ code }) => code === 'vllm/engine-core/failed-to-start');
    expect(after?.relations[0]).toBe('path-after');
    expect(before?.relations[0]).toBe('path-before');
  });

  it('keeps the benchmark apart from the connector that shared its pages', () => {
    for (const code of ['vllm/bench/tokenize-unavailable', 'vllm/bench/tokenizer']) {
      expect(catalog.related(code).filter((entry) => entry.code.startsWith('vllm/moriio/'))).toEqual([]);
    }
  });
});

/** Lines and the entry that explains them; null: no entry may. Pages elsewhere explained some of them as others. */
const lines: readonly (readonly [text: string, code: string | null])[] = [
  ['tokenize endpoint unavailable: HTTP 404 Not Found', 'vllm/bench/tokenize-unavailable'],
  ['Error: tokenize endpoint unavailable: 404 Not Found', 'vllm/bench/tokenize-unavailable'],
  ['Error: Benchmark failed\n\nCaused by:\n    Tokenizer error: Failed to load tokenizer:', 'vllm/bench/tokenizer'],
  [
    'Error: Benchmark failed\n\nCaused by:\n    Tokenizer error: Prompt 3: server returned no tokens, cannot fix prompt length',
    'vllm/bench/tokenizer',
  ],
  [
    'Error: Benchmark failed\n\nCaused by:\n    0: IO error: Read-only file system (os error 30)\n    1: Read-only file system (os error 30)',
    'vllm/bench/io',
  ],
  [
    'Error: Endpoint not ready after 600s: error sending request for url (http://x/v1/models)',
    'vllm/bench/endpoint-timeout',
  ],
  [
    'RuntimeError: Message from engine with unexpected data parallel rank: 256',
    'vllm/dp-handshake/unexpected-data-parallel-rank',
  ],
  ['data parallel rank 7 is out of range for 4 engine(s)', 'vllm/rust-frontend/data-parallel-rank-out-of-range'],
  [
    'RuntimeError: Unexpected HELLO message for local engine 0 in CoreEngineState.READY state.',
    'vllm/dp-handshake/unexpected-status',
  ],
  [
    'RuntimeError: HELLO message from remote engine 0, expected it to be local',
    'vllm/dp-handshake/local-remote-mismatch',
  ],
  ['Tokenizer error: unexpected end of input', null],
  ['IO error: No such file or directory (os error 2)', null],
  ['Error: HTTP request failed: 503', null],
  ['ValueError: too many values to unpack (expected 2)', null],
  ["TypeError: 'int' object is not subscriptable", null],
  ["KeyError: 'status'", null],
];

describe('lines come up with the right entry', () => {
  const matcher = wholeMatcher();

  it.each(lines)('%j: %s', (text, code) => {
    const bytes = new TextEncoder().encode(text);
    const codes = matcher.match(bytes, { level: 'WARNING' }).map((match) => match.site.code);
    if (code === null) expect(codes).toEqual([]);
    else expect(codes).toContain(code);
    expect(codes.filter((found) => found.startsWith('vllm/moriio/'))).toEqual([]);
  });
});
