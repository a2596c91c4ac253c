import { sql } from 'kysely';
import { Alert, AlertEndpoint } from '../../entities/alert.ts';
import { AuditEvent } from '../../entities/audit-event.ts';
import { ApiToken, ExternalService, operatorsService } from '../../entities/external-service.ts';
import { Operator } from '../../entities/operator.ts';
import { Court, Organization } from '../../entities/organization.ts';
import { PartnerRequest } from '../../entities/partner-request.ts';
import { User } from '../../entities/user.ts';
import {
  type DeliveryStatus,
  deliveryOutcome,
  deliveryStatuses,
  lastAttemptFailed,
  WebhookDelivery,
  WebhookEndpoint,
} from '../../entities/webhook.ts';
import {
  equal,
  firstIdOf,
  idIn,
  inTime,
  nameContains,
  replaceableToken,
  usableToken,
} from '../conditions.ts';
import type { Sql } from '../statement.ts';
import type { List } from './list.ts';
import {
  apiTokenOrders,
  courtOrders,
  externalServiceOrders,
  operatorOrders,
  organizationOrders,
  recordOrders,
  userOrders,
  webhookDeliveryOrders,
  webhookEndpointOrders,
} from './orders.ts';

/** Conditions that rows must match. Undefined is any. */
type Given<Filter> = { [Name in keyof Filter]?: Filter[Name] | undefined };

/** Organizations, filtered by part of the name. */
export function organizationList(name: string | undefined): List<Organization> {
  return { entity: Organization, orders: organizationOrders, conditions: nameContains(name) };
}

/** External services, filtered by part of the name. Excludes the external service of operators, which is not a partner. */
export function externalServiceList(name: string | undefined): List<ExternalService> {
  return {
    entity: ExternalService,
    orders: externalServiceOrders,
    conditions: [ofPartner(), ...nameContains(name)],
  };
}

/** The condition that an external service is a partner. */
export function ofPartner(): Sql {
  return sql`t.id <> ${operatorsService.id}`;
}

/** Courts, filtered by organization and part of the name. */
export function courtList(organizationId: string | undefined, name: string | undefined): List<Court> {
  return {
    entity: Court,
    orders: courtOrders,
    conditions: [...equal({ organization_id: organizationId }), ...nameContains(name)],
  };
}

/** Operators, including revoked ones. With `expiresBefore`, only those with a valid token that expires before that time. */
export function operatorList({ expiresBefore }: Given<{ expiresBefore: string }>): List<Operator> {
  return {
    entity: Operator,
    orders: operatorOrders,
    conditions: endsBefore(expiresBefore, 't.revoked_at is null'),
  };
}

export function alertEndpointList(): List<AlertEndpoint> {
  return { entity: AlertEndpoint, orders: recordOrders, conditions: [] };
}

/** Alerts. An alert is open while its cause persists. */
export function alertList({ type, open }: Given<{ type: string; open: boolean }>): List<Alert> {
  return {
    entity: Alert,
    orders: recordOrders,
    conditions: [
      ...equal({ type }),
      ...(open === undefined ? [] : [open ? sql`t.resolved_at is null` : sql`t.resolved_at is not null`]),
    ],
  };
}

/** API tokens. Filters by expiry and last use only return tokens that need attention, as the overview does. */
export function apiTokenList({
  externalServiceId,
  expiresBefore,
  unusedSince,
}: Given<Record<'externalServiceId' | 'expiresBefore' | 'unusedSince', string>>): List<ApiToken> {
  const isUnused = sql`${sql.raw(usableToken)} and (t.expires_at is null or t.expires_at > now())
    and coalesce(t.last_used_at, t.created_at) < ${unusedSince}`;
  return {
    entity: ApiToken,
    orders: apiTokenOrders,
    conditions: [
      ...equal({ external_service_id: externalServiceId }),
      ...endsBefore(expiresBefore, replaceableToken),
      ...(unusedSince === undefined ? [] : [isUnused]),
    ],
  };
}

const endsBefore = (at: string | undefined, condition: string): Sql[] =>
  at === undefined ? [] : [sql`${sql.raw(condition)} and t.expires_at > now() and t.expires_at < ${at}`];

/** Users. The e-mail address must be in lower case. */
export function userList({
  email,
  managedById,
  externalUserId,
}: Given<Record<'email' | 'managedById' | 'externalUserId', string>>): List<User> {
  const linked = sql`select l.user_id from external_services s
                     join user_links l on l.external_service_id = s.id and l.external_user_id = ${externalUserId}
                     union all ${formerlyNamed('external_user_id', externalUserId)}`;
  const addressed = sql`select u.id from users u where u.email = ${email} union all ${formerlyNamed('email', email)}`;
  return {
    entity: User,
    orders: userOrders,
    conditions: [
      ...equal({ managed_by_id: managedById }),
      ...(email === undefined ? [] : [idIn(addressed)]),
      ...(externalUserId === undefined ? [] : [idIn(linked)]),
    ],
  };
}

/** The users who had an address, or an id in a partner's system. */
export const formerlyNamed = (column: 'email' | 'external_user_id', name: string | undefined): Sql =>
  sql`select f.user_id from former_user_names f
      where coalesce(f.email, f.external_user_id) = ${name} and ${sql.raw(`f.${column}`)} is not null`;

/** The organization of an audit event `n` about access, as a text. `audit_events_organization_grant_index` has it. */
export const organizationOfGrant =
  "n.action in ('grantOrganizationAccess', 'revokeOrganizationAccess') and n.after ->> 'organizationId'";

/** What the history of an organization has: its own audit events, and those of its courts and of the access to them. */
const ofOrganization = (id: string): Sql => sql`select n.id from audit_events n
  where n.subject_id = any(array(select ${id}::uuid union all select c.id from courts c where c.organization_id = ${id}))
  union all select n.id from audit_events n where ${sql.raw(organizationOfGrant)} = ${id}::uuid::text`;

interface AuditEventFilter
  extends Record<'subjectId' | 'organizationId' | 'actorId' | 'requestId' | 'action', string> {
  actorType: AuditEvent['actorType'];
  /** Time range, `from` inclusive, `to` exclusive. Instants in ISO 8601. */
  from: string;
  to: string;
}

export function auditEventList(filter: Given<AuditEventFilter>): List<AuditEvent> {
  const { subjectId, organizationId, actorId, actorType, requestId, action, from, to } = filter;
  return {
    entity: AuditEvent,
    orders: recordOrders,
    conditions: [
      ...equal({ subject_id: subjectId, actor_id: actorId, request_id: requestId, action }),
      // A literal, because a bound value could not use the partial index.
      ...(actorType === undefined ? [] : [sql`t.actor_type = ${sql.lit(actorType)}`]),
      ...(organizationId === undefined ? [] : [idIn(ofOrganization(organizationId))]),
      // Excluded by default, because queries would hide the changes. The history of an operator has them.
      ...((action ?? subjectId) === undefined ? [sql`t.action <> 'runQuery'`] : []),
      ...inTime(from, to),
    ],
  };
}

/** Conditions that a partner request must match. Instants in ISO 8601. */
export interface PartnerRequestFilter {
  /** Assigned by the service, or sent by the caller. */
  requestId?: string | undefined;
  externalServiceId?: string | undefined;
  /** The external service in the path, if it differs from that of the token. */
  pathExternalServiceId?: string | undefined;
  apiTokenId?: string | undefined;
  externalId?: string | undefined;
  operation?: string | undefined;
  errorType?: string | undefined;
  status?: number | undefined;
  failed?: boolean | undefined;
  /** Time range of the response, `from` inclusive, `to` exclusive. */
  from?: string | undefined;
  to?: string | undefined;
}

export function partnerRequestList({
  requestId,
  status,
  failed,
  from,
  to,
  ...equals
}: PartnerRequestFilter): List<PartnerRequest> {
  const either = sql`select id from partner_requests where request_id = ${requestId}
                     union select id from partner_requests where caller_request_id = ${requestId}`;
  // Statuses are literals, because a bound value could not use a partial index.
  const conditions = equal({
    external_service_id: equals.externalServiceId,
    path_external_service_id: equals.pathExternalServiceId,
    api_token_id: equals.apiTokenId,
    external_id: equals.externalId,
    error_type: equals.errorType,
    operation: equals.operation,
  });
  if (status !== undefined) conditions.push(sql`t.status = ${sql.raw(String(Math.trunc(status)))}`);
  if (failed !== undefined) conditions.push(failed ? sql`t.status >= 400` : sql`t.status < 400`);
  conditions.push(...inTime(from, to));
  if (requestId !== undefined) conditions.push(idIn(either));
  return { entity: PartnerRequest, orders: recordOrders, conditions };
}

/** Webhook endpoints. A service has at most twenty, so conditions without an index are acceptable. */
export function webhookEndpointList({
  externalServiceId,
  isPaused,
}: {
  externalServiceId?: string | undefined;
  isPaused?: boolean | undefined;
}): List<WebhookEndpoint> {
  return {
    entity: WebhookEndpoint,
    orders: webhookEndpointOrders,
    conditions: [
      ...equal({ external_service_id: externalServiceId }),
      ...(isPaused === undefined ? [] : [sql`(t.paused_because is not null) = ${isPaused}`]),
    ],
  };
}

const outcome = sql.raw(deliveryOutcome('t.'));
const failed = sql.raw(lastAttemptFailed('t.'));

/** Conditions that a delivery must match. */
export interface WebhookDeliveryFilter {
  webhookEndpointId: string;
  /** That of the change. */
  id?: string | undefined;
  status?: DeliveryStatus | undefined;
  /** The HTTP status of the last response. */
  lastStatus?: number | undefined;
  lastAttemptFailed?: boolean | undefined;
  /** Time range of the sequencing, `from` inclusive, `to` exclusive. Instants in ISO 8601. */
  from?: string | undefined;
  to?: string | undefined;
}

/** Deliveries of an endpoint. */
export function webhookDeliveryList({
  webhookEndpointId,
  id,
  status,
  lastStatus,
  lastAttemptFailed: isFailed,
  from,
  to,
}: WebhookDeliveryFilter): List<WebhookDelivery> {
  const ofEndpoint = equal({ endpoint_id: webhookEndpointId, id });
  if (lastStatus !== undefined) {
    ofEndpoint.push(sql`t.last_status = ${sql.raw(String(lastStatus))}`);
    // Only a status that is a failure has an index.
    if (lastStatus < 200 || lastStatus > 299) ofEndpoint.push(failed);
  }
  if (isFailed !== undefined) ofEndpoint.push(isFailed ? failed : sql`not (${failed})`);
  // The id of a change has the time of its sequencing.
  if (from !== undefined) ofEndpoint.push(sql`t.id >= ${firstIdOf(sql`${from}::timestamptz`)}`);
  if (to !== undefined) ofEndpoint.push(sql`t.id < ${firstIdOf(sql`${to}::timestamptz`)}`);
  // Each status has its own index.
  const withStatus = (one: DeliveryStatus) => [
    ...ofEndpoint,
    one === 'PENDING' ? sql`t.due_at is not null` : sql`t.due_at is null and ${outcome} = ${one}`,
  ];
  const byDue = (status === undefined ? deliveryStatuses : [status]).map((one) => ({
    conditions: withStatus(one),
    hasValue: one === 'PENDING',
  }));
  return {
    entity: WebhookDelivery,
    orders: webhookDeliveryOrders,
    conditions: status === undefined ? ofEndpoint : withStatus(status),
    parts: { DUE_AT: byDue },
  };
}

/** Deliveries of a change. Each endpoint is probed, because an index on the change would make each delivery more expensive. */
export function deliveriesOfChange(id: string): List<WebhookDelivery> {
  return {
    entity: WebhookDelivery,
    orders: webhookDeliveryOrders,
    conditions: [sql`t.id = ${id}`, sql`t.endpoint_id = any(array(select e.id from webhook_endpoints e))`],
  };
}
