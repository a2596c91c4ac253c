const acronyms = /\b(?:api|id|sdk|url|p50|p95)\b/gi;
const names: Record<string, string> = { p50: 'Median, ms', p95: 'p95, ms', refused: 'Rejected' };

/** Turns the name of a field into a label: `externalUserId` into `External user ID`. */
export function labelOf(name: string): string {
  if (Object.hasOwn(names, name)) return names[name]!;
  const text = name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replaceAll(acronyms, (word) => word.toUpperCase());
  return capitalized(text);
}

/** Turns the name of a value into words: `COURT_BOOKING_CANCELLED` into `court booking cancelled`. */
export const valueName = (value: string) =>
  /^[A-Z][A-Z\d_]*$/.test(value) ? value.toLowerCase().replaceAll('_', ' ') : value;

export const capitalized = (text: string) => text[0]!.toUpperCase() + text.slice(1);
