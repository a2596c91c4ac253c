import { z } from 'zod';
import { errorFactory } from '../../api-error.ts';
import { queryIn } from '../../db/connection/query.ts';
import { User } from '../../db/entities/user.ts';
import { lockEmail } from '../../db/queries/lock-identifiers.ts';
import { countBookingsOfGuest } from '../../db/queries/operators/person/person.ts';
import type { Supporter } from '../access/authorize-operator.ts';
import { recordChange } from '../audit/record-change.ts';
import { eraseFirstCopies } from '../erasing/erase-copies.ts';
import { beginErasure } from '../erasing/erasure.ts';
import type { ServiceContext } from '../service-context.ts';
import { emailAddress } from '../values/fields.ts';

export const EraseGuestInput = z.strictObject({ email: emailAddress() });

export const eraseGuestErrors = ['email_of_user'] as const;
const createError = errorFactory(eraseGuestErrors);

export interface ErasedGuest {
  /** The number of bookings that named the guest. */
  courtBookings: number;
}

/**
 * Erases a guest of bookings, who is known only by an address. It works like `eraseUser` for a user's address.
 *
 * @throws ApiError `email_of_user`: an address with an account is erased with its user; `service_unavailable`.
 */
export async function eraseGuest(
  context: ServiceContext,
  supporter: Supporter,
  { email }: z.output<typeof EraseGuestInput>,
): Promise<ErasedGuest> {
  const { erasure, courtBookings } = await context.database.transaction(async (em) => {
    const query = queryIn(em);
    // Prevents an account with this address from being created meanwhile.
    await lockEmail(query, email);
    if ((await em.count(User, { email })) > 0) throw createError('email_of_user');
    const count = await countBookingsOfGuest(query, email);
    const begun = await beginErasure(query, context, { addresses: [email], links: [] });
    // A guest has no id, so the id of the erasure is recorded, and nothing of the address.
    await recordChange(em, context, supporter, {
      action: 'eraseGuest',
      subjectId: begun.id,
      after: { courtBookings: count },
    });
    return { erasure: begun, courtBookings: count };
  });
  await eraseFirstCopies(context, [erasure], undefined);
  return { courtBookings };
}
