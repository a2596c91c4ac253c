import type { SignedIn } from '../access/authorize-operator.ts';
import type { ServiceContext } from '../service-context.ts';
import { recordChange } from './record-change.ts';

/** Records that an operator has begun to export a list, and its filters. Never pass personal data. */
export function recordExport(
  context: ServiceContext,
  operator: SignedIn,
  { list, format, filters }: { list: string; format: string; filters: Record<string, unknown> },
): Promise<void> {
  return context.database.transaction((em) =>
    recordChange(em, context, operator, {
      action: 'exportList',
      subjectId: operator.actor.id,
      after: { list, format, filters },
    }),
  );
}
