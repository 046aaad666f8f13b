/** What rewritten receive loops have in common. */

/** The clauses that leave the loop, which several results share. */
export const closed = (indent: string, error = 'error') =>
  [
    'except zmq.ContextTerminated:',
    '    break',
    `except zmq.ZMQError as ${error}:`,
    `    if ${error}.errno in (zmq.ETERM, zmq.ENOTSOCK):`,
    '        break',
    '    raise',
  ]
    .map((line) => indent + line)
    .join('\n');
