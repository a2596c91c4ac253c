import { expect, it } from 'vitest';
import { toAttempt } from '../../../src/services/resources/webhook-attempt.ts';

it.each([
  [799, {}],
  [99, {}],
  [599, { status: 599 }],
  [100, { status: 100 }],
  [null, {}],
])('an attempt with the response %s shows %j', (status, shown) => {
  const attempt = toAttempt({ status, milliseconds: 1.6, error: 'Why.', answer: 'odd' });
  expect(attempt).toEqual({ milliseconds: 2, failure: 'Why.', response: 'odd', ...shown });
});
