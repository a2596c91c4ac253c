import { z } from 'zod';
import type { Refuse } from '../../errors.ts';
import { changeTypes } from '../changes/change-types.ts';
import { text } from '../values/fields.ts';
import type { Outgoing } from './webhook-dependencies.ts';

/** Not in the document: the most endpoints that an external service has. */
export const maxEndpoints = 20;

/** Where it is sent. That something can be sent there is judged by `takeUrl`. */
export const webhookUrl = () => text(1, 2_000);

/** What is sent: each type once, in the order of the list of all. */
export const webhookTypes = () =>
  z
    .array(z.enum(changeTypes))
    .min(1, 'Must name at least one type.')
    .max(100, 'Must name at most 100 types.');

/** In the order of the list of all, each once: so that the same types are the same list. */
export function sortTypes(types: readonly (typeof changeTypes)[number][]): (typeof changeTypes)[number][] {
  return changeTypes.filter((type) => types.includes(type));
}

/**
 * Lets only an address through that something can be sent to. What its name resolves to is judged at each attempt.
 *
 * @throws ApiError `webhook_url_refused`.
 */
export function checkUrl(outgoing: Outgoing, url: string, refuse: Refuse<'webhook_url_refused'>): void {
  const fault = outgoing.faultOf(url);
  if (fault !== undefined) throw refuse('webhook_url_refused', { message: fault });
}
