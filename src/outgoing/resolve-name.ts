import { lookup, Resolver } from 'node:dns/promises';

/** Returns all IPv4 and IPv6 addresses of a name. Rejects if there are no addresses or if the signal aborts. */
export type ResolveName = (name: string, signal: AbortSignal) => Promise<string[]>;

/**
 * Queries name servers only, and neither `/etc/hosts` nor search domains. A slow name server does not delay other
 * requests. The system resolver would, because it shares a few threads.
 *
 * @param nameServers such as `127.0.0.1:53`. Default: those of this machine.
 */
export function byNameServers(nameServers?: string[]): ResolveName {
  return async (name, signal) => {
    // A new resolver each time: it can be cancelled, has no cache, and uses the current servers.
    const resolver = new Resolver({ timeout: 3_000, tries: 2 });
    if (nameServers) resolver.setServers(nameServers);
    const cancel = () => resolver.cancel();
    signal.addEventListener('abort', cancel);
    try {
      const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
      const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
      if (addresses.length > 0) return addresses;
      const failures = answers.map((answer) => (answer as PromiseRejectedResult).reason);
      throw failures.find(({ code }) => code !== 'ENODATA' && code !== 'ENOTFOUND') ?? failures[0];
    } finally {
      signal.removeEventListener('abort', cancel);
    }
  };
}

/** Resolves names like other programs on this machine, for local testing. */
export const asThisMachine: ResolveName = async (name) =>
  (await lookup(name, { all: true })).map(({ address }) => address);
