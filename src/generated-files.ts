import { envExample } from './console/help.ts';
import { variables } from './env.ts';
import { catalogue } from './errors.ts';
import { createOpenApiDocument } from './rest/openapi-document.ts';
import { documentedOperations } from './rest/operations.ts';

/** A file that `npm run codegen` keeps: `generate` answers its content, given the present one. */
export interface GeneratedFile {
  /** From the top of the project. */
  path: string;
  generate: (present: string) => string;
}

export const generatedFiles: GeneratedFile[] = [
  {
    path: 'src/rest/openapi.json',
    generate: () => `${JSON.stringify(createOpenApiDocument(), null, 2)}\n`,
  },
  { path: 'docs/partners/errors.md', generate: (present) => fill(present, 'errors', errorTable()) },
  { path: 'docs/running.md', generate: (present) => fill(present, 'configuration', configurationTable()) },
  { path: '.env.example', generate: envExample },
];

/** Replaces what stands between `<!-- name: … -->` and `<!-- /name -->`. */
function fill(text: string, name: string, content: string): string {
  const between = new RegExp(`(<!-- ${name}: [^>]*-->\\n)[\\s\\S]*?(<!-- /${name} -->)`);
  return text.replace(between, (_all, start, end) => `${start}\n${content}\n${end}`);
}

function configurationTable(): string {
  const rows = Object.entries(variables).map(
    ([name, { meaning, default: value }]) =>
      `| \`${name}\` | ${meaning} | ${value === undefined ? 'unset' : `\`${value}\``} |`,
  );
  return ['| variable | meaning | default |', '|---|---|---|', ...rows, ''].join('\n');
}

/** The catalogue as a table: the document's own first, in its order. */
function errorTable(): string {
  const all = documentedOperations();
  const partners = Object.entries(catalogue).filter(([, { origin }]) => origin !== 'operators');
  const rows = partners.map(([type, { status, condition, origin }]) => {
    const users = all.filter(({ errors }) => (errors as readonly string[]).includes(type));
    const where =
      origin === 'document' ? users.map(({ operationId }) => `\`${operationId}\``).join(', ') : 'every path';
    return `| ${status} | \`${type}\` | ${condition} | ${where} |`;
  });
  return ['| status | `error.type` | condition | answered by |', '|---|---|---|---|', ...rows, ''].join('\n');
}
