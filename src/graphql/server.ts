import { type ExecutionResult, GraphQLError, getOperationAST } from 'graphql';
import { createYoga, type Plugin } from 'graphql-yoga';
import { ApiError } from '../api-error.ts';
import { classifyFailure, databaseUnavailable } from '../db/connection/database-failure.ts';
import { Reader } from '../db/queries/operators/reader.ts';
import type { AuthenticatedOperator } from '../services/access/authenticate-operator.ts';
import type { AnswerBudget } from '../services/limits/answer-budget.ts';
import { errorExtensions } from './error-body.ts';
import { limitDocuments } from './limits/limit-document.ts';
import { withDeadline } from './limits/with-deadline.ts';
import type { GraphqlContext, OperatorDependencies } from './schema/context.ts';
import { schema } from './schema/schema.ts';

export interface GraphqlDependencies extends OperatorDependencies {
  /** Receives unexpected errors. The operator only sees the request id. */
  onUnexpectedError: (error: unknown, requestIds: RequestIds) => void;
}

/** The request id that the service assigned, and the one that the caller sent, which the response then carries. */
export interface RequestIds {
  requestId: string;
  callerRequestId: string | undefined;
}

/** The operator, the request ids, and the time limit. */
export interface Caller extends RequestIds {
  operator: AuthenticatedOperator;
  budget: AnswerBudget;
  isRehearsal?: boolean | undefined;
  /** Receives the type (`query`, `mutation`) and name of the operation that runs. */
  onOperation: (type: string, name: string | undefined) => void;
}

/** GraphQL over HTTP for signed-in operators. */
export function createGraphqlServer({ onUnexpectedError, ...dependencies }: GraphqlDependencies) {
  const yoga = createYoga<Caller, GraphqlContext>({
    schema,
    context: ({ operator, requestId, callerRequestId, budget, isRehearsal }) => {
      const database = withDeadline(dependencies.database, budget.signal);
      const reader = new Reader(database, 'replica');
      return { ...dependencies, operator, requestId, callerRequestId, database, reader, isRehearsal };
    },
    plugins: [
      requireDocument,
      limitDocuments(schema),
      nameOperation,
      keepToBudget,
      maskUnexpectedErrors(onUnexpectedError),
    ],
    maskedErrors: { isDev: false },
    // Use the native classes. Yoga's own would be converted for each request.
    fetchAPI: { Request, Response },
    // The endpoint checks the size. To count it, Yoga would copy the body through another stream.
    maxRequestBodySize: false,
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

/** Rejects a body without a document with 400, whatever the client accepts. Yoga sends 200 with `application/json`. */
const requireDocument: Plugin = {
  onParams({ params: { query } }) {
    if (query == null)
      throw new GraphQLError('The body has no "query". Send the document in it.', {
        extensions: { code: 'BAD_REQUEST', http: { status: 400 } },
      });
  },
};

const nameOperation: Plugin<Caller> = {
  onExecute({ args: { document, operationName, contextValue } }) {
    const running = getOperationAST(document, operationName);
    if (running) contextValue.onOperation(running.operation, running.name?.value);
  },
};

/**
 * Returns `service_unavailable` when the time limit is reached. No further resolver is called, so the next mutation in
 * the document does not start. For running statements see `withDeadline`. Not Yoga's `useExecutionCancellation`, which
 * only ends an execution when the client disconnects.
 */
const keepToBudget: Plugin<Caller> = {
  onExecute({ args, executeFn, setExecuteFn }) {
    const { budget } = args.contextValue;
    setExecuteFn(async (execution) => {
      try {
        const untilLate = { ...execution, signal: budget.signal };
        return await budget.wait(Promise.resolve(executeFn(untilLate)));
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        return { errors: [new GraphQLError(error.message, { originalError: error })] };
      }
    });
  },
};

/**
 * Shows errors of resolvers that are meant for operators. All others are logged, and the response contains only the
 * request id. Not the `maskError` of Yoga's `maskedErrors`, which does not receive the context with that id.
 */
function maskUnexpectedErrors(
  onUnexpectedError: GraphqlDependencies['onUnexpectedError'],
): Plugin<GraphqlContext> {
  return {
    onExecute({ args }) {
      const { requestId, callerRequestId } = args.contextValue as GraphqlContext;
      const ids = { requestId, callerRequestId };
      return {
        onExecuteDone({ result, setResult }) {
          const { errors, ...rest } = result as ExecutionResult;
          if (!errors) return;
          setResult({ ...rest, errors: errors.map((error) => shown(error, ids, onUnexpectedError)) });
        },
      };
    },
  };
}

function shown(
  error: GraphQLError,
  ids: RequestIds,
  onUnexpectedError: GraphqlDependencies['onUnexpectedError'],
): GraphQLError {
  const { originalError = error, path, nodes } = error;
  const ofField = path === undefined ? {} : { path };
  if (originalError instanceof GraphQLError) {
    if (error.extensions.code !== undefined) return error;
    // The executor found an argument that a variable with a default value sets to null. An error without nodes is about a result.
    if (originalError.nodes)
      return new GraphQLError(error.message, { ...ofField, nodes, extensions: { code: 'BAD_USER_INPUT' } });
  }
  // MikroORM passes on errors of the driver.
  const rejection =
    classifyFailure(originalError) === 'unavailable' ? databaseUnavailable(originalError) : originalError;
  if (rejection instanceof ApiError) {
    const { type, message, status, retryAfterSeconds } = rejection;
    if (status >= 500) onUnexpectedError(rejection, ids);
    const http =
      retryAfterSeconds === undefined
        ? {}
        : { http: { status, headers: { 'Retry-After': `${retryAfterSeconds}` } } };
    return new GraphQLError(message, { ...ofField, extensions: { ...errorExtensions(type, ids), ...http } });
  }
  onUnexpectedError(originalError, ids);
  const extensions = errorExtensions('internal_server_error', ids);
  return new GraphQLError(
    `Something unexpected went wrong. The log has the details under the request id ${extensions.requestId}.`,
    { ...ofField, extensions },
  );
}
