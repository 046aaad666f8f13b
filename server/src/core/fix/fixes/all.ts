/** The table of fixes. */
import type { Fix } from '../fix';
import { boundedRetry } from './bounded-retry';
import { checkFrameCount } from './check-frame-count';
import { checkIdentityWidth } from './check-identity-width';
import { checkVllmFlags } from './check-vllm-flags';
import { dropMalformedMessage } from './drop-malformed-message';
import { guardMsgpackDecode } from './guard-msgpack-decode';
import { isolateZmqPort } from './isolate-zmq-port';
import { keepCause } from './keep-cause';
import { leaveClosedSocket } from './leave-closed-socket';
import { limitMsgpack } from './limit-msgpack';
import { logException } from './log-exception';
import { receiveTimeout } from './receive-timeout';
import { scrapePort } from './scrape-port';
import { unpickleUntrusted } from './unpickle-untrusted';
import { validateMessage } from './validate-message';
import { zapDomain } from './zap-domain';

export const fixes: readonly Fix[] = [
  dropMalformedMessage,
  leaveClosedSocket,
  checkFrameCount,
  receiveTimeout,
  checkIdentityWidth,
  zapDomain,
  guardMsgpackDecode,
  limitMsgpack,
  validateMessage,
  boundedRetry,
  keepCause,
  logException,
  unpickleUntrusted,
  scrapePort,
  isolateZmqPort,
  checkVllmFlags,
];
