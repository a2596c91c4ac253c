import { CommandError } from './command-error.ts';

/** A run of the sandbox. New fields may be added. */
export interface Run {
  id: string;
  seed: number;
  status: 'running' | 'ended';
  page: string;
  baseUrl: string;
  token: string;
  webhook?: { url: string; secret: string };
  /** Absent when the run has ended. */
  step?: { number: number; scenario: string; action: string; text: string; rows?: object[] };
  scenarios: Scenario[];
  requests: { number: number; method: string; path: string; status: number; fault?: string }[];
}

export interface Scenario {
  name: string;
  title: string;
  grade: 'waiting' | 'running' | 'passed' | 'failed' | 'incomplete' | 'not seen';
  checks: {
    name: string;
    text: string;
    verdict: 'passed' | 'failed' | 'not seen';
    /** Absent until the scenario is judged. */
    explanation?: string;
    requests: number[];
  }[];
}

/** The result of a run, signed by the sandbox. It is stored as it came, because the signature covers every field. */
export interface SignedReport {
  report: {
    isPassed: boolean;
    /** The scenarios that the run left out, or did not begin. */
    notRun: string[];
  };
  signature: string;
}

/** The sandbox rejects a field of a new run. */
export class InvalidField extends CommandError {
  readonly field: string;
  constructor(field: string, message: string) {
    super(message);
    this.field = field;
  }
}

const startOne =
  'Start one with "npm run sandbox" in the repository of the service, or pass the address of one with --url.';

/** Another program may respond with any JSON. */
function isOfSandbox(answer: unknown): boolean {
  const { scenarios, requests, report } = (answer ?? {}) as Partial<Run & SignedReport>;
  return Array.isArray(report?.notRun) || (Array.isArray(scenarios) && Array.isArray(requests));
}

export type SandboxClient = ReturnType<typeof createSandboxClient>;

/** Each function throws a CommandError if the sandbox rejects the call, or does not respond. */
export function createSandboxClient(url: string) {
  async function call(method: string, path: string, body?: object): Promise<unknown> {
    let response: Response;
    let answer: { error?: { message: string; issues?: { path: string[]; message: string }[] } } | undefined;
    try {
      response = await fetch(`${url}/sandbox${path}`, {
        method,
        headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
        body: body ? JSON.stringify(body) : null,
        // The first run may wait until the sandbox has a database.
        signal: AbortSignal.timeout(60_000),
      });
      answer = await response.json().catch(() => undefined);
    } catch {
      throw new CommandError(`No sandbox responds at ${url}. ${startOne}`);
    }
    if (response.ok && isOfSandbox(answer)) return answer;
    const { message, issues = [] } = answer?.error ?? {};
    if (typeof message !== 'string' || (path === '/runs' && response.status === 404)) {
      const where = response.redirected ? `${url} redirects to ${response.url}` : url;
      throw new CommandError(
        `There is a server at ${where}, but no sandbox (status ${response.status}). ${startOne}`,
      );
    }
    const [issue] = issues;
    if (issue?.path.length) throw new InvalidField(issue.path.join('.'), issue.message);
    throw new CommandError(`${issue?.message ?? message} (${method} ${url}/sandbox${path})`);
  }

  const asRun = (calling: Promise<unknown>) => calling as Promise<Run>;
  return {
    addressOf: ({ id }: Run) => `${url}/sandbox/runs/${id}`,
    create: (
      options: { scenario: string } & Partial<Record<'partner' | 'webhookUrl' | 'seed', string | undefined>>,
    ) => asRun(call('POST', '/runs', options)),
    read: ({ id }: Run) => asRun(call('GET', `/runs/${id}`)),
    /** Says that a step is done. A repeat changes nothing. */
    next: ({ id }: Run, step: number) => asRun(call('POST', `/runs/${id}/next`, { step })),
    /** Waits until the client must be killed and started again. */
    waitForKill: async ({ id }: Run, signal: AbortSignal): Promise<'kill' | 'wait' | 'ended'> => {
      const limit = AbortSignal.any([signal, AbortSignal.timeout(60_000)]);
      const { ok, status } = await fetch(`${url}/sandbox/runs/${id}/kill`, { signal: limit });
      if (!ok) return 'ended';
      return status === 200 ? 'kill' : 'wait';
    },
    end: ({ id }: Run) => asRun(call('DELETE', `/runs/${id}`)),
    report: ({ id }: Run) => call('GET', `/runs/${id}/report`) as Promise<SignedReport>,
  };
}
