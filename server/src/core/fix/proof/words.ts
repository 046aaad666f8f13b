/** How reasons quote source, and what names say. */

const longest = 60;

/** The first line of a piece of source, cut where it is long. */
export function oneLine(text: string): string {
  const [line = ''] = text.split('\n');
  const cut = line.length > longest ? line.slice(0, longest) : line;
  return cut.length < text.length ? `${cut.trimEnd()}…` : cut;
}

/** Names of what is taken and given back, or waited for. */
export const owed =
  /remain|pending|outstanding|waiting|missing|expected|left$|in_?flight|unseen|todo|needed|(?:^|_)(?:idle|free|busy|leases?|slots?|credits?|quotas?|avail|n?acks?(?:$|_)|acked|acknowledge|confirm|complet|deliver|settle|results?(?:$|_)|repl(?:y|ies)|response|answer|allocated|reserv|held)/i;

/** Parts of names of errors that say that something is over, or is to begin anew. */
const endingErrors =
  /exit|interrupt|stop|cancel|shutdown|terminat|dead|closed|abort|eof|endof|end_of|finish|done|drain|restart|reload|reconnect|disconnect|quit|halt|hangup|fatal|panic|failover|reboot|goodbye/i;

/** True for the name of a class that says what is wrong and not that something is to end. */
export function isError(name: string): boolean {
  return /(?:error|exception)$/i.test(name) && !endingErrors.test(name);
}

/** True for the arguments of an error, as source text, that say that something is to end. */
export function saysEnd(text: string): boolean {
  return ending.test(text);
}

const ending =
  /\b(?:shut(?:ting)? ?down|stop(?:ped|ping)? (?:requested|by|on)|(?:asked|told|wants) to (?:stop|quit|exit|end)|quit(?:ting)?|restart(?:ing|ed)?|terminat(?:e|ed|ing)|end of stream|hung up|goodbye)\b/i;
