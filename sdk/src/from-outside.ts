// `instanceof` is false for values of another realm (always under Jest) and for objects without a prototype, such as rows of `node:sqlite`.

/** Returns true for an object of any origin, and for an array. */
export const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** Returns true for a `Date` of any origin. */
export const isDate = (value: unknown): value is Date =>
  Object.prototype.toString.call(value) === '[object Date]';

/** Returns a message for the first option that is negative or no number, such as NaN from a variable that is not set. */
export function amountFault(options: Record<string, unknown>): string | undefined {
  for (const [name, value = 0] of Object.entries(options))
    if (!(typeof value === 'number' && value >= 0)) return `${name} must be a number, not a negative one.`;
  return undefined;
}

/** Returns a thrown value as text. An object without a prototype and a symbol cannot be part of a template. */
export function reasonOf(thrown: unknown): string {
  try {
    return String(thrown);
  } catch {
    return Object.prototype.toString.call(thrown);
  }
}
