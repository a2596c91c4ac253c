import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { type CodegenConfig, generate } from '@graphql-codegen/cli';
import { printSchema } from 'graphql';
import { generatedFiles } from './codegen/generated-files.ts';
import { schema } from './src/graphql/schema/schema.ts';

const header = 'generated, run npm run codegen';

/** The configuration of GraphQL Code Generator: the schema of the code, and the types of the playbook's documents. */
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
  },
};

export default config;

/** The path and content of every generated file. No database is needed. */
export async function generateFiles(): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  for (const { filename, content } of await generate(config, false))
    files.set(relative('.', filename), content);
  for (const { path, generate } of generatedFiles) {
    files.set(path, await generate(existsSync(path) ? readFileSync(path, 'utf8') : ''));
  }
  return files;
}

// `npm run codegen`. Not the command of GraphQL Code Generator, which would load a second copy of graphql.
if (import.meta.main) {
  for (const [path, content] of await generateFiles()) writeFileSync(path, content);
}
