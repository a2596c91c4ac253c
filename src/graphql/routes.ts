import type { Route } from '../http/router.ts';
import { keptResponse } from '../pages/kept-response.ts';
import { problemResponse } from '../pages/operators/page-response.ts';
import { acceptsPage, forOperators, operatorOrSignIn } from '../sign-in/operator-of-request.ts';
import { signIn, signInPage, signOut, signOutPage, wayBackOf } from '../sign-in/sign-in.ts';
import {
  beginSignIn,
  completeSignIn,
  type ProviderSignInDependencies,
} from '../sign-in/sign-in-by-provider.ts';
import { createGraphqlEndpoint, type EndpointDependencies, operationObserver } from './endpoint.ts';
import { errorBody } from './error-body.ts';
import { graphiqlFilesRoute } from './graphiql/graphiql-files.ts';
import { lazyHandler, loadInParts } from './schema/lazy-handler.ts';

/** The routes for operators: GraphQL with GraphiQL, and sign-in and sign-out in a browser. */
export function operatorRoutes(dependencies: EndpointDependencies): Route[] {
  const server = lazyHandler(async () => {
    await loadInParts([
      () => import('graphql'),
      () => import('graphql-yoga'),
      () => import('./types/alert.ts'),
      () => import('./types/court-booking.ts'),
      () => import('./types/external-service.ts'),
      () => import('./types/user.ts'),
      () => import('./schema/schema.ts'),
    ]);
    const { createGraphqlServer } = await import('./server.ts');
    return createGraphqlServer(dependencies);
  });
  const answerGraphql = createGraphqlEndpoint(dependencies, server);
  const answerDocument = lazyHandler(async () => {
    const { createDocumentHandler } = await import('./document-pages/handle-documents.ts');
    return createDocumentHandler({
      ...dependencies,
      graphql: server,
      onOperation: (operator, context) => operationObserver(dependencies, operator, context),
    });
  });
  const exportList = lazyHandler(async () => {
    const { createListExport } = await import('./export/export-list.ts');
    return createListExport(dependencies);
  });
  const read = ['GET', 'HEAD'];
  const { provider, operators } = dependencies;
  return [
    {
      path: '/graphql',
      methods: ['GET', 'POST'],
      operation: 'graphql',
      answer: answerGraphql,
      errorBody,
    },
    {
      path: '/operators/{document}',
      methods: ['GET', 'HEAD', 'POST'],
      operation: 'operatorPage',
      answer: async (request, context, { rawParameters, rawQuery }) => {
        const path = `/operators/${rawParameters.document}`;
        const operator = await operatorOrSignIn(operators, request, context);
        if (operator instanceof Response) return operator;
        return answerDocument(request, context, operator, { path, query: rawQuery });
      },
    },
    {
      path: '/operators/export/{file}',
      methods: ['GET'],
      operation: 'exportList',
      answer: async (request, context, { rawParameters, rawQuery }) => {
        const operator = await operatorOrSignIn(operators, request, context);
        if (operator instanceof Response) return operator;
        try {
          return await exportList(operator, request, context, { file: rawParameters.file!, query: rawQuery });
        } catch (error) {
          if (!acceptsPage(request)) throw error;
          return problemResponse(request, operator, error, context);
        }
      },
    },
    {
      path: '/sign-in',
      methods: read,
      answer: (request) => signInPage(provider?.settings.issuer.host, undefined, 200, wayBackOf(request)),
    },
    graphiqlFilesRoute(),
    { ...introspectionRoute(dependencies), errorBody },
    ...(provider ? providerRoutes({ ...dependencies, provider }) : []),
    {
      path: '/sign-in',
      methods: ['POST'],
      operation: 'signIn',
      answer: (request, context) => signIn(dependencies, request, context),
    },
    { path: '/sign-out', methods: read, answer: () => signOutPage() },
    {
      path: '/sign-out',
      methods: ['POST'],
      operation: 'signOut',
      answer: (request, context) => signOut(dependencies, request, context),
    },
  ];
}

/**
 * GraphiQL's introspection of the schema. It only changes with a release, so browsers cache it. Not Yoga's response cache
 * plugin, because browsers do not cache responses to POST.
 */
function introspectionRoute({ operators }: EndpointDependencies): Route {
  return forOperators(operators, {
    path: '/graphql/introspection',
    methods: ['GET', 'HEAD'],
    answer: keptResponse({
      type: 'application/json',
      cacheControl: 'private, no-cache',
      make: async () => (await import('./limits/introspection.ts')).introspection(),
    }),
  });
}

function providerRoutes(dependencies: ProviderSignInDependencies): Route[] {
  const methods = ['GET'];
  return [
    {
      path: '/sign-in/provider',
      methods,
      operation: 'beginSignIn',
      answer: (request, context) => beginSignIn(dependencies, request, context),
    },
    {
      path: '/sign-in/callback',
      methods,
      operation: 'signIn',
      answer: (request, context) => completeSignIn(dependencies, request, context),
    },
  ];
}
