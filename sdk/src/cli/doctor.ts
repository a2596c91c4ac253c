import { parseHttpDate } from '../../../src/rules/requests/retry-after.ts';
import type { ResponseEvent } from '../index.ts';
import { type Command, type Given, jsonOption } from './command.ts';
import { toCommandError } from './command-error.ts';
import { type Connection, clientOf, connectionOf, connectionOptions } from './connection.ts';
import {
  checkAddress,
  checkClock,
  checkCourts,
  checkEndpoints,
  checkFoundTokens,
  checkLimits,
  checkRequests,
  checkScopes,
  checkToken,
} from './doctor-checks.ts';
import { explain } from './explain.ts';
import type { Finding } from './finding.ts';
import { type ColoredText, colored, type Line, print, printJson } from './terminal.ts';

/** `courtbridge doctor`. */
export const doctor: Command = {
  name: 'doctor',
  summary: 'checks address, token, scopes, clock, limits, courts, webhook endpoints and recent errors',
  description: `Checks whether your system can work with the platform: address, token, scopes, clock, limits, courts,
webhook endpoints and recent errors. For each problem it says what is wrong, and who can fix it: you or an
operator of the platform. It changes nothing. It exits with 1 if there is a problem.`,
  options: { ...connectionOptions, ...jsonOption },
  run: examine,
};

type Show = (subject: string, found: Finding | Finding[]) => void;

async function examine(given: Given): Promise<number> {
  const connection = connectionOf(given, 'doctor');
  const { url } = connection;
  const isJson = given.flags.has('json');
  const checks: ({ check: string } & Finding)[] = [];
  const show: Show = (subject, found) => {
    for (const finding of [found].flat()) {
      if (!isJson) for (const line of linesOf(subject, finding)) print(...line);
      checks.push({ check: subject.toLowerCase(), ...finding });
    }
  };
  await checkAll(connection, show).catch((thrown) => {
    if (isJson) printJson({ ok: false, url, checks, error: toCommandError(thrown).message });
    throw thrown;
  });
  const problems = checks.filter(({ level }) => level === 'problem');
  if (isJson) printJson({ ok: problems.length === 0, url, checks });
  else {
    print();
    print(summaryOf(problems));
  }
  return problems.length === 0 ? 0 : 1;
}

async function checkAll(connection: Connection, show: Show): Promise<void> {
  const { url } = connection;
  let first: (ResponseEvent & { receivedAt: number }) | undefined;
  const client = clientOf(connection, {
    maxAttempts: 2,
    timeoutMs: 25_000,
    // It reports that the limit is used up, instead of waiting.
    pace: false,
    onResponse: (event) => {
      first ??= { ...event, receivedAt: Date.now() };
    },
  });
  const called = await client.safe.getToken();
  const isOfService = called.ok || /_api_token$/.test(called.error.type);
  if (isOfService) show('Address', checkAddress(url, first!));
  // By the service's clock if it is known.
  const now = parseHttpDate(first?.headers.get('Date') ?? '', Date.now()) ?? Date.now();
  if (!called.ok) show(isOfService ? 'Token' : 'Address', explain(called.error, url));
  if (called.ok) {
    show('Token', checkToken(called.data, url, now));
    show('Tokens', await checkFoundTokens(client, now));
    show('Scopes', checkScopes(called.data));
  }
  if (isOfService) show('Clock', checkClock(first!));
  if (called.ok) {
    show('Limits', checkLimits(called.data, first!.headers));
    show('Courts', await checkCourts(client, called.data, url));
    show('Webhooks', await checkEndpoints(client, called.data, url));
    show('Requests', await checkRequests(client, called.data, url, now));
  }
}

function linesOf(subject: string, { level, text, who, next }: Finding): Line[] {
  const color = { ok: 'green', note: 'yellow', problem: 'red' } as const;
  const advice = `${' '.repeat(19)}${who ? `${who}: ` : ''}${next}`;
  const first = [colored(color[level], level.padEnd(9)), `${subject.padEnd(10)}${text}`];
  return next === undefined ? [first] : [first, [advice]];
}

function summaryOf(problems: readonly Finding[]): ColoredText {
  if (problems.length === 0) return colored('green', 'No problem found.');
  const yours = problems.filter(({ who }) => who === 'You').length;
  const others = problems.length - yours;
  const parts = [yours && `${yours} that you can fix`, others && `${others} for an operator of the platform`];
  const total = `${problems.length} problem${problems.length === 1 ? '' : 's'}`;
  return colored('red', `${total}: ${parts.filter(Boolean).join(', ')}.`);
}
