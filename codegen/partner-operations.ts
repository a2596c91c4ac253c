import { documentedOperations } from '../src/rest/operations.ts';

/** Returns `partner-operations.generated.ts`, because services and GraphQL cannot import `rest`, which lists the operations. */
export function partnerOperations(): string {
  const rows = documentedOperations()
    .map(({ operationId, summary }) => `  ${operationId}: '${summary}.',\n`)
    .sort();
  return `// generated, run npm run codegen
/** The operations of the partner API, as they are recorded, and their descriptions for operators. */
export const partnerOperations = {
${rows.join('')}};
export type PartnerOperation = keyof typeof partnerOperations;
`;
}
