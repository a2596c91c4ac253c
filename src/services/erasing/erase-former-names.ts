import { inTransaction } from '../../db/connection/in-transaction.ts';
import { databaseFunctions } from '../../db/functions/functions.ts';
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
  const { schema } = databaseFunctions();
  for (;;) {
    const erased = await database.read<{ id: string; managedById: string }>(
      'primary',
      // "offset 0" makes the planner start from the few former names. It might otherwise read all users.
      `select u.id, u.managed_by_id as "managedById"
       from (select distinct user_id from former_user_names) f cross join lateral (
         select id, managed_by_id from users where id = f.user_id and erased_at is not null offset 0
       ) u limit $1`,
      [usersAtOnce],
    );
    for (const { id, managedById } of erased)
      await database.transaction(async (em) => {
        const { query } = inTransaction(database, em);
        // Serializes concurrent processes.
        await query('select from users where id = $1 for update', [id]);
        const known = await findIdentifiers(query, id, managedById);
        await query('delete from former_user_names where user_id = $1', [id]);
        if (known.addresses.length + known.links.length === 0) return;
        const erasure = await beginErasure(query, context, { userId: id, ...known });
        // Names that were added after the user was erased stay.
        await query(
          `update erasures e set until = ${schema}.first_id_of(u.erased_at) from users u where e.id = $1 and u.id = $2`,
          [erasure.id, id],
        );
      });
    if (erased.length < usersAtOnce) return;
  }
}
