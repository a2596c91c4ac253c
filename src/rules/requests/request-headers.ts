import { dotsFault } from './text-fault.ts';

/** The request ids of callers that are accepted. */
export const requestIdPattern = /^[A-Za-z0-9_.:=+/-]{1,128}$/;

/** Returns the caller's `X-Request-Id` if it is well-formed, and a request can be read by it. */
export const wellFormedRequestId = (sent: string | null | undefined): string | undefined =>
  sent != null && requestIdPattern.test(sent) && !dotsFault(sent) ? sent : undefined;

/** Not in the document: the header and the scheme, `Authorization: Bearer <token>` (RFC 6750, section 2.1). */
export const bearerToken = (authorization: string | null): string | undefined =>
  /^bearer(?:\s+(.*))?$/i.exec(authorization?.trim() ?? '')?.[1];

/** Whether the first `return` of the header `Prefer` asks for a minimal response (RFC 7240). Quoted texts may have commas. */
export const prefersMinimal = (prefer: string | null): boolean => {
  const preferences = prefer?.match(/(?:[^,"]|"[^"]*")+/g) ?? [];
  const wanted = preferences.find((one) => /^\s*return\s*(?:[=;]|$)/i.test(one));
  return wanted !== undefined && /^[^=;]*=\s*(?:minimal|"minimal")\s*(?:;|$)/i.test(wanted);
};
