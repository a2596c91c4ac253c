import { type ExecutionResult, GraphQLError } from 'graphql';
import { createYoga, type Plugin } from 'graphql-yoga';
import type { Database } from '../db/database.ts';
import { ApiError } from '../errors.ts';
import type { AuthenticatedOperator } from '../services/authenticate-operator.ts';
import type { GraphqlContext } from './context.ts';
import { limitDocuments } from './limit-document.ts';
import { schema } from './schema.ts';

export interface GraphqlDependencies {
  database: Database;
  newId: () => string;
  /** Unix milliseconds. */
  now: () => number;
  /** The current date, `YYYY-MM-DD`. */
  today: () => string;
  /** Told of what went wrong unexpectedly; the operator only sees the request id. */
  onSurprise: (error: unknown, requestId: string) => void;
}

/** Who asks, under which request. */
export interface Caller {
  operator: AuthenticatedOperator;
  requestId: string;
}

/** GraphQL over HTTP, for operators who are signed in. */
export function createGraphqlServer({ database, newId, now, today, onSurprise }: GraphqlDependencies) {
  const yoga = createYoga<Caller, GraphqlContext>({
    schema,
    context: ({ operator, requestId }) => ({
      operator,
      requestId,
      database,
      newId,
      now,
      today,
      em: database.readEm(),
      loaders: new Map(),
    }),
    plugins: [limitDocuments(schema), hideSurprises(onSurprise)],
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

/** What a resolver throws is shown when it is meant to be; anything else is logged, and only named by its request. */
function hideSurprises(onSurprise: GraphqlDependencies['onSurprise']): Plugin<GraphqlContext> {
  return {
    onExecute({ args }) {
      const { requestId } = args.contextValue as GraphqlContext;
      return {
        onExecuteDone({ result, setResult }) {
          const { errors, ...rest } = result as ExecutionResult;
          if (!errors) return;
          setResult({ ...rest, errors: errors.map((error) => shown(error, requestId, onSurprise)) });
        },
      };
    },
  };
}

function shown(
  error: GraphQLError,
  requestId: string,
  onSurprise: GraphqlDependencies['onSurprise'],
): GraphQLError {
  const { originalError, path } = error;
  const place = path === undefined ? {} : { path };
  if (originalError instanceof ApiError) {
    const { type, message } = originalError;
    if (originalError.status >= 500) onSurprise(originalError, requestId);
    return new GraphQLError(message, { ...place, extensions: { type, requestId } });
  }
  if (originalError === undefined || originalError instanceof GraphQLError) return error;
  onSurprise(originalError, requestId);
  return new GraphQLError(
    `Something unexpected went wrong; the log tells more under the request id ${requestId}.`,
    {
      ...place,
      extensions: { type: 'internal_server_error', requestId },
    },
  );
}
