import { cursorOf, type Exchange } from '../exchange.ts';
import { leastKills } from '../killing.ts';
import type { Check, Evidence, Verdict } from '../scenario.ts';
import { failed, notSeen, passed } from './verdicts.ts';

const reads = (exchanges: readonly Exchange[]) =>
  exchanges.filter(({ operation }) => operation === 'listChanges');

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
      const missing = cancelled.find((id) => !copy.cancelled!.includes(id));
      if (missing === undefined) return passed('The copy of the client has the cancellations.');
      const read = reads(evidence.exchanges).filter(({ answer }) =>
        answer?.changes.some(
          ({ booking, type }) => booking === missing && type === 'court_booking.cancelled',
        ),
      );
      const how =
        read.length > 0
          ? 'The client read its cancellation, and did not apply it'
          : 'The client did not read its cancellation';
      return failed(`In the copy of the client, ${missing} is not cancelled. ${how}.`, read);
    }
    const isCancellation = ({ type }: { type: string }) => type === 'court_booking.cancelled';
    const page = reads(evidence.exchanges).find(({ answer }) => answer?.changes.some(isCancellation));
    if (page)
      return notSeen(
        `The client read the cancellation in request ${page.number}. Report your copy (PUT …/copy) to show that you applied it.`,
      );
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
  judge: ({ exchanges, copy }) => {
    const spoiled = reads(exchanges).filter(({ fault }) => fault?.kind === 'add');
    if (spoiled.length === 0) return notSeen('The client did not read the changes.');
    const last = spoiled.at(-1)!;
    const next = reads(exchanges).find(({ number }) => number > last.number);
    if (!next)
      return failed('After a page with an unknown type of change, the client did not read on.', spoiled);
    const cursors = spoiled.map(({ answer }) => answer?.nextCursor);
    if (!cursors.includes(cursorOf(next)))
      return failed(
        'After a page with an unknown type of change, the client did not continue from its nextCursor. Ignore the change, and store the cursor.',
        [...spoiled, next],
      );
    const known = spoiled.flatMap(({ answer }) => answer?.changes ?? []);
    const missing = copy?.applied && known.find(({ id }) => !copy.applied!.includes(id));
    return missing
      ? failed(
          `The change ${missing.id} (${missing.type}), on the page with an unknown type of change, was not applied.`,
          spoiled,
        )
      : passed('The client continued.', [...spoiled, next]);
  },
};

export const beginsAnew: Check = {
  name: 'begins-anew',
  text: 'Begins anew after cursor_expired, and finds the changes that it missed',
  judge: async (evidence) => {
    const { exchanges, copy } = evidence;
    const expired = reads(exchanges).find(({ status }) => status === 410);
    if (!expired) return notSeen('The client did not read the changes with a cursor.');
    const later = exchanges.filter(({ number }) => number > expired.number);
    const read = reads(later);
    const anew = read.find((one) => cursorOf(one) !== cursorOf(expired) && one.status === 200);
    const notAnew = 'After cursor_expired, the client did not begin with "latest".';
    if (!anew) return failed(notAnew, [expired, ...read.slice(0, 3)]);
    const cancelled = await cancelledIn(evidence);
    // Bookings that change before "latest" is read would be missed. A feed from its oldest change has them.
    const since = anew.path.includes('cursor=latest') ? anew : expired;
    const found = later.find(
      ({ number, operation, answer }) =>
        number > since.number &&
        operation !== 'listChanges' &&
        // A list that ends shows cancelled bookings also by their absence.
        ((operation === 'listCourtBookings' && answer && !answer.error && !answer.nextCursor) ||
          answer?.shown.some(({ id }) => cancelled.includes(id))),
    );
    if (!found)
      return failed(
        'After cursor_expired, the client did not list its bookings. It missed the changes since its cursor. First read "latest", then list your bookings, then continue.',
        [expired, anew],
      );
    const missing = copy?.cancelled && cancelled.find((id) => !copy.cancelled!.includes(id));
    return missing
      ? failed(
          `In the copy of the client, ${missing} is not cancelled. It was cancelled before the new cursor, and only the list of bookings shows that.`,
          [anew, found],
        )
      : passed('The client began with another cursor, and listed its bookings.', [expired, anew, found]);
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

/** Returns the first page that was read after a client had been killed in this one. */
const readAfterKill = ({ number, killedAt }: Exchange, pages: readonly Exchange[]) =>
  pages.find((one) => one.number > number && one.at > killedAt!);

function judgeResuming({ steps, during }: Evidence): Verdict {
  const step = steps.findIndex(({ kills }) => kills);
  const pages = reads(during(step));
  const killed = pages.filter(({ killedAt }) => killedAt !== undefined);
  const before = reads(Array.from({ length: step }, (_, n) => during(n)).flat());
  const cursorsOf = (some: readonly Exchange[]) => some.map(({ answer }) => answer?.nextCursor);
  for (const page of killed) {
    const next = readAfterKill(page, pages);
    if (!next) return failed('After it was killed, the client did not read the changes again.', [page]);
    const stored = [
      ...(before.length > 0 ? cursorsOf(before).slice(-1) : [cursorOf(pages[0]!)]),
      ...cursorsOf(pages.filter(({ number }) => number < next.number)),
    ];
    if (!stored.includes(cursorOf(next) ?? ''))
      return failed(
        'After it was killed, the client did not continue from a stored cursor. Store the cursor with the data of its page.',
        [page, next],
      );
  }
  if (killed.length < leastKills)
    return notSeen(
      'The client was not killed often enough while it read the changes. Start it with "courtbridge sandbox -- command", which kills it and starts it again.',
    );
  return passed(`The client continued from its stored cursor after ${killed.length} kills.`, killed);
}

export const resumes: Check = {
  name: 'resumes',
  text: 'Continues from its stored cursor after a kill',
  judge: judgeResuming,
};

/** Returns the pages in which the client was killed before it had applied all changes, and that it read again. */
function pagesKilledInside({ exchanges }: Evidence): Exchange[] {
  const pages = reads(exchanges);
  return pages.filter((page) => {
    const next = page.isKilledInside && readAfterKill(page, pages);
    return next && cursorOf(next) !== page.answer?.nextCursor;
  });
}

export const appliesOnce: Check = {
  name: 'applies-once',
  text: 'Applies each change once, although it is killed',
  judge: async (evidence) => {
    const { copy, changes } = evidence;
    if (!copy?.applied) return notSeen('The client did not report the applied changes (PUT …/copy).');
    const { applied } = copy;
    const made = await changes();
    if (made.length === 0) return notSeen('There were no changes. Send all rows of the step.');
    const counts = new Map<string, number>();
    for (const id of applied) counts.set(id, (counts.get(id) ?? 0) + 1);
    const twice = made.find(({ id }) => (counts.get(id) ?? 0) > 1);
    if (twice)
      return failed(
        `The change ${twice.id} was applied twice. Store its id with its data, and deduplicate by id.`,
      );
    const { verdict } = judgeResuming(evidence);
    if (verdict !== 'passed') return notSeen('The client did not continue after kills. See the check above.');
    const missing = made.filter(({ id }) => !counts.has(id));
    if (missing.length > 0)
      return failed(
        `${missing.length} changes were not applied, such as ${missing[0]!.id} (${missing[0]!.type}). The client had stored the cursor of their page before it was killed. Store both together, or the cursor last.`,
      );
    const inside = pagesKilledInside(evidence);
    return inside.length < leastKills
      ? notSeen(
          `Each change was applied once, but only ${inside.length} of ${leastKills} kills certainly came in the middle of a page. Report your copy (PUT …/copy) where you store a page, before its last change is stored.`,
        )
      : passed(`Each change was applied once, with ${inside.length} kills in the middle of a page.`, inside);
  },
};

export const readsOn: Check = {
  name: 'reads-on',
  text: 'Reads page after page until caughtUp is true',
  judge: ({ exchanges, steps, during, copy }) => {
    const step = steps.findIndex(({ action }) => action === 'follow');
    const pages = reads(exchanges);
    if (pages.length === 0) return notSeen('The client did not read the changes.');
    const own = reads(during(step));
    const last = own.at(-1);
    if (!last) return failed('The client did not read the changes in this step.', pages.slice(-1));
    const isEmpty = last.answer?.changes.length === 0;
    const known = own.flatMap(({ answer }) => answer?.changes ?? []);
    const missing = copy?.applied && known.find(({ id }) => !copy.applied!.includes(id));
    if (missing) return failed(`The change ${missing.id} (${missing.type}) was read, and not applied.`, own);
    return last.answer?.isCaughtUp
      ? passed(`The client read ${own.length} pages.`, own)
      : failed(
          `The client stopped after ${isEmpty ? 'an empty page' : `${own.length} pages`}, although caughtUp was false.`,
          own.slice(-1),
        );
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
      [id, email, `"${externalUserId}"`].some((part) => text.toLowerCase().includes(part)),
    );
    return told.length === 0
      ? passed('No request names the erased person.', writes)
      : failed('A request names a person who was erased. Follow user.erased, and delete your copy.', told);
  },
};
