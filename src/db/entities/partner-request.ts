import { defineEntity, p } from '@mikro-orm/core';
import { ApiToken, ExternalService } from './external-service.ts';
import { InstantType } from './instant-type.ts';
import { Court } from './organization.ts';

const PartnerRequestSchema = defineEntity({
  name: 'PartnerRequest',
  tableName: 'partner_requests',
  properties: {
    id: p.uuid().primary(),
    at: p.type(InstantType),
    /** The external service of the token; null without a valid token. */
    externalService: () =>
      // No foreign key: creating a partition would lock the services, and services are never deleted.
      p.manyToOne(ExternalService).createForeignKeyConstraint(false).ref().nullable(),
    /** The valid token of the request. */
    apiToken: () => p.manyToOne(ApiToken).createForeignKeyConstraint(false).ref().nullable(),
    /** The external service in the path, if it differs from that of the token or there is no valid token. */
    pathExternalService: () =>
      p.manyToOne(ExternalService).createForeignKeyConstraint(false).ref().nullable(),
    operation: p.text(),
    /** Method and path of a request that matched no operation, reduced to words of the operations. */
    target: p.text().nullable(),
    /** The external court booking id, or the external user id. */
    externalId: p.text().nullable(),
    status: p.smallint(),
    errorType: p.text().nullable(),
    /** The paths of the errors of an `invalid_schema`. */
    issuePaths: p.array().columnType('text[]'),
    /** The codes of the errors, in the order of the paths. */
    issueCodes: p.array().columnType('text[]').nullable(),
    /** The externalUpdatedAt that was sent. Like court and time, it is stored if it is well-formed. */
    externalUpdatedAt: p.type(InstantType).nullable(),
    court: () => p.manyToOne(Court).createForeignKeyConstraint(false).ref().nullable(),
    startDate: p.type(InstantType).nullable(),
    endDate: p.type(InstantType).nullable(),
    /** The conflicting bookings. */
    conflictingIds: p.array().columnType('uuid[]').nullable(),
    /** The message and the further fields of an error that has such fields: the stored version, or the conflicts. */
    response: p.json().$type<Record<string, unknown>>().nullable(),
    milliseconds: p.double().$type<number>(),
    /** The request id that the service assigned. Callers cannot choose it, so it is unique across partners. */
    requestId: p.text(),
    /** The well-formed `X-Request-Id` that the caller sent. */
    callerRequestId: p.text().nullable(),
    /**
     * Number of requests that this row represents. Requests rejected by the rate limit are aggregated, one row per
     * token and second.
     */
    requestCount: p.integer().default(1),
    /** The number of items of a batch, and of those that were rejected. */
    itemCount: p.smallint().nullable(),
    rejectedItemCount: p.smallint().nullable(),
    /** A rejected item of a batch has a row of its own, with the request id of the batch. This is its index. */
    itemIndex: p.smallint().nullable(),
    /** True for a dry run. */
    dryRun: p.boolean().nullable(),
    /** The version of our SDK, if the request contained it. */
    sdkVersion: p.text().nullable(),
  },
  indexes: [
    { name: 'partner_requests_external_service_index', properties: ['externalService', 'id'] },
    { name: 'partner_requests_request_index', properties: ['requestId'] },
    { name: 'partner_requests_caller_request_index', properties: ['callerRequestId'] },
    { name: 'partner_requests_external_id_index', properties: ['externalId', 'id'] },
    { name: 'partner_requests_operation_index', properties: ['operation', 'id'] },
    {
      name: 'partner_requests_error_type_index',
      expression: `create index "partner_requests_error_type_index" on "partner_requests" ("error_type", "id") where "error_type" is not null`,
    },
    {
      // Status 200 is frequent in any time range, so it needs no index. Most requests add no index entry.
      name: 'partner_requests_status_index',
      expression: `create index "partner_requests_status_index" on "partner_requests" ("status", "id") where "status" <> 200`,
    },
    // Failed requests are searched most and are few. One index for all, and one for each service.
    {
      name: 'partner_requests_failed_index',
      expression: `create index "partner_requests_failed_index" on "partner_requests" ("id") where "status" >= 400`,
    },
    {
      name: 'partner_requests_service_failed_index',
      expression: `create index "partner_requests_service_failed_index" on "partner_requests" ("external_service_id", "id") where "status" >= 400`,
    },
    // For partners, who read their own requests.
    {
      name: 'partner_requests_service_operation_index',
      expression: `create index "partner_requests_service_operation_index" on "partner_requests" ("external_service_id", "operation", "id") where "external_service_id" is not null`,
    },
    {
      name: 'partner_requests_service_failed_operation_index',
      expression: `create index "partner_requests_service_failed_operation_index" on "partner_requests" ("external_service_id", "operation", "id") where "status" >= 400`,
    },
    {
      name: 'partner_requests_service_external_id_index',
      expression: `create index "partner_requests_service_external_id_index" on "partner_requests" ("external_service_id", "external_id", "id") where "external_id" is not null`,
    },
    {
      name: 'partner_requests_service_caller_request_index',
      expression: `create index "partner_requests_service_caller_request_index" on "partner_requests" ("external_service_id", "caller_request_id", "id") where "caller_request_id" is not null`,
    },
    { name: 'partner_requests_api_token_index', properties: ['apiToken', 'id'] },
    {
      name: 'partner_requests_path_service_index',
      expression: `create index "partner_requests_path_service_index" on "partner_requests" ("path_external_service_id", "id") where "path_external_service_id" is not null`,
    },
  ],
});

/** A request of a partner and its response, without token and body. Kept for a configured time. */
export class PartnerRequest extends PartnerRequestSchema.class {}
PartnerRequestSchema.setClass(PartnerRequest);
