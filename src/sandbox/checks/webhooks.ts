import type { Check, SentWebhook } from '../scenario.ts';
import { cancelledIn } from './changes.ts';
import { failed, notSeen, passed } from './verdicts.ts';

const noneSent = 'No webhook was sent. Send all rows of the step.';
const isAccepted = ({ status = 0 }: SentWebhook) => status >= 200 && status < 300;

/** A check of the responses to some kinds of webhooks. The texts say what a right client does, and what a wrong one did. */
const responds = (
  name: string,
  kinds: SentWebhook['kind'][],
  isRight: (webhook: SentWebhook) => boolean,
  [text, right, wrong]: [text: string, right: string, wrong: string],
): Check => ({
  name,
  text,
  judge: ({ webhooks }) => {
    if (webhooks.length === 0) return notSeen(noneSent);
    const some = webhooks.filter(({ kind }) => kinds.includes(kind));
    if (some.length === 0 || webhooks.every(({ status }) => status === undefined))
      return notSeen('The receiver did not respond to any webhook.');
    const bad = some.filter((webhook) => !isRight(webhook));
    const status = `The status was ${(bad[0] ?? some[0]!).status ?? 'missing'}.`;
    return bad.length > 0 ? failed(`${wrong} ${status}`, bad) : passed(`${right} ${status}`, some);
  },
});

export const acceptsGenuine = responds('accepts-genuine', ['genuine', 'duplicate'], isAccepted, [
  'Accepts genuine webhooks, also again',
  'Each was accepted.',
  'A genuine webhook was rejected. The service would send it for 75 hours.',
]);

export const rejectsForged = responds('rejects-forged', ['forged', 'unsigned'], (one) => !isAccepted(one), [
  'Rejects forged webhooks',
  'Each was rejected.',
  'A webhook with an invalid signature, or without one, was accepted. Verify the signature over the body as received.',
]);

export const rejectsOld = responds('rejects-old', ['old'], (one) => !isAccepted(one), [
  'Rejects a webhook that was signed long ago',
  'It was rejected.',
  'A webhook that was signed ten minutes ago was accepted. Check webhook-timestamp.',
]);

export const acceptsRotated = responds('accepts-rotated', ['rotated'], isAccepted, [
  'Accepts a webhook with several signatures while the secret is rotated',
  'It was accepted.',
  'A webhook with the signatures of both secrets was rejected. Try each signature of the header.',
]);

export const acceptsSpaced = responds('accepts-spaced', ['spaced'], isAccepted, [
  'Verifies the body as received, also if its JSON has spaces',
  'It was accepted.',
  'A genuine webhook whose JSON has spaces and line breaks was rejected. Verify the bytes of the body before you parse them.',
]);

export const appliesDuplicatesOnce: Check = {
  name: 'applies-duplicates-once',
  text: 'Applies a duplicate once',
  judge: ({ copy, webhooks }) => {
    if (webhooks.length === 0) return notSeen(noneSent);
    if (!webhooks.some(isAccepted)) return notSeen('The receiver accepted no webhook.');
    if (!copy?.applied) return notSeen('The client did not report the applied changes (PUT …/copy).');
    const twice = webhooks.find(({ id }) => copy.applied!.filter((applied) => applied === id).length > 1);
    return twice
      ? failed(`The change ${twice.id} was applied twice. Deduplicate by webhook-id.`, [twice])
      : passed('No change was applied twice.');
  },
};

export const ordersBySequence: Check = {
  name: 'orders-by-sequence',
  text: 'Orders by sequence',
  judge: async (evidence) => {
    const { copy, webhooks } = evidence;
    if (webhooks.length === 0) return notSeen(noneSent);
    if (!copy?.cancelled) return notSeen('The client did not report its copy (PUT …/copy).');
    const changes = await evidence.changes();
    // Other checks judge webhooks with two signatures and with spaces.
    const others = webhooks.filter(({ kind }) => kind === 'rotated' || kind === 'spaced').map(({ id }) => id);
    const untold = changes
      .filter(({ id }) => others.includes(id))
      .map(({ data }) => data.externalCourtBookingId);
    const cancelled = (await cancelledIn(evidence)).filter((id) => !untold.includes(id));
    const own = copy.cancelled.filter((id) => id.startsWith('webhooks-'));
    // Another check judges forged webhooks.
    const reinstated = changes.find(({ type }) => type === 'court_booking.reinstated')!;
    const wrong = own.find((id) => id === reinstated.data.externalCourtBookingId);
    const missing = cancelled.find((id) => !own.includes(id));
    if (wrong)
      return failed(`${wrong} was reinstated after its cancellation. Its older webhook came last.`, webhooks);
    return missing
      ? failed(`In the copy of the client, ${missing} is not cancelled.`, webhooks)
      : passed('The copy of the client has the newest state.');
  },
};
