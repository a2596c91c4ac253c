/** Returns true if only this machine reaches a server that listens on the address. */
export const isLoopback = (host: string): boolean => /^(localhost|127(\.\d+){3}|::1)$/i.test(host);

/**
 * Returns true if a `Host` header names the sandbox: by an IP address, as `localhost`, or by its public name. The owner of any other name
 * could let it lead to this machine, and then control the sandbox from a page in somebody's browser (DNS rebinding).
 */
export function isOwnHost(header: string | null, publicName: string | undefined): boolean {
  const hostname = URL.parse(`http://${header}`)?.hostname ?? '';
  return /^(localhost|[\d.]+|\[.+\])$/.test(hostname) || hostname === publicName?.toLowerCase();
}
