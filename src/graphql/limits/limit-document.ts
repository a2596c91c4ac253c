import {
  BREAK,
  type DocumentNode,
  type FragmentDefinitionNode,
  GraphQLError,
  type GraphQLSchema,
  getIntrospectionQuery,
  getOperationAST,
  isValueNode,
  Kind,
  Lexer,
  parse,
  type SelectionSetNode,
  Source,
  TokenKind,
  type ValueNode,
  validate,
  visit,
} from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { documentLimits, maxMessage, tooMany } from './document-limits.ts';
import { type Introspection, introspectionAt, type ListLengths, listLengths } from './introspection-size.ts';
import { limitVariables } from './limit-variables.ts';

/**
 * Rejects a document over a limit before it is validated, and variables over a limit before they are read. It only
 * counts, which costs no more than parsing. Not GraphQL Armor: except for tokens, its limits are validation rules, which
 * run next to the rules whose cost must be limited.
 */
export function limitDocuments(schema: GraphQLSchema): Plugin {
  const rejectLarge = sizeLimit(schema);
  return {
    onParse({ parseFn, setParseFn }) {
      setParseFn((source, options) => {
        limitTokens(source);
        const document = parseFn(source, options);
        rejectLarge(document);
        return document;
      });
    },
    onValidate({ setValidationFn }) {
      setValidationFn((_schema, document, rules) =>
        validate(schema, document, rules, { maxErrors }).map((error) => placed(document, error)),
      );
    },
    onExecute({ args: { document, operationName, variableValues }, setResultAndStopExecution }) {
      const operation = getOperationAST(document, operationName);
      try {
        if (operation) limitVariables(schema, operation, (variableValues ?? {}) as Record<string, unknown>);
      } catch (error) {
        if (!(error instanceof GraphQLError)) throw error;
        setResultAndStopExecution({ errors: [error] });
      }
    },
  };
}

const opening: ReadonlySet<TokenKind> = new Set([TokenKind.BRACE_L, TokenKind.BRACKET_L, TokenKind.PAREN_L]);
const closing: ReadonlySet<TokenKind> = new Set([TokenKind.BRACE_R, TokenKind.BRACKET_R, TokenKind.PAREN_R]);

/**
 * Counts the tokens one by one before parsing. The parser is recursive: two thousand nested brackets can overflow the
 * stack.
 *
 * @throws GraphQLError that names the limit, or the invalid token.
 */
function limitTokens(source: string | Source): void {
  const lexer = new Lexer(typeof source === 'string' ? new Source(source) : source);
  let tokens = 0;
  let open = 0;
  for (let { kind } = lexer.advance(); kind !== TokenKind.EOF; { kind } = lexer.advance()) {
    tokens += 1;
    if (tokens > documentLimits.tokens) throw tooMany('tokens');
    if (opening.has(kind)) open += 1;
    if (closing.has(kind)) open -= 1;
    if (open > documentLimits.brackets) throw tooMany('brackets');
  }
}

function sizeLimit(schema: GraphQLSchema): (document: DocumentNode) => void {
  const listed = listLengths(schema);
  // One and a half times the whole schema, which GraphiQL and code generators query.
  const all = parse(getIntrospectionQuery({ inputValueDeprecation: true }));
  const maxIntrospected = Math.ceil(walkFields(all, listed, Number.POSITIVE_INFINITY) * 1.5);
  return (document) => {
    countParts(document);
    walkFields(document, listed, maxIntrospected);
  };
}

/** An error may quote its subject. With a thousand errors, a document of 256 KiB would cause a response of 25 MB. */
const maxErrors = 10;

/** Names the argument, input field or variable of a value that does not fit its type, and shortens the message. */
function placed(document: DocumentNode, error: GraphQLError): GraphQLError {
  const { message, nodes } = error;
  const [node] = nodes ?? [];
  const place = node && isValueNode(node) ? placeOf(document, node) : '';
  if (place === '' && message.length <= maxMessage) return error;
  const text = `${place}${message}`;
  return new GraphQLError(text.length <= maxMessage ? text : `${text.slice(0, maxMessage)}…`, {
    ...error,
    nodes,
  });
}

function placeOf(document: DocumentNode, value: ValueNode): string {
  let place = '';
  visit(document, {
    enter(node, _key, parent, _path, ancestors) {
      if (node !== value) return undefined;
      // The innermost is last.
      for (const around of [...ancestors, parent].flat()) {
        if (around?.kind === Kind.ARGUMENT) place = `Argument "${around.name.value}": `;
        if (around?.kind === Kind.OBJECT_FIELD) place = `Field "${around.name.value}": `;
        if (around?.kind === Kind.VARIABLE_DEFINITION) place = `Variable "$${around.variable.name.value}": `;
      }
      return BREAK;
    },
  });
  return place;
}

/** @throws GraphQLError that names the limit. */
function countParts(document: DocumentNode): void {
  const counts = {
    aliases: 0,
    operations: 0,
    fragments: 0,
    variables: 0,
    arguments: 0,
    directives: 0,
    spreads: 0,
  };
  const count = (limit: keyof typeof counts) => {
    counts[limit] += 1;
    if (counts[limit] > documentLimits[limit]) throw tooMany(limit);
  };
  visit(document, {
    [Kind.OPERATION_DEFINITION]: () => count('operations'),
    [Kind.FRAGMENT_DEFINITION]: () => count('fragments'),
    [Kind.VARIABLE_DEFINITION]: () => count('variables'),
    [Kind.FRAGMENT_SPREAD]: () => count('spreads'),
    [Kind.ARGUMENT]: () => count('arguments'),
    [Kind.OBJECT_FIELD]: () => count('arguments'),
    [Kind.DIRECTIVE]: () => count('directives'),
    [Kind.FIELD]: ({ alias }) => (alias ? count('aliases') : undefined),
  });
}

/** The fields of one place, which merge into one object of the response. */
interface Level {
  /** By name in the response. */
  fields: Map<string, { count: number; below: Level }>;
}

/**
 * Walks each operation in the order of execution, with fragments in place. Stops at the first limit that is exceeded.
 * Returns the number of introspection entries.
 */
function walkFields(document: DocumentNode, listed: ListLengths, maxIntrospected: number): number {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const definition of document.definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments.set(definition.name.value, definition);
  }
  let selections = 0;
  let introspected = 0;
  const spreading = new Set<string>();

  const walk = (set: SelectionSetNode, level: Level, depth: number, above?: Introspection) => {
    for (const selection of set.selections) {
      // Always counted: the walk would not end with empty fragments that double each time.
      selections += 1;
      if (selections > documentLimits.fields) throw tooMany('fields');
      if (selection.kind === Kind.INLINE_FRAGMENT) walk(selection.selectionSet, level, depth, above);
      else if (selection.kind === Kind.FRAGMENT_SPREAD) {
        const name = selection.name.value;
        const fragment = fragments.get(name);
        // Validation rejects unknown and circular fragments.
        if (!fragment || spreading.has(name)) continue;
        spreading.add(name);
        walk(fragment.selectionSet, level, depth, above);
        spreading.delete(name);
      } else {
        if (depth > documentLimits.depth) throw tooMany('depth');
        const name = selection.name.value;
        const key = selection.alias?.value ?? name;
        let field = level.fields.get(key);
        if (!field) {
          field = { count: 0, below: { fields: new Map() } };
          level.fields.set(key, field);
        }
        field.count += 1;
        if (field.count > documentLimits.repeats) throw tooMany('repeats');
        const introspection = introspectionAt(above, name, listed);
        introspected += introspection?.entries ?? 0;
        if (introspected > maxIntrospected) throw tooMany('introspection', maxIntrospected);
        if (selection.selectionSet) walk(selection.selectionSet, field.below, depth + 1, introspection);
      }
    }
  };
  for (const definition of document.definitions) {
    if (definition.kind === Kind.OPERATION_DEFINITION)
      walk(definition.selectionSet, { fields: new Map() }, 1);
  }
  return introspected;
}
