import type { RequestContext } from '../../http/request-context.ts';
import type { Route, Target } from '../../http/router.ts';
import { isUuid } from '../../rules/requests/uuid.ts';
import type { AuthenticatedOperator } from '../../services/access/authenticate-operator.ts';
import {
  authorizeAnyOperator,
  isSupporter,
  type SignedIn,
} from '../../services/access/authorize-operator.ts';
import type { Club } from '../../services/overview/list-clubs.ts';
import type { OverviewPeriodName } from '../../services/overview/overview-period.ts';
import type { Calendar, CalendarQuery } from '../../services/overview/read-calendar.ts';
import type { Overview } from '../../services/overview/read-overview.ts';
import type { Page } from '../layout.ts';
import { calendarParameters, calendarQuery, invalidInput, periodOf, readParameters } from './addresses.ts';
import { calendarPage } from './calendar-page.ts';
import { type CalendarChoice, chooseCalendarPage } from './choose-calendar-page.ts';
import { overviewPage } from './overview-page.ts';
import { pageResponse, problemResponse } from './page-response.ts';

export interface OperatorPageDependencies {
  /** @throws ApiError `service_unavailable` */
  readOverview: (operator: SignedIn, period: OverviewPeriodName) => Promise<Overview>;
  /**
   * Resolves the name of a court or club. Several matches are returned to choose from.
   *
   * @throws ApiError `service_unavailable`
   */
  findForCalendar: (operator: SignedIn, query: CalendarQuery) => Promise<CalendarQuery | CalendarChoice>;
  /** @throws ApiError `court_not_found`, `organization_not_found`, `service_unavailable` */
  readCalendar: (operator: SignedIn, query: CalendarQuery) => Promise<Calendar>;
  /** @throws ApiError `service_unavailable` */
  listClubs: (operator: SignedIn) => Promise<{ clubs: Club[]; hasMore: boolean }>;
  /** Records that an operator has read personal data. */
  recordQuery: (operator: AuthenticatedOperator, name: string, requestId: string) => void;
}

/** A page for operators. Its caller has authorized the operator. */
export interface OperatorPage extends Omit<Route, 'answer'> {
  answer(
    request: Request,
    context: RequestContext,
    target: Target,
    operator: AuthenticatedOperator,
  ): Response | Promise<Response>;
}

/** `/operators` and below. */
export function operatorPageRoutes(dependencies: OperatorPageDependencies): OperatorPage[] {
  const { readOverview, readCalendar, findForCalendar, listClubs, recordQuery } = dependencies;
  return [
    page('/operators', ['period'], async (query, operator) => {
      const signedIn = authorizeAnyOperator(operator);
      return overviewPage(await readOverview(signedIn, periodOf(query)), operator.role);
    }),
    page('/operators/calendar', calendarParameters, async (query, operator, { requestId }) => {
      const signedIn = authorizeAnyOperator(operator);
      const given = calendarQuery(query);
      if (!given.courtId && !given.organizationId) return chooseCalendarPage(await listClubs(signedIn));
      const isKnown = isUuid(given.courtId ?? given.organizationId ?? '');
      const wanted = isKnown ? given : await findForCalendar(signedIn, given);
      if ('clubs' in wanted) {
        if (wanted.clubs.length + (wanted.courts?.length ?? 0) === 0) throw noMatch(given);
        return chooseCalendarPage(wanted);
      }
      const calendar = await readCalendar(signedIn, wanted);
      recordQuery(operator, 'Calendar', requestId);
      return calendarPage(calendar, isSupporter(signedIn));
    }),
  ];
}

const noMatch = ({ courtId }: CalendarQuery) =>
  invalidInput(
    `${courtId ? 'courtId matches no court' : 'organizationId matches no club'}. Enter a part of its name, or its ID.`,
  );

function page(
  path: string,
  parameters: readonly string[],
  make: (query: URLSearchParams, operator: AuthenticatedOperator, context: RequestContext) => Promise<Page>,
): OperatorPage {
  return {
    path,
    methods: ['GET', 'HEAD'],
    answer: async (request, context, { rawQuery }, operator) => {
      context.operation = 'operatorPage';
      try {
        const query = readParameters(rawQuery, parameters);
        return await pageResponse(request, operator, await make(query, operator, context), 200);
      } catch (error) {
        return problemResponse(request, operator, error, context);
      }
    },
  };
}
