import { auditEventList } from '../../db/queries/operators/lists.ts';
import { recordOrders } from '../../db/queries/operators/orders.ts';
import { entityNameOf } from '../../db/queries/operators/select-rows.ts';
import { formatInstant } from '../../rules/instant.ts';
import { type AuditAction, auditActions } from '../../services/audit/audit-actions.ts';
import { builder } from '../schema/builder.ts';
import { checkedIds, checkedRange, checkedRequestIds } from '../schema/checked.ts';
import { eventTime } from '../schema/common-fields.ts';
import { listOf } from '../schema/connection.ts';
import { oneOf, related } from '../schema/related-fields.ts';
import { byId } from '../schema/row-queries.ts';
import { reads } from '../schema/selection-of.ts';
import {
  AlertEndpointType,
  ApiTokenType,
  AuditEventType,
  CourtBookingType,
  CourtType,
  ExternalServiceType,
  NodeType,
  nameOfChangeType,
  nameOfScope,
  OperatorType,
  OrganizationType,
  UserType,
  WebhookEndpointType,
} from './types.ts';

const described: { [Action in AuditAction]?: string } = {
  exportList: 'A list was exported as a file.',
  refuseSignIn: 'A sign-in was rejected.',
  runQuery: 'An operator ran a GraphQL query.',
  signIn: 'An operator signed in.',
  updateOperator: 'The name or role of an operator was updated from the identity provider.',
};
const ActionType = builder.enumType('AuditAction', {
  description:
    'The action: a mutation, a partner operation, or signIn. refuseSignIn and runQuery are aggregated and have a count.',
  // The others are mutations, which describe themselves.
  values: Object.fromEntries(
    auditActions.map((action) => [action, { description: described[action] }]),
  ) as Record<AuditAction, object>,
});

const ActorTypeType = builder.enumType('ActorType', {
  description: 'Who made a change.',
  values: {
    API_TOKEN: { value: 'api_token', description: 'An external service.' },
    OPERATOR: { value: 'operator', description: 'An operator.' },
    CONFIGURATION: {
      value: 'configuration',
      description: 'The service itself, because of its configuration (OPERATOR_TOKEN).',
    },
    SECRET_SCANNING: {
      value: 'secret_scanning',
      description: 'GitHub secret scanning, which found a token in public.',
    },
  } as const,
});

const actorTypes = { api_token: ApiTokenType, operator: OperatorType };

const ActorType = builder.unionType('Actor', {
  description: 'The author of a change: an API token of a partner, or an operator.',
  types: Object.values(actorTypes),
  resolveType: (row) => entityNameOf(row),
});

/** The types of subjects, by `subjectType`. */
const subjectTypes = {
  organization: OrganizationType,
  court: CourtType,
  external_service: ExternalServiceType,
  api_token: ApiTokenType,
  user: UserType,
  court_booking: CourtBookingType,
  operator: OperatorType,
  webhook_endpoint: WebhookEndpointType,
  alert_endpoint: AlertEndpointType,
};

const SubjectType = builder.unionType('Subject', {
  description: 'The object that was changed.',
  types: Object.values(subjectTypes),
  resolveType: (row) => entityNameOf(row),
});

/** Converts recorded scopes, change types and times to the form that the fields of the same name have. */
function inWordsOfSchema(written: unknown): unknown {
  if (typeof written !== 'object' || written === null || Array.isArray(written)) return written;
  const shown = Object.entries(written).map(([name, value]) => {
    if (name === 'scopes' && Array.isArray(value)) return [name, value.map(nameOfScope)];
    if (name === 'types' && Array.isArray(value)) return [name, value.map(nameOfChangeType)];
    return [name, isInstant(name, value) ? formatInstant(value) : value];
  });
  return Object.fromEntries(shown);
}

function isInstant(name: string, value: unknown): value is string {
  return /(At|Date)$/.test(name) && typeof value === 'string' && value.endsWith('Z');
}

AuditEventType.implement({
  interfaces: [NodeType],
  description:
    'A record of a change, written in the same transaction. Queries and rejected sign-ins are also recorded, with a count.',
  fields: (t) => ({
    at: t.expose('at', eventTime),
    actor: related(t, ActorType, oneOf('actorId', 'actorType', actorTypes), {
      nullable: true,
      description: 'The author; null if it is neither an API token nor an operator. See actorType.',
    }),
    actorType: t.expose('actorType', { type: ActorTypeType, description: 'The kind of author.' }),
    requestId: t.exposeString('requestId', { description: 'The request id that the service assigned.' }),
    action: t.exposeString('action', { description: 'The mutation or operation that made the change.' }),
    subject: related(t, SubjectType, oneOf('subjectId', 'subjectType', subjectTypes), {
      nullable: true,
      description:
        'The object that was changed, in its current state. For queries and sign-ins, the operator.',
    }),
    subjectType: t.exposeString('subjectType', {
      description: 'Type of the object that was changed, such as court_booking.',
    }),
    subjectId: t.exposeID('subjectId', { description: 'Id of the object that was changed.' }),
    before: t.field({
      type: 'JSON',
      nullable: true,
      description: 'The changed fields before the change.',
      extensions: reads({ columns: ['before'] }),
      resolve: ({ before }) => inWordsOfSchema(before),
    }),
    after: t.field({
      type: 'JSON',
      nullable: true,
      description: 'The changed fields after the change.',
      extensions: reads({ columns: ['after'] }),
      resolve: ({ after }) => inWordsOfSchema(after),
    }),
  }),
});

builder.queryFields((t) => ({
  auditEvent: byId(t, AuditEventType),
  auditEvents: listOf(t, AuditEventType, {
    orders: recordOrders,
    filters: {
      subjectId: t.arg.id({ description: 'The id of the object that was changed.' }),
      organizationId: t.arg.id({
        description: 'The id of an organization: changes of it, of its courts, and of the access to them.',
      }),
      actorId: t.arg.id({ description: 'The id of the API token or operator that made the change.' }),
      actorType: t.arg({
        type: ActorTypeType,
        description: 'Only changes by this kind of author.',
      }),
      requestId: t.arg.string({
        description: 'The request id that the service assigned, not one that the caller sent.',
      }),
      from: t.arg({ type: 'DateTime', description: 'Only changes at this time or later.' }),
      to: t.arg({ type: 'DateTime', description: 'Only changes before this time.' }),
      action: t.arg({
        type: ActionType,
        description:
          'Only this mutation or operation. If omitted, all except runQuery. With subjectId, runQuery is included, too.',
      }),
    },
    list: (args) =>
      auditEventList({
        ...checkedIds(args, ['subjectId', 'organizationId', 'actorId']),
        ...checkedRequestIds(args, ['requestId']),
        action: args.action ?? undefined,
        actorType: args.actorType ?? undefined,
        ...checkedRange(args, 'from', 'to'),
      }),
  }),
}));
