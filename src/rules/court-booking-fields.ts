type Copied<Fields, Name extends keyof Fields> = {
  [Field in keyof Pick<Fields, Name>]: Exclude<Fields[Field], undefined>;
};

/**
 * Returns the fields that `formats` names, with another notation of date-times. Fields without a value are left out.
 */
export function copyFields<Name extends string, Fields extends Partial<Record<Name, string | undefined>>>(
  formats: Readonly<Record<Name, string>>,
  fields: Fields,
  notation: (instant: string) => string,
): Copied<Fields, Name & keyof Fields> {
  const copied = Object.entries<string>(formats).flatMap(([name, format]) => {
    const value = fields[name as Name];
    if (value == null) return [];
    return [[name, format === 'date-time' ? notation(value) : value]];
  });
  return Object.fromEntries(copied) as Copied<Fields, Name & keyof Fields>;
}
