/** URLs of this machine in the command of a health check. */
import type { FixPlace } from '../fix';
import type { Piece } from './piece';
import { httpFault, probe } from './portPlace';
import type { Ports } from './ports';

/** Names by which a check in a container speaks to the container itself; what a shell or Kubernetes fills in is an address of it. */
const local =
  /\bhttps?:\/\/(?:localhost|127\.0\.0\.1|0\.0\.0\.0|\[::1?\]|\$[\w({][\w)}]{0,60}):(\d{2,5})\b|(?:^|\s)localhost:(\d{2,5})\/\w/g;

/** The places in a command that ask a ZMQ port over HTTP. */
export function healthUrls(command: Piece, ports: Ports): FixPlace[] {
  return [...command.text.matchAll(local)].flatMap((found): FixPlace[] => {
    const number = found[1] ?? found[2] ?? '';
    const fault = httpFault(number, ports, probe);
    if (!fault) return [];
    const at = found.index + found[0].lastIndexOf(number);
    const place = { start: command.from(at), end: command.to(at + number.length - 1) };
    if (fault.http === undefined) return [{ ...place, applicability: 'display-only', why: fault.why, edits: [] }];
    return [{ ...place, applicability: 'unsafe', why: fault.why, edits: [{ ...place, newText: fault.http }] }];
  });
}
