/** A zeromq.js listener that one malformed message ends. */
import { Router } from 'zeromq';

export class Listener {
  constructor() {
    this.handled = [];
    this.router = new Router();
  }

  async bind() {
    await this.router.bind('tcp://127.0.0.1:*');
    return Number(this.router.lastEndpoint.split(':').at(-1));
  }

  async listen() {
    for await (const [id, body] of this.router) {
      const message = JSON.parse(body.toString());
      if (message.type !== 'release') throw new Error(`unknown type ${message.type} from ${id.toString('hex')}`);
      this.handled.push(message.transferId);
    }
  }

  close() {
    this.router.close();
  }
}
