import { casesOfBatches } from './cases-of-batches.ts';
import { casesOfCancellations } from './cases-of-cancellations.ts';
import { casesOfChanges } from './cases-of-changes.ts';
import { casesOfCourts } from './cases-of-courts.ts';
import { casesOfPlaces } from './cases-of-places.ts';
import { casesOfReading } from './cases-of-reading.ts';
import { casesOfRequests } from './cases-of-requests.ts';
import { casesOfShapes } from './cases-of-shapes.ts';
import { casesOfUpserts } from './cases-of-upserts.ts';
import { casesOfUsers } from './cases-of-users.ts';
import type { Play } from './play.ts';

/** What is played on both sides, by name: requests and what operators do, and what each of them must come to. */
export type Cases = Record<string, (play: Play) => Promise<unknown>>;

/** The rules of the interface, as they are tried. */
export const cases: Cases = {
  ...casesOfRequests,
  ...casesOfShapes,
  ...casesOfUpserts,
  ...casesOfPlaces,
  ...casesOfCancellations,
  ...casesOfBatches,
  ...casesOfUsers,
  ...casesOfReading,
  ...casesOfCourts,
  ...casesOfChanges,
};
