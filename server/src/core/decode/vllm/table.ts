/** All of vLLM's msgpack messages. The first row that matches wins, so those with tags of their own come first. */
import { structMessages } from './arrayStructs';
import { coordinatorMessages } from './coordinator';
import { engineMessages } from './engine';
import { eventMessages } from './events';
import { handshakeMessages } from './handshake';
import type { VllmMessage } from './message';
import { moriioMessages } from './moriio';
import { tensorMessages } from './tensors';
import { transferMessages } from './transfers';

export const vllmMessages: readonly VllmMessage[] = [
  ...handshakeMessages,
  ...transferMessages,
  ...moriioMessages,
  ...eventMessages,
  ...coordinatorMessages,
  ...tensorMessages,
  ...engineMessages,
  ...structMessages,
];
