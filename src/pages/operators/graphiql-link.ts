import { escapeHtml } from '../escape-html.ts';

/** A GraphQL query with its variables. */
export interface Question {
  query: string;
  variables: Record<string, string>;
}

/** Returns the address that opens GraphiQL with the query. It does not run the query. */
export function graphiqlAddress({ query, variables }: Question): string {
  return `/graphql?${new URLSearchParams({ query, variables: JSON.stringify(variables, null, 2) })}`;
}

/** A text that links to the query behind it. */
export function explained(text: string, question: Question): string {
  return `<a class="number" href="${escapeHtml(graphiqlAddress(question))}">${escapeHtml(text)}</a>`;
}
