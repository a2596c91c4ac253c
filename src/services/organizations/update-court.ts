import { z } from 'zod';
import { errorFactory } from '../../api-error.ts';
import { queryIn } from '../../db/connection/query.ts';
import { Court } from '../../db/entities/organization.ts';
import { lockRows } from '../../db/queries/lock-rows.ts';
import type { Administrator } from '../access/authorize-operator.ts';
import type { AuditAction } from '../audit/audit-actions.ts';
import { changeRow } from '../audit/record-change.ts';
import { appendChange } from '../changes/append-change.ts';
import type { ServiceContext } from '../service-context.ts';
import { displayName, uuid } from '../values/fields.ts';
import { reserveCourtName } from './court-name.ts';

/** Omitted fields stay unchanged. */
export const UpdateCourtInput = z.strictObject({
  courtId: uuid(),
  name: displayName().optional(),
  active: z.boolean().optional(),
});

export const updateCourtErrors = ['court_not_found', 'name_already_in_use'] as const;
const createError = errorFactory(updateCourtErrors);

/**
 * Renames, deactivates or reactivates a court. Returns its id. Not in the document: bookings on a deactivated court
 * get `court_not_found`. Its existing bookings stay, and can be read and cancelled.
 *
 * @throws ApiError `court_not_found`, `name_already_in_use`.
 */
export function updateCourt(
  context: ServiceContext,
  administrator: Administrator,
  { courtId, ...given }: z.output<typeof UpdateCourtInput>,
  action: AuditAction = 'updateCourt',
): Promise<string> {
  return context.database.transaction(async (em) => {
    // The same lock as for writing a booking of the court.
    await lockRows(queryIn(em), 'courts', [courtId]);
    const court = await em.findOne(Court, courtId);
    if (!court) throw createError('court_not_found');
    const { name = court.name } = given;
    if (name !== court.name) await reserveCourtName(em, court.organization.id, name, createError);
    const changed = await changeRow(em, context, administrator, court, given, action);
    if (!changed) return courtId;
    const { id, name: organizationName, timeZone } = await court.organization.loadOrFail();
    await appendChange(em, context, administrator, {
      type: given.active === false && 'active' in changed ? 'court.deactivated' : 'court.updated',
      subjectId: courtId,
      data: { id: courtId, name: court.name, organization: { id, name: organizationName, timeZone } },
      audience: { organizationId: id },
    });
    return courtId;
  });
}
