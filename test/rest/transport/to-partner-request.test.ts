import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../src/errors.ts';
import type { RequestContext } from '../../../src/http/request-context.ts';
import { documentedOperations } from '../../../src/rest/operations.ts';
import { missedTargetOf, uuidIn } from '../../../src/rest/transport/missed-target.ts';
import { toPartnerRequest } from '../../../src/rest/transport/to-partner-request.ts';

const id = '01990b2e-6f6c-7c1e-9a53-0f2a5a6f1c04';
const context = (more: Partial<RequestContext> = {}): RequestContext => ({
  ...{ address: '192.0.2.1', isSecure: false, requestId: 'ours', callerRequestId: undefined },
  ...more,
});

describe('what operators are told of a request', () => {
  const record = (more: Partial<RequestContext>) => toPartnerRequest(context(more), 1_000, 400, 12.3456);

  it('when it was, how it was answered, how long it took to a hundredth, and under which ids', () => {
    expect(record({ callerRequestId: 'theirs', operation: 'getToken', sdkVersion: '1.2.3' })).toMatchObject({
      ...{ id: 'ours', requestId: 'ours', callerRequestId: 'theirs' },
      ...{ at: '1970-01-01T00:00:01.000Z', status: 400, milliseconds: 12.35 },
      ...{ operation: 'getToken', sdkVersion: '1.2.3', issuePaths: [] },
    });
    expect(record({}).operation).toBe('none');
  });

  it('the external service of its path where that is not the one of its token', () => {
    const of = (pathExternalServiceId: string, externalServiceId?: string) =>
      record({ pathExternalServiceId, ...(externalServiceId ? { externalServiceId } : {}) })
        .pathExternalServiceId;
    expect(of(id, id)).toBeUndefined();
    expect(of(id, 'another')).toBe(id);
    expect(of(id)).toBe(id);
  });

  it('where its faults were; of an unknown field, whose name may be anything, only where it stood', () => {
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

  it('which bookings were in the way, and what it was about', () => {
    const error = new ApiError('court_booking_overlap', { conflictingIds: [id] });
    expect(record({ error, subject: { externalId: 'b', courtId: id } })).toMatchObject({
      ...{ conflictingIds: [id], externalId: 'b', courtId: id, issuePaths: [] },
    });
  });
});

describe('what a request was about', () => {
  const parameters = {
    ...{ externalServiceId: id, courtId: 'of the path', userId: 'u' },
    ...{ externalCourtBookingId: 'b', externalUserId: 'e' },
  };
  const query = { externalUpdatedAt: 'of the query', courtId: 'sought', from: 'x', to: 'y' };
  const times = { externalUpdatedAt: 'of the body', startDate: 's', endDate: 't' };
  const body = { ...times, courtId: 'of the body', externalUserId: 'of the body', email: 'ada@example.com' };
  /** By operation: as far as its path tells, and with all that was sent. */
  const subjects: Record<string, [object, object]> = {
    createUser: [{}, { externalId: 'of the body' }],
    updateUser: [{}, { externalId: 'of the body' }],
    getUserByExternalId: [{ externalId: 'e' }, { externalId: 'e' }],
    getCourtBooking: [{ externalId: 'b' }, { externalId: 'b' }],
    getCourtOccupancy: [{ courtId: 'of the path' }, { courtId: 'of the path' }],
    cancelCourtBooking: [{ externalId: 'b' }, { externalId: 'b', externalUpdatedAt: 'of the query' }],
    upsertCourtBooking: [{ externalId: 'b' }, { externalId: 'b', courtId: 'of the body', ...times }],
  };

  it.each(documentedOperations())(
    '$operationId: told as soon as it is known, and nothing of a person',
    (operation) => {
      const { operationId, subjectOf } = operation;
      const told = [subjectOf?.(parameters, undefined, undefined), subjectOf?.(parameters, query, body)];
      // What is undefined is not told.
      expect(told).toEqual(subjects[operationId] ?? [undefined, undefined]);
    },
  );
});

describe('what was asked for where there is no operation', () => {
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
  ])('%s %s: by the words of the interface, all else a star', (method, path, target, externalServiceId) => {
    expect(noted(method, path)).toEqual([true, target, externalServiceId]);
  });

  it.each(['/', '/api', '/apis/v1/token', '/x/api/v1'])('%s is no request of a partner', (path) => {
    expect(noted('GET', path)).toEqual([undefined, undefined, undefined]);
  });

  it.each([undefined, '', `${id}x`, `x${id}`, id.replaceAll('-', '')])('%s is no id', (segment) => {
    expect(uuidIn(segment)).toBeUndefined();
  });
});
