import { expect } from 'vitest';
import { eraseFurtherCopies } from '../../../src/services/erasing/erase-copies.ts';
import { newId } from '../../../src/services/values/new-id.ts';
import { userCalls } from '../clients/user-calls.ts';
import type { TestService } from '../servers/test-service.ts';
import type { Tenant } from './factories.ts';

let sentinels = 0;
/** Personal data whose values occur nowhere else. */
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

/** Runs the background erasing as if the given time had passed. */
export const later = (service: TestService, millis = 90_000) =>
  eraseFurtherCopies({
    database: service.database,
    newId,
    now: () => Date.now() + millis,
    requestId: 'later',
  });

/** Waits until earlier requests are recorded. The service records them in order, once per second. */
export async function recorded(service: TestService, tenant: Tenant) {
  const mark = `mark-${newId()}`;
  await userCalls(service).getByExternalId(tenant, mark);
  const rows = () => service.database.query('select 1 from partner_requests where external_id = $1', [mark]);
  await expect.poll(rows).toHaveLength(1);
}

/** Number of persons whose erasure is not finished. */
export const waiting = async ({ database }: TestService) =>
  (await database.query('select 1 from erasures where $1::boolean', [true])).length;

/** Like `later`, and returns how many persons remain. Usually 0, unless the service is erasing at the same time. */
export async function waitingLater(service: TestService) {
  await later(service);
  return waiting(service);
}
