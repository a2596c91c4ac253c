import { catalogue } from '../src/errors.ts';
import { documentedOperations } from '../src/rest/operations.ts';

const inCode = (names: string[]) => names.map((name) => `\`${name}\``).join(', ');

/** Shortens a list of operations to all, or all except one or two, where possible. */
function whereOf(answering: string[]): string {
  const others = documentedOperations()
    .map(({ operationId }) => operationId)
    .filter((name) => !answering.includes(name));
  if (others.length === 0) return 'every operation';
  return others.length < 3 ? `every operation except ${inCode(others)}` : inCode(answering);
}

/** Returns the partners' errors as a table for docs/partners. The document's own codes come first, in its order. */
export function errorTable(): string[] {
  const operations = documentedOperations();
  const partners = Object.entries(catalogue).filter(([, { origin }]) => origin !== 'operators');
  const rows = partners.map(([type, { status, origin }]) => {
    const answering = operations
      .filter(({ errors }) => (errors as readonly string[]).includes(type))
      .map(({ operationId }) => operationId);
    const isOfOperations = origin === 'document' || origin === 'operations';
    const where = isOfOperations ? whereOf(answering) : 'every path';
    return `| ${status} | \`${type}\` | ${where} |`;
  });
  return ['| status | `error.type` | returned by |', '|---|---|---|', ...rows];
}

/** Returns the errors that only operators receive, as a table for docs/operators-graphql.md, ordered by code. */
export function operatorErrorTable(): string[] {
  const operators = Object.entries(catalogue).filter(([, { origin }]) => origin === 'operators');
  const rows = operators
    .sort(([one], [other]) => one.localeCompare(other, 'en'))
    .map(([type, { status, condition }]) => `| \`${type}\` | ${status} | ${condition} |`);
  return ['| `type` | status | when |', '|---|---|---|', ...rows];
}
