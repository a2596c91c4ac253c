import { lookup, Resolver } from 'node:dns/promises';

/** All addresses of a name, IPv4 and IPv6; rejects when there is none, or when the signal says so. */
export type ResolveName = (name: string, signal: AbortSignal) => Promise<string[]>;

/**
 * Asks name servers alone: not `/etc/hosts`, nor a domain to search in. A slow one delays nobody else, as each of the few
 * threads that the system's own look-ups share would be.
 *
 * @param nameServers such as `127.0.0.1:53`; by default those of this machine
 */
export function byNameServers(nameServers?: string[]): ResolveName {
  return async (name, signal) => {
    // One each time: it can be cancelled, it remembers nothing, and it knows the servers of now.
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

/** As every other program on this machine finds names: for trying it out. */
export const asThisMachine: ResolveName = async (name) =>
  (await lookup(name, { all: true })).map(({ address }) => address);
