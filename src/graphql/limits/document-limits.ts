import { GraphQLError } from 'graphql';

/**
 * How much one document may repeat. What validation does with it grows with the square of some of these; together they
 * keep it, and everything else that happens at once, far below 100 ms.
 */
export const documentLimits = {
  tokens: 4_000,
  /** Braces, brackets and parentheses in each other. */
  brackets: 100,
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
  brackets: 'braces, brackets and parentheses in each other',
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

const document = 'Ask by several documents.';
const advice: Record<Limit, string> = {
  tokens: document,
  brackets: 'Ask for what lies deepest by an operation of its own; give an input as a variable.',
  aliases: 'Ask for a list with a filter in place of many single things, or by several documents.',
  operations: 'Send only the one that runs.',
  fragments: 'Send only those that the operation spreads.',
  variables: document,
  arguments: 'Give an input as one variable.',
  directives: 'Leave out fields in place of skipping them.',
  spreads: document,
  fields: document,
  repeats: 'It is answered once, so ask for it once.',
  depth: 'Ask for what lies deepest by an operation of its own, by its id.',
  introspection: 'Ask for the schema once, as GraphiQL does.',
  values: 'Send them in several requests.',
};

/**
 * The refusal of a document that is over one of the limits, or of its variables: a code, of what there is too much, and what to do. How much
 * there is of it is not told: it is not counted any further.
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

/** How much of a fault is told: it may quote what it is about, as long as that is. */
export const maxMessage = 500;
