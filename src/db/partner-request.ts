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
      p.manyToOne(ExternalService).foreignKeyName('partner_requests_external_service_fk').ref().nullable(),
    operation: p.text(),
    /** The external court booking id, or the external user id. */
    externalId: p.text().nullable(),
    status: p.smallint(),
    errorType: p.text().nullable(),
    /** Where the faults of an `invalid_schema` were. */
    issuePaths: p.array().columnType('text[]'),
    milliseconds: p.double().$type<number>(),
    requestId: p.text(),
  },
  indexes: [
    { name: 'partner_requests_external_service_index', properties: ['externalService', 'id'] },
    { name: 'partner_requests_request_index', properties: ['requestId'] },
  ],
});

/** What a partner sent and how it was answered: no token, no body. Kept for a set time. */
export class PartnerRequest extends PartnerRequestSchema.class {}
PartnerRequestSchema.setClass(PartnerRequest);
