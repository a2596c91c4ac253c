import type { SqlEntityManager } from '@mikro-orm/postgresql';
import type { Supporter } from '../access/authorize-operator.ts';
import { recordChange } from '../audit/record-change.ts';
import type { ServiceContext } from '../service-context.ts';

interface Block {
  courtId: string;
  courtBookingId: string;
  startDate: string;
  endDate: string;
  reason: string;
}

/** Records a block in the history of its court. The history of the booking is recorded separately. */
export function recordBlock(
  em: SqlEntityManager,
  context: ServiceContext,
  supporter: Supporter,
  action: 'blockCourt' | 'unblockCourt',
  { courtId, courtBookingId, startDate, endDate, reason }: Block,
): Promise<void> {
  const block = { courtBookingId, startDate, endDate, reason };
  const changed = action === 'blockCourt' ? { after: block } : { before: block };
  return recordChange(em, context, supporter, { action, subjectId: courtId, ...changed });
}
