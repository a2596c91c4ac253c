import type { Query } from '../../connection/query.ts';

/** Stores that a form was sent. Returns false if it had been sent before. */
export async function insertSubmittedForm(query: Query, id: string, operatorId: string): Promise<boolean> {
  const rows = await query(
    'insert into submitted_forms (id, operator_id) values ($1, $2) on conflict do nothing returning id',
    [id, operatorId],
  );
  return rows.length > 0;
}

export async function deleteSubmittedForms(query: Query, olderThanHours: number): Promise<void> {
  await query('delete from submitted_forms where submitted_at < now() - make_interval(hours => $1)', [
    olderThanHours,
  ]);
}
