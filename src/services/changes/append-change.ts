import type { SqlEntityManager } from '@mikro-orm/postgresql';
import type { ChangeType } from '../../rules/change-types.ts';
import type { ServiceContext } from '../service-context.ts';

interface Announcement {
  type: ChangeType;
  /** The id of the booking, user, court, organization or webhook endpoint. */
  subjectId: string;
  /** The resource in its current state, as its read operation returns it. */
  data: object;
  /**
   * The external services that are notified. For an organization: those with access to it when the change is
   * sequenced.
   */
  audience: { externalServiceId: string } | { organizationId: string };
}

export interface By {
  readonly actor: { type: string; id: string };
  /** Only for a partner. */
  readonly externalServiceId?: string;
}

/**
 * Writes a change for the external services that it concerns, in the transaction of the change. The resource must be
 * locked, so that its changes are in the order of their writes.
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
    // Another partner could mistake the caller's request id for one of its own.
    requestId: isOwn ? callerRequestId : requestId,
    data: JSON.stringify(data),
    ...audience,
  });
}
