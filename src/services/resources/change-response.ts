import { z } from 'zod';
import { type ChangeType, changeTypes, scopesOfChanges } from '../../rules/change-types.ts';
import { formatInstant } from '../../rules/instant.ts';
import type { Scope } from '../../rules/requests/scope.ts';
import type { ListedChange } from '../changes/list-changes.ts';
import { meaningsOfChanges, testedType } from '../changes/meanings-of-changes.ts';
import type { GrantedCourt } from '../organizations/list-courts.ts';
import { dateTime, uuid } from '../values/fields.ts';
import { Court, exampleCourt } from './court.ts';
import { CourtBooking, exampleCourtBooking, toCourtBooking } from './court-booking-response.ts';
import { Organization } from './organization.ts';
import { openEnumeration } from './schemas.ts';
import { exampleUser, toUser, User } from './user-response.ts';
import { exampleWebhookEndpoint, toWebhookEndpoint, WebhookEndpoint } from './webhook-endpoint-response.ts';

/** The presentation of a change's subject: its schema, an example, and its conversion from the stored form. */
interface Resource {
  schema: z.ZodType;
  example: object;
  // biome-ignore lint/suspicious/noExplicitAny: stored by the operation that announced it, shaped like its resource
  present: (data: any, change: ListedChange) => object;
}

const Reference = z
  .object({ id: uuid() })
  .meta({ id: 'Reference', description: 'Only the id; nothing else is accessible.' });

const toReference = ({ id }: { id: string }) => ({ id });

const toOrganization = ({ id, name, timeZone }: z.output<typeof Organization>) => ({ id, name, timeZone });

const courtBooking: Resource = {
  schema: CourtBooking,
  example: exampleCourtBooking,
  present: (data, { externalServiceId, externalCourtBookingId }) =>
    toCourtBooking(externalServiceId, externalCourtBookingId!, data),
};
const user: Resource = { schema: User, example: exampleUser, present: toUser };
const erasedUser: Resource = {
  ...user,
  example: { id: exampleUser.id, managed: true, status: 'ERASED' },
};
const revokedUser: Resource = { schema: Reference, example: { id: exampleUser.id }, present: toReference };
const organization: Resource = {
  schema: Organization,
  example: exampleCourt.organization,
  present: toOrganization,
};
const revokedOrganization: Resource = {
  schema: Reference,
  example: { id: exampleCourt.organization.id },
  present: toReference,
};
const court: Resource = {
  schema: Court,
  example: exampleCourt,
  present: ({ id, name, organization: owner }: GrantedCourt) => ({
    id,
    name,
    organization: toOrganization(owner),
  }),
};
const webhookEndpoint: Resource = {
  schema: WebhookEndpoint,
  example: exampleWebhookEndpoint,
  present: toWebhookEndpoint,
};

const cancelled = {
  ...exampleCourtBooking,
  updatedAt: '2026-11-20T12:30:00.000Z',
  status: 'CANCELLED',
  cancelledAt: '2026-11-20T12:30:00.000Z',
  cancelledBy: ['OPERATOR'],
  cancellationReason: 'The court is flooded.',
};

/** By type: what it contains. */
const resources: Record<ChangeType, Resource> = {
  'court_booking.created': courtBooking,
  'court_booking.updated': courtBooking,
  'court_booking.cancelled': {
    ...courtBooking,
    example: cancelled,
  },
  'court_booking.reinstated': courtBooking,
  'court_booking.version_reset': courtBooking,
  'user.created': user,
  'user.updated': user,
  'user.erased': erasedUser,
  'organization_access.granted': organization,
  'organization_access.revoked': revokedOrganization,
  'user_access.granted': user,
  'user_access.revoked': revokedUser,
  'court.created': court,
  'court.updated': court,
  'court.deactivated': court,
  'webhook_endpoint.paused': webhookEndpoint,
  'webhook_endpoint.resumed': {
    ...webhookEndpoint,
    example: { ...exampleWebhookEndpoint, status: 'ACTIVE' },
  },
};

/** `court_booking.created` is `CourtBookingCreated`. */
const nameOf = (type: string) =>
  type.replaceAll(/(?:^|[._])([a-z])/g, (_match, letter: string) => letter.toUpperCase());

const sequence = () =>
  z
    .int()
    .min(1)
    .describe(
      'The sequence number of the change. It is dense per external service and follows the order of the changes.',
    )
    .meta({ format: 'int64' });
const timestamp = () => dateTime().describe('When the change was made.');

const envelope = {
  sequence: sequence(),
  id: uuid().describe(
    'The id of the change, the same in the feed and in webhooks. Use it to detect duplicates.',
  ),
};
const origin = {
  timestamp: timestamp(),
  actor: openEnumeration(['PARTNER', 'OPERATOR']).describe(
    'Who made the change. `PARTNER` is an external service, yours or another one. Accept values that you do not know.',
  ),
  requestId: z
    .string()
    .describe(
      'The id of the request that made the change. For your own requests it is the `X-Request-Id` of the response. Operators can search for it.',
    ),
};

const known = changeTypes.map((type) =>
  z.object({ ...envelope, type: z.literal(type), ...origin, data: resources[type].schema }).meta({
    id: `${nameOf(type)}Change`,
    description: meaningsOfChanges[type],
  }),
);

const unknown = z
  .object({
    ...envelope,
    type: z.string(),
    ...origin,
    data: z.record(z.string(), z.unknown()),
  })
  .meta({
    id: 'OtherChange',
    description:
      'A change of a type that is newer than this document. Ignore it. So that clients can narrow a change by its `type`, its discriminator ' +
      'is `OtherChange`, which the service never sends: it sends the new type.',
  });

/** A listed change. `type` determines the shape of `data`. It is a component, because a generator drops the discriminator of a list's items. */
export const Change = z
  .union([...known, unknown] as unknown as [z.ZodType<ShownChange>, z.ZodType<ShownChange>])
  .meta({
    id: 'Change',
    description: 'A change. Its `type` determines the shape of `data`.',
    'x-sdk-note':
      'A change that is newer than this package has a `type` that matches no `case`, and reaches the `default` of a `switch`.',
  });

interface ShownChange {
  sequence: number;
  id: string;
  type: string;
  timestamp: string;
  actor: string;
  requestId: string;
  data: unknown;
}

/** The bodies of webhooks, by type. `scope`: the scope of the change in the feed, or null if it is not in the feed. */
export const webhookBodies = [
  ...changeTypes.map((type) =>
    bodyOf({
      type,
      sequence: sequence(),
      scope: scopesOfChanges[type],
      when: meaningsOfChanges[type],
      ...resources[type],
    }),
  ),
  bodyOf({
    type: testedType,
    // No change has this number.
    sequence: z.int().min(0).max(0).meta({ format: 'int64' }),
    scope: null,
    ...webhookEndpoint,
    when: 'An operator tests the endpoint. Nothing has changed. Respond with 2xx and do nothing else.',
  }),
];

function bodyOf({
  type,
  sequence,
  scope,
  when,
  schema,
  example,
}: Resource & { type: string; sequence: z.ZodType<number>; scope: Scope | null; when: string }) {
  return {
    type,
    when,
    scope,
    schema: z
      .object({ type: z.literal(type), timestamp: timestamp(), sequence, data: schema })
      .meta({ id: `${nameOf(type)}Event`, description: when }),
    example: {
      type,
      timestamp: exampleTimestamp(),
      sequence: scope === null ? 0 : 1_041,
      data: example,
    },
  };
}

function exampleTimestamp() {
  return '2026-11-20T12:00:01.417Z';
}

export const exampleChange: ShownChange = {
  sequence: 1_041,
  id: '01990b2e-7f6c-7c1e-8a53-0f2a00000411',
  type: 'court_booking.cancelled',
  timestamp: '2026-11-20T12:30:00.000Z',
  actor: 'OPERATOR',
  requestId: '01990b2e-7f6c-7c1e-9a53-0f2a5a6f1c08',
  data: cancelled,
};

/**
 * Converts a stored change for the feed. The resource is shown as its own operation shows it, in its state at that
 * time.
 */
export function toChange(change: ListedChange): ShownChange {
  const { sequence, id, type, at, actorType, requestId } = change;
  return {
    sequence,
    id,
    type,
    timestamp: formatInstant(at),
    actor: actorType === 'api_token' ? 'PARTNER' : 'OPERATOR',
    requestId,
    data: toData(change),
  };
}

/** Returns the body of the webhook for a change. */
export function toWebhookBody(change: ListedChange) {
  const { type, at, sequence } = change;
  return { type, timestamp: formatInstant(at), sequence, data: toData(change) };
}

/** A type that only a newer version of the service knows is returned as that version stored it. */
function toData(change: ListedChange): unknown {
  const { type, data } = change;
  if (type === testedType) return webhookEndpoint.present(data, change);
  return type in resources ? resources[type as ChangeType].present(data, change) : data;
}
