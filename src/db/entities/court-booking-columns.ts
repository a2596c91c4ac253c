/**
 * The columns of a booking's optional fields, by the names of the fields. The entity, the SQL functions and the GraphQL type
 * derive from it. Each field has a schema in `optionalFields` of the services, which this folder does not import.
 *
 * The list belongs to a release: a release keeps the values of columns that it does not know.
 */
export const optionalColumns = {} as const satisfies Record<string, 'text'>;

export type OptionalField = keyof typeof optionalColumns;

/** Returns the name that MikroORM gives the column of a field. */
export const columnOf = (field: string) => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
