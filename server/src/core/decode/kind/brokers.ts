/** First messages of message brokers: AMQP, MQTT, Kafka. */
import { beNumber, hasText, latin1, u8 } from '../bytes';
import { oneLine, utf8, utf8Bytes } from '../text';
import { type KindReader, type KindReading, leaf, type Payload } from './kind';

/** AMQP 0-9-1 4.2.2 and AMQP 1.0 2.2: `AMQP`, then protocol id and version. */
function amqpVersion(bytes: Uint8Array): string | undefined {
  const [id, major, minor, revision] = [u8(bytes, 4), u8(bytes, 5), u8(bytes, 6), u8(bytes, 7)];
  if (id === 0 && major === 0 && minor === 9 && revision === 1) return '0-9-1';
  if (id === 1 && major === 1) return `${minor}-${revision}`;
  return major === 1 && minor === 0 ? `1.0.${revision}` : undefined;
}

/** AMQP 1.0 negotiates in layers, each with a protocol id of its own: 5.2 and 5.3. */
const amqpLayers = new Map([
  [2, 'TLS'],
  [3, 'SASL'],
]);

/** Four bytes that another program took for a number. */
function startOfAmqp({ bytes }: Payload): KindReading {
  return {
    kind: 'amqp-header',
    confidence: 'fits',
    summary: 'The beginning of an AMQP protocol header: a RabbitMQ or other AMQP client',
    details: [],
    fields: {},
    tree: [leaf(0, bytes.length, 'name', 'AMQP')],
    incomplete: true,
  };
}

export const amqp: KindReader = {
  kinds: ['amqp-header'],
  source: 'AMQP 0-9-1 4.2.2; AMQP 1.0 2.2',
  begins: utf8Bytes('A'),
  read: (payload) => {
    const { bytes } = payload;
    if (!hasText(bytes, 'AMQP')) return undefined;
    const version = amqpVersion(bytes);
    const layer = version?.startsWith('1.') ? amqpLayers.get(u8(bytes, 4)) : undefined;
    if (version === undefined) return payload.truncated && bytes.length < 8 ? startOfAmqp(payload) : undefined;
    return {
      kind: 'amqp-header',
      confidence: 'proven',
      summary: `AMQP ${version} protocol header${layer === undefined ? '' : ` of the ${layer} layer`}: a RabbitMQ or other AMQP client`,
      details: ['An AMQP client talks to this port.'],
      fields: { version, ...(layer !== undefined && { layer }) },
      tree: [leaf(0, 4, 'name', 'AMQP'), leaf(4, 8, 'version', version)],
    };
  },
};

/** Length of the remaining-length field of MQTT (1 to 4 bytes), or 0 where it is malformed: MQTT 3.1.1 2.2.3. */
function lengthWidth(bytes: Uint8Array): number {
  for (let width = 1; width <= 4; width++) if (u8(bytes, width) >= 0 && u8(bytes, width) < 128) return width;
  return 0;
}

/** MQTT CONNECT, 3.1.1 3.1: 10, remaining length, protocol name, level, flags, keep-alive, client id. */
export const mqtt: KindReader = {
  kinds: ['mqtt-connect'],
  source: 'MQTT 3.1.1 3.1; MQTT 5.0 3.1',
  begins: Uint8Array.of(0x10),
  read: (payload) => {
    const { bytes } = payload;
    const width = u8(bytes, 0) === 0x10 ? lengthWidth(bytes) : 0;
    const name = 1 + width;
    const length = beNumber(bytes, name, 2);
    const protocol =
      length === 4 || length === 6 ? latin1(bytes, name + 2, Math.min(bytes.length, name + 2 + length)) : '';
    if (width === 0 || (protocol !== 'MQTT' && protocol !== 'MQIsdp')) return undefined;
    const at = name + 2 + length;
    const level = u8(bytes, at);
    const idAt = at + 4 + (level === 5 ? 1 + Math.max(0, u8(bytes, at + 4)) : 0);
    const idLength = beNumber(bytes, idAt, 2);
    const id = idLength > 0 ? (utf8(bytes, idAt + 2, Math.min(bytes.length, idAt + 2 + idLength)) ?? '') : '';
    const cut = idAt + 2 + idLength > bytes.length;
    return {
      kind: 'mqtt-connect',
      confidence: 'proven',
      summary: `MQTT CONNECT${id ? ` of the client ${oneLine(id, 60)}${cut ? '…' : ''}` : ''} (protocol level ${level})`,
      details: ['An MQTT client talks to this port.'],
      fields: {
        protocol,
        level,
        ...(beNumber(bytes, at + 2, 2) >= 0 && { keepalive: beNumber(bytes, at + 2, 2) }),
        ...(id && (cut ? { client_id_prefix: id } : { client_id: id })),
      },
      tree: [
        leaf(0, name, 'fixed header', 'CONNECT'),
        leaf(name, at, 'protocol', protocol),
        leaf(at, bytes.length, 'rest', `level ${level}`),
      ],
      ...(cut && { incomplete: true }),
    };
  },
};

/** Requests by api_key: https://kafka.apache.org/protocol#protocol_api_keys */
const kafkaRequests = new Map([
  [0, 'Produce'],
  [1, 'Fetch'],
  [2, 'ListOffsets'],
  [3, 'Metadata'],
  [8, 'OffsetCommit'],
  [9, 'OffsetFetch'],
  [10, 'FindCoordinator'],
  [11, 'JoinGroup'],
  [12, 'Heartbeat'],
  [17, 'SaslHandshake'],
  [18, 'ApiVersions'],
  [19, 'CreateTopics'],
  [22, 'InitProducerId'],
  [36, 'SaslAuthenticate'],
]);

export const kafka: KindReader = {
  kinds: ['kafka-request'],
  source: 'Kafka protocol guide, Request Header v1',
  read: (payload) => {
    const { bytes } = payload;
    const size = beNumber(bytes, 0, 4);
    const key = beNumber(bytes, 4, 2);
    const version = beNumber(bytes, 6, 2);
    // A client id that is null has the length -1.
    const idLength = beNumber(bytes, 12, 2) === 0xffff ? 0 : beNumber(bytes, 12, 2);
    const whole = size === bytes.length - 4 || (payload.truncated && size > bytes.length - 4 && size < 100_000_000);
    // Of a request that is cut, a client's name is the least that must be there: zeros fit the rest.
    if (size !== bytes.length - 4 && idLength === 0) return undefined;
    if (!whole || size < 10 || key < 0 || key > 100 || version < 0 || version > 30) return undefined;
    const cut = 14 + idLength > bytes.length;
    if (idLength > 250 || (cut && (!payload.truncated || bytes.length < 16 || !kafkaRequests.has(key))))
      return undefined;
    const written = latin1(bytes, 14, Math.min(14 + idLength, bytes.length));
    // Of a name that is cut, marks at its end are those of the sentence around it.
    const id = cut ? written.replace(/[!?.,;:)"']{1,4}$/, '') : written;
    // Without a client's name the kind of request must be one that is known, and the header more than zeros.
    const named = idLength > 0 || (kafkaRequests.has(key) && beNumber(bytes, 12, 2) === 0xffff);
    if (!(cut ? /^[\w.@:/ -]*$/ : /^[\x20-\x7e]*$/).test(id) || !named) return undefined;
    const name = kafkaRequests.get(key) ?? `api_key ${key}`;
    return {
      kind: 'kafka-request',
      confidence: idLength > 0 && !cut ? 'proven' : 'fits',
      summary: `Kafka request ${name} v${version}${id ? ` of the client ${id}${cut ? '…' : ''}` : ''}`,
      details: ['A Kafka client talks to this port.'],
      fields: { api_key: key, api_version: version, [cut ? 'client_id_prefix' : 'client_id']: id },
      tree: [
        leaf(0, 4, 'size', String(size)),
        leaf(4, 8, 'api', `${name} v${version}`),
        leaf(8, 12, 'correlation id', String(beNumber(bytes, 8, 4))),
        leaf(12, 14 + id.length, 'client id', id),
        leaf(14 + id.length, bytes.length, 'body', `${bytes.length - 14 - id.length} bytes`),
      ],
    };
  },
};
