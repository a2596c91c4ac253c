import { Operator, operatorRoles } from '../db/operator.ts';
import { operatorList } from '../db/reading/other-lists.ts';
import type { Row } from '../db/reading/row.ts';
import {
  CreateOperatorInput,
  createOperator,
  createOperatorErrors,
} from '../services/operators/create-operator.ts';
import {
  RevokeOperatorInput,
  revokeOperator,
  revokeOperatorErrors,
} from '../services/operators/revoke-operator.ts';
import { builder } from './builder.ts';
import { checkId } from './checked.ts';
import { listCost, newestFirst } from './connection.ts';
import { defineMutation } from './define-mutation.ts';
import { auditEventsField, OperatorType } from './types.ts';

const RoleType = builder.enumType('OperatorRole', {
  description: 'VIEWER reads; ADMIN also changes.',
  values: operatorRoles,
});

OperatorType.implement({
  description: 'Somebody who runs the platform.',
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.exposeString('name'),
    role: t.expose('role', { type: RoleType }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    revokedAt: t.expose('revokedAt', { type: 'DateTime', nullable: true }),
    history: auditEventsField(t),
  }),
});

const IssuedOperatorTokenType = builder
  .objectRef<{ secret: string; operator: Row<Operator> }>('IssuedOperatorToken')
  .implement({
    description: 'A new operator. This is the only time that the secret is shown.',
    fields: (t) => ({
      secret: t.exposeString('secret', { description: 'What the operator signs in with.' }),
      operator: t.field({ type: OperatorType, resolve: ({ operator }) => operator }),
    }),
  });

builder.queryFields((t) => ({
  me: t.field({
    type: OperatorType,
    description: 'The operator who is signed in.',
    resolve: (_root, _args, { reader, operator }) => reader.referred(Operator, operator.id),
  }),
  operator: t.field({
    type: OperatorType,
    nullable: true,
    args: { id: t.arg.id({ required: true }) },
    resolve: (_root, { id }, { reader }) => reader.byId(Operator, checkId(id)),
  }),
  operators: t.connection({
    type: OperatorType,
    complexity: listCost,
    description: 'Newest first, revoked ones too.',
    resolve: (_root, args, context) => newestFirst(context, operatorList(), args),
  }),
}));

defineMutation('createOperator', {
  description: 'Creates an operator; the secret is shown once.',
  schema: () => CreateOperatorInput,
  success: IssuedOperatorTokenType,
  errors: createOperatorErrors,
  run: async (service, administrator, input, reader) => {
    const { id, secret } = await createOperator(service, administrator, input);
    return { secret, operator: await reader.referred(Operator, id) };
  },
});

defineMutation('revokeOperator', {
  description: "Ends an operator's token and sessions.",
  schema: () => RevokeOperatorInput,
  success: OperatorType,
  errors: revokeOperatorErrors,
  run: async (service, administrator, input, reader) =>
    reader.referred(Operator, await revokeOperator(service, administrator, input)),
});
