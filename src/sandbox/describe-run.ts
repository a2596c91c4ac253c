import type { Exchange } from './exchange.ts';
import { faultText, type Run } from './run.ts';
import type { ScenarioState } from './run-state.ts';
import type { Row, SentWebhook } from './scenario.ts';

/** 'waiting' until the scenario begins, 'not seen' if the run ended before. */
export type Grade = 'waiting' | 'running' | 'passed' | 'failed' | 'incomplete' | 'not seen';

export interface DescribedScenario {
  name: string;
  title: string;
  grade: Grade;
  checks: { name: string; text: string; verdict: string; explanation?: string; requests: number[] }[];
}

/** A run as `GET /sandbox/runs/{id}` returns it. */
export interface DescribedRun {
  id: string;
  seed: number;
  version: string;
  scenario: string;
  /** The name that the partner gave. */
  partner?: string;
  status: 'running' | 'ended';
  startedAt: string;
  endsAt: string;
  endedAt?: string;
  page: string;
  baseUrl: string;
  token: string;
  externalServiceId: string;
  /** The partner's name and the id of the run. */
  externalServiceName: string;
  courts: object[];
  users: object[];
  webhook?: { url: string; secret: string };
  step:
    | { number: number; scenario: string; action: string; text: string; rows: object[] | undefined }
    | undefined;
  scenarios: DescribedScenario[];
  requests: DescribedRequest[];
}

/** A request of the client, or a webhook of the sandbox. */
export interface DescribedRequest {
  number: number;
  at: string;
  step: number;
  method: string;
  path: string;
  status?: number | undefined;
  fault?: string | undefined;
  /** The kind of a webhook. Its `path` is the URL of the receiver. */
  webhook?: SentWebhook['kind'];
}

/** Older requests are left out. */
const mostRequests = 300;

const instant = (milliseconds: number) => new Date(milliseconds).toISOString();

/** @param origin the address of the sandbox, such as `http://127.0.0.1:4000` */
export function describeRun(run: Run, origin: string, version: string): DescribedRun {
  const { id, seed, scenario, partner, tenant, timings } = run.options;
  const page = `${origin}/sandbox/runs/${id}`;
  const { current, endedAt } = run;
  return {
    id,
    seed,
    version,
    scenario,
    ...(partner === undefined ? {} : { partner }),
    status: endedAt === undefined ? 'running' : 'ended',
    startedAt: instant(run.startedAt),
    endsAt: instant(run.startedAt + timings.run),
    ...(endedAt === undefined ? {} : { endedAt: instant(endedAt) }),
    page,
    baseUrl: `${page}/door`,
    token: tenant.token,
    externalServiceId: tenant.externalServiceId,
    externalServiceName: tenant.externalServiceName,
    courts: [...tenant.courts],
    users: [...tenant.users],
    ...(tenant.webhook ? { webhook: { url: tenant.webhook.url, secret: tenant.webhook.secret } } : {}),
    step: current && {
      number: current.number,
      scenario: current.scenario.scenario.name,
      action: current.step.action,
      text: current.step.text,
      rows: current.step.rows?.map((row) => shown(row, current.step.action)),
    },
    scenarios: run.scenarios.map((state) => describeScenario(state, run)),
    requests: describeRequests(run),
  };
}

function describeRequests({ exchanges, webhooks, options }: Run): DescribedRequest[] {
  const common = ({ number, at, step, status }: Exchange | SentWebhook) => {
    return { number, at: instant(at), step, status };
  };
  const received = exchanges.slice(-mostRequests).map((one) => {
    const { method, path } = one;
    return { ...common(one), method, path, fault: faultText(one) };
  });
  const sent = webhooks.map((one) => {
    const { url: path } = options.tenant.webhook!;
    return { ...common(one), method: 'POST', path, webhook: one.kind };
  });
  return [...received, ...sent].sort((one, other) => one.number - other.number).slice(-mostRequests);
}

/** A row without the notes of the sandbox. */
function shown({ isWrong: _, ...row }: Row, action: string): object {
  return action === 'import' ? { action: 'upsert', ...row } : row;
}

function describeScenario(state: ScenarioState, { current, endedAt }: Run): DescribedScenario {
  const { name, title, checks } = state.scenario;
  const { verdicts } = state;
  const unjudged = state === current?.scenario ? 'running' : endedAt === undefined ? 'waiting' : 'not seen';
  return {
    name,
    title,
    grade: verdicts ? gradeOf(verdicts.map(({ verdict }) => verdict)) : unjudged,
    checks: verdicts ?? checks.map(({ name, text }) => ({ name, text, verdict: 'not seen', requests: [] })),
  };
}

function gradeOf(verdicts: string[]): Grade {
  if (verdicts.includes('failed')) return 'failed';
  return verdicts.includes('not seen') ? 'incomplete' : 'passed';
}
