import type { Partner } from '../access/authorize-partner.ts';
import type { ServiceContext } from '../service-context.ts';

/** The arguments of `upsert_users`, with the ids for new users and audit events. */
export function upsertArguments(
  { newId, requestId, callerRequestId = requestId }: ServiceContext,
  { externalServiceId, actor }: Partner<'userwrite'>,
  items: readonly object[],
) {
  return {
    externalServiceId,
    items: JSON.stringify(items.map((item) => ({ ...item, newId: newId(), auditEventId: newId() }))),
    actorType: actor.type,
    actorId: actor.id,
    requestId,
    shownRequestId: callerRequestId,
  };
}
