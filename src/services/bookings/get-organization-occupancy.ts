import { errorFactory } from '../../api-error.ts';
import {
  type StoredOccupancy,
  selectOrganizationOccupancy,
} from '../../db/queries/partners/organization-occupancy.ts';
import { queryForPartner } from '../../db/queries/partners/query-for-partner.ts';
import { formatInstant, instantAt } from '../../rules/instant.ts';
import { deniedOrganization, faultOfOccupancyRange } from '../../rules/occupancy-range.ts';
import type { Partner } from '../access/authorize-partner.ts';
import { partnerErrors } from '../access/partner-errors.ts';
import type { ChangeWatch } from '../changes/change-watch.ts';
import type { Wait } from '../changes/list-changes.ts';
import type { ServiceContext } from '../service-context.ts';
import type { CourtTimes, OccupancyMemory } from './occupancy-memory.ts';

export const getOrganizationOccupancyErrors = [
  ...partnerErrors,
  'invalid_filter_time_range',
  'organization_access_denied',
] as const;

const createError = errorFactory(getOrganizationOccupancyErrors);

export interface OrganizationOccupancyInput {
  organizationId: string;
  from: string;
  to: string;
  /** Versions that the reader has. `*` is any. */
  known: readonly string[];
  /** Seconds to wait for a change if a known version is current. */
  wait: number;
}

type OccupancyContext = ServiceContext & { changeWatch: ChangeWatch; occupancies: OccupancyMemory };

type Read = OrganizationOccupancy & Pick<StoredOccupancy, 'state'>;

export interface OrganizationOccupancy {
  version: string;
  /** By id. Absent if the reader knows the version. */
  courts?: CourtTimes[] | undefined;
}

/**
 * Returns when the active courts of an organization are occupied, and the version of that. If the reader knows the version, it
 * waits for a change, and then returns no courts if there was none.
 *
 * Not in the document: nothing tells whose booking it is, so that all external services receive the same.
 *
 * @throws ApiError `invalid_filter_time_range`; `organization_access_denied`, also if the organization does not exist;
 * `rate_limit_exceeded`: too many requests of the token already wait; `service_unavailable`.
 */
export async function getOrganizationOccupancy(
  { database, changeWatch, occupancies, newId }: OccupancyContext,
  { externalServiceId, actor }: Partner<'court-bookingread'>,
  { wait, ...asked }: OrganizationOccupancyInput,
  pause: Wait,
): Promise<OrganizationOccupancy> {
  const fault = faultOfOccupancyRange(asked.from, asked.to);
  if (fault) throw createError('invalid_filter_time_range', fault);
  const range = `${asked.organizationId} ${asked.from} ${asked.to}`;
  const read = async (): Promise<Read> => {
    const kept = occupancies.get(range);
    const knownCourts = new Map([...kept].map(([courtId, { version }]) => [courtId, version]));
    const statement = selectOrganizationOccupancy({ externalServiceId, ...asked, knownCourts });
    const [stored] = await queryForPartner<StoredOccupancy>(database, externalServiceId, statement);
    if (!stored) throw createError('organization_access_denied', { message: deniedOrganization });
    if (!stored.courts) return { ...stored, courts: undefined };
    const courts = stored.courts.map(({ courtId, version, times }) => {
      const known = kept.get(courtId);
      return known?.version === version ? known : { courtId, version, occupied: occupiedIn(times) };
    });
    occupancies.keep(range, new Map(courts.map((court) => [court.courtId, court])));
    return { ...stored, courts };
  };
  let occupancy = await read();
  if (wait === 0 || occupancy.courts) return occupancy;

  const until = performance.now() + wait * 1_000;
  const slot = await changeWatch.enter(actor.id, newId(), wait * 1_000);
  try {
    for (;;) {
      const left = Math.max(0, until - performance.now());
      const hasLeft = await pause(left, async (signal) => {
        await slot.until(asked.organizationId, occupancy.state, left, signal);
        return signal.aborted;
      });
      if (hasLeft) return occupancy;
      occupancy = await changeWatch.readWoken(externalServiceId, JSON.stringify(asked), read);
      if (occupancy.courts || changeWatch.isDraining || performance.now() >= until) return occupancy;
    }
  } finally {
    await slot.leave();
  }
}

/** @param times start and end of each, as microseconds */
function occupiedIn(times: string | null): CourtTimes['occupied'] {
  const dates = (times?.split(' ') ?? []).map((micros) => formatInstant(instantAt(Number(micros))));
  return Array.from({ length: dates.length / 2 }, (_, index) => ({
    startDate: dates[2 * index]!,
    endDate: dates[2 * index + 1]!,
  }));
}
