import { introspectionFromSchema } from 'graphql';
import { schema } from '../schema/schema.ts';

/** What GraphiQL is answered when it asks for the whole schema. */
export function introspection(): string {
  const data = introspectionFromSchema(schema, { inputValueDeprecation: true, schemaDescription: true });
  return JSON.stringify({ data });
}
