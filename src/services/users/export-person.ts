import { z } from 'zod';
import { errorFactory } from '../../api-error.ts';
import { type Query, queryIn } from '../../db/connection/query.ts';
import { firstId } from '../../db/id-parts.ts';
import { searchPersonAuditEvents } from '../../db/queries/operators/person/audit-events.ts';
import {
  findPerson,
  findPersonUser,
  listPersonCourtBookings,
  listPersonGrants,
  listPersonLinks,
  listPersonRequests,
} from '../../db/queries/operators/person/person.ts';
import type { UserLinkId } from '../../db/queries/partners/user-identifiers.ts';
import { userOperations } from '../../rules/erase-user.ts';
import type { Supporter } from '../access/authorize-operator.ts';
import { recordChange } from '../audit/record-change.ts';
import type { ServiceContext } from '../service-context.ts';
import { emailAddress, uuid } from '../values/fields.ts';
import { findIdentifiers } from './find-identifiers.ts';

export const ExportPersonInput = z
  .strictObject({
    userId: uuid().optional(),
    email: emailAddress().optional(),
    cursor: uuid().optional(),
  })
  .refine(
    ({ userId, email }) => (userId === undefined) !== (email === undefined),
    'Exactly one of "userId" and "email" is required.',
  );

export const exportPersonErrors = ['user_not_found'] as const;
const createError = errorFactory(exportPersonErrors);

export interface ExportedPerson {
  /** As JSON. */
  person: Record<string, unknown>;
  /** Continues the search of the audit events. null: the search is complete. */
  nextCursor: string | null;
}

/** Upper bound on the time that a request spends searching audit events. */
const searchMillis = 800;
const eventsAtOnce = 2_000;

/**
 * Returns all data that is stored about one person, a user or a guest, for a data subject request. It has no data of
 * other participants. The export itself is recorded, but not its content.
 *
 * All audit events are searched, as far as time permits. Continue with `cursor`.
 *
 * @throws ApiError `user_not_found`, `service_unavailable`.
 */
export async function exportPerson(
  context: ServiceContext,
  supporter: Supporter,
  { userId, email, cursor }: z.output<typeof ExportPersonInput>,
): Promise<ExportedPerson> {
  return context.database.transaction(async (em) => {
    const query = queryIn(em);
    const user = await findPerson(query, { userId, email });
    if (!user && userId !== undefined) throw createError('user_not_found');
    const { addresses, links } = user
      ? await findIdentifiers(query, user.id, user.managedById)
      : { addresses: [email!], links: [] };
    const known = cursor === undefined ? await allButEvents(query, user?.id, addresses, links) : {};
    const { events, nextCursor } = await searchEvents(context, query, user?.id, addresses, cursor);
    const subject = user
      ? { subjectId: user.id }
      : { subjectType: 'guest' as const, subjectId: context.newId() };
    await recordChange(em, context, supporter, { action: 'exportPerson', ...subject });
    return { person: { ...known, auditEvents: events }, nextCursor };
  });
}

async function allButEvents(
  query: Query,
  userId: string | undefined,
  addresses: string[],
  links: UserLinkId[],
) {
  const [user] = userId === undefined ? [] : await findPersonUser(query, userId);
  return {
    addresses,
    user: user ?? null,
    links: await listPersonLinks(query, userId),
    grants: await listPersonGrants(query, userId),
    courtBookings: await listPersonCourtBookings(query, userId, addresses),
    partnerRequests: await listPersonRequests(query, { userId, links, operations: userOperations }),
  };
}

async function searchEvents(
  { now }: ServiceContext,
  query: Query,
  userId: string | undefined,
  addresses: string[],
  cursor = firstId!,
) {
  const until = now() + searchMillis;
  const events: unknown[] = [];
  let walkedTo = cursor;
  for (;;) {
    const page = await searchPersonAuditEvents(
      query,
      { userId, addresses },
      { after: walkedTo, limit: eventsAtOnce },
    );
    events.push(...page.found);
    walkedTo = page.last ?? walkedTo;
    if (page.count < eventsAtOnce) return { events, nextCursor: null };
    if (now() >= until) return { events, nextCursor: walkedTo };
  }
}
