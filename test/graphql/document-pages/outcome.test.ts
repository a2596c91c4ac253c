import { describe, expect, it } from 'vitest';
import { outcomeOf } from '../../../src/graphql/document-pages/outcome.ts';
import { followUps } from '../../../src/graphql/document-pages/record-links.ts';
import { catalog } from '../../harness/data/catalog.ts';

const many = { courtBookings: [], timeTaken: [], courtClosed: [], cancelledByPartner: [], hasMore: false };

describe('outcome of a task', () => {
  it.each([
    ['test-webhook-endpoint', { status: 204, error: null }, 'all', 0],
    ['test-webhook-endpoint', { status: 500, error: 'The response was 500.' }, 'none', 0],
    ['test-alert-endpoint', { status: null, error: 'Nothing listens there.' }, 'none', 0],
    ['reinstate-court-bookings', { ...many, count: 2 }, 'all', 0],
    ['reinstate-court-bookings', { ...many, count: 2, timeTaken: [{}] }, 'part', 0],
    ['reinstate-court-bookings', { ...many, count: 0, courtClosed: [{}] }, 'none', 0],
    ['reinstate-court-bookings', { ...many, count: 0, cancelledByPartner: [{}] }, 'part', 0],
    ['reinstate-court-booking', { status: 'ACTIVE' }, 'all', 1],
    ['reinstate-court-booking', { status: 'CANCELLED' }, 'part', 0],
    ['cancel-court-bookings', { courtBookings: [{}], count: 500, hasMore: true }, 'part', 1],
    ['close-court-for-good', { courtBookings: [], count: 0, hasMore: false }, 'all', 1],
    ['resend-failed-webhook-deliveries', { count: 0, hasMore: false }, 'none', 0],
    ['resend-webhook-deliveries', { count: 0, nextSequence: null }, 'none', 0],
    ['resend-webhook-deliveries', { count: 10_000, nextSequence: 10_001 }, 'part', 0],
    ['export-user', { person: {}, nextCursor: 'x' }, 'part', 0],
    ['export-user', { person: {}, nextCursor: null }, 'all', 0],
  ])('%s with %j is done: %s, and has %i links that would undo it', (path, value, done, undoing) => {
    const page = catalog.pages.get(`/operators/${path}`)!;
    const request = { catalog, operator: { role: 'ADMIN' }, now: 0 } as never;
    const links = String(followUps(request, page, {}, { value } as never));
    expect([outcomeOf(catalog, page, value).done, links.split('Undo: ').length - 1]).toEqual([done, undoing]);
  });
});
