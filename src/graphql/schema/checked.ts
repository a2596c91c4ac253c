import { GraphQLError } from 'graphql';
import { parseInstant } from '../../rules/instant.ts';
import { isUuid } from '../../services/values/is-uuid.ts';

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
