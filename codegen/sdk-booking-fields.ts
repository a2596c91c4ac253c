import { documentWithDefaults } from './openapi-document.ts';
import type { Schema } from './request-shape.ts';

/** Returns the SDK's `court-booking-fields.generated.ts`. The synchronization and the test platform derive from it what a booking consists of. */
export function courtBookingFields(): string {
  const { components } = documentWithDefaults() as unknown as {
    components: { schemas: Record<string, Schema> };
  };
  const { participants: _, ...fields } = components.schemas.UpsertCourtBookingRequest!.properties!;
  const lines = Object.entries(fields).map(([name, { format }]) => `  ${name}: '${format ?? 'text'}',`);
  return `// generated, run npm run codegen

/** The fields of an upsert with their formats, without the participants. */
export const courtBookingFields = {
${lines.join('\n')}
} as const;
`;
}
