import type { FailingClient } from './failing-clients.ts';
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
  /** The explanation of the first failed check. */
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

/** Lets a right client work through a scenario, or `all`. */
export async function playRight(
  address: string,
  client: string,
  { scenario, seed }: { scenario: string; seed: number },
): Promise<Played> {
  const run = await new rightClients[client]!().workAt(address, { scenario, seed });
  const wrong = checksOf(run).filter(({ verdict }) => verdict !== 'passed');
  const found = wrong.map(({ name, check, verdict }) => `${name} ${check}: ${verdict}`);
  const advice = wrong[0]?.explanation ?? '';
  const isRight = found.length === 0;
  return { client, scenario, found, expected: undefined, isFullMarks: isRight, advice, isRight };
}

/** Lets a failing client work through its scenario. */
export async function playFailing(address: string, client: FailingClient, seed: number): Promise<Played> {
  const { fault, scenario, check, create } = client;
  const run = await new create().workAt(address, { scenario, seed });
  const checks = checksOf(run);
  const isFullMarks = checks.every(({ verdict }) => verdict === 'passed');
  const failed = checks.filter(({ verdict }) => verdict === 'failed');
  const found = failed.map(({ name, check }) => `${name} ${check}: failed`);
  const expected = `${scenario} ${check}: failed`;
  const advice = failed[0]?.explanation ?? '';
  const isRight = String(found) === expected && advice !== '' && (client.advice?.test(advice) ?? true);
  return { client: fault, scenario, found, expected, isFullMarks, advice, isRight };
}

/** Returns the results as a table: each client, its scenario, how often it had the right verdict, and otherwise what was found. */
export function tableOf(all: readonly Played[]): string {
  const lines = [...Map.groupBy(all, ({ client, scenario }) => `${client} | ${scenario}`)].map(
    ([what, runs]) => {
      const right = runs.filter(({ isRight }) => isRight).length;
      const wrong = [...new Set(runs.filter(({ isRight }) => !isRight).flatMap(({ found }) => found))];
      return `| ${what} | ${runs[0]!.expected ?? 'full marks'} | ${right} of ${runs.length} | ${wrong.join(', ')} |`;
    },
  );
  return ['| client | scenario | expected | right | otherwise |', '|---|---|---|---|---|', ...lines].join(
    '\n',
  );
}
