import { describe, expect, it } from 'vitest';
import { outcomeOf } from '../../../src/graphql/document-pages/outcome.ts';
import { catalog } from '../../harness/data/catalog.ts';

const many = { courtBookings: [], timeTaken: [], courtClosed: [], cancelledByPartner: [], hasMore: false };

describe('outcome of a task', () => {
  it.each([
    ['test-webhook-endpoint', { status: 204, error: null }, 'all'],
    ['test-webhook-endpoint', { status: 500, error: 'The response was 500.' }, 'none'],
    ['test-alert-endpoint', { status: null, error: 'Nothing listens there.' }, 'none'],
    ['reinstate-court-bookings', { ...many, count: 2 }, 'all'],
    ['reinstate-court-bookings', { ...many, count: 2, timeTaken: [{}] }, 'part'],
    ['reinstate-court-bookings', { ...many, count: 0, courtClosed: [{}] }, 'none'],
    ['reinstate-court-bookings', { ...many, count: 0, cancelledByPartner: [{}] }, 'part'],
    ['reinstate-court-booking', { status: 'ACTIVE' }, 'all'],
    ['reinstate-court-booking', { status: 'CANCELLED' }, 'part'],
    ['cancel-court-bookings', { courtBookings: [{}], count: 500, hasMore: true }, 'part'],
    ['close-court-for-good', { courtBookings: [], count: 0, hasMore: false }, 'all'],
    ['resend-failed-webhook-deliveries', { count: 0, hasMore: false }, 'none'],
    ['resend-webhook-deliveries', { count: 0, nextSequence: null }, 'none'],
    ['resend-webhook-deliveries', { count: 10_000, nextSequence: 10_001 }, 'part'],
    ['export-user', { person: {}, nextCursor: 'x' }, 'part'],
    ['export-user', { person: {}, nextCursor: null }, 'all'],
  ])('%s with %j is done: %s', (path, value, done) => {
    const page = catalog.pages.get(`/operators/${path}`)!;
    expect(outcomeOf(catalog, page, value).done).toBe(done);
  });
});
