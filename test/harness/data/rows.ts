import type { Database } from '../../../src/db/connection/database.ts';

/** The first column of all rows. */
export async function columnIn<Value = string>(
  { database }: { database: Database },
  text: string,
  ...values: unknown[]
): Promise<Value[]> {
  const rows = await database.query<Record<string, Value>>(text, values);
  return rows.map((row) => Object.values(row)[0]!);
}

/** The first column of the first row. */
export async function valueIn<Value = string>(
  on: { database: Database },
  text: string,
  ...values: unknown[]
): Promise<Value> {
  const [value] = await columnIn<Value>(on, text, ...values);
  return value!;
}
