import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

// In the order in which they need each other.
const files = [
  'court-booking.sql',
  'user.sql',
  'upsert-court-booking.sql',
  'create-user.sql',
  'change-court-booking.sql',
  'take-rate-limit-permits.sql',
];

export interface DatabaseFunctions {
  /** One `create or replace function` a statement. */
  statements: string[];
  /** Changes when any of them does. */
  version: string;
}

/** The functions that live in the database, as the files beside this one say them. */
export function readDatabaseFunctions(): DatabaseFunctions {
  const sources = files.map((file) => readFileSync(new URL(`functions/${file}`, import.meta.url), 'utf8'));
  const version = createHash('sha256').update(sources.join('\n')).digest('hex').slice(0, 16);
  const statements = sources
    .flatMap((source) => source.split(/^(?=create or replace function)/m))
    .filter((statement) => statement.startsWith('create'));
  statements.push(
    `create or replace function functions_version() returns text language sql immutable as $$ select '${version}' $$`,
  );
  return { statements, version };
}
