import { table } from './command.ts';
import type { Run, Scenario } from './sandbox-run.ts';
import { type ColoredText, colored, type Line, plain, print } from './terminal.ts';

/** The part of a path that is the same for all requests of a run. */
const ownPath = /^\/api\/v1\/external-services\/[^/]+/;
const mostRows = 20;
const mostNumbers = 8;
const colors = { passed: 'green', failed: 'red', incomplete: 'yellow' } as const;

const inColor = (word: string, text: string): string | ColoredText => {
  const color = colors[word as keyof typeof colors];
  return color ? colored(color, text) : text;
};

/** Both may be replaced during a run. */
const secretsOf = ({ token, webhook }: Run) => ({
  TOKEN: token,
  ...(webhook ? { WEBHOOK_SECRET: webhook.secret } : {}),
});

/** Prints where the client connects. The token was made for this run only. */
export function printStart(run: Run, address: string): void {
  const rows = [
    ['Page', run.page],
    ['BASE_URL', run.baseUrl],
    ['COURTBRIDGE_RUN', address],
    ...Object.entries(secretsOf(run)),
    ['Seed', `${run.seed}`],
  ];
  for (const line of table(rows)) print(line);
}

/**
 * Prints what has changed since the last time, which `shown` remembers.
 * @param hint how a person ends a step; without it, a program does the steps and reads their rows
 */
export function printChanges(run: Run, shown: Map<string, unknown>, hint?: (step: number) => string): void {
  const isNew = (what: string, value: unknown) => {
    const before = shown.get(what);
    shown.set(what, value);
    return value !== before;
  };
  for (const [name, secret] of Object.entries(secretsOf(run)))
    if (isNew(name, secret) && shown.has('step')) print(`New ${name}: ${secret}`);
  for (const { number, method, path, status, fault } of run.requests)
    if (fault && isNew(`request ${number}`, true)) {
      const request = `${method} ${plain(path.replace(ownPath, '…'), 80)}`;
      print(colored('dim', `  request ${number}  ${request}: ${status}, ${fault}`));
    }
  for (const { name, checks } of run.scenarios)
    for (const check of checks)
      if (check.verdict !== 'not seen' && isNew(`${name} ${check.name}`, check.verdict))
        print('  ', ...verdictOf(check, name));
  const { step } = run;
  if (!step || !isNew('step', step.number)) return;
  print();
  print(colored('bold', `Step ${step.number}, ${step.scenario}`), `: ${step.text}`);
  if (!hint) return;
  const rows = step.rows ?? [];
  for (const row of rows.slice(0, mostRows)) print(`  ${JSON.stringify(row)}`);
  if (rows.length > mostRows) print(`  and ${rows.length - mostRows} more, in "step" of the run`);
  print(colored('dim', hint(step.number)));
}

/** Prints the result of each scenario, and why a check did not pass. */
export function printSummary(run: Run): void {
  const rows = run.scenarios.map(({ name, grade, checks }) => {
    const passed = checks.filter(({ verdict }) => verdict === 'passed').length;
    return [name, grade, checks.length === 0 ? '' : `${passed} of ${checks.length} checks passed`];
  });
  const lines = table(rows);
  print();
  for (const [index, scenario] of run.scenarios.entries()) {
    print(inColor(scenario.grade, lines[index]!));
    if (scenario.grade === 'passed' || scenario.grade === 'not seen') continue;
    for (const check of scenario.checks) if (check.verdict !== 'passed') print('    ', ...verdictOf(check));
  }
}

function verdictOf(
  { text, verdict, explanation, requests }: Scenario['checks'][number],
  name?: string,
): Line {
  const numbers = `${requests.slice(0, mostNumbers).join(', ')}${requests.length > mostNumbers ? ', …' : ''}`;
  const about = requests.length > 0 ? ` (requests ${numbers})` : '';
  const why = verdict === 'passed' || !explanation ? '' : ` ${explanation}${about}`;
  return [inColor(verdict, verdict.padEnd(8)), `  ${name ? `${name}: ` : ''}${text}.${why}`];
}
