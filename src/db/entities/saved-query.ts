import { defineEntity, p } from '@mikro-orm/core';
import { InstantType } from './instant-type.ts';
import { Operator } from './operator.ts';

const SavedQuerySchema = defineEntity({
  name: 'SavedQuery',
  tableName: 'saved_queries',
  properties: {
    id: p.uuid().primary(),
    name: p.text(),
    document: p.text(),
    variables: p.text().nullable(),
    savedBy: () => p.manyToOne(Operator).foreignKeyName('saved_queries_saved_by_fk').ref(),
    createdAt: p.type(InstantType).defaultRaw('now()'),
    updatedAt: p.type(InstantType).defaultRaw('now()'),
  },
});

/** A document that an operator saved for all operators. Only the previous release uses the table, and the next one drops it. */
export class SavedQuery extends SavedQuerySchema.class {}
SavedQuerySchema.setClass(SavedQuery);
