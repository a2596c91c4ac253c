import type { Exchange } from '../exchange.ts';
import type { Check, Evidence } from '../scenario.ts';
import { failed, notSeen, passed } from './verdicts.ts';

const reads = (exchanges: readonly Exchange[]) =>
  exchanges.filter(({ operation }) => operation === 'listChanges');
const cursorOf = ({ path }: Exchange) => new URL(path, 'http://sandbox').searchParams.get('cursor');

/** Returns the bookings whose last change is a cancellation. */
export async function cancelledIn({ changes }: Evidence): Promise<string[]> {
  const last = new Map<string, string>();
  for (const { type, data } of await changes())
    if (data.externalCourtBookingId) last.set(data.externalCourtBookingId, type);
  return [...last].flatMap(([id, type]) => (type === 'court_booking.cancelled' ? [id] : []));
}

export const notices: Check = {
  name: 'notices',
  text: 'Notices that an operator cancelled a booking',
  judge: async (evidence) => {
    const cancelled = await cancelledIn(evidence);
    if (cancelled.length === 0) return notSeen('No booking was cancelled. Send all rows of the step.');
    const { copy } = evidence;
    if (copy?.cancelled) {
      const missing = cancelled.filter((id) => !copy.cancelled!.includes(id));
      return missing.length === 0
        ? passed('The copy of the client has the cancellations.')
        : failed(`In the copy of the client, ${missing[0]} is not cancelled.`);
    }
    const page = reads(evidence.exchanges).find(({ answer }) =>
      answer?.types.includes('court_booking.cancelled'),
    );
    if (page) return passed('The client read the change.', [page]);
    // Webhooks of the service do not pass the front door.
    return evidence.tenant.webhook
      ? notSeen('The client did not read the changes, and did not report its copy (PUT …/copy).')
      : failed('The client did not read the changes after the cancellation.');
  },
};

export const doesNotOverwrite: Check = {
  name: 'does-not-overwrite',
  text: 'Does not write a booking again that an operator cancelled',
  judge: async (evidence) => {
    const cancelled = await cancelledIn(evidence);
    const later = evidence.during(1).filter(({ writes }) => writes.some(({ id }) => cancelled.includes(id)));
    if (evidence.exchanges.length === 0) return notSeen('No request was sent.');
    return later.length === 0
      ? passed('No cancelled booking was written again.')
      : failed('A booking that an operator cancelled was written again. Tell your customer instead.', later);
  },
};

export const ignoresUnknown: Check = {
  name: 'ignores-unknown',
  text: 'Continues after an unknown type of change, field and value',
  judge: ({ exchanges }) => {
    const spoiled = reads(exchanges).find(({ fault }) => fault?.kind === 'add');
    if (!spoiled) return notSeen('The client did not read the changes.');
    const next = exchanges.find(({ number }) => number > spoiled.number);
    return next
      ? passed('The client continued.', [spoiled, next])
      : failed('After a page with an unknown type of change, no request came.', [spoiled]);
  },
};

export const beginsAnew: Check = {
  name: 'begins-anew',
  text: 'Begins anew after cursor_expired',
  judge: ({ exchanges }) => {
    const expired = reads(exchanges).find(({ status }) => status === 410);
    if (!expired) return notSeen('The client did not read the changes with a cursor.');
    const later = reads(exchanges).filter(({ number }) => number > expired.number);
    const anew = later.find((one) => cursorOf(one) !== cursorOf(expired) && one.status === 200);
    return anew
      ? passed('The client read the changes with another cursor.', [expired, anew])
      : failed('After cursor_expired, the client did not begin with "latest".', [
          expired,
          ...later.slice(0, 3),
        ]);
  },
};

export const replacesToken: Check = {
  name: 'replaces-token',
  text: 'Uses the new token after a rotation',
  judge: ({ exchanges, steps, during, tenant }) => {
    const step = steps.findIndex(({ action }) => action === 'replace-token');
    const later = during(step + 1);
    if (later.length === 0) return notSeen('No request was sent after the rotation.');
    const old = later.filter(({ token }) => token !== tenant.token);
    return old.length === 0
      ? passed('All requests had the new token.', exchanges.slice(-1))
      : failed('A request after the rotation still had the former token.', old);
  },
};

export const resumes: Check = {
  name: 'resumes',
  text: 'Continues from its stored cursor after a restart',
  judge: ({ steps, during }) => {
    const step = steps.findIndex(({ action }) => action === 'restart');
    const [first] = reads(during(step));
    if (!first) return notSeen('The client did not read the changes after the restart.');
    const pages = reads(Array.from({ length: step }, (_, n) => during(n)).flat());
    const stored = pages.flatMap(({ answer }) => answer?.nextCursor ?? []).at(-1);
    if (stored === undefined) return notSeen('The client did not read the changes before the restart.');
    return cursorOf(first) === stored
      ? passed('The first request had the cursor of the last page.', [first])
      : failed(
          'The first request after the restart did not have the last nextCursor. Store the cursor with the data of its page.',
          [first],
        );
  },
};

export const appliesOnce: Check = {
  name: 'applies-once',
  text: 'Applies each change once',
  judge: async ({ copy, changes }) => {
    if (!copy?.applied) return notSeen('The client did not report the applied changes (PUT …/copy).');
    const { applied } = copy;
    const twice = applied.find((id, n) => applied.indexOf(id) !== n);
    if (twice !== undefined) return failed(`The change ${twice} was applied twice. Deduplicate by id.`);
    const made = await changes();
    if (made.length === 0) return notSeen('There were no changes. Send all rows of the step.');
    const missing = made.filter(({ id }) => !applied.includes(id));
    return missing.length === 0
      ? passed('Each change was applied once.')
      : failed(`The change ${missing[0]!.id} (${missing[0]!.type}) was not applied.`);
  },
};

export const forgets: Check = {
  name: 'forgets',
  text: 'Sends nothing about an erased person',
  judge: ({ steps, during, tenant }) => {
    const writes = during(steps.length - 1).filter((one) => one.writes.length > 0);
    if (writes.length === 0) return notSeen('No booking was sent after the erasure.');
    const { id, email, externalUserId } = tenant.users.at(-1)!;
    const told = writes.filter(({ text }) =>
      [id, email, `"${externalUserId}"`].some((part) => text.includes(part)),
    );
    return told.length === 0
      ? passed('No request names the erased person.', writes)
      : failed('A request names a person who was erased. Follow user.erased, and delete your copy.', told);
  },
};
