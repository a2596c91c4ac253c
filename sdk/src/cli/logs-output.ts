import type { RequestDetails, RequestRecord } from '../index.ts';
import { type WaitingOutput, waitingJson, waitingText } from './keep-trying.ts';
import { colored, type Line, plain, print, printJson } from './terminal.ts';

export interface LogsOutput {
  request(request: RequestRecord): void;
  /** Everything that is known about one request. */
  details(request: RequestDetails): void;
}

/** What `logs` prints for people. */
export const logsText: LogsOutput & WaitingOutput = {
  request: (request) => print(...lineOf(request)),
  details({ rejectedItems, response, ...fields }) {
    for (const [name, value] of Object.entries(fields)) print(`${name.padEnd(18)}${value}`);
    if (response) print(`${'error'.padEnd(18)}${response.error.type}: ${response.error.message}`);
    for (const cause of causesOf(response)) print(`${''.padEnd(18)}${cause}`);
    for (const item of rejectedItems) {
      const named = [`item ${item.itemIndex}`, item.externalId].filter(Boolean).join(' ');
      print(`${named.padEnd(16)}  `, colored('red', `${item.status}`), `  ${textOf(item)}`);
    }
  },
  ...waitingText,
};

/** What `logs --json` prints: an object for each line, whose `event` says what it is. */
export const logsJson: typeof logsText = {
  request: (request) => printJson({ event: 'request', ...request }),
  details: (request) => printJson({ event: 'request', ...request }),
  ...waitingJson,
};

function lineOf(request: RequestRecord): Line {
  const { timestamp, operation, status, externalId = '', milliseconds, itemIndex, requestId } = request;
  const time = new Date(timestamp).toTimeString().slice(0, 8);
  const after = [
    (itemIndex === undefined ? operation : `${operation}[${itemIndex}]`).padEnd(20),
    `${Math.round(milliseconds)} ms`.padStart(7),
    requestId,
    externalId,
    plain(textOf(request), 300),
  ];
  return [
    `${time}  `,
    colored(status < 400 ? 'green' : 'red', `${status}`),
    `  ${after.filter(Boolean).join('  ')}`,
  ];
}

/** The error in one line, and for how many requests it stands. */
function textOf({ dryRun, response, requestCount, itemCount, rejectedItemCount }: RequestRecord): string {
  const parts = [
    dryRun && 'dry run',
    requestCount > 1 && `${requestCount} times`,
    itemCount !== undefined && `${itemCount} items, ${rejectedItemCount} rejected`,
    response && [response.error.type, ...causesOf(response)].join(' · '),
  ];
  return parts.filter(Boolean).join('  ');
}

function causesOf(response: RequestRecord['response']): string[] {
  const { issues = [], stored, conflicts = [] } = response?.error ?? {};
  return [
    ...issues.map(({ path, code }) => `${path.join('.') || 'body'} ${code}`),
    ...(stored
      ? [`stored ${stored.externalUpdatedAt} ${[stored.status, ...(stored.cancelledBy ?? [])].join(' ')}`]
      : []),
    ...conflicts.map(
      ({ startDate, endDate, externalCourtBookingId: own }) =>
        `occupied ${startDate} to ${endDate}${own === undefined ? '' : ` by ${own}`}`,
    ),
  ];
}
