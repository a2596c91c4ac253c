import { type ExecutionResult, GraphQLError, type ValidationContext } from 'graphql';
import { createYoga, type Plugin } from 'graphql-yoga';
import type { Database } from '../db/database.ts';
import { ApiError } from '../errors.ts';
import type { AuthenticatedOperator } from '../services/authenticate-operator.ts';
import { limits } from './builder.ts';
import type { GraphqlContext } from './context.ts';
import { schema } from './schema.ts';

export interface GraphqlDependencies {
  database: Database;
  newId: () => string;
  /** Unix milliseconds. */
  now: () => number;
  /** The current date, `YYYY-MM-DD`. */
  today: () => string;
  /** Told of what went wrong unexpectedly; the operator only sees the request id of the answer. */
  onSurprise: (error: unknown, requestIds: RequestIds) => void;
}

/** Our own id of a request, and the one that the caller sent, which the answer then carries. */
export interface RequestIds {
  requestId: string;
  callerRequestId: string | undefined;
}

/** Who asks, under which request. */
export interface Caller extends RequestIds {
  operator: AuthenticatedOperator;
}

/** GraphQL over HTTP, for operators who are signed in. */
export function createGraphqlServer({ database, newId, now, today, onSurprise }: GraphqlDependencies) {
  const yoga = createYoga<Caller, GraphqlContext>({
    schema,
    context: ({ operator, requestId, callerRequestId }) => ({
      operator,
      requestId,
      callerRequestId,
      database,
      newId,
      now,
      today,
      em: database.readEm(),
      loaders: new Map(),
    }),
    plugins: [limitTokens, limitAliases, hideSurprises(onSurprise)],
    maskedErrors: { isDev: false },
    multipart: false,
    batching: false,
    cors: false,
    graphiql: false,
    landingPage: false,
    logging: false,
    graphqlEndpoint: '/graphql',
  });
  return async (request: Request, caller: Caller): Promise<Response> => yoga.fetch(request, caller);
}

/** Refuses a document of too many tokens before it is read further. */
const limitTokens: Plugin = {
  onParse({ parseFn, setParseFn }) {
    setParseFn((source, options) => parseFn(source, { ...options, maxTokens: limits.tokens }));
  },
};

const limitAliases: Plugin = {
  onValidate({ addValidationRule }) {
    addValidationRule(aliasRule);
  },
};

function aliasRule(context: ValidationContext) {
  let aliases = 0;
  return {
    Field(node: { alias?: unknown }) {
      if (node.alias === undefined) return;
      aliases += 1;
      if (aliases === limits.aliases + 1) {
        context.reportError(
          new GraphQLError(`At most ${limits.aliases} aliases are allowed in one document.`),
        );
      }
    },
  };
}

/** What a resolver throws is shown when it is meant to be; anything else is logged, and only named by its request. */
function hideSurprises(onSurprise: GraphqlDependencies['onSurprise']): Plugin<GraphqlContext> {
  return {
    onExecute({ args }) {
      const { requestId, callerRequestId } = args.contextValue as GraphqlContext;
      const ids = { requestId, callerRequestId };
      return {
        onExecuteDone({ result, setResult }) {
          const { errors, ...rest } = result as ExecutionResult;
          if (!errors) return;
          setResult({ ...rest, errors: errors.map((error) => shown(error, ids, onSurprise)) });
        },
      };
    },
  };
}

function shown(
  error: GraphQLError,
  ids: RequestIds,
  onSurprise: GraphqlDependencies['onSurprise'],
): GraphQLError {
  const { originalError, path } = error;
  const place = path === undefined ? {} : { path };
  const requestId = ids.callerRequestId ?? ids.requestId;
  if (originalError instanceof ApiError) {
    const { type, message } = originalError;
    if (originalError.status >= 500) onSurprise(originalError, ids);
    return new GraphQLError(message, { ...place, extensions: { type, requestId } });
  }
  if (originalError === undefined || originalError instanceof GraphQLError) return error;
  onSurprise(originalError, ids);
  return new GraphQLError(
    `Something unexpected went wrong; the log tells more under the request id ${requestId}.`,
    {
      ...place,
      extensions: { type: 'internal_server_error', requestId },
    },
  );
}
