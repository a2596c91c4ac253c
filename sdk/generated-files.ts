import openapiTS, { astToString, type OpenAPI3, type OpenAPITSOptions } from 'openapi-typescript';
import ts from 'typescript';
import { retryDefaults } from './src/retry.ts';

const header = '// generated, run npm run codegen';

interface Answer {
  content: { 'application/json': { examples?: Record<string, { value: unknown }> } };
}
interface Operation {
  method: string;
  path: string;
  operationId: string;
  responses: Record<string, Answer>;
}

/** The files of the package that `npm run codegen` writes, each from the OpenAPI document. */
export const sdkGeneratedFiles: {
  path: string;
  /** Answers the content, given the OpenAPI document and the present content. */
  generate: (document: object, present: string) => string | Promise<string>;
}[] = [
  { path: 'sdk/src/openapi.generated.ts', generate: openApiTypes },
  { path: 'sdk/src/documented-operations.generated.ts', generate: documentedOperations },
  { path: 'sdk/src/testing/documented-answers.generated.ts', generate: documentedAnswers },
  { path: 'sdk/README.md', generate: readme },
];

async function openApiTypes(document: object): Promise<string> {
  const options: OpenAPITSOptions = { defaultNonNullable: false, transform };
  return `${header}\n${astToString(await openapiTS(structuredClone(document) as OpenAPI3, options))}`;
}

/** What openapi-typescript would make looser than the document is. */
const transform: NonNullable<OpenAPITSOptions['transform']> = (schema, { path }) => {
  // A request takes a Date, too; an answer has the text as documented.
  if ((schema.format === 'date' || schema.format === 'date-time') && /\/\w+Request(\/|$)/.test(path ?? '')) {
    return ts.factory.createUnionTypeNode([
      ts.factory.createTypeReferenceNode('Date'),
      ts.factory.createKeywordTypeNode(ts.SyntaxKind.StringKeyword),
    ]);
  }
  // An open enumeration: `'MALE' | string` would be no more than string.
  const [known, open] = (schema as { anyOf?: { enum?: string[]; type?: string }[] }).anyOf ?? [];
  if (known?.enum && open?.type === 'string') {
    return ts.factory.createUnionTypeNode([
      ...known.enum.map((value) => ts.factory.createLiteralTypeNode(ts.factory.createStringLiteral(value))),
      ts.factory.createIntersectionTypeNode([
        ts.factory.createKeywordTypeNode(ts.SyntaxKind.StringKeyword),
        ts.factory.createTypeLiteralNode([]),
      ]),
    ]);
  }
  return undefined;
};

function operationsOf(document: object): Operation[] {
  const { paths } = document as { paths: Record<string, Record<string, Omit<Operation, 'method' | 'path'>>> };
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...operation,
      path,
      method: method.toUpperCase(),
    })),
  );
}

/** Every error of an operation, as the document's examples have it. */
function errorsOf({ responses }: Operation) {
  return Object.entries(responses)
    .filter(([status]) => Number(status) >= 400)
    .flatMap(([status, answer]) =>
      Object.entries(answer.content['application/json'].examples ?? {}).map(([type, { value }]) => ({
        type,
        status: Number(status),
        body: value,
      })),
    );
}

function documentedOperations(document: object): string {
  const operations = Object.fromEntries(
    operationsOf(document).map((operation) => [
      operation.operationId,
      {
        method: operation.method,
        path: operation.path,
        errors: errorsOf(operation).map(({ type }) => type),
      },
    ]),
  );
  return `${header}
import type { paths } from './openapi.generated.ts';
import type { OperationName, PartnerErrorType } from './operation.ts';

/** How each operation is called, and the codes that it may answer. */
export const documentedOperations: {
  [Operation in OperationName]: {
    method: string;
    path: keyof paths;
    errors: readonly PartnerErrorType<Operation>[];
  };
} = ${JSON.stringify(operations, null, 2)};
`;
}

function documentedAnswers(document: object): string {
  const answers = Object.fromEntries(
    operationsOf(document).map((operation) => [
      operation.operationId,
      {
        errors: Object.fromEntries(
          errorsOf(operation).map(({ type, status, body }) => [type, { status, body }]),
        ),
      },
    ]),
  );
  return `${header}
import type { Issue, OperationName, PartnerErrorType } from '../operation.ts';

/** The document's example of every error of each operation. */
export const documentedAnswers: {
  [Operation in OperationName]: {
    errors: Record<PartnerErrorType<Operation>, { status: number; body: { error: { type: string; message: string; issues?: Issue[] } } }>;
  };
} = ${JSON.stringify(answers, null, 2)};
`;
}

/** The README, with the tables of the codes, and which operation answers them, and of the limits. */
function readme(document: object, present: string): string {
  const operations = operationsOf(document);
  const answeredBy = new Map<string, { status: number; names: string[] }>();
  for (const operation of operations) {
    for (const { type, status } of errorsOf(operation)) {
      const entry = answeredBy.get(type) ?? { status, names: [] };
      entry.names.push(`\`${operation.operationId}\``);
      answeredBy.set(type, entry);
    }
  }
  const rows = [...answeredBy]
    .sort(([, a], [, b]) => a.status - b.status)
    .map(([type, { status, names }]) => `| ${status} | \`${type}\` | ${names.join(', ')} |`);
  const codes = ['| status | `type` | answered by |', '|---|---|---|', ...rows];
  const limits = Object.entries(retryDefaults).map(
    ([name, value]) =>
      `| \`${name}\` | ${limitMeanings[name as keyof typeof retryDefaults]} | ${grouped(value)} |`,
  );
  const withCodes = fill(present, 'codes', codes);
  return fill(withCodes, 'limits', ['| option | meaning | default |', '|---|---|---|', ...limits]);
}

const limitMeanings: Record<keyof typeof retryDefaults, string> = {
  maxAttempts: 'attempts at most, the first included',
  initialDelayMs:
    'wait before the second, which doubles with each; at random between half of it and all, on top of `Retry-After`',
  maxDelayMs: 'longest wait, also where `Retry-After` asks for more',
  attemptTimeoutMs: 'longest time for an attempt',
  timeoutMs: 'longest time for the call, waits included',
};

/** Thousands apart: `30 000`. */
const grouped = (value: number) => String(value).replace(/(?<=\d)(?=(\d{3})+$)/g, ' ');

/** Replaces what stands between `<!-- name: … -->` and `<!-- /name -->`. */
function fill(text: string, name: string, lines: string[]): string {
  const between = new RegExp(`(<!-- ${name}: [^>]*-->\\n)[\\s\\S]*?(<!-- /${name} -->)`);
  return text.replace(between, (_all, start, end) => `${start}\n${lines.join('\n')}\n\n${end}`);
}
