import { catalogue } from '../src/errors.ts';
import { documentedOperations } from '../src/rest/operations.ts';

const inCode = (names: string[]) => names.map((name) => `\`${name}\``).join(', ');

/** Operations in few words: all of them, or all but a few. */
function whereOf(answering: string[]): string {
  const others = documentedOperations()
    .map(({ operationId }) => operationId)
    .filter((name) => !answering.includes(name));
  if (others.length === 0) return 'every operation';
  return others.length < 3 ? `every operation except ${inCode(others)}` : inCode(answering);
}

/** The partners' part of the catalogue as a table of docs/partners: the document's own codes first, in its order. */
export function errorTable(): string[] {
  const operations = documentedOperations();
  const partners = Object.entries(catalogue).filter(([, { origin }]) => origin !== 'operators');
  const rows = partners.map(([type, { status, condition, origin }]) => {
    const answering = operations
      .filter(({ errors }) => (errors as readonly string[]).includes(type))
      .map(({ operationId }) => operationId);
    const isOfOperations = origin === 'document' || origin === 'operations';
    const where = isOfOperations ? whereOf(answering) : 'every path';
    return `| ${status} | \`${type}\` | ${condition} | ${where} |`;
  });
  return ['| status | `error.type` | condition | returned by |', '|---|---|---|---|', ...rows];
}

/** What operators alone are told, as a table of docs/operators-graphql.md, in the order of the codes. */
export function operatorErrorTable(): string[] {
  const operators = Object.entries(catalogue).filter(([, { origin }]) => origin === 'operators');
  const rows = operators
    .sort(([one], [other]) => one.localeCompare(other, 'en'))
    .map(
      ([type, { status, condition, message }]) =>
        `| \`${type}\` | ${status} | ${condition} | ${message.replaceAll('|', '\\|')} |`,
    );
  return ['| `type` | status | when | what it says, unless more is known |', '|---|---|---|---|', ...rows];
}
