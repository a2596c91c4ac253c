import { errorFactory } from '../../api-error.ts';
import type { Database } from '../../db/connection/database.ts';
import { onPrimary } from '../../db/connection/query.ts';
import { deleteSdkPackages, selectSdkPackage, upsertSdkPackage } from '../../db/queries/jobs/sdk-packages.ts';
import type { Bucket } from '../limits/rate-limiter.ts';

/** For how long a build can be installed after the last start of a process that offers it. */
const daysKept = 730;

/** Stores the build of the SDK that this process offers, so that lock files stay valid after an update. Deletes very old ones. */
export async function keepSdkPackage(database: Database, path: string, bytes: Buffer): Promise<void> {
  await upsertSdkPackage(onPrimary(database), path, bytes);
  await deleteSdkPackages(onPrimary(database), daysKept);
}

const createError = errorFactory(['service_unavailable']);

/** How often a process searches, because anybody may ask without a token, and each search reads the database. */
const searches = { perSecond: 20, burst: 100 };

/**
 * Returns a build that this service has offered, or undefined.
 *
 * @param bucket counts the searches of this process
 * @throws ApiError `service_unavailable` after too many searches
 */
export async function findSdkPackage(
  database: Database,
  path: string,
  bucket: Bucket,
): Promise<Buffer | undefined> {
  const { granted } = await bucket('sdk packages', { returned: 0, needed: 1, wanted: 1 }, searches);
  if (granted === 0) {
    const message = 'Too many builds of the SDK are searched for. Try again after "Retry-After" seconds.';
    throw createError('service_unavailable', { message, retryAfterSeconds: 1 });
  }
  return selectSdkPackage(onPrimary(database), path);
}
