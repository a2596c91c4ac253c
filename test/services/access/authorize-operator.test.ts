import { expect, it } from 'vitest';
import {
  authorizeAdministrator,
  authorizeAnyOperator,
  authorizeSupporter,
  isAdministrator,
} from '../../../src/services/access/authorize-operator.ts';

const roles = ['VIEWER', 'SUPPORT', 'ADMIN'] as const;

it.each([
  [authorizeAnyOperator, ['VIEWER', 'SUPPORT', 'ADMIN']],
  [authorizeSupporter, ['SUPPORT', 'ADMIN']],
  [authorizeAdministrator, ['ADMIN']],
] as const)('%o accepts the roles %j and rejects all others', (authorize, through) => {
  for (const role of roles) {
    const operator = { id: role, name: 'Jo', role };
    if ((through as readonly string[]).includes(role))
      expect(authorize(operator).actor).toEqual({ type: 'operator', id: role });
    else
      expect(() => authorize(operator)).toThrow(
        expect.objectContaining({
          type: 'operator_permission_denied',
          message: `Your role ${role} does not allow this. Ask an operator with the role ${through.join(' or ')}.`,
        }),
      );
  }
});

it('only operators with the role ADMIN are administrators', () => {
  const administrators = roles.filter((role) =>
    isAdministrator(authorizeAnyOperator({ id: role, name: 'Jo', role })),
  );
  expect(administrators).toEqual(['ADMIN']);
});
