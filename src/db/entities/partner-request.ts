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
    /** Of the token; absent where none has passed. */
    externalService: () =>
      // No foreign key: a partition that is made would lock the services, and none is ever deleted.
      p.manyToOne(ExternalService).createForeignKeyConstraint(false).ref().nullable(),
    /** The token that has passed. */
    apiToken: () => p.manyToOne(ApiToken).createForeignKeyConstraint(false).ref().nullable(),
    /** Of the path, where it is not that of the token: what was sent without one that passes, or to somebody else. */
    pathExternalService: () =>
      p.manyToOne(ExternalService).createForeignKeyConstraint(false).ref().nullable(),
    operation: p.text(),
    /** Of what no operation answers: method and path, in the words of the operations. */
    target: p.text().nullable(),
    /** The external court booking id, or the external user id. */
    externalId: p.text().nullable(),
    status: p.smallint(),
    errorType: p.text().nullable(),
    /** Where the faults of an `invalid_schema` were. */
    issuePaths: p.array().columnType('text[]'),
    /** Which faults, in the order of their places. */
    issueCodes: p.array().columnType('text[]').nullable(),
    /** The stamp that was sent; court and time, too, as far as they were well-formed. */
    externalUpdatedAt: p.type(InstantType).nullable(),
    court: () => p.manyToOne(Court).createForeignKeyConstraint(false).ref().nullable(),
    startDate: p.type(InstantType).nullable(),
    endDate: p.type(InstantType).nullable(),
    /** The bookings that were in the way. */
    conflictingIds: p.array().columnType('uuid[]').nullable(),
    milliseconds: p.double().$type<number>(),
    /** Our own id of the request: no caller chooses it, so it joins nothing of two partners. */
    requestId: p.text(),
    /** The well-formed `X-Request-Id` that the caller sent. */
    callerRequestId: p.text().nullable(),
    /** How many requests this row stands for: refusals by the rate limit are counted, a row a token and second. */
    requestCount: p.integer().default(1),
    /** Of our SDK, where that has sent it. */
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
      // Of 200 there are enough among the newest of any time; most requests pay nothing.
      name: 'partner_requests_status_index',
      expression: `create index "partner_requests_status_index" on "partner_requests" ("status", "id") where "status" <> 200`,
    },
    // What failed is looked for most, and is the least: all of it, and of each service.
    {
      name: 'partner_requests_failed_index',
      expression: `create index "partner_requests_failed_index" on "partner_requests" ("id") where "status" >= 400`,
    },
    {
      name: 'partner_requests_service_failed_index',
      expression: `create index "partner_requests_service_failed_index" on "partner_requests" ("external_service_id", "id") where "status" >= 400`,
    },
    { name: 'partner_requests_api_token_index', properties: ['apiToken', 'id'] },
    {
      name: 'partner_requests_path_service_index',
      expression: `create index "partner_requests_path_service_index" on "partner_requests" ("path_external_service_id", "id") where "path_external_service_id" is not null`,
    },
  ],
});

/** What a partner sent and how it was answered: no token, no body. Kept for a set time. */
export class PartnerRequest extends PartnerRequestSchema.class {}
PartnerRequestSchema.setClass(PartnerRequest);
