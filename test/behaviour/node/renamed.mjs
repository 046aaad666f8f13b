/** A zeromq.js listener that gives the name of the message another value; one malformed message ends it. */
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
    for await (let message of this.router) {
      message = JSON.parse(message[1].toString());
      if (message.type !== 'release') throw new Error(`unknown type ${message.type}`);
      this.handled.push(message.transferId);
    }
  }

  close() {
    this.router.close();
  }
}
