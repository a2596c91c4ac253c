import { access, constants, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { optionChecks } from '../check-arguments.ts';
import type { Command, Given } from './command.ts';
import { CommandError, UsageError } from './command-error.ts';
import { printChanges, printStart, printSummary } from './sandbox-output.ts';
import { createSandboxClient, InvalidField, type Run, type SandboxClient } from './sandbox-run.ts';
import { superviseClient } from './supervise-client.ts';
import { colored, interruption, onKey, print } from './terminal.ts';

/** `courtbridge sandbox`. */
export const sandbox: Command = {
  name: 'sandbox',
  summary: 'tests your client against a service that injects faults, and judges what it does',
  argument: 'scenario',
  takesCommand: true,
  description: `Creates a run at a sandbox ("npm run sandbox") and shows what your client has to do in each step,
and the verdicts. Without a scenario it runs all. Press Enter when a step is done.
A command after "--" is started as your client, with BASE_URL, TOKEN, COURTBRIDGE_RUN (the address of the run)
and WEBHOOK_SECRET in its environment. When it ends, the run ends. In a step "restart", it is killed and
started again several times. Ctrl-C ends the run. It exits with 0 only if every scenario of the run has passed.`,
  options: {
    url: { value: '<address>', text: 'address of the sandbox; default: http://127.0.0.1:4000' },
    'webhook-url': { value: '<address>', text: 'address of your receiver, for the scenario webhooks' },
    partner: { value: '<name>', text: 'name of your company, which the signed report shows' },
    seed: { value: '<number>', text: 'repeats the data and faults of an earlier run' },
    report: { value: '<file>', text: 'stores the signed report as JSON at the end' },
  },
  run: play,
};

async function play({ options, argument: scenario = 'all', command }: Given): Promise<number> {
  const { url = 'http://127.0.0.1:4000', 'webhook-url': webhookUrl, partner, seed, report } = options;
  if (optionChecks.baseUrl!(url)) throw usage('--url is not an address, like http://127.0.0.1:4000.');
  if (report !== undefined) await checkReport(report);
  const signal = interruption();
  // The address of its page is accepted, too.
  const api = createSandboxClient(url.replace(/\/+(sandbox\/*)?$/, ''));
  const created = await api.create({ scenario, partner, webhookUrl, seed }).catch((error) => {
    throw error instanceof InvalidField ? usage(explainField(error)) : error;
  });
  printStart(created, api.addressOf(created));
  const run = await follow(api, created, command, signal);
  printSummary(run);
  const signed = await api.report(run);
  const { notRun } = signed.report;
  print();
  if (notRun.length > 0) print(`Not run: ${notRun.join(', ')}. Operators ask for a report of all scenarios.`);
  if (report) {
    const text = `${JSON.stringify(signed, null, 2)}\n`;
    await writeFile(report, text).catch(({ message }) => {
      const kept = `The sandbox still has it, at ${api.addressOf(run)}/report`;
      throw new CommandError(`The report could not be stored: ${message}. ${kept}`);
    });
    print(`The signed report is in ${report}`);
  }
  const isPassed = run.scenarios.every(({ grade }) => grade === 'passed');
  print(isPassed ? colored('green', 'Passed.') : colored('red', 'Not passed.'));
  return isPassed ? 0 : 1;
}

/** Before the run, which takes minutes. */
async function checkReport(path: string): Promise<void> {
  const found = await stat(path).catch(() => undefined);
  if (found?.isDirectory()) throw usage(`--report: ${path} is a folder. Pass the name of a file.`);
  const place = found ? `the file ${path}` : `the folder ${dirname(path)}`;
  await access(found ? path : dirname(path), constants.W_OK).catch(() => {
    throw usage(`--report: ${place} does not exist, or cannot be written.`);
  });
}

const usage = (message: string) => new UsageError(message, 'sandbox');

/** The options that set the fields of a new run. */
const optionOf: Record<string, string> = {
  partner: '--partner',
  seed: '--seed',
  webhookUrl: '--webhook-url',
};

function explainField({ field, message }: InvalidField): string {
  const option = optionOf[field];
  return option ? `${option}: ${message.replace(field, option)}` : message;
}

/** Follows a run until it ends, the client ends, or the signal fires. Returns the run as it ended. */
async function follow(api: SandboxClient, created: Run, command: string[] | undefined, signal: AbortSignal) {
  let run = created;
  const shown = new Map<string, unknown>();
  const hint = (step: number) =>
    process.stdin.isTTY
      ? 'Press Enter when this is done.'
      : `When this is done: POST ${api.addressOf(run)}/next {"step":${step}}`;
  const stopKeys = onKey((key) => {
    if (key !== '\r' || !run.step || command) return;
    api.next(run, run.step.number).catch(({ message }) => print(colored('red', message)));
  });
  const client = command && superviseClient(api, command, () => run, signal);
  let restarts = 0;
  try {
    for (;;) {
      printChanges(run, shown, command ? undefined : hint);
      if (run.status === 'ended') return run;
      await delay(1_000, undefined, { signal }).catch(() => {});
      const ended = client?.ended();
      run = await readPatiently(api, run, signal);
      if (signal.aborted) return await api.end(run);
      if (!client || ended === undefined || run.status === 'ended') continue;
      restarts += 1;
      if (run.step?.action !== 'restart' || restarts > mostRestarts) {
        print();
        print(colored('red', `Your client ended (${ended}) before the run did.`));
        return await api.end(run);
      }
      client.start();
    }
  } finally {
    stopKeys();
    client?.stop();
  }
}

/** A client that ends itself in a step "restart" is started again. One that fails at each start is not. */
const mostRestarts = 5;

/** Reads the run again. A sandbox that does not respond gets some seconds. */
async function readPatiently(api: SandboxClient, run: Run, signal: AbortSignal): Promise<Run> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await api.read(run);
    } catch (error) {
      if (attempt === 5 || signal.aborted) throw error;
      await delay(1_000, undefined, { signal }).catch(() => {});
    }
  }
}
