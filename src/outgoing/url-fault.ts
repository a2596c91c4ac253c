import { isIP } from 'node:net';
import { hostOf, urlFormFault } from '../rules/requests/url-form.ts';

/** Returns why an address is not allowed, or undefined if it is. */
export type JudgeAddress = (address: string) => string | undefined;

/**
 * Returns why a URL cannot be used, for the person who entered it. Returns undefined if no fault is found without
 * resolving the name.
 */
export function urlFault(
  text: string,
  { allowPrivate, judge }: { allowPrivate: boolean; judge: JudgeAddress },
): string | undefined {
  const fault = urlFormFault(text, allowPrivate);
  if (fault !== undefined) return fault;
  const host = hostOf(new URL(text));
  const why = isIP(host) ? judge(host) : undefined;
  return why === undefined ? undefined : notPublic(host, why);
}

/** The message for an address that is not allowed. It names the range and not the address, which may be internal. */
export function notPublic(host: string, why: string): string {
  return `${host} is not on the public internet (${why}): give the receiver a public address.`;
}
