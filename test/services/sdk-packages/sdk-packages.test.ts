import { afterAll, beforeAll, expect, it } from 'vitest';
import { findSdkPackage, keepSdkPackage } from '../../../src/services/sdk-packages/sdk-packages.ts';
import { createTestDatabase, type TestDatabase } from '../../harness/servers/test-database.ts';

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase('postgresql');
});
afterAll(() => test.drop());

const [path, other] = ['/sdk/1.0.0/0123456789abcdef.tgz', '/sdk/1.0.1/0123456789abcdef.tgz'];
const bytes = Buffer.from([0, 1, 2, 255]);

it('is found for two years after it was last offered', async () => {
  const { database } = test;
  await keepSdkPackage(database, path, bytes);
  expect(await findSdkPackage(database, path)).toEqual(bytes);
  expect(await findSdkPackage(database, other)).toBeUndefined();
  const age = (days: number) =>
    database.query('update sdk_packages set offered_at = now() - make_interval(days => $1)', [days]);
  await age(729);
  await keepSdkPackage(database, other, bytes);
  expect(await findSdkPackage(database, path)).toEqual(bytes);
  await age(731);
  // Offering it again keeps it, and deletes the other one.
  await keepSdkPackage(database, path, bytes);
  expect(await findSdkPackage(database, path)).toEqual(bytes);
  expect(await findSdkPackage(database, other)).toBeUndefined();
});
