import { introspectionFromSchema } from 'graphql';
import { schema } from '../schema/schema.ts';

/** The response to GraphiQL's introspection query of the whole schema. */
export function introspection(): string {
  const data = introspectionFromSchema(schema, { inputValueDeprecation: true, schemaDescription: true });
  return JSON.stringify({ data });
}
