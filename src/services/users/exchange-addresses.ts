import { z } from 'zod';
import { errorFactory } from '../../api-error.ts';
import { User } from '../../db/entities/user.ts';
import { resultsOfExchange } from '../../rules/exchange-addresses.ts';
import type { Supporter } from '../access/authorize-operator.ts';
import type { ServiceContext } from '../service-context.ts';
import { uuid } from '../values/fields.ts';
import { lockUsers } from './writes/write-users.ts';

export const ExchangeAddressesInput = z.strictObject({ userId: uuid(), otherUserId: uuid() });

export const exchangeAddressesErrors = ['user_not_found', 'nothing_to_change'] as const;
const createError = errorFactory(exchangeAddressesErrors);

/**
 * Exchanges the e-mail addresses of two users, also of different partners, in one transaction. Returns the id of the first.
 *
 * @throws ApiError `user_not_found` (one is unknown or erased), `nothing_to_change` (both are the same).
 */
export function exchangeAddresses(
  context: ServiceContext,
  supporter: Supporter,
  { userId, otherUserId }: z.output<typeof ExchangeAddressesInput>,
): Promise<string> {
  return context.database.transaction(async (em) => {
    const users = await em.find(User, { id: { $in: [userId, otherUserId] } });
    const [one, other] = [userId, otherUserId].map((id) => users.find((user) => user.id === id));
    if (!one?.email || !other?.email) throw createError('user_not_found');
    if (one === other)
      throw createError('nothing_to_change', {
        message: 'Both are the same user, so nothing was changed. Choose another one.',
      });
    const update = (id: string, email: string) =>
      ({ action: 'update', userId: id, changes: { email } }) as const;
    const items = [update(userId, other.email), update(otherUserId, one.email)];
    const externalServiceId = one.managedBy.id;
    const locked = await lockUsers(em, {
      context,
      by: supporter,
      externalServiceId,
      items,
      locks: 'exclusive',
      action: 'exchangeAddresses',
    });
    const results = resultsOfExchange(locked.known, [userId, otherUserId], locked.writing);
    if (!results) throw createError('user_not_found');
    // Another writer changed an address before the locks. The transaction is repeated, like after a lost race.
    if (items.some(({ changes }, index) => results[index]!.user.email !== changes.email))
      throw Object.assign(new Error('an address is not locked'), { code: '40001' });
    const save = locked.toSave(results)!;
    await context.database.callIn(em, save.name, save.values);
    return userId;
  });
}
