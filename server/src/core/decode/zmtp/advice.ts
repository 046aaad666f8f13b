/** Why a foreign client's bytes reach a ZMQ socket, and what to do about it. */

/** How the bytes were lost, in one sentence. */
export function howLost(prefix: string): string {
  return (
    `The socket is a ZMQ one: libzmq took the client for a ZMTP 1.0 peer without a greeting, read its first byte as a ` +
    `length and the second as flags${prefix === '' ? '' : ` (${prefix})`}, and handed the bytes that follow to the program as the peer's identity.`
  );
}

/** The host of the request is all that an identity can tell about addresses. */
export const senderUnknown =
  "The sender's address is not in the bytes: look for it in the flow logs or with `ss -tnp` or tcpdump on this port.";

/** What to do, for the kind of client. */
export function whatToDo(target: string | undefined): string[] {
  const scrape = target?.split('?', 1)[0] === '/metrics';
  return [
    scrape
      ? 'What to do: take this port out of the scrape configuration (a pod annotation such as prometheus.io/port, or a scrape job that tries every container port).'
      : 'What to do: point the client at the port it meant to reach; this one speaks ZMQ only.',
    'Let only the peers that need it reach the port (a NetworkPolicy, a firewall rule, or a bind to a private address).',
    'Move the ZMQ service to a port outside of the ranges that probes and scrapers try.',
    'In your own listener: set a ZMQ_ZAP_DOMAIN that is not empty on the listening socket before bind. libzmq then refuses unversioned peers, while ordinary ZMQ clients still connect (measured with libzmq 4.3.4 and 4.3.5).',
  ];
}
