/*
 * The rule for times on all pages of operators. A booking takes place at a club: its start and end are in the time zone of the club.
 * Everything else is an event: it is in UTC and has seconds, so that events can be ordered. Both name their zone.
 * Addresses and files have ISO 8601 in UTC, but files for spreadsheets have the times of pages.
 */

const isOfBooking = (field: string) => /^(?:startDate|endDate|from|to|until|newEnd)$/.test(field);

/** Returns the zone of a field: that of the club if it is a part of a booking, or else UTC. */
export const zoneOf = (field: string, ofClub: string): string => (isOfBooking(field) ? ofClub : 'UTC');

/**
 * Names an instant: `10 Jan 2027, 20:00 EST` in a booking, `11 Jan 2027, 01:00:07 UTC` elsewhere. A version also has its
 * fraction, because the order of versions depends on it.
 *
 * @param instant ISO 8601
 * @param ofClub the time zone of the club
 */
export function timeName(field: string, instant: string, ofClub: string): string {
  const timeZone = zoneOf(field, ofClub);
  const [, seconds, fraction = ''] = /:(\d{2})(?:\.(\d*?)0*)?(?:Z|[+-]\d{2}:\d{2})$/i.exec(instant) ?? [];
  const isExact = field === 'externalUpdatedAt' && fraction !== '';
  const { local, zone } = localParts(instant, timeZone);
  const hasSeconds = !isOfBooking(field) || seconds !== '00';
  return `${local.slice(0, hasSeconds ? undefined : -3)}${isExact ? `.${fraction}` : ''} ${zone}`;
}

const clocks = new Map<string, Intl.DateTimeFormat>();

/** The same time as spreadsheets read it: `2027-01-10 20:00:00`. */
export function clockTime(field: string, instant: string | null | undefined, ofClub: string): string {
  // A file of several lists has rows without some of its columns.
  if (instant == null) return '';
  const timeZone = zoneOf(field, ofClub);
  const clock =
    clocks.get(timeZone) ??
    new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  clocks.set(timeZone, clock);
  return clock.format(new Date(instant));
}

/** Names the time of an event. */
export const eventName = (instant: string): string => timeName('at', instant, 'UTC');

/** `CET`, `EST`, or `GMT+9` where no short name is usual. */
export const zoneName = (at: number, timeZone: string): string =>
  localParts(new Date(at).toISOString(), timeZone).zone;

const formats = new Map<string, Intl.DateTimeFormat[]>();

/** British names have `CET` and American ones `EST`. Elsewhere the zone is `GMT+9`. */
const localesOfZones = ['en-GB', 'en-US'];

function localParts(instant: string, timeZone: string): { local: string; zone: string } {
  const known = formats.get(timeZone);
  const some = known ?? [
    new Intl.DateTimeFormat('en-GB', { timeZone, dateStyle: 'medium', timeStyle: 'medium' }),
    ...localesOfZones.map((locale) => new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: 'short' })),
  ];
  if (!known) formats.set(timeZone, some);
  const [clock, ...zones] = some as [Intl.DateTimeFormat, ...Intl.DateTimeFormat[]];
  const at = new Date(instant);
  const names = zones.map(
    (zone) => zone.formatToParts(at).find(({ type }) => type === 'timeZoneName')!.value,
  );
  return { local: clock.format(at), zone: names.find((name) => !/^GMT[+-]/.test(name)) ?? names[0]! };
}
