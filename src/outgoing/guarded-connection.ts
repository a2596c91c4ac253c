import { once } from 'node:events';
import { connect, isIP, isIPv6, type Socket } from 'node:net';
import { connect as secure } from 'node:tls';
import { hostOf } from '../rules/requests/url-form.ts';
import { OutgoingFailure } from '../services/webhooks/webhook-dependencies.ts';
import { type JudgeAddress, notPublic } from './url-fault.ts';

export interface ConnectionOptions {
  judge: JudgeAddress;
  /** Certificates to trust instead of Node's defaults. */
  ca: string | undefined;
}

/**
 * Connects to one of the addresses. All addresses are checked first, and the connected one is checked again before the
 * first byte. TLS uses the name of the URL, whatever the address.
 *
 * @throws OutgoingFailure if an address is not allowed. Other errors are Node's.
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
    // The name is not resolved again, because a name server could return a different address. Node does not call this
    // for IP addresses.
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
      // Explicit, so that NODE_TLS_REJECT_UNAUTHORIZED does not apply.
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

/**
 * At most two addresses of each family, IPv4 first. Otherwise a name with hundreds of addresses could make the service
 * connect to all of them.
 */
function toTry(addresses: string[]) {
  return [4, 6].flatMap((family) =>
    addresses
      .filter((address) => isIPv6(address) === (family === 6))
      .slice(0, 2)
      .map((address) => ({ address, family })),
  );
}

async function settled(socket: Socket, event: string, signal: AbortSignal): Promise<void> {
  // A late error without a listener would end the process.
  socket.on('error', () => {});
  await once(socket, event, { signal });
}
