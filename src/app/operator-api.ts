import { operatorRoutes } from '../graphql/routes.ts';
import type { Route } from '../http/router.ts';
import { operatorPageRoutes } from '../pages/operators/routes.ts';
import { OperatorAuthenticator } from '../services/access/authenticate-operator.ts';
import type { FailedAttempts } from '../services/limits/failed-attempts.ts';
import { QueryRecorder } from '../services/operators/record-queries.ts';
import { RejectedSignIns } from '../services/operators/record-sign-ins.ts';
import { findForCalendar } from '../services/overview/find-for-calendar.ts';
import { listClubs } from '../services/overview/list-clubs.ts';
import { readCalendar } from '../services/overview/read-calendar.ts';
import { readOverview } from '../services/overview/read-overview.ts';
import { IdentityProvider } from '../sign-in/identity-provider.ts';
import { forSignedIn } from '../sign-in/operator-of-request.ts';
import { describeError } from '../telemetry/log.ts';
import type { AppDependencies } from './dependencies.ts';

export interface OperatorApi {
  routes: Route[];
  operators: OperatorAuthenticator;
  rejectedSignIns: RejectedSignIns;
  queryRecorder: QueryRecorder;
}

/**
 * GraphQL, sign-in and pages for operators, and the records of their sign-ins and queries.
 *
 * @param onChanged called after each mutation, so that its changes are sent without delay
 */
export function createOperatorApi(
  { database, log, newId, now, webhooks, sandboxKey, identityProvider }: AppDependencies,
  { attempts, onChanged }: { attempts: FailedAttempts; onChanged: () => void },
): OperatorApi {
  const operators = new OperatorAuthenticator(database, attempts);
  const rejectedSignIns = new RejectedSignIns({ database, newId, now });
  const queryRecorder = new QueryRecorder({ database, newId, now });
  const graphql = operatorRoutes({
    database,
    newId,
    now,
    today: () => new Date(now()).toISOString().slice(0, 10),
    webhooks,
    sandboxKey,
    operators,
    rejectedSignIns,
    queryRecorder,
    provider: identityProvider && new IdentityProvider(identityProvider),
    onProviderFailure: ({ message }) => log.warn({ message }, 'signing in by the identity provider'),
    onChanged,
    onUnexpectedError: (error, requestIds) =>
      log.error({ ...requestIds, err: describeError(error) }, 'graphql'),
  });
  const pages = operatorPageRoutes({
    readOverview: (operator, period) => readOverview({ database, now }, operator, period),
    readCalendar: (operator, query) => readCalendar({ database, now }, operator, query),
    findForCalendar: (operator, query) => findForCalendar(database, operator, query),
    listClubs: (operator) => listClubs(database, operator),
    recordQuery: (...query) => queryRecorder.record(...query),
  });
  return {
    routes: [...graphql, ...pages.map((page) => forSignedIn(operators, page))],
    operators,
    rejectedSignIns,
    queryRecorder,
  };
}
