import { z } from 'zod';
import type { ErrorFactory } from '../../api-error.ts';
import { changeTypes } from '../../rules/change-types.ts';
import { text } from '../values/fields.ts';
import type { Outgoing } from './webhook-dependencies.ts';

/** The address. `checkUrl` checks whether it can be used. */
export const webhookUrl = () => text(1, 2_000);

/** The types that are sent to an endpoint. */
export const webhookTypes = () => z.array(z.enum(changeTypes)).min(1).max(100);

/** Returns each type once, in the order of `changeTypes`, so that equal sets become equal lists. */
export function sortTypes(types: readonly (typeof changeTypes)[number][]): (typeof changeTypes)[number][] {
  return changeTypes.filter((type) => types.includes(type));
}

/**
 * Rejects a URL that cannot be used. The addresses of its name are checked at each attempt.
 *
 * @throws ApiError `webhook_url_refused`.
 */
export function checkUrl(
  outgoing: Outgoing,
  url: string,
  createError: ErrorFactory<'webhook_url_refused'>,
): void {
  const fault = outgoing.faultOf(url);
  if (fault !== undefined) throw createError('webhook_url_refused', { message: fault });
}
