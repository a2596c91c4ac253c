import { documentWithDefaults } from './openapi-document.ts';
import { type Schema, toShape } from './request-shape.ts';

/** Returns the SDK's `user-fields.generated.ts`. The synchronization checks members by it before it sends them. */
export function userFields(): string {
  const { components } = documentWithDefaults() as unknown as {
    components: { schemas: Record<string, Schema> };
  };
  const { action: _, ...fields } = components.schemas.BatchUserUpsert!.properties!;
  const lines = Object.entries(fields).map(
    ([name, schema]) => `  ${name}: ${JSON.stringify(toShape(schema, name))},`,
  );
  return `// generated, run npm run codegen

/** The fields of an upsert, and the rules of their values. */
export const userFields = {
${lines.join('\n')}
} as const;
`;
}
