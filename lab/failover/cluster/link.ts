import type { AddressInfo } from 'node:net';
import { connect, createServer, type Socket } from 'node:net';

/** A TCP connection path that can be cut like a network: nothing arrives, and neither side gets an error. */
export class Link {
  readonly #server = createServer((from) => this.#join(from));
  readonly #sockets = new Set<Socket>();
  readonly #target: number;
  #isCut = false;

  private constructor(target: number) {
    this.#target = target;
  }

  /** Opens a port that leads to the target port. */
  static async to(target: number): Promise<Link> {
    const link = new Link(target);
    await new Promise<void>((resolve) => link.#server.listen(0, '127.0.0.1', resolve));
    return link;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  cut(): void {
    this.#isCut = true;
    for (const socket of this.#sockets) socket.pause();
  }

  heal(): void {
    this.#isCut = false;
    for (const socket of this.#sockets) socket.resume();
  }

  /** Heals it, but loses what was under way: open connections end. */
  discard(): void {
    this.#isCut = false;
    for (const socket of this.#sockets) socket.destroy();
  }

  close(): void {
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
  }

  #join(from: Socket): void {
    const onward = connect(this.#target, '127.0.0.1');
    for (const [one, other] of [
      [from, onward],
      [onward, from],
    ] as const) {
      this.#sockets.add(one);
      one.setNoDelay(true);
      one.on('data', (bytes) => {
        if (!other.write(bytes)) {
          one.pause();
          other.once('drain', () => {
            if (!this.#isCut) one.resume();
          });
        }
      });
      one.on('error', () => {});
      one.once('close', () => {
        this.#sockets.delete(one);
        other.destroy();
      });
      if (this.#isCut) one.pause();
    }
  }
}
