import type { FailingClient } from './failing-client.ts';
import { rightClients } from './right-clients.ts';
import type { SandboxRun } from './sandbox-client.ts';

/** The result of a client: what the sandbox said, and what it should have said. */
export interface Played {
  client: string;
  scenario: string;
  /** The checks that were not passed, such as `restart resumes: failed`. */
  found: string[];
  /** The only check that must fail. Undefined for right clients. */
  expected: string | undefined;
  isFullMarks: boolean;
  /** The explanation of the first failed check, or of the one that should have failed. */
  advice: string;
  isRight: boolean;
}

interface FoundCheck {
  name: string;
  check: string;
  verdict: string;
  explanation: string;
}

const checksOf = ({ scenarios }: SandboxRun): FoundCheck[] =>
  scenarios.flatMap(({ name, checks }: SandboxRun) =>
    checks.map((check: SandboxRun) => ({ ...check, name, check: check.name })),
  );

/** The sandbox says so if it cannot judge a check on this machine. */
export const isTooBusy = ({ verdict, explanation }: Pick<FoundCheck, 'verdict' | 'explanation'>) =>
  verdict === 'not seen' && explanation.includes('too busy');

/** Whether a run has no requests of others, which happen at the same time. */
const isApart = ({ requests, externalServiceId }: SandboxRun) =>
  requests.every(
    ({ path }: SandboxRun) =>
      !path.startsWith('/api/v1/external-services/') || path.includes(externalServiceId),
  );

/** Lets a right client work through a scenario, or `all`. */
export async function playRight(
  address: string,
  client: string,
  { scenario, seed }: { scenario: string; seed: number },
): Promise<Played> {
  const run = await new rightClients[client]!().workAt(address, { scenario, seed });
  const wrong = checksOf(run).filter(({ verdict }) => verdict !== 'passed');
  return {
    ...{ client, scenario, expected: undefined },
    found: wrong.map(({ name, check, verdict }) => `${name} ${check}: ${verdict}`),
    advice: wrong[0]?.explanation ?? '',
    isFullMarks: wrong.length === 0,
    isRight: isApart(run) && wrong.every(isTooBusy),
  };
}

/** Lets a failing client work through its scenario. */
export async function playFailing(address: string, client: FailingClient, seed: number): Promise<Played> {
  const { fault, scenario, check, create } = client;
  const run = await new create().workAt(address, { scenario, seed });
  const checks = checksOf(run);
  const failed = checks.filter(({ verdict }) => verdict === 'failed');
  const wanted = checks.find((one) => one.check === check)!;
  const { explanation: advice } = failed[0] ?? wanted;
  const found = failed.map((one) => `${one.name} ${one.check}: failed`);
  const expected = `${scenario} ${check}: failed`;
  const isAdvised = advice !== '' && (client.advice?.test(advice) ?? true);
  return {
    ...{ client: fault, scenario, found, expected, advice: `${advice} ${run.crashed ?? ''}` },
    isFullMarks: checks.every(({ verdict }) => verdict === 'passed'),
    isRight:
      isApart(run) &&
      ((String(found) === expected && isAdvised) || (failed.length === 0 && isTooBusy(wanted))),
  };
}

/** Returns the results as a table: each client, its scenario, how often the verdict was right, and what was found otherwise. */
export function tableOf(all: readonly Played[]): string {
  const lines = [...Map.groupBy(all, ({ client, scenario }) => `${client} | ${scenario}`)].map(
    ([what, runs]) => {
      const right = runs.filter(({ isRight }) => isRight);
      const busy = right.filter(({ expected, found, isFullMarks }) =>
        expected ? found.length === 0 : !isFullMarks,
      );
      const wrong = [...new Set(runs.filter(({ isRight }) => !isRight).flatMap(({ found }) => found))];
      const expected = runs[0]!.expected ?? 'full marks';
      return `| ${what} | ${expected} | ${right.length - busy.length} of ${runs.length} | ${busy.length || ''} | ${wrong.join(', ')} |`;
    },
  );
  const titles = '| client | scenario | expected | seen | too busy to judge | otherwise |';
  return [titles, '|---|---|---|---|---|---|', ...lines].join('\n');
}
