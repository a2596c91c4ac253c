import { GraphQLError } from 'graphql';

/**
 * Limits on repetition in one document. For some of these, the cost of validation grows with the square. Together the
 * limits keep it far below 100 ms, including all concurrent work.
 */
export const documentLimits = {
  tokens: 4_000,
  /** Nesting depth of braces, brackets and parentheses. */
  brackets: 100,
  aliases: 50,
  operations: 30,
  fragments: 50,
  variables: 100,
  arguments: 500,
  directives: 100,
  /** Fragment spreads. `... on Type { }` is not counted. */
  spreads: 200,
  /** Fields and fragments of all operations together. A fragment counts each time it is spread. */
  fields: 1_000,
  /** The same field (or alias) in the same place. Validation compares each pair. */
  repeats: 50,
  /** Nesting depth of fields. The deepest known use is the introspection of a list of lists. */
  depth: 20,
  /** Values in the variables, including those in lists and inputs. */
  values: 5_000,
} as const;

type Limit = keyof typeof documentLimits | 'introspection';

const what: Record<Limit, string> = {
  tokens: 'tokens',
  brackets: 'nested braces, brackets and parentheses',
  aliases: 'aliases',
  operations: 'operations',
  fragments: 'fragments',
  variables: 'variables',
  arguments: 'arguments',
  directives: 'directives',
  spreads: 'fragment spreads',
  fields: 'fields and fragments, counted wherever they are spread',
  repeats: 'repetitions of one field in one place',
  depth: 'nested fields',
  introspection: 'estimated entries of introspection',
  values: 'values in the variables',
};

const document = 'Use several documents.';
const advice: Record<Limit, string> = {
  tokens: document,
  brackets: 'Request the innermost object in a separate operation, and pass inputs as variables.',
  aliases: 'Use a list with a filter instead of many single objects, or use several documents.',
  operations: 'Send only the one that runs.',
  fragments: 'Send only those that the operation spreads.',
  variables: document,
  arguments: 'Pass inputs as variables.',
  directives: 'Leave fields out instead of skipping them.',
  spreads: document,
  fields: document,
  repeats: 'It is returned once, so select it once.',
  depth: 'Request the innermost object by its id in a separate operation.',
  introspection: 'Request the schema once, as GraphiQL does.',
  values: 'Send them in several requests.',
};

/**
 * The error for a document, or its variables, over one of the limits: a code, what exceeds the limit, and what to do.
 * It does not contain the amount, because counting stops at the limit.
 */
export function tooMany(
  limit: Limit,
  most: number = documentLimits[limit as keyof typeof documentLimits],
): GraphQLError {
  const message = `Too large: a document has at most ${most.toLocaleString('en')} ${what[limit]}. ${advice[limit]}`;
  const code = limit === 'values' ? 'VARIABLES_TOO_LARGE' : 'DOCUMENT_TOO_LARGE';
  return new GraphQLError(message, {
    extensions: { code, counted: limit, limit: most, http: { status: 400 } },
  });
}

export function badRequest(message: string): GraphQLError {
  return new GraphQLError(message, { extensions: { code: 'BAD_USER_INPUT', http: { status: 400 } } });
}

/** Maximum length of an error message, in characters. A message may quote its subject, however long. */
export const maxMessage = 500;
