import { Alert, AlertEndpoint } from '../../entities/alert.ts';
import { AuditEvent } from '../../entities/audit-event.ts';
import { ApiToken, ExternalService, operatorsService } from '../../entities/external-service.ts';
import { Operator } from '../../entities/operator.ts';
import { Court, Organization } from '../../entities/organization.ts';
import { PartnerRequest } from '../../entities/partner-request.ts';
import { SavedQuery } from '../../entities/saved-query.ts';
import { User } from '../../entities/user.ts';
import {
  type DeliveryStatus,
  deliveryOutcome,
  deliveryStatuses,
  WebhookDelivery,
  WebhookEndpoint,
} from '../../entities/webhook.ts';
import { databaseFunctions } from '../../functions/functions.ts';
import { equal, idIn, nameContains } from '../conditions.ts';
import { raw, type Sql, sql } from '../sql.ts';
import type { List } from './list.ts';
import {
  apiTokenOrders,
  courtOrders,
  externalServiceOrders,
  operatorOrders,
  organizationOrders,
  recordOrders,
  savedQueryOrders,
  userOrders,
  webhookDeliveryOrders,
  webhookEndpointOrders,
} from './orders.ts';

/** Organizations, by a part of the name. */
export function organizationList(name: string | undefined): List<Organization> {
  return { entity: Organization, orders: organizationOrders, conditions: nameContains(name) };
}

/** External services, by a part of the name; without that of operators, who are no partner. */
export function externalServiceList(name: string | undefined): List<ExternalService> {
  return {
    entity: ExternalService,
    orders: externalServiceOrders,
    conditions: [ofPartner(), ...nameContains(name)],
  };
}

/** Which external services are a partner's. */
export function ofPartner(): Sql {
  return sql`t.id <> ${operatorsService.id}`;
}

/** Courts, of an organization and by a part of the name. */
export function courtList(organizationId: string | undefined, name: string | undefined): List<Court> {
  return {
    entity: Court,
    orders: courtOrders,
    conditions: [...equal({ organization_id: organizationId }), ...nameContains(name)],
  };
}

/** Operators, revoked ones too; or those whose token is good now and ends before a time. */
export function operatorList({ expiresBefore }: { expiresBefore?: string | undefined }): List<Operator> {
  return { entity: Operator, orders: operatorOrders, conditions: endsBefore(expiresBefore) };
}

/** Queries that operators have saved. */
export function savedQueryList(): List<SavedQuery> {
  return { entity: SavedQuery, orders: savedQueryOrders, conditions: [] };
}

/** Where alerts are sent. */
export function alertEndpointList(): List<AlertEndpoint> {
  return { entity: AlertEndpoint, orders: recordOrders, conditions: [] };
}

/** Alerts; the open ones are those whose cause is still there. */
export function alertList({
  type,
  open,
}: {
  type?: string | undefined;
  open?: boolean | undefined;
}): List<Alert> {
  return {
    entity: Alert,
    orders: recordOrders,
    conditions: [
      ...equal({ type }),
      ...(open === undefined ? [] : [open ? sql`t.resolved_at is null` : sql`t.resolved_at is not null`]),
    ],
  };
}

/** API tokens; by their end and their last use, only those that are good now. */
export function apiTokenList({
  externalServiceId,
  expiresBefore,
  unusedSince,
}: {
  externalServiceId?: string | undefined;
  expiresBefore?: string | undefined;
  unusedSince?: string | undefined;
}): List<ApiToken> {
  const isUnused = sql`t.revoked_at is null and (t.expires_at is null or t.expires_at > now())
    and coalesce(t.last_used_at, t.created_at) < ${unusedSince}`;
  return {
    entity: ApiToken,
    orders: apiTokenOrders,
    conditions: [
      ...equal({ external_service_id: externalServiceId }),
      ...endsBefore(expiresBefore),
      ...(unusedSince === undefined ? [] : [isUnused]),
    ],
  };
}

function endsBefore(at: string | undefined): Sql[] {
  return at === undefined
    ? []
    : [sql`t.revoked_at is null and t.expires_at > now() and t.expires_at < ${at}`];
}

/** Users; the address in lower case. */
export function userList({
  email,
  managedById,
  externalUserId,
}: {
  email?: string | undefined;
  managedById?: string | undefined;
  externalUserId?: string | undefined;
}): List<User> {
  const linked = sql`select l.user_id from external_services s
                     join user_links l on l.external_service_id = s.id and l.external_user_id = ${externalUserId}`;
  return {
    entity: User,
    orders: userOrders,
    conditions: [
      ...equal({ email, managed_by_id: managedById }),
      ...(externalUserId === undefined ? [] : [idIn(linked)]),
    ],
  };
}

/** Who changed what. */
export function auditEventList({
  subjectId,
  actorId,
  requestId,
  action,
}: {
  subjectId?: string | undefined;
  actorId?: string | undefined;
  requestId?: string | undefined;
  action?: string | undefined;
}): List<AuditEvent> {
  return {
    entity: AuditEvent,
    orders: recordOrders,
    conditions: [
      ...equal({ subject_id: subjectId, actor_id: actorId, request_id: requestId, action }),
      // What was read would stand between what was changed.
      ...(action === undefined ? [sql`t.action <> 'runQuery'`] : []),
    ],
  };
}

/** What partners' requests have in common; instants in ISO 8601. */
export interface PartnerRequestFilter {
  /** Ours, or the caller's. */
  requestId?: string | undefined;
  externalServiceId?: string | undefined;
  /** Of the path, where it is not that of the token. */
  pathExternalServiceId?: string | undefined;
  apiTokenId?: string | undefined;
  externalId?: string | undefined;
  operation?: string | undefined;
  errorType?: string | undefined;
  status?: number | undefined;
  failed?: boolean | undefined;
  /** Answered at it or later; before it. */
  from?: string | undefined;
  to?: string | undefined;
}

/** What partners sent. */
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
  // Statuses are written out: a bound value could not be served by an index of some of them only.
  const conditions = equal({
    external_service_id: equals.externalServiceId,
    path_external_service_id: equals.pathExternalServiceId,
    api_token_id: equals.apiTokenId,
    external_id: equals.externalId,
    error_type: equals.errorType,
    operation: equals.operation,
  });
  if (status !== undefined) conditions.push(sql`t.status = ${raw(String(Math.trunc(status)))}`);
  if (failed !== undefined) conditions.push(failed ? sql`t.status >= 400` : sql`t.status < 400`);
  if (from !== undefined) conditions.push(sql`t.at >= ${from} and t.id >= ${idNear(from, '-')}`);
  if (to !== undefined) conditions.push(sql`t.at < ${to} and t.id < ${idNear(to, '+')}`);
  if (requestId !== undefined) conditions.push(idIn(either));
  return { entity: PartnerRequest, orders: recordOrders, conditions };
}

/**
 * The id of a request that is answered at a time lies within a minute of it: that is longer than any is under way. So a
 * range of time is one of ids, which lists are in the order of.
 */
function idNear(at: string, side: '-' | '+'): Sql {
  return sql`${raw(databaseFunctions().schema)}.first_id_of(${at}::timestamptz ${raw(side)} interval '1 minute')`;
}

/** Webhook endpoints: there are at most twenty of a service, so what has no index is read as a whole. */
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

const outcome = raw(deliveryOutcome('t.'));

/** Deliveries of an endpoint; the id is that of the change. */
export function webhookDeliveryList({
  webhookEndpointId,
  id,
  status,
}: {
  webhookEndpointId: string;
  id?: string | undefined;
  status?: DeliveryStatus | undefined;
}): List<WebhookDelivery> {
  const ofEndpoint = equal({ endpoint_id: webhookEndpointId, id });
  // Each status has an index of its own.
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
