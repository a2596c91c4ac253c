import { defineEntity, p } from '@mikro-orm/core';
import { InstantType } from './instant-type.ts';

const SubmittedFormSchema = defineEntity({
  name: 'SubmittedForm',
  tableName: 'submitted_forms',
  properties: {
    id: p.uuid().primary(),
    operatorId: p.uuid(),
    submittedAt: p.type(InstantType).defaultRaw('now()'),
  },
});

/** A form that an operator sent. Its id is that of the page with the form, so that it takes effect once. */
export class SubmittedForm extends SubmittedFormSchema.class {}
SubmittedFormSchema.setClass(SubmittedForm);
