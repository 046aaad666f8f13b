/** A zeromq.js listener that a message may stop, and that one without JSON ends as well. */
import { Pull } from 'zeromq';

export class Listener {
  constructor() {
    this.handled = [];
    this.socket = new Pull();
  }

  async bind() {
    await this.socket.bind('tcp://127.0.0.1:*');
    return Number(this.socket.lastEndpoint.split(':').at(-1));
  }

  async listen() {
    for await (const [body] of this.socket) {
      const message = JSON.parse(body);
      if (message.type === 'stop') throw new Error('stopped');
      this.handled.push(message.id);
    }
  }

  close() {
    this.socket.close();
  }
}
