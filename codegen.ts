import { type CodegenConfig, generate } from '@graphql-codegen/cli';
import { printSchema } from 'graphql';
import { generatedFiles } from './codegen/generated-files.ts';
import { schema } from './src/graphql/schema/schema.ts';

const header = 'generated, run npm run codegen';

/**
 * `npm run codegen`: writes every generated file. The schema is that of the code; no database is needed. A test fails
 * when a file is stale.
 */
const config: CodegenConfig = {
  schema: printSchema(schema),
  documents: 'src/graphql/graphiql/playbook/*.graphql',
  silent: true,
  errorsOnly: true,
  generates: {
    'src/graphql/schema/schema.graphql': {
      plugins: [{ add: { content: `# ${header}` } }, 'schema-ast'],
      config: { sort: true },
    },
    'test/graphql/graphiql/playbook.generated.ts': {
      plugins: [{ add: { content: `// ${header}` } }, 'typescript-operations', 'typed-document-node'],
      config: {
        useTypeImports: true,
        enumsAsTypes: true,
        scalars: { DateTime: 'string', Date: 'string', JSON: 'unknown', ID: 'string' },
      },
    },
    ...Object.fromEntries(
      generatedFiles.map(({ path }) => [
        path,
        { plugins: ['./codegen/plugin.ts'], documents: [], config: { path } },
      ]),
    ),
  },
};

export default config;

// Run by Node itself, not by graphql-codegen's command: that would load a second copy of graphql.
if (import.meta.main) await generate(config, true);
