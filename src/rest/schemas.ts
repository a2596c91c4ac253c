import { z } from 'zod';
import { demoIds } from '../services/demo/demo-ids.ts';
import { uuid } from '../services/values/fields.ts';

export const externalServiceIdParameter = () =>
  uuid().describe('The external service identifier.').meta({ example: demoIds.externalService });

/** A date-time of an answer. */
export const dateTime = () => z.string().meta({ format: 'date-time' });

/** Known values of an enumeration that may grow within the interface version. */
export const openEnumeration = <const Values extends readonly [string, ...string[]]>(values: Values) =>
  z
    .union([z.enum(values), z.string()])
    .describe('Accept values that you do not know: the list may grow. Absent until it is set.');
