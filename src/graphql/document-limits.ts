import { GraphQLError } from 'graphql';

/**
 * How much one document may repeat. What validation does with it grows with the square of some of these; together they
 * keep it, and everything else that happens at once, far below 100 ms.
 */
export const documentLimits = {
  tokens: 4_000,
  aliases: 50,
  operations: 30,
  fragments: 50,
  variables: 100,
  arguments: 500,
  directives: 100,
  /** Where fragments are spread; `... on Type { }` is not counted. */
  spreads: 200,
  /** Fields and fragments of all operations together, those of a fragment as often as it is spread. */
  fields: 1_000,
  /** The same field (or alias) in the same place: validation compares each with each. */
  repeats: 50,
  /** Fields in each other. The deepest that we know of is the introspection of a list of lists. */
  depth: 20,
  /** Values in the variables, those in lists and inputs too. */
  values: 5_000,
} as const;

type Limit = keyof typeof documentLimits | 'introspection';

const what: Record<Limit, string> = {
  tokens: 'tokens',
  aliases: 'aliases',
  operations: 'operations',
  fragments: 'fragments',
  variables: 'variables',
  arguments: 'arguments',
  directives: 'directives',
  spreads: 'spreads of fragments',
  fields: 'fields and fragments, counted wherever they are spread',
  repeats: 'repetitions of one field in one place',
  depth: 'fields in each other',
  introspection: 'entries of introspection, as far as can be told before',
  values: 'values in the variables',
};

/** The refusal of a document that is over one of the limits; it says which. */
export function tooMany(
  limit: Limit,
  most: number = documentLimits[limit as keyof typeof documentLimits],
): GraphQLError {
  const message = `Too large: a document has at most ${most.toLocaleString('en')} ${what[limit]}.`;
  return badRequest(message);
}

export function badRequest(message: string): GraphQLError {
  return new GraphQLError(message, { extensions: { code: 'BAD_USER_INPUT', http: { status: 400 } } });
}

/** How much of a fault is told: it may quote what it is about, as long as that is. */
export const maxMessage = 500;
