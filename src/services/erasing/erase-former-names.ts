import { onPrimary, queryIn } from '../../db/connection/query.ts';
import { FormerUserName } from '../../db/entities/user.ts';
import { findErasedUsersWithFormerNames } from '../../db/queries/jobs/erase-former-names.ts';
import { updateErasureEndToUser } from '../../db/queries/jobs/erasures.ts';
import { lockRows } from '../../db/queries/lock-rows.ts';
import type { ServiceContext } from '../service-context.ts';
import { findIdentifiers } from '../users/find-identifiers.ts';
import { beginErasure } from './erasure.ts';

const usersAtOnce = 100;

/**
 * Starts erasing the former names of users whom the previous release erased, because that release does not know where
 * they are stored. `eraseFurtherCopies` continues with them.
 *
 * @throws ApiError `service_unavailable`: finished work is kept, and the rest is done the next time.
 */
export async function eraseFormerNames(context: ServiceContext): Promise<void> {
  const { database } = context;
  for (;;) {
    const erased = await findErasedUsersWithFormerNames(onPrimary(database), usersAtOnce);
    for (const { id, managedById } of erased)
      await database.transaction(async (em) => {
        const query = queryIn(em);
        // Serializes concurrent processes.
        await lockRows(query, 'users', [id], 'for update');
        const known = await findIdentifiers(query, id, managedById);
        await em.nativeDelete(FormerUserName, { user: id });
        if (known.addresses.length + known.links.length === 0) return;
        const erasure = await beginErasure(query, context, { userId: id, ...known });
        // Names that were added after the user was erased stay.
        await updateErasureEndToUser(query, erasure.id, id);
      });
    if (erased.length < usersAtOnce) return;
  }
}
