import { catalogue } from '../src/errors.ts';
import { documentedOperations } from '../src/rest/operations.ts';

/** The partners' part of the catalogue as a table: the document's own codes first, in its order. */
export function errorTable(): string[] {
  const operations = documentedOperations();
  const partners = Object.entries(catalogue).filter(([, { origin }]) => origin !== 'operators');
  const rows = partners.map(([type, { status, condition, origin }]) => {
    const answering = operations.filter(({ errors }) => (errors as readonly string[]).includes(type));
    const where =
      origin === 'document'
        ? answering.map(({ operationId }) => `\`${operationId}\``).join(', ')
        : 'every path';
    return `| ${status} | \`${type}\` | ${condition} | ${where} |`;
  });
  return ['| status | `error.type` | condition | answered by |', '|---|---|---|---|', ...rows];
}
