/**
 * Lines out of the middle of an HTTP message. PULL, DEALER, SUB and PAIR sockets drop the identity that ZMTP 1.0 framing
 * makes of a foreign stream and deliver what follows, so a log shows header lines without their request.
 */
import { asText, oneLine } from '../text';
import { clientOfTail, type NamedClient, nameClient } from './httpClients';
import { type KindReader, leaf } from './kind';

/** Fields that only servers send, and fields that only clients send (RFC 9110). */
const serverFields =
  /^(?:content-type|content-length|server|date|last-modified|etag|location|www-authenticate|allow|transfer-encoding):/i;
const clientFields =
  /^(?:accept|accept-encoding|accept-language|user-agent|host|referer|cookie|authorization|x-prometheus-scrape-timeout-seconds|upgrade-insecure-requests):/i;

/** Fields of mail (RFC 5322 3.6), which has Date and Content-Type as well. */
const mailFields = /^(?:from|to|subject|received|mime-version|message-id|return-path):/im;

/** How many header lines of each side the text has; its first line may be cut. */
function countFields(text: string): { server: number; client: number } {
  const lines = text.split('\n', 100).map((line) => line.trim());
  const of = (shape: RegExp): number => lines.filter((line) => shape.test(line)).length;
  return { server: of(serverFields), client: of(clientFields) };
}

const agentLine = /^user-agent:[ \t]{0,8}([^\r\n]{1,200})/im;

/** Who sent the lines: by their User-Agent, or by its end where they begin inside of it. */
function clientOf(text: string): NamedClient | undefined {
  const agent = agentLine.exec(text)?.[1];
  return agent === undefined ? clientOfTail(text.slice(0, 200)) : nameClient(agent.trim(), false);
}

function whoLine({ name, purpose, full }: NamedClient): string {
  return `They are those of ${name}${full === undefined ? '' : ` (${full})`}: ${purpose}.`;
}

export const httpFragment: KindReader = {
  kinds: ['text'],
  source: 'RFC 9110; libzmq src/dealer.cpp, src/pull.cpp',
  read: ({ bytes, identity }) => {
    // What is left of a request in an identity is judged by its length.
    if (identity) return undefined;
    const text = bytes.length < 65_536 ? asText(bytes) : undefined;
    if (text === undefined || !text.includes('\r')) return undefined;
    const { server, client } = countFields(text);
    if (server + client === 0 || mailFields.test(text)) return undefined;
    // A client sends Content-Type and Content-Length as well, with a body.
    const side = client > 0 ? 'client' : 'server';
    const named = side === 'client' ? clientOf(text) : undefined;
    return {
      kind: 'text',
      confidence: 'fits',
      summary: `Header lines of an HTTP ${side}${named ? `, ${named.name}` : ''}: ${oneLine(text, 160)}`,
      details: [
        ...(named ? [whoLine(named)] : []),
        side === 'client'
          ? 'An HTTP client sent this to a ZMQ socket, whose framing took the beginning of the request away.'
          : 'An HTTP server answered here: the address that this ZMQ socket connects to belongs to a web server.',
        `What to do: ${side === 'client' ? 'point the client at the port it meant to reach.' : 'correct the address or the port that the ZMQ socket connects to.'}`,
      ],
      fields: { encoding: 'utf-8', http_side: side },
      tree: [leaf(0, bytes.length, 'header lines', oneLine(text, 400))],
    };
  },
};
