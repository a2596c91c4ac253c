import openapiTS, { astToString, type OpenAPI3, type OpenAPITSOptions } from 'openapi-typescript';
import ts from 'typescript';
import { createOpenApiDocument } from './openapi-document.ts';
import { isOfRequest } from './request-shape.ts';

/** Returns the SDK's `openapi.generated.ts`, with the types of the OpenAPI document. */
export async function openApiTypes(): Promise<string> {
  const document = createOpenApiDocument() as unknown as OpenAPI3;
  const types = await openapiTS(document, { defaultNonNullable: false, transform, postTransform });
  return `// generated, run npm run codegen\n${astToString(types)}`;
}

/** Replaces types that openapi-typescript would make looser than the document. */
const transform: NonNullable<OpenAPITSOptions['transform']> = (schema, { path }) => {
  // Requests also accept a Date. Responses have the documented text.
  if (
    (schema.format === 'date' || schema.format === 'date-time') &&
    (path ?? '').split('/').some(isOfRequest)
  ) {
    return ts.factory.createUnionTypeNode([
      ts.factory.createTypeReferenceNode('Date'),
      ts.factory.createKeywordTypeNode(ts.SyntaxKind.StringKeyword),
    ]);
  }
  if (path?.endsWith('/OtherChange/data')) return typeOf('unknown');
  const open = openEnumeration(schema);
  if (open) return open;
  const { items } = schema as { items?: object };
  const openItem = items && openEnumeration(items);
  return openItem && ts.factory.createArrayTypeNode(openItem);
};

/** Replaces a type that openapi-typescript takes from a discriminator, which `transform` does not receive. */
const postTransform: NonNullable<OpenAPITSOptions['postTransform']> = (_type, { path }) =>
  // The type says what the service sends, and narrowing by `type` still removes this variant.
  path?.endsWith('/OtherChange/type')
    ? typeOf(`\`\${string}.\${string}\` & { readonly "newer than this package": true }`)
    : undefined;

/** Returns the type of an open enumeration, or undefined for other schemas. TypeScript would reduce `'MALE' | string` to `string`. */
function openEnumeration(schema: object): ts.TypeNode | undefined {
  const [known, open] = (schema as { anyOf?: { enum?: string[]; type?: string }[] }).anyOf ?? [];
  if (!known?.enum || open?.type !== 'string') return undefined;
  return typeOf([...known.enum.map((value) => JSON.stringify(value)), '(string & {})'].join(' | '));
}

function typeOf(text: string): ts.TypeNode {
  const { statements } = ts.createSourceFile('type.ts', `type It = ${text};`, ts.ScriptTarget.Latest);
  return (statements[0] as ts.TypeAliasDeclaration).type;
}
