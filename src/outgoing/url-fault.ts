import { isIP } from 'node:net';

/** Returns why an address is not allowed, or undefined if it is. */
export type JudgeAddress = (address: string) => string | undefined;

const longest = 2_048;

/**
 * Returns why a URL cannot be used, for the person who entered it. Returns undefined if no fault is found without
 * resolving the name.
 */
export function urlFault(
  text: string,
  { allowPrivate, judge }: { allowPrivate: boolean; judge: JudgeAddress },
): string | undefined {
  const protocols = allowPrivate ? 'https:// or http://' : 'https://';
  const form = `write it as ${protocols}host/path`;
  // The URL parser would remove them silently.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to reject
  if (/[\x00-\x20\x7f]/.test(text)) return `The URL has spaces or control characters in it: ${form}.`;
  if (text.length > longest) return `The URL is longer than ${longest} characters: use a shorter one.`;
  const url = URL.parse(text);
  if (!url) return `The URL cannot be read: ${form}.`;
  if (url.protocol !== 'https:' && !(allowPrivate && url.protocol === 'http:'))
    return allowPrivate
      ? `The URL does not begin with ${protocols}: ${form}.`
      : `The URL does not begin with ${protocols}: others could read what is sent. Install a certificate on the receiver, and ${form}.`;
  if (url.username || url.password)
    return 'The URL has a user or password in it: leave them out, the signature shows who sends.';
  if (text.includes('#')) return 'The URL has a fragment (#…), which is never sent: leave it out.';
  const host = hostOf(url);
  if (!allowPrivate && /(^|\.)localhost$/.test(host))
    return `${host} is this machine itself: give the receiver a public name.`;
  const why = isIP(host) ? judge(host) : undefined;
  return why === undefined ? undefined : notPublic(host, why);
}

/** Returns the name or address of a URL without brackets and trailing dot. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
}

/** The message for an address that is not allowed. It names the range and not the address, which may be internal. */
export function notPublic(host: string, why: string): string {
  return `${host} is not on the public internet (${why}): give the receiver a public address.`;
}
