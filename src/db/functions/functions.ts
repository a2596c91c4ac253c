import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { columnOf, optionalColumns } from '../entities/court-booking-columns.ts';
import { functionParameters } from './functions.generated.ts';

// In the order of their dependencies.
const files = [
  'instant.sql',
  'audit-event.sql',
  'changes.sql',
  'watch-changes.sql',
  'change-waits.sql',
  'user.sql',
  'webhook-endpoint.sql',
  'webhooks.sql',
  'court-booking.sql',
  'load-court-bookings.sql',
  'save-court-bookings.sql',
  'load-users.sql',
  'save-users.sql',
  'take-rate-limit-permits.sql',
  'records.sql',
  'readiness.sql',
  'wait-for-standbys.sql',
];

/**
 * The database functions from the files in `functions/`. They are addressed by content: each version has its own
 * schema, `functions_<hash>`, which never changes. So two versions of the service can use one database, each with its
 * own functions.
 */
export interface DatabaseFunctions {
  /** The schema of the functions. The files call it `functions`. */
  schema: string;
  /** One `create function` per statement. */
  statements: string[];
}

let known: DatabaseFunctions | undefined;

/**
 * Added to each function in PL/pgSQL, so that PostgreSQL plans its statements once per connection. By default PostgreSQL
 * compares the estimated costs of a plan for all values and of plans for the values of each call. It keeps the first
 * estimate as long as the connection lives. If one table was analyzed and another one was not, a connection could plan
 * each call for ever, which halved the rate of upserts. Functions in SQL have no plans of their own, because PostgreSQL
 * inlines them: they are stable or immutable, and those that read tables are called in `from`.
 */
const keepsPlans = "set plan_cache_mode = 'force_generic_plan'";

/** Reads the files once. */
export function databaseFunctions(): DatabaseFunctions {
  known ??= read();
  return known;
}

function read(): DatabaseFunctions {
  const source = readFunctionFiles();
  const schema = `functions_${createHash('sha256').update(source).update(keepsPlans).digest('hex').slice(0, 16)}`;
  const statements = source
    .replaceAll(/\bfunctions\./g, `${schema}.`)
    .split(/^(?=create function)/m)
    .filter((statement) => statement.startsWith('create'))
    .map((statement) => statement.replace(/^language plpgsql$/m, `$&\n${keepsPlans}`));
  return { schema, statements };
}

/** Returns the text of all files, with the optional fields of a booking. */
export function readFunctionFiles(): string {
  const text = files.map((file) => readFileSync(new URL(`./${file}`, import.meta.url), 'utf8')).join('\n');
  return withOptionalFields(text, optionalColumns);
}

/**
 * Repeats each line that ends with `-- for each optional field`. In it, `optional_column`, `optionalField` and
 * `optional_type` are the column, the field and the type.
 */
export function withOptionalFields(text: string, columns: Record<string, string>): string {
  return text.replaceAll(/^(.*) -- for each optional field\n/gm, (_all, line: string) =>
    Object.entries(columns)
      .map(([field, type]) =>
        line
          .replaceAll('optional_column', columnOf(field))
          .replaceAll('optionalField', field)
          .replaceAll('optional_type', type),
      )
      .map((repeated) => `${repeated}\n`)
      .join(''),
  );
}

type Parameters = typeof functionParameters;
export type FunctionName = keyof Parameters;

/** The TypeScript types of PostgreSQL's parameter types. `jsonb` is bound as text. */
interface Values {
  uuid: string;
  text: string;
  /** ISO 8601, with an offset. */
  timestamptz: string;
  /** `YYYY-MM-DD`. */
  date: string;
  jsonb: string;
  'uuid[]': readonly (string | null)[];
  'text[]': readonly string[];
  'timestamptz[]': readonly (string | null)[];
  'jsonb[]': readonly string[];
  int: number;
  boolean: boolean;
  'double precision': number;
}

/** The arguments of a function by name. Those with a default in the database can be null or omitted. */
export type FunctionArguments<Name extends FunctionName> = {
  [P in keyof Parameters[Name] as Parameters[Name][P] extends `${string}?`
    ? never
    : P]: Values[Parameters[Name][P] & keyof Values];
} & {
  [P in keyof Parameters[Name] as Parameters[Name][P] extends `${string}?` ? P : never]?:
    | (Parameters[Name][P] extends `${infer Type extends keyof Values}?` ? Values[Type] : never)
    | null
    | undefined;
};

const texts = new Map<FunctionName, string>();

/** Returns the statement that calls a function. The arguments are named and typed, so their order does not matter. */
export function callText(name: FunctionName): string {
  let text = texts.get(name);
  if (text === undefined) {
    const parameters = Object.entries(functionParameters[name]).map(
      ([parameter, type], index) => `${parameterName(parameter)} => $${index + 1}::${type.replace('?', '')}`,
    );
    text = `select ${databaseFunctions().schema}.${name}(${parameters.join(', ')}) as answer`;
    texts.set(name, text);
  }
  return text;
}

/** Returns the arguments in the order of `callText`. */
export function callValues<Name extends FunctionName>(
  name: Name,
  values: FunctionArguments<Name>,
): unknown[] {
  const given = values as Record<string, unknown>;
  return Object.keys(functionParameters[name]).map((parameter) => given[parameter] ?? null);
}

function parameterName(parameter: string): string {
  return `p_${parameter.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`;
}
