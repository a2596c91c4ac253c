import { Operator, type operatorRoles } from '../../db/entities/operator.ts';
import { operatorList } from '../../db/queries/operators/lists.ts';
import { operatorOrders } from '../../db/queries/operators/orders.ts';
import { authorizeAnyOperator } from '../../services/access/authorize-operator.ts';
import { describeOperatorRevocation } from '../../services/confirmations/describe-effect.ts';
import * as createOperator from '../../services/operators/create-operator.ts';
import * as revokeOperator from '../../services/operators/revoke-operator.ts';
import * as rotateOperatorToken from '../../services/operators/rotate-operator-token.ts';
import { canRotate } from '../../services/operators/why-no-rotation.ts';
import { builder } from '../schema/builder.ts';
import { checkedInstants } from '../schema/checked.ts';
import { creation, timeOrNull } from '../schema/common-fields.ts';
import { listOf } from '../schema/connection.ts';
import { defineVerb } from '../schema/define-mutation.ts';
import { enumType } from '../schema/enum-type.ts';
import { history } from '../schema/related-fields.ts';
import { byId } from '../schema/row-queries.ts';
import { issuedType } from '../schema/row-type.ts';
import { reads, selectionOf } from '../schema/selection-of.ts';
import { NodeType, OperatorType } from './types.ts';

const role = { description: 'The role, which defines the permissions of the operator.' };
const RoleType = enumType<(typeof operatorRoles)[number]>(
  'OperatorRole',
  'VIEWER can read. SUPPORT can also change bookings and users. ADMIN can change everything.',
  {
    VIEWER: 'Read access.',
    SUPPORT: 'Read access, and changes to bookings and users.',
    ADMIN: 'Full access.',
  },
);

OperatorType.implement({
  interfaces: [NodeType],
  description: 'A person who operates the platform.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'The name of the operator, as audit events show it.' }),
    role: t.expose('role', { type: RoleType, ...role }),
    createdAt: t.expose('createdAt', creation),
    expiresAt: t.expose('expiresAt', timeOrNull('When the token expires; null if it never expires.')),
    formerTokenUntil: t.expose(
      'formerSecretUntil',
      timeOrNull('Until this time, the former token is also valid.'),
    ),
    revokedAt: t.expose('revokedAt', timeOrNull('When an operator revoked it; null if it was not revoked.')),
    tokenCanBeRotated: t.boolean({
      description: 'True if you can rotate the token of this operator.',
      extensions: reads({ columns: ['revokedAt', 'identitySubject', 'configured'] }),
      resolve: (row, _args, { operator }) => canRotate(authorizeAnyOperator(operator), row),
    }),
    history: history(t),
  }),
});

const IssuedOperatorTokenType = issuedType('IssuedOperatorToken', OperatorType, 'operator', {
  type: 'A new token of an operator. Its secret is shown only in this response.',
  row: 'The operator.',
  secret: 'The secret that the operator signs in with.',
});

builder.queryFields((t) => ({
  me: t.field({
    type: OperatorType,
    description: 'The operator who is signed in.',
    resolve: async (_root, _args, { reader, operator }, info) =>
      (await reader.byId(Operator, operator.id, selectionOf(info)))!,
  }),
  operator: byId(t, OperatorType),
  operators: listOf(t, OperatorType, {
    orders: operatorOrders,
    description: 'All operators, including revoked ones, newest first.',
    filters: {
      expiresBefore: t.arg({
        type: 'DateTime',
        description: 'Only operators whose token is valid and expires before this time.',
      }),
    },
    list: (args) => operatorList(checkedInstants(args, ['expiresBefore'])),
  }),
}));

defineVerb('createOperator', createOperator, {
  description: 'Creates an operator. The secret is shown only once.',
  input: {
    fields: {
      name: 'The name of the operator, as audit events show it. 1 to 255 characters; surrounding white space is removed.',
      role: role.description,
      expiresAt: 'When the token expires. If omitted, it never expires.',
    },
  },
  success: IssuedOperatorTokenType,
});

defineVerb('revokeOperator', revokeOperator, {
  description: 'Revokes an operator’s token and ends the sessions.',
  success: OperatorType,
  confirm: describeOperatorRevocation,
});

defineVerb('rotateOperatorToken', rotateOperatorToken, {
  description:
    'Issues a new token for an operator and shows it once. The old token stays valid for overlapMinutes, then it expires and its sessions end. You can rotate your own token if you send it, not with a session; its operator id is in the query me. Administrators can rotate every token.',
  authorize: authorizeAnyOperator,
  input: {
    fields: {
      overlapMinutes:
        'How long the old token stays valid, in minutes: 0 to 43,200 (30 days). 0 ends it immediately.',
      expiresAt:
        'When the new token expires. Only administrators can set it. Null means never. If omitted, the new token expires when the old one would have.',
    },
  },
  nullClears: true,
  success: IssuedOperatorTokenType,
});
