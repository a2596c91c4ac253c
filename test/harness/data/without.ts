/** Copies of an object, each without one of its fields. */
export const without = <One extends object>(one: One, ...fields: (keyof One | string)[]): Partial<One>[] =>
  fields.map((field) => ({ ...one, [field]: undefined }));
