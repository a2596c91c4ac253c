import { defineEntity, p } from '@mikro-orm/core';
import { InstantType } from './instant-type.ts';

const AuditEventSchema = defineEntity({
  name: 'AuditEvent',
  tableName: 'audit_events',
  properties: {
    id: p.uuid().primary(),
    at: p.type(InstantType),
    actorType: p.text().$type<'api_token' | 'operator' | 'configuration' | 'secret_scanning'>(),
    /** For the author `configuration`, the operator that the event is about; for `secret_scanning`, the token. */
    actorId: p.uuid(),
    requestId: p.text(),
    action: p.text(),
    subjectType: p.text(),
    subjectId: p.uuid(),
    before: p.json().nullable(),
    after: p.json().nullable(),
  },
  indexes: [
    { name: 'audit_events_subject_index', properties: ['subjectId', 'at'] },
    { name: 'audit_events_request_index', properties: ['requestId'] },
    { name: 'audit_events_actor_index', properties: ['actorId', 'id'] },
    { name: 'audit_events_action_index', properties: ['action', 'id'] },
    {
      // Few rows: partners make almost all changes.
      name: 'audit_events_actor_type_index',
      expression: `create index "audit_events_actor_type_index" on "audit_events" ("actor_type", "id") where "actor_type" <> 'api_token' and "action" <> 'runQuery'`,
    },
    {
      // Few rows: for the history of an organization, which is not the subject of these events.
      name: 'audit_events_organization_grant_index',
      expression: `create index "audit_events_organization_grant_index" on "audit_events" (("after" ->> 'organizationId'), "at") where "action" in ('grantOrganizationAccess', 'revokeOrganizationAccess')`,
    },
  ],
});

/** A record of who changed what, when and in which request, written in the same transaction. */
export class AuditEvent extends AuditEventSchema.class {}
AuditEventSchema.setClass(AuditEvent);
