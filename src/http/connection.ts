import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { type ParserError, requestLineOf, unreadableRequestText } from './malformed-request.ts';

/** Requests that one connection may have sent ahead of their answers. */
const maxPipelined = 16;
/** How long a client may take to end the connection that we have ended. */
const lingerMillis = 1_000;

/** How long a broken client may go on while its answers are made, and a whole one wait for its next request. */
interface Settings {
  silenceMillis: number;
  keepAliveMillis: number;
  /** The methods at a target; undefined if there is nothing. */
  methodsAt: (target: string) => string[] | undefined;
}

/**
 * One client's connection, however slow or broken the client is: what it sent whole is answered, in order; what it
 * sends after a fault is read and thrown away; and it is cut off in the end.
 */
export class Connection {
  readonly #socket: Socket;
  readonly #settings: Settings;
  /** Requests that are not answered yet. */
  #open = 0;
  /** What came last. */
  #request: IncomingMessage | undefined;
  #answer: ServerResponse | undefined;
  #isBroken = false;
  #isEnding = false;
  /**
   * Ends the connection when no request comes: line ends alone would keep Node's own timer from it (nodejs/node#58140, as of
   * 24.21). Goes when the test of it passes without.
   */
  #idle: NodeJS.Timeout | undefined;
  #cut: NodeJS.Timeout | undefined;

  constructor(socket: Socket, settings: Settings) {
    this.#socket = socket;
    this.#settings = settings;
    // By this Node ends a connection after its last answer: its own closes both directions, and what is unread then resets
    // the answer (nodejs/node#12339, #21026). Goes when Node ends a connection in stages.
    socket.destroySoon = () => this.#end();
    socket.once('close', () => {
      clearTimeout(this.#idle);
      clearTimeout(this.#cut);
    });
  }

  /** Whether a request that has come is to be answered. */
  take(request: IncomingMessage, answer: ServerResponse): boolean {
    // What comes after the last answer is not processed (RFC 9112, section 9.6): nobody would hear of it.
    if (this.#isEnding || this.#answer?.shouldKeepAlive === false) return false;
    clearTimeout(this.#idle);
    this.#open += 1;
    this.#request = request;
    this.#answer = answer;
    // Node reads on while answers wait; a client that sends and never reads would fill the memory. No upstream issue known;
    // goes when Node bounds what is sent ahead.
    if (this.#open > maxPipelined) {
      this.#socket.destroy();
      return false;
    }
    answer.once('close', () => this.#answered());
    return true;
  }

  /** Answers what has come with this text, unless earlier requests still wait for their answers, and ends the connection. */
  refuse(text: string): void {
    if (this.#isBroken || this.#isEnding || this.#socket.destroyed) return;
    this.#isBroken = true;
    this.#socket.resume();
    if (this.#open > 0) {
      this.#answer!.shouldKeepAlive = false;
      return;
    }
    this.#socket.write(text);
    this.#end();
  }

  /** What has come is no HTTP, or too slow. The parser says so again of all that follows. */
  fault(error: ParserError): void {
    // A connection that was reset is destroyed by then.
    if (this.#isBroken || this.#isEnding || this.#socket.destroyed) return;
    this.#isBroken = true;
    this.#cut = setTimeout(() => this.#socket.destroy(), this.#settings.silenceMillis).unref();
    // The answers to what came before are still to be written: after the last of them the connection ends.
    if (this.#open > 0) {
      this.#answer!.shouldKeepAlive = false;
      if (!this.#request!.complete) failBody(this.#request!, error);
      return;
    }
    if (this.#isNewRequest(error)) this.#socket.write(unreadableRequestText(error, this.#settings.methodsAt));
    this.#end();
  }

  /**
   * Whether a fault, where nothing waits for an answer, is that of a request that is to be told so. A refusal of what an
   * answered request has left behind would be taken for the answer to the next one.
   */
  #isNewRequest(error: ParserError): boolean {
    if (this.#request === undefined) return true;
    if (!this.#request.complete) return false;
    return error.code !== 'HPE_INVALID_METHOD' || requestLineOf(error) !== undefined;
  }

  #answered(): void {
    this.#open -= 1;
    if (this.#open > 0 || this.#socket.destroyed) return;
    if (this.#isBroken) this.#end();
    else
      this.#idle = setTimeout(() => this.#socket.destroy(), this.#settings.keepAliveMillis + 1_000).unref();
  }

  /**
   * Says the end after what has been written, and reads on until the client says it, too (RFC 9112, section 9.6): a
   * connection closed with something unread is reset, and the client loses the answer.
   */
  #end(): void {
    if (this.#isEnding) return;
    this.#isEnding = true;
    this.#socket.end(() => {
      clearTimeout(this.#cut);
      this.#cut = setTimeout(() => this.#socket.destroy(), lingerMillis).unref();
    });
  }
}

/** Ends a body that will never be whole, but not its connection, on which the answer is still to go. */
function failBody(request: IncomingMessage, error: Error): void {
  // Who waits for the body is told; where nobody does, nobody need be.
  request.on('error', () => {});
  // IncomingMessage's own destroys the connection, and is documented to (nodejs/node#30255); goes when a body can fail by
  // itself.
  request._destroy = (cause, done) => done(cause);
  request.destroy(error);
}
