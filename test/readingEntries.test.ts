import { encode } from '@msgpack/msgpack';
import { expect, it } from 'vitest';
import { decode } from '../server/src/core/decode/decode';
import { consequenceCodes, entriesOfReading } from '../server/src/core/readingEntries';
import { wholeCatalog } from './support/wholeCatalog';

const catalog = wholeCatalog();

function message(value: object): string {
  return Buffer.from(encode(value)).toString('hex');
}

it('names entries that exist', () => {
  expect(consequenceCodes.filter((code) => !catalog.get(code))).toEqual([]);
});

it.each([
  [
    'an HTTP scrape as a rank',
    'Message from engine with unexpected data parallel rank: 1686319630778293995078299103167563579499603905256250717064909206856998694298046203802202091868134188419865871146820170319286026737070985330274755728732960911242422067284',
    ['vllm/dp-handshake/unexpected-data-parallel-rank'],
  ],
  [
    'a notification without transfer_id',
    message({ type: 'write_done', req_id: 'a' }),
    ['vllm/moriio/notify-listener-died'],
  ],
  ['a valid notification', message({ type: 'write_done', req_id: 'a', transfer_id: 't' }), []],
  ['the dying engine', "b'ENGINE_CORE_DEAD'", ['vllm/engine-core/engine-dead']],
  [
    'a READY of three frames',
    `[b'\\x01\\x00', b'', b'\\x83\\xa6status\\xa5READY\\xa5local\\xc3\\xa8headless\\xc2']`,
    ['vllm/dp-handshake/not-two-frames'],
  ],
  [
    'a HELLO with a byte behind it',
    `[b'\\x01\\x00', b'\\x83\\xa6status\\xa5HELLO\\xa5local\\xc3\\xa8headless\\xc2\\n']`,
    ['vllm/dp-handshake/undecodable-message'],
  ],
  ['text', 'hello', []],
])('%s', (_, input, codes) => {
  expect(entriesOfReading(decode(input), catalog).map(({ code }) => code)).toEqual(codes);
});
