import type { Check, Evidence, SentWebhook, Verdict } from '../scenario.ts';
import { cancelledIn } from './changes.ts';
import { failed, notSeen, passed } from './verdicts.ts';

const noneSent = 'No webhook was sent. Send all rows of the step.';
const isAccepted = ({ status = 0 }: SentWebhook) => status >= 200 && status < 300;

/** Judges the responses to some kinds of webhooks. */
function judgeResponses(
  { webhooks }: Evidence,
  kinds: SentWebhook['kind'][],
  isRight: (webhook: SentWebhook) => boolean,
  { right, wrong }: { right: string; wrong: string },
): Verdict {
  if (webhooks.length === 0) return notSeen(noneSent);
  const some = webhooks.filter(({ kind }) => kinds.includes(kind));
  if (some.length === 0 || webhooks.every(({ status }) => status === undefined))
    return notSeen('The receiver did not respond to any webhook.');
  const bad = some.filter((webhook) => !isRight(webhook));
  const status = `The status was ${(bad[0] ?? some[0]!).status ?? 'missing'}.`;
  return bad.length > 0 ? failed(`${wrong} ${status}`, bad) : passed(`${right} ${status}`, some);
}

export const acceptsGenuine: Check = {
  name: 'accepts-genuine',
  text: 'Accepts genuine webhooks, also again',
  judge: (evidence) =>
    judgeResponses(evidence, ['genuine', 'duplicate'], isAccepted, {
      right: 'Each was accepted.',
      wrong: 'A genuine webhook was rejected. The service would send it for 75 hours.',
    }),
};

export const rejectsForged: Check = {
  name: 'rejects-forged',
  text: 'Rejects forged webhooks',
  judge: (evidence) =>
    judgeResponses(evidence, ['forged', 'unsigned'], (webhook) => !isAccepted(webhook), {
      right: 'Each was rejected.',
      wrong:
        'A webhook with an invalid signature, or without one, was accepted. Verify the signature over the body as received.',
    }),
};

export const rejectsOld: Check = {
  name: 'rejects-old',
  text: 'Rejects a webhook that was signed long ago',
  judge: (evidence) =>
    judgeResponses(evidence, ['old'], (webhook) => !isAccepted(webhook), {
      right: 'It was rejected.',
      wrong: 'A webhook that was signed ten minutes ago was accepted. Check webhook-timestamp.',
    }),
};

export const acceptsRotated: Check = {
  name: 'accepts-rotated',
  text: 'Accepts a webhook with two signatures while the secret is rotated',
  judge: (evidence) =>
    judgeResponses(evidence, ['rotated'], isAccepted, {
      right: 'It was accepted.',
      wrong: 'A webhook with the signatures of both secrets was rejected. Try each signature of the header.',
    }),
};

export const acceptsSpaced: Check = {
  name: 'accepts-spaced',
  text: 'Verifies the body as received, also if its JSON has spaces',
  judge: (evidence) =>
    judgeResponses(evidence, ['spaced'], isAccepted, {
      right: 'It was accepted.',
      wrong:
        'A genuine webhook whose JSON has spaces and line breaks was rejected. Verify the bytes of the body before you parse them.',
    }),
};

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
