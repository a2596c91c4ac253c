import { beforeAll, expect, it } from 'vitest';
import { catalogue } from '../src/errors.ts';
import * as playbook from './graphql/graphiql/playbook.generated.ts';
import { ask, run } from './harness/clients/graphql-client.ts';
import { useTestService } from './harness/servers/use-test-service.ts';
import { casesOfCancellations } from './sdk/rules/cases-of-cancellations.ts';
import { casesOfPlaces } from './sdk/rules/cases-of-places.ts';
import { casesOfUpserts } from './sdk/rules/cases-of-upserts.ts';
import { casesOfUsers } from './sdk/rules/cases-of-users.ts';
import { type Cases, Play } from './sdk/rules/play.ts';
import { serviceSide } from './sdk/rules/service-side.ts';
import type { Side } from './sdk/rules/side.ts';

const service = useTestService('postgresql');
let administrator: string;
beforeAll(async () => {
  administrator = (await service.factories.operator('ADMIN')).secret;
});

/** Not the playbook's, which asks for each field by itself and has no optional ones. */
const upsertDocument = /* GraphQL */ `
  mutation Upsert($input: UpsertCourtBookingInput!) {
    upsertCourtBooking(input: $input) {
      ... on CourtBooking { id }
      ... on ApiError { type message }
    }
  }
`;

/** Creates users and upserts bookings through GraphQL. Everything else goes through REST. */
async function graphqlSide(tag: string): Promise<Side> {
  const { scene, call, operators } = await serviceSide(service, tag);
  const known = new Set<string>();
  const toAnswer = (result: { id: string } | { type: string; message: string }) => {
    const headers = new Headers();
    if ('type' in result)
      return { status: catalogue[result.type as 'stale_write'].status, headers, body: { error: result } };
    const status = known.has(result.id) ? 200 : 201;
    known.add(result.id);
    return { status, headers, body: result };
  };
  return {
    ...{ scene, operators },
    call: async (request) => {
      const externalServiceId = request.by === 'other' ? scene.otherServiceId : scene.externalServiceId;
      const given = { externalServiceId, ...(request.body as object) };
      const { method, path } = request;
      if (method === 'POST' && path === '/users')
        return toAnswer(
          (await run(service, administrator, playbook.CreateUserDocument, given as never))
            .createUser as never,
        );
      if (method !== 'PUT' || !path.startsWith('/court-bookings/')) return call(request);
      const externalCourtBookingId = path.slice(path.lastIndexOf('/') + 1);
      const input = { ...given, externalCourtBookingId };
      const { data, errors } = await ask<Record<'upsertCourtBooking', never>, object>(
        service,
        administrator,
        upsertDocument,
        { input },
      );
      expect(errors).toBeUndefined();
      return toAnswer(data.upsertCourtBooking);
    },
  };
}

const shapes: Cases = {
  'fields out of shape': async (play) => {
    for (const fields of [{ email: 'x' }, { birthday: '2999-01-01' }, { firstName: 'a\0' }])
      await play.createUser(fields, '400 invalid_schema');
    await play.put('', {}, '400 invalid_schema');
    await play.put('x', { startDate: '2027-01-01T10:00:00' }, '400 invalid_schema');
    await play.put('x', { endDate: '2027-01-01T11:00:00+01:00' }, '400 invalid_time_range');
  },
};
const [creating] = Object.entries(casesOfUsers);
const cases = Object.entries<Cases[string]>({
  ...{ ...shapes, ...casesOfUpserts, ...casesOfPlaces, ...casesOfCancellations },
  ...Object.fromEntries([creating!]),
});

it.each(cases)('GraphQL has the outcomes that the rules expect: %s', async (name, act) => {
  const play = new Play(await graphqlSide(`graphql-${cases.findIndex(([other]) => other === name)}`));
  await act(play);
  expect(play.entries.length).toBeGreaterThan(0);
});
