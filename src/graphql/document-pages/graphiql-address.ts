/** Returns the address that opens a document in GraphiQL, with the values that are known. It does not run the document. */
export function graphiqlAddress(
  { document }: { document: string },
  variables: Record<string, unknown> = {},
): string {
  return `/graphql?${new URLSearchParams({ query: document, variables: JSON.stringify(variables, null, 2) })}`;
}
