/**
 * Returns the fields that `formats` names, with another notation of date-times. Fields without a value are left out.
 */
export function copyFields<Name extends string, Fields extends Partial<Record<Name, string>>>(
  formats: Readonly<Record<Name, string>>,
  fields: Fields,
  notation: (instant: string) => string,
): Pick<Fields, Name> {
  const copied = Object.entries<string>(formats).flatMap(([name, format]) => {
    const value = fields[name as Name];
    if (value == null) return [];
    return [[name, format === 'date-time' ? notation(value) : value]];
  });
  return Object.fromEntries(copied);
}
