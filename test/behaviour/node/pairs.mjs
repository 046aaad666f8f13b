/** A zeromq.js listener that takes two frames for granted. */
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
    for await (const [kind, body] of this.socket) {
      this.handled.push(`${kind.length} ${body.length}`);
    }
  }

  close() {
    this.socket.close();
  }
}
