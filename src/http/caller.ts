import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';

/** Where a request came from. */
export interface Caller {
  /** The caller's network address. */
  address: string;
  /** Whether it came to the outermost trusted proxy by TLS. */
  isSecure: boolean;
  /**
   * Keeps the connection of the caller, which is about to carry nothing for so long, and tells when the caller has gone, or
   * will send nothing more. Answers how to let go of it.
   */
  hold?(milliseconds: number, onLeft: () => void): () => void;
  /** Ends the connection of the caller at once: so it notices that an answer under way is not whole. */
  cut?(): void;
}

/** Where a request came from; what its headers say of that counts only behind trusted proxies. */
export function callerOf(incoming: IncomingMessage, trustedProxies: number): Caller {
  const direct = incoming.socket.remoteAddress ?? 'unknown';
  // This process speaks no TLS itself.
  if (trustedProxies === 0) return { address: direct, isSecure: false };
  return {
    address: addressOf(incoming, trustedProxies) ?? direct,
    isSecure: isSecure(incoming, trustedProxies),
  };
}

/** The address that the outermost trusted proxy saw, where it is one. */
function addressOf({ headers }: IncomingMessage, trustedProxies: number): string | undefined {
  const hops = String(headers['x-forwarded-for'] ?? '').split(',');
  const hop = hops.at(-trustedProxies)?.trim() ?? '';
  return isIP(hop) ? hop : undefined;
}

/**
 * Not in the document: a request came by TLS where the outermost trusted proxy says so. Most proxies set the header anew,
 * some append to it.
 */
function isSecure({ headers }: IncomingMessage, trustedProxies: number): boolean {
  const hops = String(headers['x-forwarded-proto'] ?? '').split(',');
  const hop = hops.length === 1 ? hops[0] : hops.at(-trustedProxies);
  return hop?.trim().toLowerCase() === 'https';
}
