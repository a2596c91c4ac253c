import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { ApiError } from '../api-error.ts';
import { jsonResponse } from '../http/envelope.ts';
import { ownOrigin } from '../http/own-origin.ts';
import type { RequestContext } from '../http/request-context.ts';
import type { Route, Target } from '../http/router.ts';
import { keptResponse } from '../pages/kept-response.ts';
import { problemPage } from './pages/problem-page.ts';
import { runPage } from './pages/run-page.ts';
import { sandboxPageHeaders } from './pages/sandbox-layout.ts';
import { sandboxPage } from './pages/sandbox-page.ts';
import { doneStep, invalid, isForm, readBody, reportedCopy, wantedRun } from './read-body.ts';
import type { Run } from './run.ts';
import { InvalidRun, type Runs } from './runs.ts';
import { scenarios } from './scenarios.ts';
import { publicKeyOf, signReport } from './signed-report.ts';
import { toReport } from './to-report.ts';

/** Connections that carry nothing for longer are closed. */
const longestWaitMillis = 10_000;

type Answer = (request: Request, context: RequestContext, target: Target) => Promise<Response>;

/** `/sandbox` and below. */
export function sandboxRoutes(runs: Runs, privateKey: string): Route[] {
  const shown = async (id: string, origin: string) => {
    const described = await runs.describe(id, origin);
    if (!described) throw unknownRun();
    return described;
  };
  /** Changes a run, and returns it. After its end, a late or repeated call changes nothing. */
  const steered =
    <Schema extends z.ZodType>(
      schema: Schema,
      change: (run: Run, body: z.output<Schema>) => Promise<void>,
    ): Answer =>
    async (request, context, { rawParameters }) => {
      checkOrigin(request, context);
      const body = await readBody(request, schema);
      const run = runs.find(rawParameters.id!);
      if (run) await change(run, body);
      const described = await shown(rawParameters.id!, ownOrigin(request, context));
      if (request.method === 'PUT') return new Response(null, { status: 204 });
      return isForm(request) ? seeOther(described.page) : json(200, described);
    };
  const end = steered(z.unknown(), (run) => run.end());
  return [
    route('GET', '/sandbox', async () => page(sandboxPage(scenarios))),
    file('live.js', 'text/javascript'),
    file('sandbox.css', 'text/css'),
    route('GET', '/sandbox/key', async () => json(200, publicKeyOf(privateKey))),
    route('GET', '/sandbox/scenarios', async () =>
      json(200, { items: scenarios.map(({ name, title, description }) => ({ name, title, description })) }),
    ),
    // The address in a browser after a rejected form.
    route('GET', '/sandbox/runs', async () => seeOther('/sandbox')),
    route('POST', '/sandbox/runs', async (request, context) => {
      checkOrigin(request, context);
      const origin = ownOrigin(request, context);
      const run = await runs.create(await readBody(request, wantedRun), origin).catch(rejectInvalid);
      const described = await shown(run.options.id, origin);
      return isForm(request) ? seeOther(described.page) : json(201, described, { Location: described.page });
    }),
    route('GET', '/sandbox/runs/{id}', async (request, context, { rawParameters }) => {
      const described = await shown(rawParameters.id!, ownOrigin(request, context));
      return isBrowsing(request) ? page(runPage(described)) : json(200, described);
    }),
    route('GET', '/sandbox/runs/{id}/report', async (request, context, { rawParameters }) => {
      const described = await shown(rawParameters.id!, ownOrigin(request, context));
      return json(200, signReport(toReport(described), privateKey));
    }),
    route(
      'POST',
      '/sandbox/runs/{id}/next',
      steered(doneStep, async (run, { step }) => {
        const now = run.current?.number ?? 0;
        if (step > now)
          throw invalid('step', `The run is at step ${now}. Send the number of a step that you have done.`);
        await run.next(step);
      }),
    ),
    route(
      'PUT',
      '/sandbox/runs/{id}/copy',
      steered(reportedCopy, async (run, copy) => {
        await run.report(copy);
      }),
    ),
    route('GET', '/sandbox/runs/{id}/kill', async (_request, _context, { rawParameters }) => {
      const run = runs.find(rawParameters.id!);
      if (!run) throw unknownRun();
      return (await run.killing.wait(longestWaitMillis))
        ? json(200, { kill: true })
        : new Response(null, { status: 204 });
    }),
    // Forms cannot send DELETE.
    route('DELETE', '/sandbox/runs/{id}', end),
    route('POST', '/sandbox/runs/{id}/end', end),
  ];
}

const route = (method: string, path: string, answer: Answer): Route => ({
  path,
  methods: method === 'GET' ? ['GET', 'HEAD'] : [method],
  answer: (request, context, target) =>
    answer(request, context, target).catch((error: unknown) => {
      if (error instanceof ApiError && isBrowsing(request)) return page(problemPage(error), error.status);
      throw error;
    }),
});

const file = (name: string, type: string): Route => ({
  path: `/sandbox/${name}`,
  methods: ['GET', 'HEAD'],
  answer: keptResponse({
    type: `${type}; charset=utf-8`,
    make: () => readFile(new URL(`files/${name}`, import.meta.url)),
  }),
});

const json = (status: number, body: unknown, headers = {}) => jsonResponse(status, body, headers);
const page = (text: string, status = 200) => new Response(text, { status, headers: sandboxPageHeaders });
const isBrowsing = ({ headers }: Request) => (headers.get('accept') ?? '').includes('text/html');
const seeOther = (location: string) => new Response(null, { status: 303, headers: { Location: location } });

const unknownRun = () =>
  new ApiError('route_not_found', {
    message: 'This run does not exist. POST /sandbox/runs creates one.',
  });

/** Pages of other sites cannot start or steer runs. */
function checkOrigin(request: Request, context: RequestContext): void {
  const origin = request.headers.get('origin');
  if (origin !== null && origin !== ownOrigin(request, context))
    throw invalid('', `Requests from pages of ${origin} are not accepted.`);
}

function rejectInvalid(error: unknown): never {
  throw error instanceof InvalidRun ? invalid(error.path, error.message) : error;
}
