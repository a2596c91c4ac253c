import { expect, it } from 'vitest';
import { localBucket } from '../../../src/services/limits/rate-limit-bucket.ts';
import { findSdkPackage, keepSdkPackage } from '../../../src/services/sdk-packages/sdk-packages.ts';
import { useTestDatabase } from '../../harness/servers/use-test-service.ts';

const test = useTestDatabase();

const [path, other] = ['/sdk/1.0.0/0123456789abcdef.tgz', '/sdk/1.0.1/0123456789abcdef.tgz'];
const bytes = Buffer.from([0, 1, 2, 255]);
const bucket = localBucket(() => 0);

it('is found for two years after it was last offered', async () => {
  const { database } = test;
  await keepSdkPackage(database, path, bytes);
  expect(await findSdkPackage(database, path, bucket)).toEqual(bytes);
  expect(await findSdkPackage(database, other, bucket)).toBeUndefined();
  const age = (days: number) =>
    database.query('update sdk_packages set offered_at = now() - make_interval(days => $1)', [days]);
  await age(729);
  await keepSdkPackage(database, other, bytes);
  expect(await findSdkPackage(database, path, bucket)).toEqual(bytes);
  await age(731);
  // Offering it again keeps it, and deletes the other one.
  await keepSdkPackage(database, path, bytes);
  expect(await findSdkPackage(database, path, bucket)).toEqual(bytes);
  expect(await findSdkPackage(database, other, bucket)).toBeUndefined();
});

it('is searched for at a limited rate, because anybody may ask', async () => {
  let now = 0;
  const few = localBucket(() => now);
  const search = () =>
    findSdkPackage(test.database, '/sdk/9.9.9/0123456789abcdef.tgz', few).then(
      () => 'searched',
      ({ type }) => type,
    );
  for (let n = 0; n < 100; n += 1) expect(await search()).toBe('searched');
  expect(await search()).toBe('service_unavailable');
  now += 50;
  expect([await search(), await search()]).toEqual(['searched', 'service_unavailable']);
});
