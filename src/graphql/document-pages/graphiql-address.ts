import { longest } from './values.ts';

/** Returns the address that opens a document in GraphiQL, with the values that are known and short. It does not run the document. */
export function graphiqlAddress(
  { document }: { document: string },
  variables: Record<string, unknown> = {},
): string {
  const short = Object.entries(variables).filter(([, value]) => String(value).length <= longest);
  const known = JSON.stringify(Object.fromEntries(short), null, 2);
  return `/graphql?${new URLSearchParams({ query: document, variables: known })}`;
}
