import type { SqlEntityManager } from '@mikro-orm/postgresql';
import type { ServiceContext } from '../service-context.ts';
import type { ChangeType } from './change-types.ts';

interface Announcement {
  type: ChangeType;
  /** The booking, user, court, organization or webhook endpoint. */
  subjectId: string;
  /** The thing as it is now, as its verb of reading tells it. */
  data: object;
  /** Whom it concerns; of an organization, those that have access to it when the change is numbered. */
  audience: { externalServiceId: string } | { organizationId: string };
}

/** Whoever changes something. */
export interface By {
  readonly actor: { type: string; id: string };
  /** Of a partner. */
  readonly externalServiceId?: string;
}

/**
 * Writes a change for the external services that it concerns, in the transaction of the change, under the lock of the
 * thing: of one thing the changes are in the order in which they were written.
 */
export async function appendChange(
  em: SqlEntityManager,
  { database, now, requestId, callerRequestId = requestId }: ServiceContext,
  { actor, externalServiceId }: By,
  { type, subjectId, data, audience }: Announcement,
): Promise<void> {
  const isOwn = 'externalServiceId' in audience && audience.externalServiceId === externalServiceId;
  await database.callIn(em, 'announce_change', {
    type,
    subjectId,
    at: new Date(now()).toISOString(),
    actorType: actor.type,
    // Another partner could take the caller's id for one of its own.
    requestId: isOwn ? callerRequestId : requestId,
    data: JSON.stringify(data),
    ...audience,
  });
}
