import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { generate } from '@graphql-codegen/cli';
import { printSchema } from 'graphql';
import { generatedFiles } from './codegen/generated-files.ts';

const header = 'generated, run npm run codegen';

/** Runs GraphQL Code Generator: the schema of the code, and the types of the playbook's documents. */
async function graphqlFiles(): Promise<{ filename: string; content: string }[]> {
  // Imported late, because it reads the generated list of operations.
  const { schema } = await import('./src/graphql/schema/schema.ts');
  return generate(
    {
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
    },
    false,
  );
}

/** Yields the path and content of every generated file. The GraphQL files depend on the others. No database is needed. */
export async function* generateFiles(): AsyncGenerator<[path: string, content: string]> {
  for (const { path, generate } of generatedFiles)
    yield [path, await generate(existsSync(path) ? readFileSync(path, 'utf8') : '')];
  for (const { filename, content } of await graphqlFiles()) yield [relative('.', filename), content];
}

// `npm run codegen`. Not the command of GraphQL Code Generator, which would load a second copy of graphql.
if (import.meta.main) {
  for await (const [path, content] of generateFiles()) writeFileSync(path, content);
}
