import { once } from 'node:events';
import { connect, isIP, isIPv6, type Socket } from 'node:net';
import { connect as secure } from 'node:tls';
import { OutgoingFailure } from '../services/webhooks/webhook-dependencies.ts';
import { hostOf, type JudgeAddress, notPublic } from './url-fault.ts';

export interface ConnectionOptions {
  judge: JudgeAddress;
  /** Certificates to trust instead of those that Node knows. */
  ca: string | undefined;
}

/**
 * A connection to one of the addresses, all of which are judged before, and the one that it came to once more, before the
 * first byte. Encrypted under the name of the URL, whatever the address.
 *
 * @throws OutgoingFailure where an address is refused; what else goes wrong as Node says it
 */
export async function guardedConnection(
  url: URL,
  addresses: string[],
  { judge, ca }: ConnectionOptions,
  signal: AbortSignal,
): Promise<Socket> {
  const host = hostOf(url);
  const refuse = (address: string) => {
    const why = judge(address);
    if (why !== undefined) throw new OutgoingFailure(notPublic(host, why));
  };
  addresses.forEach(refuse);
  const isSecure = url.protocol === 'https:';
  const socket = connect({
    host,
    port: Number(url.port || (isSecure ? 443 : 80)),
    // Nobody is asked again: a name server could answer otherwise by now. Of a literal address it is not called.
    lookup: (_name, _options, found) => found(null, toTry(addresses)),
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: 2_000,
  });
  try {
    await settled(socket, 'connect', signal);
    refuse(socket.remoteAddress ?? '');
    if (!isSecure) return socket;
    const encrypted = secure({
      socket,
      // Not left to the environment: NODE_TLS_REJECT_UNAUTHORIZED.
      rejectUnauthorized: true,
      host,
      ...(isIP(host) ? {} : { servername: host }),
      ...(ca === undefined ? {} : { ca }),
      ALPNProtocols: ['http/1.1'],
    });
    await settled(encrypted, 'secureConnect', signal);
    return encrypted;
  } catch (error) {
    socket.destroy();
    throw error;
  }
}

/** Two of each family at most, IPv4 first: whoever publishes hundreds would let us knock at them all. */
function toTry(addresses: string[]) {
  return [4, 6].flatMap((family) =>
    addresses
      .filter((address) => isIPv6(address) === (family === 6))
      .slice(0, 2)
      .map((address) => ({ address, family })),
  );
}

async function settled(socket: Socket, event: string, signal: AbortSignal): Promise<void> {
  // What comes when nobody waits any more would end the process.
  socket.on('error', () => {});
  await once(socket, event, { signal });
}
