/** The payload that the tool was made for: a scrape of a ZMQ port, as it stands in vLLM's error message. */
import { expect, test } from 'vitest';
import { decode } from '../../server/src/core/decode/decode';
import { findPayloads } from '../../server/src/core/decode/find';
import { readingToJson } from '../../server/src/core/decode/json';

const integer =
  '1686319630778293995078299103167563579499603905256250717064909206856998694298046203802202091868134188419865871146820170319286026737070985330274755728732960911242422067284';
const line = `RuntimeError: Message from engine with unexpected data parallel rank: ${integer}`;
const decoded = 'T /metrics HTTP/1.1\r\nHost: 172.26.43.196:13345\r\nUser-Agent: vm_promscr';
const python = `b'${decoded.replaceAll('\r', '\\r').replaceAll('\n', '\\n')}'`;

const rows: [string, string, string][] = [
  ['the whole line', line, 'int-decimal'],
  ['the integer alone', integer, 'int-decimal'],
  ['a Python literal', python, 'python-bytes'],
  ['text that was decoded already', decoded, 'text'],
];

test.each(rows)('the scrape is named from %s', (_, input, form) => {
  const reading = decode(input);
  expect(reading.form).toBe(form);
  expect(reading.kind).toBe('http1-request');
  expect(reading.fields).toMatchObject({
    zmtp1: true,
    restored_prefix_hex: '4745',
    method: 'GET',
    target: '/metrics',
    host: '172.26.43.196:13345',
    user_agent: 'vm_promscr',
  });
  expect(reading.summary).toContain('GET /metrics');
  expect(reading.summary).toContain('vm_promscr… (cut;');
  expect(reading.summary).toContain('sends vm_promscrape)');
  expect(reading.details.join('\n')).toContain('ZMQ_ZAP_DOMAIN');
});

test('the integer is 70 bytes, little-endian, and the length proves the first lost byte', () => {
  const json = readingToJson(decode(line), 'seed');
  expect(json.id).toBe('seed');
  expect(json.bytes_hex).toBe(Buffer.from(decoded, 'latin1').toString('hex'));
  expect(json.fields).toMatchObject({ identity_len: 70 });
  expect(json.details.join('\n')).toContain('0x47 = 71');
});

test('a hover finds the integer, and nothing else, in the line', () => {
  expect(findPayloads(line).map((found) => line.slice(found.start, found.end))).toEqual([integer]);
  expect(findPayloads('INFO 07-28 12:00:01 [core.py:708] init engine took 12.5 s, 70 bytes')).toEqual([]);
});

test.each([
  ['Prometheus', 'calling itself Prometheus… (cut): Prometheus'],
  ['vm_promscr', "calling itself vm_promscr… (cut; VictoriaMetrics' scraper sends vm_promscrape)"],
])('a cut User-Agent %s is told once', (agent, words) => {
  expect(decode(`b'GET /metrics HTTP/1.1\\r\\nUser-Agent: ${agent}'`).summary).toContain(words);
});
