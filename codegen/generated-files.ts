import { pageOf } from '../lab/proof/page.ts';
import { operationTable } from './client/operation-table.ts';
import { batchOperationTypes, operationTypes } from './client/operation-types.ts';
import type { Document } from './client/read-operations.ts';
import { configurationTable, envExample } from './configuration.ts';
import { errorTable, operatorErrorTable } from './error-table.ts';
import { describeFunctions } from './function-parameters.ts';
import { fillSections } from './marked-section.ts';
import { createOpenApiDocument } from './openapi-document.ts';
import { optionalFieldsTable } from './optional-fields-table.ts';
import { partnerLimitsTable } from './partner-limits.ts';
import { partnerOperations } from './partner-operations.ts';
import { fillScalePage } from './scale-page.ts';
import { courtBookingFields } from './sdk-booking-fields.ts';
import { documentedInterface } from './sdk-interface.ts';
import { limitsTable, operationsTable } from './sdk-readme.ts';
import { openApiTypes } from './sdk-types.ts';
import { userFields } from './sdk-user-fields.ts';
import { sdkVersion } from './sdk-version.ts';

/** A file that `npm run codegen` writes. */
export interface GeneratedFile {
  /** Relative to the top of the project. */
  path: string;
  /** Returns the new content. `present` is the current content, or empty if the file does not exist. */
  generate: (present: string) => string | Promise<string>;
}

/** The generated parts of guides. */
const sectionsOf: Record<string, Record<string, string[]>> = {
  errors: { errors: errorTable() },
  'limits-and-retries': { limits: partnerLimitsTable() },
  'upsert-court-booking': { 'optional fields': optionalFieldsTable() },
};

/** As the generators of the SDK's client read it. */
const openApiDocument = () => createOpenApiDocument() as unknown as Document;

/** Every generated file except those for GraphQL, which are in `codegen.ts`. */
export const generatedFiles: GeneratedFile[] = [
  { path: 'src/rest/openapi.json', generate: () => `${JSON.stringify(createOpenApiDocument(), null, 2)}\n` },
  { path: 'src/db/functions/functions.generated.ts', generate: describeFunctions },
  { path: 'src/services/traffic/partner-operations.generated.ts', generate: partnerOperations },
  { path: '.env.example', generate: envExample },
  ...Object.entries(sectionsOf).map(([name, sections]) => ({
    path: `docs/partners/${name}.md`,
    generate: (present: string) => fillSections(present, sections),
  })),
  {
    path: 'docs/running.md',
    generate: (present) => fillSections(present, { configuration: configurationTable() }),
  },
  {
    path: 'docs/operators-graphql.md',
    generate: (present) => fillSections(present, { errors: operatorErrorTable() }),
  },
  { path: 'docs/scale.md', generate: fillScalePage },
  { path: 'sdk/src/openapi.generated.ts', generate: openApiTypes },
  { path: 'sdk/src/court-booking-fields.generated.ts', generate: courtBookingFields },
  { path: 'sdk/src/user-fields.generated.ts', generate: userFields },
  { path: 'sdk/src/operations.generated.ts', generate: () => operationTypes(openApiDocument()) },
  { path: 'sdk/src/batches.generated.ts', generate: () => batchOperationTypes(openApiDocument()) },
  { path: 'sdk/src/documented-operations.generated.ts', generate: () => operationTable(openApiDocument()) },
  { path: 'sdk/src/testing/documented-interface.generated.ts', generate: documentedInterface },
  { path: 'sdk/src/version.generated.ts', generate: sdkVersion },
  {
    path: 'sdk/README.md',
    generate: (present) =>
      fillSections(present, {
        operations: operationsTable(openApiDocument()),
        limits: limitsTable(),
      }),
  },
  {
    path: 'docs/proof.md',
    generate: async () => {
      // Imported late, because they read other generated files.
      const { promises } = await import('../lab/proof/promises.ts');
      const { readResults } = await import('../lab/proof/results.ts');
      return pageOf(promises, readResults());
    },
  },
];
