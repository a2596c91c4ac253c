import { readFile } from 'node:fs/promises';
import { ApiError } from '../api-error.ts';
import { jsonResponse } from '../http/envelope.ts';
import { ownOrigin } from '../http/own-origin.ts';
import type { RequestContext } from '../http/request-context.ts';
import type { Route, Target } from '../http/router.ts';
import { toReport } from './describe-run.ts';
import { runPage, sandboxPage, sandboxPageHeaders } from './pages.ts';
import type { Run } from './run.ts';
import { InvalidRun, type Runs, type WantedRun } from './runs.ts';
import type { Copy } from './scenario.ts';
import { scenarios } from './scenarios.ts';
import { publicKeyOf, signReport } from './signed-report.ts';

type Answer = (request: Request, context: RequestContext, target: Target) => Promise<Response>;

/** `/sandbox` and below. */
export function sandboxRoutes(runs: Runs, privateKey: string): Route[] {
  const shown = async (id: string, origin: string) => {
    const described = await runs.describe(id, origin);
    if (!described) throw unknownRun();
    return described;
  };
  const running =
    (answer: (run: Run, body: unknown, origin: string, request: Request) => Promise<Response>): Answer =>
    async (request, context, { rawParameters }) => {
      checkOrigin(request, context);
      const run = runs.find(rawParameters.id!);
      const origin = ownOrigin(request, context);
      // Repeated after the end, it changes nothing.
      if (!run) return json(200, await shown(rawParameters.id!, origin));
      return answer(run, await readBody(request), origin, request);
    };
  return [
    route('GET', '/sandbox', async () => page(sandboxPage(scenarios))),
    route('GET', '/sandbox/live.js', async () => {
      const script = await readFile(new URL('files/live.js', import.meta.url));
      return new Response(script, { headers: { 'Content-Type': 'text/javascript; charset=utf-8' } });
    }),
    route('GET', '/sandbox/key', async () => json(200, publicKeyOf(privateKey))),
    route('GET', '/sandbox/scenarios', async () =>
      json(200, { items: scenarios.map(({ name, title, description }) => ({ name, title, description })) }),
    ),
    route('POST', '/sandbox/runs', async (request, context) => {
      checkOrigin(request, context);
      const origin = ownOrigin(request, context);
      const run = await runs.create(wantedOf(await readBody(request)), origin).catch(rejectInvalid);
      const described = await shown(run.options.id, origin);
      return isForm(request) ? seeOther(described.page) : json(201, described, { Location: described.page });
    }),
    route('GET', '/sandbox/runs/{id}', async (request, context, { rawParameters }) => {
      const described = await shown(rawParameters.id!, ownOrigin(request, context));
      const isPage = (request.headers.get('accept') ?? '').includes('text/html');
      return isPage ? page(runPage(described)) : json(200, described);
    }),
    route('GET', '/sandbox/runs/{id}/report', async (request, context, { rawParameters }) => {
      const described = await shown(rawParameters.id!, ownOrigin(request, context));
      return json(200, signReport(toReport(described), privateKey));
    }),
    route(
      'POST',
      '/sandbox/runs/{id}/next',
      running(async (run, body, origin, request) => {
        await run.next(numberOf(body));
        const described = await shown(run.options.id, origin);
        return isForm(request) ? seeOther(described.page) : json(200, described);
      }),
    ),
    route(
      'PUT',
      '/sandbox/runs/{id}/copy',
      running(async (run, body) => {
        run.copy = copyOf(body);
        return new Response(null, { status: 204 });
      }),
    ),
    route(
      'DELETE',
      '/sandbox/runs/{id}',
      running(async (run, _body, origin) => {
        await run.end();
        return json(200, await shown(run.options.id, origin));
      }),
    ),
  ];
}

const route = (method: string, path: string, answer: Answer): Route => ({
  path,
  methods: method === 'GET' ? ['GET', 'HEAD'] : [method],
  answer,
});

const json = (status: number, body: unknown, headers = {}) => jsonResponse(status, body, headers);
const page = (text: string) => new Response(text, { headers: sandboxPageHeaders });
const seeOther = (location: string) => new Response(null, { status: 303, headers: { Location: location } });
const isForm = (request: Request) =>
  (request.headers.get('content-type') ?? '').startsWith('application/x-www-form-urlencoded');

const unknownRun = () =>
  new ApiError('route_not_found', {
    message: 'This run does not exist. POST /sandbox/runs creates one.',
  });
const invalid = (path: string, message: string) =>
  new ApiError('invalid_schema', { issues: [{ path: path === '' ? [] : [path], code: 'custom', message }] });

/** Pages of other sites cannot start or steer runs. */
function checkOrigin(request: Request, context: RequestContext): void {
  const origin = request.headers.get('origin');
  if (origin !== null && origin !== ownOrigin(request, context))
    throw invalid('', `Requests from pages of ${origin} are not accepted.`);
}

async function readBody(request: Request): Promise<unknown> {
  const text = await request.text();
  if (text === '') return {};
  if (isForm(request)) return Object.fromEntries(new URLSearchParams(text));
  try {
    return JSON.parse(text);
  } catch {
    throw invalid('', 'The body is not valid JSON.');
  }
}

const fieldsOf = (body: unknown): Record<string, unknown> => {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw invalid('', 'The body must be an object.');
  return body as Record<string, unknown>;
};

function wantedOf(body: unknown): WantedRun {
  const { scenario, webhookUrl, seed } = fieldsOf(body);
  if (typeof scenario !== 'string') throw invalid('scenario', 'Must be "all" or the name of a scenario.');
  const isGiven = (value: unknown) => value !== undefined && value !== '';
  if (isGiven(webhookUrl) && typeof webhookUrl !== 'string') throw invalid('webhookUrl', 'Must be a URL.');
  const number = Number(seed);
  if (isGiven(seed) && !(Number.isInteger(number) && number >= 1 && number < 2 ** 31))
    throw invalid('seed', 'Must be a whole number from 1 to 2147483647.');
  return {
    scenario,
    ...(isGiven(webhookUrl) ? { webhookUrl: webhookUrl as string } : {}),
    ...(isGiven(seed) ? { seed: number } : {}),
  };
}

function numberOf(body: unknown): number {
  const number = Number(fieldsOf(body).step);
  if (!Number.isInteger(number)) throw invalid('step', 'Must be the number of the step that you have done.');
  return number;
}

function copyOf(body: unknown): Copy {
  const copy: Copy = {};
  for (const [name, value] of Object.entries(fieldsOf(body))) {
    if (name !== 'cancelled' && name !== 'applied' && name !== 'rejected')
      throw invalid(name, 'Unknown field. Send cancelled, applied or rejected.');
    if (!Array.isArray(value) || value.some((item) => typeof item !== 'string'))
      throw invalid(name, 'Must be a list of strings.');
    copy[name] = value;
  }
  return copy;
}

function rejectInvalid(error: unknown): never {
  throw error instanceof InvalidRun ? invalid(error.path, error.message) : error;
}
