import { ApiError } from '../api-error.ts';
import type { ErrorType } from '../errors.ts';
import type { Caller } from '../http/caller.ts';
import { errorResponse, type Headers as HeaderFields } from '../http/envelope.ts';
import { answerHeaders } from '../http/request-context.ts';
import type { RequestHandler } from '../http/request-handler.ts';
import { pathOf } from '../http/router.ts';
import { wellFormedRequestId } from '../rules/requests/request-headers.ts';
import { cursorOf, type Exchange } from './exchange.ts';
import { type Fault, spoil } from './faults.ts';
import { withSmallPages } from './killing.ts';
import { isOwnHost } from './own-host.ts';
import { postpone } from './postpone.ts';
import { readAnswer } from './read-answer.ts';
import { invalid } from './read-body.ts';
import { readRequest } from './read-request.ts';
import { readSent } from './read-sent.ts';
import type { Run } from './run.ts';
import type { Runs } from './runs.ts';

const doorPattern = /^\/sandbox\/runs\/([^/?]+)\/door(?=\/|\?|$)/;

export interface FrontDoorOptions {
  service: RequestHandler;
  /** `/sandbox` and below. */
  own: RequestHandler;
  runs: Pick<Runs, 'find'>;
  newId: () => string;
  /** The name by which others reach the sandbox, such as `sandbox.example.com`. */
  publicName: string | undefined;
}

/**
 * Returns a handler in front of the service. Requests to the door of a run pass to the service, and their responses are spoiled as the
 * scenario says. All other requests pass unchanged.
 */
export function createFrontDoor(options: FrontDoorOptions): RequestHandler {
  const { service, own, runs, newId, publicName } = options;
  const handlerOf = (target: string) => (/^\/sandbox(?=[/?]|$)/.test(pathOf(target)) ? own : service);
  return {
    fetch: async (request, caller, target = request.url) => {
      if (handlerOf(target) === own && !isOwnHost(request.headers.get('host'), publicName))
        return errorResponse(foreignHost(), { 'X-Request-Id': newId() });
      const [prefix, id = ''] = doorPattern.exec(target) ?? [];
      if (prefix === undefined) return handlerOf(target).fetch(request, caller, target);
      const run = runs.find(id);
      if (!run) return errorResponse(noSuchRun(), { 'X-Request-Id': newId() });
      return pass(service, run, { request, caller, target: target.slice(prefix.length) || '/', newId });
    },
    methodsAt: (target) =>
      doorPattern.test(target)
        ? service.methodsAt(target.replace(doorPattern, ''))
        : handlerOf(target).methodsAt(target),
    tooLongPage: (target) => (doorPattern.test(target) ? undefined : service.tooLongPage?.(target)),
    shed: (incoming, caller) => {
      const { url = '/' } = incoming;
      return doorPattern.test(url) ? undefined : handlerOf(url).shed(incoming, caller);
    },
  };
}

const foreignHost = () =>
  invalid(
    '',
    'The sandbox does not have the name in the header Host. Call it by its IP address, or start it with --public-name.',
  );

const noSuchRun = () =>
  new ApiError('route_not_found', {
    message: 'This run has ended, or does not exist. POST /sandbox/runs creates one.',
  });

interface Passing {
  request: Request;
  caller: Caller;
  target: string;
  newId: () => string;
}

async function pass(
  service: RequestHandler,
  run: Run,
  { request, caller, target, newId }: Passing,
): Promise<Response> {
  const { method, headers } = request;
  const { tenant, timings } = run.options;
  const { bytes, passed } = await readSent(request);
  const sent = /^Bearer\s+(.*)$/i.exec(headers.get('authorization') ?? '')?.[1];
  // Anybody can send a request. Only with a token of the run is it evidence, and kept as a whole.
  const token = tenant.hasIssued(sent) ? sent : undefined;
  const text = token ? Buffer.from(bytes).toString() : '';
  const { operation, writes } = readRequest(method, target, text);
  const exchange = run.record({
    ...{ method, path: target, operation, token, text },
    writes: token ? writes : [],
  });
  const fault = token ? run.takeFault(exchange) : undefined;
  if (fault) exchange.fault = fault;
  const kills = run.killsAfter(exchange);
  const called = kills ? withSmallPages(target) : target;
  const send = async (changed?: string) => {
    const sent = new Headers(headers);
    if (changed !== undefined) sent.set('Content-Length', String(Buffer.byteLength(changed)));
    const body = changed ?? passed;
    const content = body ? { body, duplex: 'half' as const } : {};
    const url = URL.parse(called, 'http://sandbox');
    // Such a request cannot be made again. The service rejects it as it is.
    const isOdd = !url || method === 'TRACE';
    const passedOn = isOdd ? request : new Request(url, { method, headers: sent, ...content });
    const response = await service.fetch(passedOn, caller, called);
    if (token) run.keepLimit(response.headers);
    return response;
  };
  const callerRequestId = wellFormedRequestId(headers.get('x-request-id'));
  const own = { ...answerHeaders({ ...caller, requestId: newId(), callerRequestId }), ...run.limit };
  const response = await respond(fault, exchange, { send, own });
  exchange.status = response.status;
  if (token) exchange.answer = await readAnswer(response, method === 'GET' || target.startsWith('/graphql'));
  if (token) await tenant.learn(exchange, response);
  if (!fault) {
    if (kills && response.ok) await run.killing.afterPage(exchange);
    exchange.answeredAt = Date.now();
    return response;
  }
  if (fault.kind === 'hold') await run.untilAnother(exchange);
  const spoiled = await spoil(fault, response, {
    caller,
    silenceMillis: timings.silence,
    cursor: cursorOf(exchange),
    onLeft: () => leave(exchange),
  });
  if (fault.kind === 'empty-page') exchange.answer = await readAnswer(spoiled, true);
  exchange.answeredAt = Date.now();
  return spoiled;
}

/** Returns the response of the service, or of a fault instead of it. `own`: the headers of a response that the service did not make. */
async function respond(
  fault: Fault | undefined,
  { writes, text, operation }: Exchange,
  { send, own }: { send: (changed?: string) => Promise<Response>; own: HeaderFields },
): Promise<Response> {
  if (fault?.kind === 'respond') return instead(fault, own);
  if (fault?.kind !== 'postpone') return send();
  const isBatch = operation?.startsWith('batch') && writes.length > 0;
  const postponed = isBatch ? await postpone(text, fault.rows ?? [], { send, own }) : undefined;
  return postponed ?? instead({ kind: 'respond', status: 503, type: 'service_unavailable' }, own);
}

function leave(exchange: Exchange): void {
  exchange.leftAt ??= Date.now();
}

/** A response of the service that it did not make. */
function instead(
  { type, status, retryAfter }: Extract<Fault, { kind: 'respond' }>,
  own: HeaderFields,
): Response {
  const error = new ApiError(
    type as ErrorType,
    retryAfter === undefined ? {} : { retryAfterSeconds: retryAfter },
  );
  const limit = status === 429 ? { RateLimit: `"token";r=0;t=${retryAfter ?? 1}` } : {};
  const response = errorResponse(error, { ...own, ...limit });
  if (response.status !== status) throw new Error(`${type} is not ${status}`);
  return response;
}
