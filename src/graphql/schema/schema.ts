import type { GraphQLEnumType } from 'graphql';
import '../types/alert.ts';
import '../types/api-token.ts';
import '../types/audit-event.ts';
import '../types/court-booking.ts';
import '../types/explain-court-booking.ts';
import '../types/external-service.ts';
import '../types/operator.ts';
import '../types/organization.ts';
import '../types/partner-request.ts';
import '../types/partner-traffic.ts';
import '../types/search.ts';
import '../types/user.ts';
import '../types/webhook-delivery.ts';
import '../types/webhook-endpoint.ts';
import { builder } from './builder.ts';

/** The GraphQL schema for operators. */
export const schema = builder.toSchema();

// An audit action has the name and the description of its mutation.
for (const action of (schema.getType('AuditAction') as GraphQLEnumType).getValues())
  action.description ??= schema.getMutationType()!.getFields()[action.name]!.description;
