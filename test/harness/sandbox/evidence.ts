import type { Answer, Exchange, Write } from '../../../src/sandbox/exchange.ts';
import { readRequest } from '../../../src/sandbox/read-request.ts';
import type { Evidence, Row, Step } from '../../../src/sandbox/scenario.ts';

type Given = Partial<Omit<Exchange, 'answer'>> & { answer?: Partial<Answer> };

const emptyAnswer: Answer = {
  ...{ error: undefined, changes: [], nextCursor: undefined, isCaughtUp: true, results: [], shown: [] },
};

/** Returns observations of the requests of a client, without a sandbox and without time. */
export function evidenceOf(
  given: Given[],
  { steps = [], ...others }: Omit<Partial<Evidence>, 'steps'> & { steps?: Partial<Step>[] } = {},
): Evidence {
  const exchanges = given.map(
    ({ answer, ...one }, n): Exchange => ({
      ...{
        number: n + 1,
        step: 1,
        at: 100 * n,
        answeredAt: 100 * n + 10,
        method: 'GET',
        path: '/',
        status: 200,
      },
      ...{ operation: undefined, token: 'cbp_own', writes: [], text: '' },
      ...(answer ? { answer: { ...emptyAnswer, ...answer } } : {}),
      ...one,
    }),
  );
  return {
    exchanges,
    during: (step) => exchanges.filter((one) => one.step === step + 1),
    steps: steps as Step[],
    copy: undefined,
    webhooks: [],
    stored: async () => ({ bookings: new Map(), externalUserIds: new Set() }),
    changes: async () => [],
    ownDelay: () => 0,
    tenant: { courts: [], users: [] } as never,
    ...others,
  };
}

export const row = (id: string, fields: Partial<Row> = {}): Row => ({
  ...{ action: 'upsert', externalCourtBookingId: id, courtId: 'court', participants: [] },
  ...{ startDate: '2026-12-01T10:00:00.000Z', endDate: '2026-12-01T11:00:00.000Z' },
  ...{ externalUpdatedAt: '2026-11-20T12:00:00.000Z' },
  ...fields,
});

const service = '/api/v1/external-services/s/court-bookings';

/** A request that sends a row alone. */
export function put(one: Row, fields: Given = {}): Given {
  const path = `${service}/by-external-id/${one.externalCourtBookingId}`;
  const text = JSON.stringify(one);
  return { method: 'PUT', path, text, ...readRequest('PUT', path, text), ...fields };
}

/** A request that sends rows as a batch. */
export function batch(rows: Row[], fields: Given = {}): Given {
  const text = JSON.stringify({ items: rows });
  return {
    method: 'POST',
    path: `${service}/batch`,
    text,
    ...readRequest('POST', `${service}/batch`, text),
    ...fields,
  };
}

/** A page of changes. */
export const page = (
  cursor: string,
  nextCursor: string,
  answer: Partial<Answer> = {},
  fields: Given = {},
): Given => ({
  ...{ operation: 'listChanges', path: `/changes?cursor=${cursor}`, answer: { nextCursor, ...answer } },
  ...fields,
});

export const change = (id: string, type = 'court_booking.created', booking?: string) => ({
  id,
  type,
  booking,
});

export const shown = (id: string, version: number): Pick<Write, 'id' | 'version'> => ({ id, version });
