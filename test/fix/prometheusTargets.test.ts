/** Targets of Prometheus that are ZMQ ports of vLLM. */
import { describe, expect, it } from 'vitest';
import { applyEdits } from '../../server/src/core/fix/fixer';
import { checkFix, checkWithheld, findingsOf } from './check';

const fix = 'scrape-port';

it('a configuration of Prometheus names hosts of vLLM', () => {
  const text = (port: string) =>
    `scrape_configs:\n  - job_name: x\n    static_configs:\n      - targets: ["vllm-0:8000", "vllm-0.vllm:${port}", "redis:5557"]\n`;
  checkFix(fix, text('5557'), text('8000'), 'unsafe', 'yaml');
});

describe('a target that would be listed twice', () => {
  const head = 'scrape_configs:\n  - job_name: x\n    static_configs:\n      - targets:';
  const block = (...items: string[]) => `${head}\n${items.map((item) => `          - ${item}\n`).join('')}`;

  it.each([
    ['the last', ' ["vllm-0:8000", "vllm-0:5557"]', ' ["vllm-0:8000"]'],
    ['the first', " ['vllm-0:5557', vllm-0:8000, 'redis:1']", " [vllm-0:8000, 'redis:1']"],
    ['one over lines', ' [\n  "vllm-0:8000",\n  "vllm-0:5557",\n  "b:1"]', ' [\n  "vllm-0:8000",\n  "b:1"]'],
    ['two that become one', ' ["vllm-0:5557", "a:1", "vllm-0:5600"]', ' ["vllm-0:8000", "a:1"]'],
    ['the same twice', ' ["vllm-0:5557", "vllm-0:5557", "vllm-1:8000"]', ' ["vllm-0:8000", "vllm-1:8000"]'],
  ])('is removed: %s', (_name, before, after) => {
    checkFix(fix, `${head}${before}\n`, `${head}${after}\n`, 'unsafe', 'yaml');
  });

  it('is removed with its line', () => {
    const after = block('vllm-0:8000', 'redis:1');
    checkFix(fix, block('vllm-0:8000', '"vllm-0:5557"', 'redis:1'), after, 'unsafe', 'yaml');
    const windows = block('redis:1', 'vllm-0:8000', 'vllm-0:5557').replaceAll('\n', '\r\n').trimEnd();
    const left = block('redis:1', 'vllm-0:8000').replaceAll('\n', '\r\n').trimEnd();
    checkFix(fix, windows, left, 'unsafe', 'yaml');
  });

  it('is removed beside others at both ends of a list', () => {
    const text = `${head} ["vllm-0:5557", "vllm-0:5600", "vllm-0:8000", "vllm-0:5557"]\n`;
    const edits = findingsOf(fix, text, 'yaml').flatMap((finding) => finding.edits);
    expect(applyEdits(text, edits)).toBe(`${head} ["vllm-0:8000"]\n`);
  });

  it('is moved where another list has it, and on another host', () => {
    const other = '\n      - targets: ["vllm-0:8000"]\n';
    checkFix(
      fix,
      `${head} ["vllm-0:5557", "vllm-1:8000"]${other}`,
      `${head} ["vllm-0:8000", "vllm-1:8000"]${other}`,
      'unsafe',
      'yaml',
    );
  });

  it('is only explained beside a comment', () => {
    const text = block('vllm-0:8000', 'vllm-0:5557 # the second rank');
    checkWithheld(fix, text, 'listed already', '5557', 'yaml');
  });
});
