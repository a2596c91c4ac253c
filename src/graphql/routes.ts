import type { RequestContext } from '../http/request-context.ts';
import type { Route } from '../http/router.ts';
import type { EndpointDependencies } from './endpoint.ts';
import { signIn, signInPage, signOut, signOutPage, wayBackOf } from './sign-in.ts';
import { beginSignIn, completeSignIn, type ProviderSignInDependencies } from './sign-in-by-provider.ts';

/** What operators use: GraphQL with GraphiQL, and signing in and out with a browser. */
export function operatorRoutes(dependencies: EndpointDependencies): Route[] {
  const answerGraphql = loadedAtFirst(dependencies);
  const read = ['GET', 'HEAD'];
  const { provider } = dependencies;
  return [
    {
      path: '/graphql',
      methods: ['GET', 'POST'],
      answer: (request, context) => {
        context.operation = 'graphql';
        return answerGraphql(request, context);
      },
    },
    {
      path: '/sign-in',
      methods: read,
      answer: (request) => signInPage(provider?.settings.issuer.host, undefined, 200, wayBackOf(request)),
    },
    ...(provider ? providerRoutes({ ...dependencies, provider }) : []),
    {
      path: '/sign-in',
      methods: ['POST'],
      answer: (request, context) => {
        context.operation = 'signIn';
        return signIn(dependencies, request, context);
      },
    },
    { path: '/sign-out', methods: read, answer: () => signOutPage() },
    {
      path: '/sign-out',
      methods: ['POST'],
      answer: (request, context) => {
        context.operation = 'signOut';
        return signOut(dependencies, request, context);
      },
    },
  ];
}

function providerRoutes(dependencies: ProviderSignInDependencies): Route[] {
  const methods = ['GET'];
  return [
    {
      path: '/sign-in/provider',
      methods,
      answer: (request, context) => {
        context.operation = 'beginSignIn';
        return beginSignIn(dependencies, request, context);
      },
    },
    {
      path: '/sign-in/callback',
      methods,
      answer: (request, context) => {
        context.operation = 'signIn';
        return completeSignIn(dependencies, request, context);
      },
    },
  ];
}

/** Loaded when the first operator comes: a process starts in two thirds of the time without it (0.5 s, not 0.7 s). */
function loadedAtFirst(dependencies: EndpointDependencies) {
  const load = async () => {
    const { createGraphqlEndpoint } = await import('./endpoint.ts');
    return createGraphqlEndpoint(dependencies);
  };
  let loading: ReturnType<typeof load> | undefined;
  return async (request: Request, context: RequestContext): Promise<Response> => {
    loading ??= load();
    const answer = await loading;
    return answer(request, context);
  };
}
