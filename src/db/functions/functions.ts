import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { functionParameters } from './functions.generated.ts';

// In the order in which they need each other.
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
  'upsert-court-booking.sql',
  'cancel-court-booking.sql',
  'batch-court-bookings.sql',
  'create-user.sql',
  'take-rate-limit-permits.sql',
  'records.sql',
  'readiness.sql',
];

/**
 * The functions that live in the database, as the files in `functions/` say them. They are addressed by their content:
 * each version of them has a schema of its own, `functions_<hash>`, which never changes. So two versions of the service
 * can serve on one database, and each calls its own.
 */
export interface DatabaseFunctions {
  /** The schema they live in; in the files it is called `functions`. */
  schema: string;
  /** One `create function` a statement. */
  statements: string[];
}

let known: DatabaseFunctions | undefined;

/** Reads the files, once. */
export function databaseFunctions(): DatabaseFunctions {
  known ??= read();
  return known;
}

function read(): DatabaseFunctions {
  const source = readFunctionFiles();
  const schema = `functions_${createHash('sha256').update(source).digest('hex').slice(0, 16)}`;
  const statements = source
    .replaceAll(/\bfunctions\./g, `${schema}.`)
    .split(/^(?=create function)/m)
    .filter((statement) => statement.startsWith('create'));
  return { schema, statements };
}

/** The text of all files. */
export function readFunctionFiles(): string {
  return files.map((file) => readFileSync(new URL(`./${file}`, import.meta.url), 'utf8')).join('\n');
}

type Parameters = typeof functionParameters;
export type FunctionName = keyof Parameters;

/** What a parameter of a type of PostgreSQL takes; `jsonb` is bound as its text. */
interface Values {
  uuid: string;
  text: string;
  /** ISO 8601, with an offset. */
  timestamptz: string;
  /** `YYYY-MM-DD`. */
  date: string;
  jsonb: string;
  'uuid[]': readonly string[];
  'text[]': readonly string[];
  'jsonb[]': readonly string[];
  int: number;
  boolean: boolean;
  'double precision': number;
}

/** The arguments of a function, by name; those that have a default in the database may be null or left out. */
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

/** The statement that calls a function: by named and typed arguments, so no order can be mistaken. */
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

/** The arguments in the order of `callText`. */
export function callValues<Name extends FunctionName>(
  name: Name,
  values: FunctionArguments<Name>,
): unknown[] {
  const given = values as Record<string, unknown>;
  return Object.keys(functionParameters[name]).map((parameter) => given[parameter] ?? null);
}

/** `courtId` is `p_court_id`. */
function parameterName(parameter: string): string {
  return `p_${parameter.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`;
}

/** A function answered what this version does not know: a fault of ours, for the log. */
export class UnknownOutcome extends Error {
  readonly code: string;

  constructor(name: FunctionName, outcome: unknown) {
    const code = `${name} answered ${JSON.stringify(outcome)}`;
    super(code);
    this.code = code;
  }
}
