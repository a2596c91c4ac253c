import { casesOfBatches } from './cases-of-batches.ts';
import { casesOfCancellations } from './cases-of-cancellations.ts';
import { casesOfChanges } from './cases-of-changes.ts';
import { casesOfCourts } from './cases-of-courts.ts';
import { casesOfDryRuns } from './cases-of-dry-runs.ts';
import { casesOfOwnRequests } from './cases-of-own-requests.ts';
import { casesOfPlaces } from './cases-of-places.ts';
import { casesOfReading } from './cases-of-reading.ts';
import { casesOfRequests } from './cases-of-requests.ts';
import { casesOfShapes } from './cases-of-shapes.ts';
import { casesOfTokens } from './cases-of-tokens.ts';
import { casesOfUpserts } from './cases-of-upserts.ts';
import { casesOfUserBatches } from './cases-of-user-batches.ts';
import { casesOfUsers } from './cases-of-users.ts';
import { casesOfWebhooks } from './cases-of-webhooks.ts';
import type { Cases } from './play.ts';

export const cases: Cases = {
  ...casesOfRequests,
  ...casesOfShapes,
  ...casesOfUpserts,
  ...casesOfPlaces,
  ...casesOfCancellations,
  ...casesOfBatches,
  ...casesOfUsers,
  ...casesOfUserBatches,
  ...casesOfReading,
  ...casesOfCourts,
  ...casesOfChanges,
  ...casesOfTokens,
  ...casesOfOwnRequests,
  ...casesOfDryRuns,
  ...casesOfWebhooks,
};
