import { configurationTable, envExample } from './configuration.ts';
import { errorTable } from './error-table.ts';
import { describeFunctions } from './function-parameters.ts';
import { fillSections } from './marked-section.ts';
import { createOpenApiDocument } from './openapi-document.ts';
import { documentedInterface } from './sdk-interface.ts';
import { documentedAnswers, documentedOperations } from './sdk-operations.ts';
import { codesTable, limitsTable } from './sdk-readme.ts';
import { openApiTypes } from './sdk-types.ts';
import { sdkVersion } from './sdk-version.ts';

/** A file that `npm run codegen` keeps. */
export interface GeneratedFile {
  /** From the top of the project. */
  path: string;
  /** Answers its content, given the present one: empty where there is no file yet. */
  generate: (present: string) => string | Promise<string>;
}

/** Every generated file but those of GraphQL, which stand in `codegen.ts`. */
export const generatedFiles: GeneratedFile[] = [
  { path: 'src/rest/openapi.json', generate: () => `${JSON.stringify(createOpenApiDocument(), null, 2)}\n` },
  { path: 'src/db/functions.generated.ts', generate: describeFunctions },
  { path: '.env.example', generate: envExample },
  {
    path: 'docs/partners/errors.md',
    generate: (present) => fillSections(present, { errors: errorTable() }),
  },
  {
    path: 'docs/running.md',
    generate: (present) => fillSections(present, { configuration: configurationTable() }),
  },
  { path: 'sdk/src/openapi.generated.ts', generate: openApiTypes },
  { path: 'sdk/src/documented-operations.generated.ts', generate: documentedOperations },
  { path: 'sdk/src/testing/documented-answers.generated.ts', generate: documentedAnswers },
  { path: 'sdk/src/testing/documented-interface.generated.ts', generate: documentedInterface },
  { path: 'sdk/src/version.generated.ts', generate: sdkVersion },
  {
    path: 'sdk/README.md',
    generate: (present) => fillSections(present, { codes: codesTable(), limits: limitsTable() }),
  },
];
