/** Returns the address that opens GraphiQL with a query and its variables. It does not run the query. */
export function graphiqlAddress(query: string, variables: Record<string, unknown>): string {
  return `/graphql?${new URLSearchParams({ query, variables: JSON.stringify(variables, null, 2) })}`;
}
