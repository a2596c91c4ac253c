const longest = 2_048;

/**
 * Returns what is wrong with the form of a URL, for the person who entered it.
 *
 * @param allowPrivate also accepts `http` and names of this machine
 */
export function urlFormFault(text: string, allowPrivate: boolean): string | undefined {
  const protocols = allowPrivate ? 'https:// or http://' : 'https://';
  const form = `write it as ${protocols}host/path`;
  // The URL parser would remove them silently.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to reject
  if (/[\x00-\x20\x7f]/.test(text)) return `The URL has spaces or control characters in it: ${form}.`;
  if (text.length > longest) return `The URL is longer than ${longest} characters: use a shorter one.`;
  // Node 20 has no URL.parse.
  if (!URL.canParse(text)) return `The URL cannot be read: ${form}.`;
  const url = new URL(text);
  if (url.protocol !== 'https:' && !(allowPrivate && url.protocol === 'http:'))
    return allowPrivate
      ? `The URL does not begin with ${protocols}: ${form}.`
      : `The URL does not begin with ${protocols}: others could read what is sent. Install a certificate on the receiver, and ${form}.`;
  if (url.username || url.password)
    return 'The URL has a user or password in it: leave them out, the signature shows who sends.';
  if (text.includes('#')) return 'The URL has a fragment (#…), which is never sent: leave it out.';
  // The URL parser repairs slashes and escapes silently, and would send to another host than the text shows.
  if (!/^https?:\/\/[^/?#\\%@]+(?:[/?#][^\\]*)?$/i.test(text) || url.port === '0')
    return `The URL cannot be read: ${form}.`;
  const host = hostOf(url);
  return !allowPrivate && /(^|\.)localhost$/.test(host)
    ? `${host} is this machine itself: give the receiver a public name.`
    : undefined;
}

/** Returns the name or address of a URL without brackets and trailing dot. */
export const hostOf = (url: URL): string => url.hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
