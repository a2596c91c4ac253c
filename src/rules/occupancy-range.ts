import { isLongerThan } from './instant.ts';

/** Not in the document: the maximum length of the range of an occupancy. */
const maxDays = 31;

/** Returns the details of `invalid_filter_time_range` for a range that is reversed, empty or too long, or undefined. */
export function faultOfOccupancyRange(from: string, to: string): { message?: string } | undefined {
  if (from >= to) return {};
  if (isLongerThan(maxDays, from, to))
    return { message: `The time range has more than ${maxDays} days. Request it in parts.` };
  return undefined;
}

/** The message of `organization_access_denied` for the occupancy of an organization. */
export const deniedOrganization =
  'There is no organization with this "organizationId", or the external service is not granted access to it. List the courts that you may book: the response has their organizations.';
