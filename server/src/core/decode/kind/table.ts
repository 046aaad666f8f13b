/**
 * All kinds, in the order in which equally sure readings are ranked: exact magic bytes, then text protocols, then
 * formats whose lengths must agree, then formats that take all bytes, then what proves little by itself.
 */
import { amqp, kafka, mqtt } from './brokers';
import { bson } from './bson';
import { bzip2 } from './bzip2';
import { cbor } from './cbor';
import { gzip, otherPacked, zlib } from './compressed';
import { ldap, mongodb, mysql, postgres, tds } from './databases';
import { eaten } from './eaten';
import { gguf, magicFiles, npy, safetensors } from './files';
import { gloo } from './gloo';
import { nccl, nixl, tcpStore, ucx } from './gpu';
import { http1 } from './http1';
import { http2 } from './http2';
import { httpFragment } from './httpFragment';
import { identity } from './identity';
import { html, json } from './json';
import type { KindReader } from './kind';
import { msgpack } from './msgpack';
import { adb, dns, javaRmi, proxyV2, rdp, rdpRest, smb, socks5, sslv2, telnet, websocket } from './network';
import { pickle } from './pickle';
import { empty, text, zeros } from './plain';
import { grpc, protobuf } from './protobuf';
import { redis } from './redis';
import { memcached, nats, prometheus, proxyV1, rtspSip, sse, ssh } from './textProtocols';
import { tls } from './tls';
import { vllmRaw } from './vllmRaw';
import { digest, lossy, random, utf16, uuid } from './weak';
import { xz } from './xz';
import { zip } from './zip';
import { zmtp } from './zmtp';

const exactMagic = [
  empty,
  websocket,
  ucx,
  nccl,
  tcpStore,
  nixl,
  npy,
  safetensors,
  gguf,
  magicFiles,
  gzip,
  otherPacked,
  xz,
  bzip2,
  zip,
  proxyV2,
  zmtp,
  smb,
  adb,
  javaRmi,
  telnet,
];
const textLines = [
  eaten,
  nats,
  rtspSip,
  http2,
  proxyV1,
  ssh,
  http1,
  redis,
  memcached,
  sse,
  prometheus,
  html,
  json,
  amqp,
  mqtt,
];
const agreeingLengths = [
  tls,
  sslv2,
  postgres,
  mysql,
  tds,
  mongodb,
  bson,
  kafka,
  rdp,
  rdpRest,
  dns,
  ldap,
  socks5,
  pickle,
  zlib,
];
const allBytes = [gloo, vllmRaw, httpFragment, grpc, msgpack, cbor, lossy, utf16, zeros];
const little = [identity, digest, text, protobuf, uuid, random];

export const kindReaders: readonly KindReader[] = [exactMagic, textLines, agreeingLengths, allBytes, little].flat();
