import { builder } from './builder.ts';

/** An enumeration in which each value has a description. */
export function enumType<Value extends string>(
  name: string,
  description: string,
  values: Record<Value, string>,
) {
  const described = Object.entries<string>(values).map(([value, meaning]) => [
    value,
    { description: meaning },
  ]);
  return builder.enumType(name, {
    description,
    values: Object.fromEntries(described) as Record<Value, { description: string }>,
  });
}
