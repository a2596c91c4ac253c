import './alert.ts';
import './api-token.ts';
import './audit-event.ts';
import './court-booking.ts';
import './explain-court-booking.ts';
import './external-service.ts';
import './operator.ts';
import './organization.ts';
import './partner-request.ts';
import './partner-traffic.ts';
import './saved-query.ts';
import './search.ts';
import './user.ts';
import './webhook-delivery.ts';
import './webhook-endpoint.ts';
import { builder } from './builder.ts';
import { described } from './descriptions.ts';

/** The operators' schema. */
export const schema = described(builder.toSchema());
