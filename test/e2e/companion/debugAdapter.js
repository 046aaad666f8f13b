// A debug adapter that runs nothing: it replays how a program goes that prints an error and stops at an exception.
const vscode = require('vscode');

/** Lines of the Debug Adapter Protocol's console; output comes in pieces that end anywhere. */
const printed = [
  'INFO 07-28 08:14:50 [api_server.py:1634] Starting vLLM API server\n',
  '(EngineCore_DP0 pid=2114) ERROR 07-28 08:14:55 [moriio_connector.py:1395] HandshakeError: Unexpected fra',
  "me! received_frame = [b'meta']\n",
];

/** An exception as debugpy reports it. */
const exception = {
  reason: 'exception',
  threadId: 1,
  allThreadsStopped: true,
  description: 'RuntimeError',
  text: 'Engine core initialization failed. See root cause above. Failed core proc(s): {}',
};

class Replay {
  #sent = new vscode.EventEmitter();
  #seq = 0;
  onDidSendMessage = this.#sent.event;

  handleMessage(request) {
    const body = { threads: { threads: [{ id: 1, name: 'MainThread' }] }, stackTrace: { stackFrames: [] } };
    this.#send({
      ...{ type: 'response', request_seq: request.seq, command: request.command, success: true },
      body: body[request.command] ?? {},
    });
    if (request.command === 'initialize') this.#event('initialized');
    if (request.command === 'launch') {
      for (const output of printed) this.#event('output', { category: 'stderr', output });
      this.#event('output', { category: 'telemetry', output: 'nothing that a person reads' });
      this.#event('stopped', exception);
    }
    if (request.command === 'disconnect') this.#event('terminated');
  }

  dispose() {
    this.#sent.dispose();
  }

  #event(event, body = {}) {
    this.#send({ type: 'event', event, body });
  }

  #send(message) {
    this.#sent.fire({ seq: ++this.#seq, ...message });
  }
}

exports.registerDebugAdapter = () => [
  vscode.debug.registerDebugAdapterDescriptorFactory('replay', {
    createDebugAdapterDescriptor: () => new vscode.DebugAdapterInlineImplementation(new Replay()),
  }),
  vscode.commands.registerCommand('companion.debug', () =>
    vscode.debug.startDebugging(undefined, { type: 'replay', request: 'launch', name: 'vLLM server' }),
  ),
];
