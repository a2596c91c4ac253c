import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { type ParserError, requestLineOf, type Targets, unreadableRequestText } from './malformed-request.ts';

/** The maximum number of pipelined requests on one connection. */
const maxPipelined = 16;
/** Time for the client to close its side after the server has closed its own. */
const lingerMillis = 1_000;

/**
 * `silenceMillis` limits how long a broken client may continue while its responses are prepared. `keepAliveMillis`
 * limits how long an idle connection waits for its next request.
 */
interface Settings {
  silenceMillis: number;
  keepAliveMillis: number;
  targets: Targets;
}

/**
 * The connection of one client, however slow or broken. Complete requests are answered in order. Data after a fault is
 * read and discarded. In the end the connection is closed.
 */
export class Connection {
  readonly #socket: Socket;
  readonly #settings: Settings;
  /** Number of requests without a response. */
  #open = 0;
  #request: IncomingMessage | undefined;
  #answer: ServerResponse | undefined;
  #next: (() => void) | undefined;
  #isBroken = false;
  #isEnding = false;
  /**
   * Closes the connection when no request arrives. Empty lines alone prevent Node's own timer from doing so
   * (nodejs/node#58140, as of 24.21). Remove when its test passes without it.
   */
  #idle: NodeJS.Timeout | undefined;
  #cut: NodeJS.Timeout | undefined;

  constructor(socket: Socket, settings: Settings) {
    this.#socket = socket;
    this.#settings = settings;
    // Node calls this to close a connection after its last response. Node's own version closes both directions, and
    // unread data then resets the connection before the response arrives (nodejs/node#12339, #21026). Remove when
    // Node closes connections in stages.
    socket.destroySoon = () => this.#end();
    // Between two parsers, the connection has no other listener.
    socket.on('error', () => socket.destroy());
    socket.once('close', () => {
      clearTimeout(this.#idle);
      clearTimeout(this.#cut);
    });
  }

  /** Returns true if the request is to be answered. */
  take(request: IncomingMessage, answer: ServerResponse): boolean {
    // Requests after the last response are not processed (RFC 9112, section 9.6), because the client would not learn
    // their result.
    if (this.#isEnding || this.#answer?.shouldKeepAlive === false) return false;
    clearTimeout(this.#idle);
    this.#open += 1;
    this.#request = request;
    this.#answer = answer;
    // Node keeps reading while responses are queued, so a client that sends and never reads would exhaust memory. No
    // upstream issue known. Remove when Node limits pipelining.
    if (this.#open > maxPipelined) {
      this.#socket.destroy();
      return false;
    }
    answer.once('close', () => this.#answered());
    return true;
  }

  /** Continues when every request so far has its response. */
  whenAnswered(next: () => void): void {
    if (this.#open === 0) next();
    else this.#next = next;
  }

  /** Sends this text as the response, unless earlier requests are still unanswered, and closes the connection. */
  createError(text: string): void {
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

  /** Handles input that is not HTTP or is too slow. The parser reports the fault again for everything that follows. */
  fault(error: ParserError): void {
    // A connection that was reset is already destroyed here.
    if (this.#isBroken || this.#isEnding || this.#socket.destroyed) return;
    this.#isBroken = true;
    this.#cut = setTimeout(() => this.#socket.destroy(), this.#settings.silenceMillis).unref();
    // Responses to earlier requests are still to be written. The connection closes after the last of them.
    if (this.#open > 0) {
      this.#answer!.shouldKeepAlive = false;
      if (!this.#request!.complete) failBody(this.#request!, error);
      return;
    }
    if (this.#isNewRequest(error)) this.#socket.write(unreadableRequestText(error, this.#settings.targets));
    this.#end();
  }

  /**
   * With no response outstanding, returns true if the fault belongs to a new request and needs a response. One for leftover
   * data of an answered request, or on a connection that Chromium opened in advance, would count as the next response.
   */
  #isNewRequest(error: ParserError): boolean {
    if (this.#request === undefined) return this.#socket.bytesRead > 0;
    if (!this.#request.complete) return false;
    return error.code !== 'HPE_INVALID_METHOD' || requestLineOf(error) !== undefined;
  }

  #answered(): void {
    this.#open -= 1;
    if (this.#open > 0 || this.#socket.destroyed) return;
    if (this.#isBroken) this.#end();
    else if (this.#next) {
      const next = this.#next;
      this.#next = undefined;
      next();
    } else
      this.#idle = setTimeout(() => this.#socket.destroy(), this.#settings.keepAliveMillis + 1_000).unref();
  }

  /**
   * Ends the connection after the written data and keeps reading until the client ends it, too (RFC 9112, section
   * 9.6). Closing a connection with unread data resets it, and the client loses the response.
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

/** Fails an incomplete body without closing its connection, which still carries the response. */
function failBody(request: IncomingMessage, error: Error): void {
  // Readers of the body receive the error. The empty listener prevents a crash if nobody reads it.
  request.on('error', () => {});
  // By design, IncomingMessage's own `_destroy` also destroys the connection (nodejs/node#30255). Remove when a body
  // can fail by itself.
  request._destroy = (cause, done) => done(cause);
  request.destroy(error);
}
