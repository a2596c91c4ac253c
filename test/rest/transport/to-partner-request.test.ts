import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../src/api-error.ts';
import type { RequestContext } from '../../../src/http/request-context.ts';
import { documentedOperations } from '../../../src/rest/operations.ts';
import { missedTargetOf, uuidIn } from '../../../src/rest/transport/missed-target.ts';
import { toItemRequests, toPartnerRequest } from '../../../src/rest/transport/to-partner-request.ts';

const id = '01990b2e-6f6c-7c1e-9a53-0f2a5a6f1c04';
const context = (more: Partial<RequestContext> = {}): RequestContext => ({
  ...{ address: '192.0.2.1', isSecure: false, requestId: 'ours', callerRequestId: undefined },
  ...more,
});

describe('record of a request for operators', () => {
  const record = (more: Partial<RequestContext>) => toPartnerRequest(context(more), 1_000, 400, 12.3456);

  it('contains the time, the status, the duration to 0.01 ms and the ids', () => {
    expect(record({ callerRequestId: 'theirs', operation: 'getToken', sdkVersion: '1.2.3' })).toMatchObject({
      ...{ id: 'ours', requestId: 'ours', callerRequestId: 'theirs' },
      ...{ at: '1970-01-01T00:00:01.000Z', status: 400, milliseconds: 12.35 },
      ...{ operation: 'getToken', sdkVersion: '1.2.3', issuePaths: [] },
    });
    expect(record({}).operation).toBe('none');
  });

  it('contains the external service in the path if it differs from the one of the token', () => {
    const of = (pathExternalServiceId: string, externalServiceId?: string) =>
      record({ pathExternalServiceId, ...(externalServiceId ? { externalServiceId } : {}) })
        .pathExternalServiceId;
    expect(of(id, id)).toBeUndefined();
    expect(of(id, 'another')).toBe(id);
    expect(of(id)).toBe(id);
  });

  it('contains the paths of issues, without the names of unknown fields', () => {
    const issues = [
      { path: ['participants', 0, 'email'], code: 'invalid_format', message: '' },
      { path: ['participants', 0, 'ada@example.com'], code: 'unrecognized_keys', message: '' },
      { path: ['ada@example.com'], code: 'unrecognized_keys', message: '' },
    ];
    const { issuePaths, issueCodes, errorType } = record({
      error: new ApiError('invalid_schema', { issues }),
    });
    expect(issuePaths).toEqual(['participants.0.email', 'participants.0', '']);
    expect(issueCodes).toEqual(['invalid_format', 'unrecognized_keys', 'unrecognized_keys']);
    expect(errorType).toBe('invalid_schema');
  });

  it('contains the conflicting bookings and the subject of the request', () => {
    const error = new ApiError('court_booking_overlap', { conflictingIds: [id] });
    expect(record({ error, subject: { externalId: 'b', courtId: id } })).toMatchObject({
      ...{ conflictingIds: [id], externalId: 'b', courtId: id, issuePaths: [] },
    });
  });

  it('is followed by one of each rejected item of a batch, the last item first, like a rejected single request', () => {
    const taken = new ApiError('email_already_in_use', { conflictingIds: [id] });
    const issues = [
      { path: ['email'], code: 'invalid_format', message: '' },
      { path: ['ada@example.com'], code: 'unrecognized_keys', message: '' },
    ];
    const rejected = [
      { index: 3, subject: { externalId: 'member-7' }, error: taken },
      { index: 5, subject: { externalId: undefined }, error: new ApiError('invalid_schema', { issues }) },
    ];
    const batch = { operation: 'batchUsers', batch: { itemCount: 9, rejected } };
    const request = record(batch);
    expect(request).toMatchObject({ id: 'ours', itemCount: 9, rejectedItemCount: 2, issuePaths: [] });
    const items = toItemRequests(context(batch), request, () => 'new');
    const every = { id: 'new', requestId: 'ours', operation: 'batchUsers', itemCount: undefined };
    expect(items).toMatchObject([
      {
        ...{ ...every, itemIndex: 5, externalId: undefined, status: 400, errorType: 'invalid_schema' },
        issuePaths: ['items.5.email', 'items.5'],
        issueCodes: ['invalid_format', 'unrecognized_keys'],
      },
      {
        ...{ ...every, itemIndex: 3, externalId: 'member-7', status: 409, errorType: taken.type },
        ...{ conflictingIds: [id], issuePaths: ['items.3'], issueCodes: [taken.type] },
      },
    ]);
  });
});

describe('subject of a request', () => {
  const parameters = {
    ...{ externalServiceId: id, courtId: 'of the path', userId: 'u' },
    ...{ externalCourtBookingId: 'b', externalUserId: 'e' },
  };
  const query = { externalUpdatedAt: 'of the query', courtId: 'sought', from: 'x', to: 'y' };
  const times = { externalUpdatedAt: 'of the body', startDate: 's', endDate: 't' };
  const body = { ...times, courtId: 'of the body', externalUserId: 'of the body', email: 'ada@example.com' };
  /** For each operation, the subject known from its path, and from the complete request. */
  const subjects: Record<string, [object, object]> = {
    createUser: [{}, { externalId: 'of the body' }],

    upsertUser: [{ externalId: 'e' }, { externalId: 'e' }],
    getUserByExternalId: [{ externalId: 'e' }, { externalId: 'e' }],
    getCourtBooking: [{ externalId: 'b' }, { externalId: 'b' }],
    getCourtOccupancy: [{ courtId: 'of the path' }, { courtId: 'of the path' }],
    cancelCourtBooking: [{ externalId: 'b' }, { externalId: 'b', externalUpdatedAt: 'of the query' }],
    upsertCourtBooking: [{ externalId: 'b' }, { externalId: 'b', courtId: 'of the body', ...times }],
  };

  it.each(documentedOperations())(
    '$operationId: is known as early as possible and contains nothing about a person',
    (operation) => {
      const { operationId, subjectOf } = operation;
      const told = [subjectOf?.(parameters, undefined, undefined), subjectOf?.(parameters, query, body)];
      // `toEqual` ignores undefined fields.
      expect(told).toEqual(subjects[operationId] ?? [undefined, undefined]);
    },
  );
});

describe('target of a request without an operation', () => {
  const note = missedTargetOf(documentedOperations());
  const noted = (method: string, path: string) => {
    const noted = context();
    note(noted, method, path);
    const { isPartnerRequest, missedTarget, pathExternalServiceId } = noted;
    return [isPartnerRequest, missedTarget, pathExternalServiceId];
  };

  it.each([
    ['GET', `/api/v1/external-services/${id}/usrs`, 'GET /api/v1/external-services/*/*', id],
    [
      'POST',
      `/api/v1/external-services/${id.toUpperCase()}/courts/`,
      'POST /api/v1/external-services/*/courts/',
      id,
    ],
    ['PROPFIND', '/api/v2/token', '* /api/*/token', undefined],
    ['HEAD', '/api/', 'HEAD /api/', undefined],
    ['DELETE', '/api/v1/external-services', 'DELETE /api/v1/external-services', undefined],
    ['OPTIONS', '/api/v1/ada/ada@example.com', 'OPTIONS /api/v1/*/*', undefined],
    ['PATCH', `/api/v1/courts/${id}`, 'PATCH /api/v1/courts/*', undefined],
    ['PUT', `/api/${'x/'.repeat(50)}`, `PUT /api/${Array(10).fill('*').join('/')}`, undefined],
  ])(
    '%s %s: keeps the words of the interface and masks everything else',
    (method, path, target, externalServiceId) => {
      expect(noted(method, path)).toEqual([true, target, externalServiceId]);
    },
  );

  it.each(['/', '/api', '/apis/v1/token', '/x/api/v1'])(
    'ignores %s, which is not a path of the partner interface',
    (path) => {
      expect(noted('GET', path)).toEqual([undefined, undefined, undefined]);
    },
  );

  it.each([undefined, '', `${id}x`, `x${id}`, id.replaceAll('-', '')])('rejects %s as an id', (segment) => {
    expect(uuidIn(segment)).toBeUndefined();
  });
});
