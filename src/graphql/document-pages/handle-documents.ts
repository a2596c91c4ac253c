import { ApiError } from '../../api-error.ts';
import { ownOrigin } from '../../http/own-origin.ts';
import type { RequestContext } from '../../http/request-context.ts';
import { invalidInput, readParameters } from '../../pages/operators/addresses.ts';
import { pageResponse, problemResponse } from '../../pages/operators/page-response.ts';
import type { AuthenticatedOperator } from '../../services/access/authenticate-operator.ts';
import { authorizeAnyOperator } from '../../services/access/authorize-operator.ts';
import { AnswerBudget, answerMillis } from '../../services/limits/answer-budget.ts';
import { submitForm } from '../../services/operators/submit-form.ts';
import { rejectForeign } from '../../sign-in/reject-foreign.ts';
import { readOnboarding, readPlaybook, readRecords } from '../graphiql/read-playbook.ts';
import { schema } from '../schema/schema.ts';
import type { Caller, GraphqlDependencies } from '../server.ts';
import { createCatalog } from './catalog.ts';
import { onboardingPath, showOnboarding, submitStep } from './onboarding.ts';
import type { PageAnswer, PageRequest } from './page-request.ts';
import { onboardingParameters, pageParameters, taskParameters } from './parameters.ts';
import { playbookPage } from './playbook-page.ts';
import type { RunDocument } from './records.ts';
import { showDocument } from './show-document.ts';
import { submitTask } from './submit-task.ts';

export interface DocumentPageDependencies extends Pick<GraphqlDependencies, 'database' | 'newId' | 'now'> {
  /** GraphQL over HTTP. */
  graphql: (request: Request, caller: Caller) => Promise<Response>;
  /** Notes which operation runs. */
  onOperation: (operator: AuthenticatedOperator, context: RequestContext) => Caller['onOperation'];
}

const maxFormBytes = 262_144;

const playbookPath = '/operators/playbook';

/** The questions and tasks of the playbook as pages. GraphQL is their only access to data. */
export async function createDocumentHandler({
  graphql,
  onOperation,
  ...dependencies
}: DocumentPageDependencies) {
  const catalog = createCatalog(schema, await readPlaybook(), await readRecords(), await readOnboarding());
  const recent: PageRequest['recent'] = new Map();

  return async (
    request: Request,
    context: RequestContext,
    operator: AuthenticatedOperator,
    { path, query }: { path: string; query: string },
  ): Promise<Response> => {
    const page = catalog.pages.get(path);
    const isOnboarding = path === onboardingPath;
    const run: RunDocument = async (text, variables, isRehearsal) => {
      const { requestId, callerRequestId } = context;
      const body = JSON.stringify({ query: text, variables });
      const headers = { 'Content-Type': 'application/json', Accept: 'application/json' };
      const { signal } = request;
      const sent = new Request(new URL('/graphql', request.url), { method: 'POST', headers, body, signal });
      const response = await graphql(sent, {
        ...{ operator, requestId, callerRequestId, isRehearsal, onOperation: onOperation(operator, context) },
        budget: new AnswerBudget(answerMillis.operator),
      });
      return response.json();
    };
    const { now, newId } = dependencies;
    const given = { operator, catalog, run, now: now(), newId, origin: ownOrigin(request, context), recent };
    const show = async (): Promise<PageAnswer> => {
      if (page) return showDocument(given, page, pageParameters(page, query));
      if (isOnboarding) return showOnboarding(given, onboardingParameters(catalog.onboarding, query));
      readParameters(query, []);
      return playbookPage(given);
    };
    const submit = async (): Promise<PageAnswer> => {
      const body = await readBody(request);
      const claim = (formId: string) => submitForm(dependencies, authorizeAnyOperator(operator), formId);
      if (page) return submitTask(given, page, taskParameters(page, body), claim);
      return submitStep(given, onboardingParameters(catalog.onboarding, query), body, claim);
    };
    const isSubmitted = request.method === 'POST';
    try {
      if (!page && !isOnboarding && path !== playbookPath)
        throw new ApiError('route_not_found', { message: 'This page does not exist. Check the address.' });
      if (isSubmitted && !page?.isMutation && !isOnboarding)
        throw new ApiError('method_not_allowed', { message: 'This page has no form that can be sent.' });
      return await toResponse(request, operator, await (isSubmitted ? submit() : show()));
    } catch (error) {
      return problemResponse(request, operator, error, context);
    }
  };
}

async function readBody(request: Request): Promise<string> {
  rejectForeign(request);
  if (Number(request.headers.get('content-length') ?? maxFormBytes + 1) > maxFormBytes)
    throw new ApiError('payload_too_large', { message: 'The form is larger than 256 KiB.' });
  return request.text().catch(() => {
    throw invalidInput('The form did not arrive whole. Send it again.');
  });
}

// With `no-referrer`, browsers send `Origin: null` with a form, which would look like another site's.
const referrer = { 'Referrer-Policy': 'same-origin' };

async function toResponse(
  request: Request,
  operator: AuthenticatedOperator,
  { status, body, headers = {} }: PageAnswer,
): Promise<Response> {
  if (body !== undefined) return pageResponse(request, operator, body, status, { ...referrer, ...headers });
  return new Response(null, { status, headers });
}
