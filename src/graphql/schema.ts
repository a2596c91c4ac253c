import './api-token.ts';
import './court-booking.ts';
import './external-service.ts';
import './operator.ts';
import './organization.ts';
import './records.ts';
import './user.ts';
import { builder } from './builder.ts';

/** The operators' schema. */
export const schema = builder.toSchema();
