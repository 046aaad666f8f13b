/** A zeromq.js listener that takes messages one by one and gives their name another value; one malformed message ends it. */
import zmq from 'zeromq';

export class Listener {
  #socket = new zmq.Router();

  constructor() {
    this.handled = [];
  }

  async bind() {
    await this.#socket.bind('tcp://127.0.0.1:*');
    return Number(this.#socket.lastEndpoint.split(':').at(-1));
  }

  async listen() {
    while (!this.#socket.closed) {
      let message = await this.#socket.receive();
      message = JSON.parse(message[1].toString());
      if (message.type !== 'release') throw new Error(`unknown type ${message.type}`);
      this.handled.push(message.transferId);
    }
  }

  close() {
    this.#socket.close();
  }
}
