import { defineEntity, p } from '@mikro-orm/core';
import { InstantType } from './instant-type.ts';

const FunctionSchemaSchema = defineEntity({
  name: 'FunctionSchema',
  tableName: 'function_schemas',
  properties: {
    name: p.text().primary(),
    createdAt: p.type(InstantType).defaultRaw('now()'),
    renewedAt: p.type(InstantType).defaultRaw('now()'),
  },
});

/** The functions of a version, and when a process last renewed its lease on them. */
export class FunctionSchema extends FunctionSchemaSchema.class {}
FunctionSchemaSchema.setClass(FunctionSchema);
