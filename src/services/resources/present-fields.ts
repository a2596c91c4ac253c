import { formatInstant } from '../../rules/instant.ts';

/** Returns the fields of a row that have a value. Those with these names are formatted as instants. */
export function presentFields<Fields extends object>(row: object, instants: readonly string[]) {
  const present = Object.entries(row).filter(([, value]) => value !== null && value !== undefined);
  return Object.fromEntries(
    present.map(([name, value]) => [name, instants.includes(name) ? formatInstant(value) : value]),
  ) as Fields;
}
