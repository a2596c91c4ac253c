import { describe, expect, it } from 'vitest';
import type { ApiError } from '../../../src/api-error.ts';
import { type Scope, scopes } from '../../../src/rules/requests/scope.ts';
import { authorizePartner } from '../../../src/services/access/authorize-partner.ts';

const [own, other] = ['01990b2e-6f6c-7c1e-9a53-0f2a5a6f1c01', '01990b2e-6f6c-7c1e-9a53-0f2a5a6f1c02'];
const token = (...granted: Scope[]) => ({ id: 'of the token', externalServiceId: own, scopes: granted });

function answer(granted: Scope[], scope: Scope | readonly Scope[] | null, externalServiceId = own) {
  try {
    return authorizePartner(token(...granted), scope, externalServiceId);
  } catch (error) {
    return error as ApiError;
  }
}

describe('scopes of API tokens', () => {
  it.each([
    ['userwrite', ['userwrite']],
    ['court-bookingwrite', ['court-bookingwrite']],
    ['userread', ['userwrite', 'userread']],
    ['court-bookingread', ['court-bookingwrite', 'court-bookingread']],
  ] as const)('%s requires a token with one of %j', (needed, sufficient) => {
    const letIn = scopes.filter((granted) => !(answer([granted], needed) instanceof Error));
    expect(letIn.toSorted()).toEqual(sufficient.toSorted());
    expect(answer([], needed)).toMatchObject({ type: 'scope_permission_denied' });
    expect(answer([...scopes], needed)).not.toBeInstanceOf(Error);
  });

  it('any one of several scopes is enough, and the error names them all', () => {
    const either = ['court-bookingread', 'userread'] as const;
    for (const granted of scopes.filter((scope) => scope !== 'webhookwrite'))
      expect(answer([granted], either)).not.toBeInstanceOf(Error);
    expect(answer([], either)).toMatchObject({
      type: 'scope_permission_denied',
      message: expect.stringContaining('the scope "court-bookingread" or "userread" that'),
    });
  });

  it('without a required scope any token passes, even one without scopes', () => {
    expect(answer([], null)).toEqual({
      externalServiceId: own,
      actor: { type: 'api_token', id: 'of the token' },
      scopes: [],
    });
  });
});

it('another external service is rejected whatever the scopes, but a missing scope is reported first', () => {
  for (const scope of [...scopes, null])
    expect(answer([...scopes], scope, other)).toMatchObject({ type: 'external_service_access_denied' });
  expect(answer(['userread'], 'userwrite', other)).toMatchObject({ type: 'scope_permission_denied' });
});
