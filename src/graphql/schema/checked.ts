import { GraphQLError } from 'graphql';
import { parseInstant } from '../../rules/instant.ts';
import { timeRangeFault } from '../../rules/requests/time-range.ts';
import { isUuid } from '../../rules/requests/uuid.ts';

/** Checks an id that an operator entered. An invalid one would cause a database error. */
export function checkId(id: string, what = 'id'): string {
  if (!isUuid(id)) throw badUserInput(`${what} must be a UUID.`);
  return id.toLowerCase();
}

/** Checks a filter text. PostgreSQL stores neither NUL nor lone surrogates. */
export function checkText(text: string, what: string): string {
  if (text.includes('\0') || !text.isWellFormed())
    throw badUserInput(`${what} must be well-formed Unicode without NUL.`);
  return text;
}

/** Checks an instant to filter by, and returns it in the form used for comparison. */
export function checkInstant(value: string, what: string): string {
  const parsed = parseInstant(value);
  if ('fault' in parsed) throw badUserInput(`${what}: ${parsed.fault}`);
  return parsed.instant;
}

export function badUserInput(message: string): GraphQLError {
  return new GraphQLError(message, { extensions: { code: 'BAD_USER_INPUT' } });
}

type Given<Name extends string> = { readonly [N in Name]?: string | null | undefined };

const checkedBy =
  (check: (value: string, what: string) => string) =>
  <Name extends string>(given: Given<Name>, names: readonly Name[]): { [N in Name]?: string } => {
    const present = names.filter((name) => given[name] != null);
    return Object.fromEntries(present.map((name) => [name, check(given[name]!, name)])) as never;
  };

/** Each checks those of the named arguments that are present. */
export const checkedIds = checkedBy(checkId);
export const checkedTexts = checkedBy(checkText);
export const checkedInstants = checkedBy(checkInstant);
/** White space around a request id was pasted with it, because no header has any there. */
export const checkedRequestIds = checkedBy((id, what) => checkText(id, what).trim());

/**
 * Checks the ends of a time range, those that are present. A reversed or empty range is a mistake, which no empty list
 * shows.
 */
export function checkedRange<From extends string, To extends string, Of extends Given<From | To>>(
  given: Of,
  from: From,
  to: To,
): { [N in From | To]: Of[N] extends string ? string : string | undefined } {
  const range = checkedInstants<From | To>(given, [from, to]);
  const fault = timeRangeFault({ from: range[from], to: range[to] });
  if (fault !== undefined) throw badUserInput(`${from}, ${to}: ${fault}`);
  return range as never;
}
