import { expect, it } from 'vitest';
import { ApiError } from '../../../src/api-error.ts';
import { catalogue, type ErrorType } from '../../../src/errors.ts';
import { ErrorResult } from '../../../src/graphql/types/api-error.ts';
import { rejectionDetails } from '../../../src/rules/rejection.ts';
import { isForOperators } from '../../../src/services/access/act-for-partner.ts';

const types = Object.keys(catalogue) as ErrorType[];
const messageTo = (type: ErrorType, message?: string) =>
  new ErrorResult(new ApiError(type, message === undefined ? {} : { message })).message;

it.each(types.filter((type) => isForOperators(type) || type === 'user_access_denied'))(
  '%s does not send an operator to an operator',
  (type) => {
    expect(messageTo(type)).not.toMatch(/ask an operator\b(?! with the role)|undefined/i);
  },
);

it('keeps which participant an error is about', () => {
  const { message } = rejectionDetails({ error: 'user_access_denied', indexes: [3] }, 0);
  expect(messageTo('user_access_denied', message)).toBe(
    'participants[3]: the external service neither manages the user with this "userId" nor was granted access to it. An operator with the role ADMIN can grant access to the user.',
  );
});

it('says who grants access to the user who has an address', () => {
  expect(messageTo('email_already_in_use')).toMatch(
    /find that user by "email" and update it\. An operator with the role ADMIN can grant access to the user\.$/,
  );
});

it('says that an operator can reset a version in the future', () => {
  const stored = { externalUpdatedAt: '2099-01-01T00:00:00.000Z', status: 'ACTIVE' } as const;
  const { message } = rejectionDetails({ error: 'stale_write', stored }, 0);
  expect(messageTo('stale_write', message)).toMatch(
    /every update until then is older\. You can reset the version of the booking\.$/,
  );
});
