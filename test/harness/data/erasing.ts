import { expect } from 'vitest';
import { eraseFurtherCopies } from '../../../src/services/erasing/erase-copies.ts';
import { newId } from '../../../src/services/values/new-id.ts';
import { userCalls } from '../clients/user-calls.ts';
import type { TestService } from '../servers/test-service.ts';
import type { Tenant } from './factories.ts';

let sentinels = 0;
/** Everything that says who somebody is, such that it stands nowhere else. */
export function sentinel() {
  sentinels += 1;
  const mark = `sentinel${sentinels}x`;
  const person = {
    email: `${mark}mail@example.com`,
    externalUserId: `${mark}id`,
    firstName: `${mark}first`,
    lastName: `${mark}last`,
    birthday: `19${30 + (sentinels % 50)}-03-17`,
  };
  return { person, texts: [mark, person.birthday] };
}

/** As the service does it in the background, a while later. */
export const later = (service: TestService, millis = 90_000) =>
  eraseFurtherCopies({
    database: service.database,
    newId,
    now: () => Date.now() + millis,
    requestId: 'later',
  });

/** Requests so far are recorded: that is done every second, in their order. */
export async function recorded(service: TestService, tenant: Tenant) {
  const mark = `mark-${newId()}`;
  await userCalls(service).getByExternalId(tenant, mark);
  const rows = () => service.database.query('select 1 from partner_requests where external_id = $1', [mark]);
  await expect.poll(rows).toHaveLength(1);
}

/** Persons whose erasing is not finished. */
export const waiting = async ({ database }: TestService) =>
  (await database.query('select 1 from erasures where $1::boolean', [true])).length;

/** What is left a while later: none, but where the service itself is at it just then. */
export async function waitingLater(service: TestService) {
  await later(service);
  return waiting(service);
}
