import type { Database } from '../../db/connection/database.ts';
import { onPrimary } from '../../db/connection/query.ts';
import { deleteSdkPackages, selectSdkPackage, upsertSdkPackage } from '../../db/queries/jobs/sdk-packages.ts';

/** For how long a build can be installed after the last start of a process that offers it. */
const daysKept = 730;

/** Stores the build of the SDK that this process offers, so that lock files stay valid after an update. Deletes very old ones. */
export async function keepSdkPackage(database: Database, path: string, bytes: Buffer): Promise<void> {
  await upsertSdkPackage(onPrimary(database), path, bytes);
  await deleteSdkPackages(onPrimary(database), daysKept);
}

/** Returns a build that this service has offered, or undefined. */
export function findSdkPackage(database: Database, path: string): Promise<Buffer | undefined> {
  return selectSdkPackage(onPrimary(database), path);
}
