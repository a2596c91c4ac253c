import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';

export interface Caller {
  address: string;
  /** True if the request reached the outermost trusted proxy over TLS. */
  isSecure: boolean;
  /**
   * Keeps the caller's connection open while it carries nothing for up to `milliseconds`. Calls `onLeft` when the
   * caller has disconnected or has ended its side of the connection. Returns a function that ends the hold.
   */
  hold?(milliseconds: number, onLeft: () => void): () => void;
  /** Closes the caller's connection at once, so that it detects an incomplete response. */
  cut?(): void;
}

/** Returns the origin of a request. Forwarding headers count only behind trusted proxies. */
export function callerOf(incoming: IncomingMessage, trustedProxies: number): Caller {
  const direct = incoming.socket.remoteAddress ?? 'unknown';
  // This process itself does not use TLS.
  if (trustedProxies === 0) return { address: direct, isSecure: false };
  return {
    address: addressOf(incoming, trustedProxies) ?? direct,
    isSecure: isSecure(incoming, trustedProxies),
  };
}

/** Returns the address that the outermost trusted proxy saw, or undefined if it is not a valid address. */
function addressOf({ headers }: IncomingMessage, trustedProxies: number): string | undefined {
  const hops = String(headers['x-forwarded-for'] ?? '').split(',');
  const hop = hops.at(-trustedProxies)?.trim() ?? '';
  return isIP(hop) ? hop : undefined;
}

/**
 * Not in the document: a request counts as secure if the outermost trusted proxy reports TLS. Most proxies replace the
 * header, some append to it.
 */
function isSecure({ headers }: IncomingMessage, trustedProxies: number): boolean {
  const hops = String(headers['x-forwarded-proto'] ?? '').split(',');
  const hop = hops.length === 1 ? hops[0] : hops.at(-trustedProxies);
  return hop?.trim().toLowerCase() === 'https';
}
