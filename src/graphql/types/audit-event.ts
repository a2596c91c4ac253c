import { auditEventList } from '../../db/queries/operators/lists.ts';
import { recordOrders } from '../../db/queries/operators/orders.ts';
import { entityNameOf } from '../../db/queries/operators/select-rows.ts';
import { type AuditAction, auditActions } from '../../services/audit/audit-actions.ts';
import { formatInstant } from '../../services/values/instant.ts';
import { listCost } from '../limits/list-size.ts';
import { builder } from '../schema/builder.ts';
import { checkedIds, checkedTexts } from '../schema/checked.ts';
import { connectionOf, named } from '../schema/connection.ts';
import { orderType } from '../schema/order.ts';
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
  SavedQueryType,
  UserType,
  WebhookEndpointType,
} from './types.ts';

const ActionType = builder.enumType('AuditAction', {
  description:
    'What was done: a mutation, or the operation of that name; signIn; refuseSignIn and runQuery, which are counted.',
  values: Object.fromEntries(auditActions.map((action) => [action, {}])) as Record<AuditAction, object>,
});

const actorTypes = { api_token: ApiTokenType, operator: OperatorType };

const ActorType = builder.unionType('Actor', {
  description: 'Who changed something: a partner by an API token, or an operator.',
  types: Object.values(actorTypes),
  resolveType: (row) => entityNameOf(row),
});

/** The things that audit events are about, by `subjectType`. */
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
  saved_query: SavedQueryType,
};

const SubjectType = builder.unionType('Subject', {
  description: 'What was changed.',
  types: Object.values(subjectTypes),
  resolveType: (row) => entityNameOf(row),
});

/** What was written down, as the fields of the same name show it: scopes, types of changes, and times. */
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
    'A change, written in the transaction that made it; or what is counted: queries that an operator ran, and sign-ins that were refused.',
  fields: (t) => ({
    id: t.exposeID('id'),
    at: t.expose('at', { type: 'DateTime' }),
    actor: related(t, ActorType, oneOf('actorId', 'actorType', actorTypes), {
      nullable: true,
      description: 'null: the service itself, by its configuration (OPERATOR_TOKEN).',
    }),
    requestId: t.exposeString('requestId', { description: 'Our own id of the request.' }),
    action: t.exposeString('action', { description: 'The mutation or operation.' }),
    subject: related(t, SubjectType, oneOf('subjectId', 'subjectType', subjectTypes), {
      nullable: true,
      description: 'What was changed, as it is now; of queries and sign-ins the operator.',
    }),
    subjectType: t.exposeString('subjectType'),
    subjectId: t.exposeID('subjectId'),
    before: t.field({
      type: 'JSON',
      nullable: true,
      description: 'What it was, of what was changed.',
      extensions: reads({ columns: ['before'] }),
      resolve: ({ before }) => inWordsOfSchema(before),
    }),
    after: t.field({
      type: 'JSON',
      nullable: true,
      description: 'What it became.',
      extensions: reads({ columns: ['after'] }),
      resolve: ({ after }) => inWordsOfSchema(after),
    }),
  }),
});

builder.queryFields((t) => ({
  auditEvent: byId(t, AuditEventType),
  auditEvents: t.connection(
    {
      type: AuditEventType,
      complexity: listCost,
      description: 'Newest first.',
      args: {
        orderBy: t.arg({ type: orderType(AuditEventType, recordOrders) }),
        subjectId: t.arg.id({ description: 'The id of what was changed.' }),
        actorId: t.arg.id({ description: 'The id of the API token or of the operator.' }),
        requestId: t.arg.string({ description: 'Our own id of the request; not one that the caller sent.' }),
        action: t.arg({
          type: ActionType,
          description:
            'The mutation or operation. Without it all but runQuery: what was read is shown to who asks for it.',
        }),
      },
      resolve: (_root, args, context, info) =>
        connectionOf(
          auditEventList({
            ...checkedIds(args, ['subjectId', 'actorId']),
            ...checkedTexts(args, ['requestId']),
            action: args.action ?? undefined,
          }),
          args,
          context,
          info,
        ),
    },
    ...named(AuditEventType),
  ),
}));
