import { escapeHtml } from '../escape-html.ts';

/** A question in GraphQL, and what is asked about. */
export interface Question {
  query: string;
  variables: Record<string, string>;
}

/** The address at which GraphiQL opens with this question; it is asked when somebody presses play. */
export function graphiqlAddress({ query, variables }: Question): string {
  return `/graphql?${new URLSearchParams({ query, variables: JSON.stringify(variables, null, 2) })}`;
}

/** Something that is shown, and leads to the query that explains it. */
export function explained(text: string, question: Question): string {
  return `<a class="number" href="${escapeHtml(graphiqlAddress(question))}">${escapeHtml(text)}</a>`;
}
