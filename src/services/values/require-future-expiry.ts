import type { Refuse } from '../../errors.ts';
import { faults } from './validate.ts';

/**
 * Lets only a time through at which a token has not ended yet. `expiresAt`: ISO 8601; nothing: it does not end by itself.
 *
 * @throws ApiError `invalid_schema`.
 */
export function requireFutureExpiry(
  { now }: { now: () => number },
  expiresAt: string | null | undefined,
  refuse: Refuse<'invalid_schema'>,
): void {
  if (expiresAt == null || Date.parse(expiresAt) > now()) return;
  const message = 'Must be in the future: the token would never be valid.';
  throw refuse('invalid_schema', faults([{ path: ['expiresAt'], code: 'too_small', message }]));
}
