import { Operator, operatorRoles } from '../../db/entities/operator.ts';
import { operatorList } from '../../db/queries/operators/lists.ts';
import { operatorOrders } from '../../db/queries/operators/orders.ts';
import { authorizeAnyOperator } from '../../services/access/authorize-operator.ts';
import {
  CreateOperatorInput,
  createOperator,
  createOperatorErrors,
} from '../../services/operators/create-operator.ts';
import {
  RevokeOperatorInput,
  revokeOperator,
  revokeOperatorErrors,
} from '../../services/operators/revoke-operator.ts';
import {
  RotateOperatorTokenInput,
  rotateOperatorToken,
  rotateOperatorTokenErrors,
} from '../../services/operators/rotate-operator-token.ts';
import { listCost } from '../limits/list-size.ts';
import { builder } from '../schema/builder.ts';
import { checkedInstants } from '../schema/checked.ts';
import { connectionOf, named } from '../schema/connection.ts';
import { defineMutation } from '../schema/define-mutation.ts';
import { orderType } from '../schema/order.ts';
import { history } from '../schema/related-fields.ts';
import { byId } from '../schema/row-queries.ts';
import { issuedType } from '../schema/row-type.ts';
import { selectionOf } from '../schema/selection-of.ts';
import { NodeType, OperatorType } from './types.ts';

const RoleType = builder.enumType('OperatorRole', {
  description: 'VIEWER reads; SUPPORT also steps in on bookings and users; ADMIN changes everything.',
  values: operatorRoles,
});

OperatorType.implement({
  interfaces: [NodeType],
  description: 'Somebody who runs the platform.',
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.exposeString('name'),
    role: t.expose('role', { type: RoleType }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    expiresAt: t.expose('expiresAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the token ends; null: not by itself.',
    }),
    formerTokenUntil: t.expose('formerSecretUntil', {
      type: 'DateTime',
      nullable: true,
      description: 'Until then the token before the last rotation is good, too.',
    }),
    revokedAt: t.expose('revokedAt', { type: 'DateTime', nullable: true }),
    history: history(t),
  }),
});

const IssuedOperatorTokenType = issuedType('IssuedOperatorToken', OperatorType, 'operator', {
  type: 'A new token of an operator. This is the only time that the secret is shown.',
  secret: 'What the operator signs in with.',
});

builder.queryFields((t) => ({
  me: t.field({
    type: OperatorType,
    description: 'The operator who is signed in.',
    resolve: async (_root, _args, { reader, operator }, info) =>
      (await reader.byId(Operator, operator.id, selectionOf(info)))!,
  }),
  operator: byId(t, OperatorType),
  operators: t.connection(
    {
      type: OperatorType,
      complexity: listCost,
      description: 'Newest first, revoked ones too.',
      args: {
        orderBy: t.arg({ type: orderType(OperatorType, operatorOrders) }),
        expiresBefore: t.arg({
          type: 'DateTime',
          description: 'Whose token is good now, and ends before.',
        }),
      },
      resolve: (_root, args, context, info) =>
        connectionOf(operatorList(checkedInstants(args, ['expiresBefore'])), args, context, info),
    },
    ...named(OperatorType),
  ),
}));

defineMutation('createOperator', {
  description: 'Creates an operator; the secret is shown once.',
  schema: () => CreateOperatorInput,
  input: { fields: { expiresAt: 'When the token ends. Left out: not by itself.' } },
  success: IssuedOperatorTokenType,
  errors: createOperatorErrors,
  run: createOperator,
});

defineMutation('revokeOperator', {
  description: "Ends an operator's token and sessions.",
  schema: () => RevokeOperatorInput,
  success: OperatorType,
  errors: revokeOperatorErrors,
  run: revokeOperator,
});

defineMutation('rotateOperatorToken', {
  description:
    'Another token for an operator, shown once; the old one is good for overlapMinutes, and ends with its sessions. Your own: me { id }; those of others are for administrators.',
  authorize: authorizeAnyOperator,
  schema: () => RotateOperatorTokenInput,
  input: {
    fields: {
      overlapMinutes: '0 to 43,200 (30 days). 0: the old one ends at once.',
      expiresAt:
        'When the new one ends, for administrators; null: not by itself. Left out: when the old one would have.',
    },
  },
  nullClears: true,
  success: IssuedOperatorTokenType,
  errors: rotateOperatorTokenErrors,
  run: rotateOperatorToken,
});
