import { beforeAll, describe, expect, it } from 'vitest';
import { userCalls } from '../../harness/clients/user-calls.ts';
import { bookingBody, type Tenant, userBody } from '../../harness/data/factories.ts';
import { uniqueId } from '../../harness/servers/test-service.ts';
import { useOperator, useTestService } from '../../harness/servers/use-test-service.ts';

type Item = Record<string, unknown> & { externalId: string };

interface Kind {
  operation: 'batchCourtBookings' | 'batchUsers';
  path: string;
  id: string;
  /** Accepted: nothing violates a rule. */
  accepted: () => Item;
  /** A rule rejects it. */
  refused: () => Item;
  refusedAs: string;
  /** Its shape is invalid. */
  invalid: () => Item;
  place: string;
}

describe('rejected items of batches', () => {
  const service = useTestService('postgresql');
  const viewer = useOperator(service, 'VIEWER');
  let own: Tenant;
  let taken: { externalUserId: string; email: string; id: string };
  const booking = (hour: number, more = {}): Item => {
    const externalId = uniqueId('booking');
    return { ...bookingBody(own.courtIds[0], more, hour), action: 'upsert', externalId };
  };
  const user = (more = {}): Item => {
    const { externalUserId: externalId, ...body } = userBody(more);
    return { ...body, action: 'upsert', externalId: String(externalId) };
  };
  let hours = 10;
  const kinds: Kind[] = [
    {
      operation: 'batchCourtBookings',
      path: 'court-bookings',
      id: 'externalCourtBookingId',
      accepted: () => {
        hours += 1;
        return booking(hours);
      },
      refused: () => booking(1),
      refusedAs: 'court_booking_overlap',
      invalid: () => booking(1, { startDate: 'soon' }),
      place: 'startDate',
    },
    {
      operation: 'batchUsers',
      path: 'users',
      id: 'externalUserId',
      accepted: () => user(),
      refused: () => user({ email: taken.email }),
      refusedAs: 'email_already_in_use',
      invalid: () => user({ birthday: 'soon' }),
      place: 'birthday',
    },
  ];

  beforeAll(async () => {
    const owner = await service.factories.tenant();
    taken = (await userCalls(service).make(owner)) as typeof taken;
  });

  /** Sends a batch of a new partner, whose court is booked at one time, and waits until it is recorded. */
  const send = async ({ path, id }: Kind, items: readonly Item[], atomic: boolean) => {
    const requestId = uniqueId('batch');
    const answer = await service.call(`/api/v1/external-services/${own.externalServiceId}/${path}/batch`, {
      method: 'POST',
      token: own.token,
      headers: { 'X-Request-Id': requestId },
      body: { atomic, items: items.map(({ externalId, ...item }) => ({ ...item, [id]: externalId })) },
    });
    await service.app.close();
    return { requestId, answer };
  };
  const newPartner = async () => {
    own = await service.factories.tenant();
    await service.upsertCourtBooking(own.externalServiceId, uniqueId('first'), {
      token: own.token,
      body: bookingBody(own.courtIds[0], {}, 1),
    });
  };
  const query = async (text: string) => {
    const data = await viewer.data(text);
    return data;
  };
  const nodes =
    'nodes { operation status errorType externalId itemIndex itemCount rejectedItemCount issues { path code } }';

  it.each(
    kinds.flatMap((kind) => [
      { ...kind, atomic: false },
      { ...kind, atomic: true },
    ]),
  )(
    '$operation, atomic: $atomic: are listed with the batch, by request id and by external id',
    async ({ atomic, ...kind }) => {
      await newPartner();
      // Addresses are checked only if every item is valid.
      const isChecked = !atomic || kind.operation === 'batchCourtBookings';
      const items = [kind.accepted(), kind.refused(), ...(isChecked ? [kind.invalid()] : [])];
      const { requestId, answer } = await send(kind, items, atomic);
      expect(answer.status).toBe(atomic ? 409 : 200);
      const { partnerRequests } = await query(`{ partnerRequests(requestId: "${requestId}") { ${nodes} } }`);
      const every = { operation: kind.operation, itemCount: null, rejectedItemCount: null };
      const refused = {
        ...{ ...every, itemIndex: 1, externalId: items[1]!.externalId, status: 409 },
        ...{ errorType: kind.refusedAs, issues: [{ path: 'items.1', code: kind.refusedAs }] },
      };
      const invalid = {
        ...{ ...every, itemIndex: 2, externalId: items[2]?.externalId, status: 400 },
        ...{
          errorType: 'invalid_schema',
          issues: [{ path: `items.2.${kind.place}`, code: expect.any(String) }],
        },
      };
      const rejected = [refused, ...(isChecked ? [invalid] : [])];
      expect(partnerRequests.nodes).toEqual([
        ...rejected,
        expect.objectContaining({
          ...{ itemIndex: null, externalId: null, itemCount: items.length },
          ...{ rejectedItemCount: rejected.length, status: atomic ? 409 : 200 },
          errorType: atomic ? 'batch_refused' : null,
        }),
      ]);
      const [batch] = await service.database.query<{ id: string }>(
        'select id from partner_requests where caller_request_id = $1 and item_index is null',
        [requestId],
      );
      const { partnerRequest } = await query(`{ partnerRequest(id: "${batch!.id}") {
        first: rejectedItems(first: 1) { itemIndex rejectedItems { id } } rejectedItems { itemIndex }
      } }`);
      expect(partnerRequest).toEqual({
        first: [{ itemIndex: 1, rejectedItems: [] }],
        rejectedItems: rejected.map(({ itemIndex }) => ({ itemIndex })),
      });
      const { byId, failed, search } = await query(`{
        byId: partnerRequests(externalId: "${items[1]!.externalId}") { ${nodes} }
        failed: partnerRequests(externalServiceId: "${own.externalServiceId}", errorType: ${kind.refusedAs}, failed: true) { ${nodes} }
        search(text: "${items[1]!.externalId}") { ... on PartnerRequest { errorType } }
      }`);
      expect(byId.nodes).toEqual([refused]);
      expect(failed.nodes).toEqual([refused]);
      expect(search).toEqual([{ errorType: kind.refusedAs }]);
    },
  );

  it.each(
    kinds.flatMap((kind) => [
      { ...kind, atomic: false },
      { ...kind, atomic: true },
    ]),
  )(
    '$operation, atomic: $atomic: count as rejected requests, and accepted ones as requests',
    async ({ atomic, ...kind }) => {
      await newPartner();
      const items = Array.from({ length: 20 }, (_, n) => (n < 15 ? kind.refused() : kind.accepted()));
      await send(kind, items, atomic);
      const range = `from: "${new Date(Date.now() - 3_600_000).toISOString()}", to: "${new Date(Date.now() + 3_600_000).toISOString()}", externalServiceId: "${own.externalServiceId}"`;
      const { partnerTraffic, partnerFaults } = await query(`{
        partnerTraffic(${range}, groupBy: [OPERATION, STATUS, ERROR_TYPE]) { operation errorType requests refused }
        partnerFaults(${range}) { operation errorType place requests }
      }`);
      const of = (rows: { operation: string }[]) =>
        rows.filter(({ operation }) => operation === kind.operation);
      const { operation, refusedAs: errorType } = kind;
      expect(of(partnerTraffic)).toEqual([
        { operation, errorType, requests: 15, refused: 15 },
        { operation, errorType: atomic ? 'batch_refused' : null, requests: 5, refused: atomic ? 5 : 0 },
      ]);
      expect(of(partnerFaults)).toEqual([
        { operation, errorType, place: 'items.*', requests: 15 },
        ...(atomic ? [{ operation, errorType: 'batch_refused', place: '', requests: 5 }] : []),
      ]);
    },
  );

  it('of an atomic batch alone, such as a repeated id, are listed as batch_refused', async () => {
    await newPartner();
    const [kind] = kinds;
    const item = kind!.accepted();
    const { requestId } = await send(kind!, [item, item], true);
    const { partnerRequests } = await query(`{ partnerRequests(requestId: "${requestId}") { ${nodes} } }`);
    expect(partnerRequests.nodes[0]).toMatchObject({
      ...{ itemIndex: 1, externalId: item.externalId, errorType: 'batch_refused' },
      issues: [{ path: 'items.1', code: 'duplicate_entries_provided' }],
    });
  });

  it('that have no valid id are recorded without it', async () => {
    await newPartner();
    const [kind] = kinds;
    const invalid = ['..', 'x'.repeat(256), '\u0000', 7] as string[];
    const items = invalid.map((externalId) => ({ ...kind!.accepted(), externalId }));
    const { requestId } = await send(kind!, items, false);
    const { partnerRequests } = await query(`{ partnerRequests(requestId: "${requestId}") { ${nodes} } }`);
    expect(partnerRequests.nodes.map((node: { externalId: null }) => node.externalId)).toEqual(
      Array(invalid.length + 1).fill(null),
    );
  });

  it('of users lose the external id when the user is erased', async () => {
    await newPartner();
    const users = userCalls(service);
    const { id, externalUserId } = await users.make(own);
    await users.batch(own, [{ action: 'upsert', ...userBody({ externalUserId, birthday: 'soon' }) }]);
    await service.app.close();
    const rows = () =>
      service.database.query(
        `select external_id as named, error_type as error from partner_requests
         where external_service_id = $1 and operation = 'batchUsers' order by id desc`,
        [own.externalServiceId],
      );
    expect(await rows()).toEqual([
      { named: externalUserId, error: 'invalid_schema' },
      { named: null, error: null },
    ]);
    await users.erase(own, id);
    expect(await rows()).toEqual([
      { named: null, error: 'invalid_schema' },
      { named: null, error: null },
    ]);
  });
});
