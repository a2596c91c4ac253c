import { defineEntity, p } from '@mikro-orm/core';
import { ExternalService } from './external-service.ts';
import { InstantType } from './instant-type.ts';

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
    operation: p.text(),
    /** The external court booking id, or the external user id. */
    externalId: p.text().nullable(),
    status: p.smallint(),
    errorType: p.text().nullable(),
    /** Where the faults of an `invalid_schema` were. */
    issuePaths: p.array().columnType('text[]'),
    milliseconds: p.double().$type<number>(),
    /** Our own id of the request: no caller chooses it, so it joins nothing of two partners. */
    requestId: p.text(),
    /** The well-formed `X-Request-Id` that the caller sent. */
    callerRequestId: p.text().nullable(),
    /** How many requests this row stands for: refusals by the rate limit are counted, a row a token and second. */
    requestCount: p.integer().default(1),
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
  ],
});

/** What a partner sent and how it was answered: no token, no body. Kept for a set time. */
export class PartnerRequest extends PartnerRequestSchema.class {}
PartnerRequestSchema.setClass(PartnerRequest);
