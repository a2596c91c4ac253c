import { randomBytes } from 'node:crypto';
import { urlFormFault } from '../../../src/rules/requests/url-form.ts';
import type { Change, PartnerError } from '../index.ts';
import { signWebhook } from '../webhooks/index.ts';
import { isKnownType } from '../webhooks/webhook-event.ts';
import { type Command, type Given, jsonOption } from './command.ts';
import { CommandError, UsageError } from './command-error.ts';
import { clientOf, connectionOf, connectionOptions } from './connection.ts';
import { deliver } from './deliver.ts';
import { explained, keepTrying } from './keep-trying.ts';
import { listeningJson, listeningText } from './listen-output.ts';
import { hide, interruption, onKey } from './terminal.ts';

/** `courtbridge listen`. */
export const listen: Command = {
  name: 'listen',
  summary: 'sends each change as a signed webhook to a receiver on your machine',
  description: `Follows the changes feed and sends each change to your receiver, signed as the service signs webhooks.
You need neither a tunnel nor a webhook endpoint. The changes come one after the other, in order.
A failed delivery is not repeated. On a terminal, press r to send the last change again, and q to quit.
At the end it prints the cursor with which --from continues. With --json it prints one object a line.`,
  options: {
    forward: { value: '<address>', text: 'address of your receiver, such as http://localhost:3000/webhooks' },
    from: {
      value: '<cursor>',
      text: 'where to begin: a cursor, latest (default) or start (oldest stored change)',
    },
    types: { value: '<a,b>', text: 'only these types of changes; default: all' },
    secret: {
      value: '<whsec_…>',
      text: 'secret that signs the webhooks; default: a new one, which is printed',
    },
    ...connectionOptions,
    ...jsonOption,
  },
  run: follow,
};

async function follow(given: Given): Promise<number> {
  const { from = 'latest', types: names, secret = newSecret() } = given.options;
  const forward = forwardOf(given);
  await checkSecret(secret);
  if (given.options.secret) hide(secret);
  const connection = connectionOf(given, 'listen');
  const client = clientOf(connection, { maxAttempts: 1 });
  const called = await client.safe.getToken();
  if (!called.ok) throw failureOf(called.error, connection.url);

  const show = given.flags.has('json') ? listeningJson : listeningText;
  const types = names?.split(',').map((type) => type.trim());
  show.start({
    externalService: called.data.externalServiceName,
    url: connection.url,
    forward: forward.href,
    ...(given.options.secret ? {} : { secret }),
    unknownTypes: types?.filter((each) => !isKnownType(each)) ?? [],
  });

  const signal = interruption();
  let last: Change | undefined;
  const send = async (change: Change, isAgain = false) => {
    last = change;
    const started = performance.now();
    const delivery = await deliver(change, { forward, secret, signal });
    if (!signal.aborted) show.delivery(change, delivery, performance.now() - started, isAgain);
  };
  const stopKeys = onKey((key) => {
    if (key === 'r' && last) void send(last, true);
    if (key === 'q') process.emit('SIGINT');
  });
  let cursor = from === 'start' ? undefined : from;
  let isAccepted = false;
  try {
    while (!signal.aborted) {
      const page = await keepTrying(
        // After a failure it does not wait for a change, to find out whether the service responds.
        (failures) => client.safe.listChanges({ cursor, wait: failures > 0 ? 0 : 30 }, { signal }),
        { url: connection.url, signal, show, failureOf },
      );
      isAccepted ||= page !== undefined;
      for (const change of page?.items ?? [])
        if (!signal.aborted && (!types || types.includes(change.type))) await send(change);
      // If it ends within a page, that page is sent again later, so that no change is missed.
      if (!signal.aborted) cursor = page?.nextCursor;
    }
  } finally {
    stopKeys();
    // A cursor that the service has not accepted would be rejected again.
    show.end(isAccepted ? (cursor ?? 'start') : undefined);
  }
  return 0;
}

function failureOf(error: PartnerError, url: string): CommandError {
  if (error.issues?.some(({ path }) => path[0] === 'cursor'))
    return new CommandError(
      'The value of --from is not a cursor of the changes feed. Pass the one that an earlier run printed, latest or start.',
    );
  return explained(error, url);
}

/** The service refuses the same addresses. */
function forwardOf({ options: { forward } }: Given): URL {
  const fault = forward ? urlFormFault(forward, true) : 'The address of your receiver is missing.';
  if (forward && !fault) return new URL(forward);
  throw new UsageError(`${fault} Pass it like --forward http://localhost:3000/webhooks.`, 'listen');
}

const newSecret = () => `whsec_${randomBytes(32).toString('base64')}`;

async function checkSecret(secret: string): Promise<void> {
  const fault =
    '--secret is not a shared secret, the complete text that begins with whsec_. Leave it out for a new one.';
  await signWebhook({ secret, body: '' }).catch(() => {
    throw new UsageError(fault, 'listen');
  });
}
