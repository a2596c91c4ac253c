import openapiTS, { astToString, type OpenAPI3, type OpenAPITSOptions } from 'openapi-typescript';
import ts from 'typescript';
import { createOpenApiDocument } from './openapi-document.ts';

/** The SDK's `openapi.generated.ts`: the OpenAPI document as types. */
export async function openApiTypes(): Promise<string> {
  const document = createOpenApiDocument() as unknown as OpenAPI3;
  const types = await openapiTS(document, { defaultNonNullable: false, transform });
  return `// generated, run npm run codegen\n${astToString(types)}`;
}

/** What openapi-typescript would make looser than the document is. */
const transform: NonNullable<OpenAPITSOptions['transform']> = (schema, { path }) => {
  // A request takes a Date, too; an answer has the text as documented.
  if (
    (schema.format === 'date' || schema.format === 'date-time') &&
    /\/(\w+Request|BatchUpsert|BatchCancellation)(\/|$)/.test(path ?? '')
  ) {
    return ts.factory.createUnionTypeNode([
      ts.factory.createTypeReferenceNode('Date'),
      ts.factory.createKeywordTypeNode(ts.SyntaxKind.StringKeyword),
    ]);
  }
  // Narrowing by `type` would keep it beside each of the known ones if it were any string, which a template is not.
  if (path?.endsWith('/OtherChange/type'))
    return typeOf(`\`\${string}.\${string}\` & { readonly "newer than this package": true }`);
  if (path?.endsWith('/OtherChange/data')) return typeOf('unknown');
  const open = openEnumeration(schema);
  if (open) return open;
  const { items } = schema as { items?: object };
  const openItem = items && openEnumeration(items);
  return openItem && ts.factory.createArrayTypeNode(openItem);
};

/** An open enumeration: `'MALE' | string` would be no more than string. Undefined where it is none. */
function openEnumeration(schema: object): ts.TypeNode | undefined {
  const [known, open] = (schema as { anyOf?: { enum?: string[]; type?: string }[] }).anyOf ?? [];
  if (!known?.enum || open?.type !== 'string') return undefined;
  return typeOf([...known.enum.map((value) => JSON.stringify(value)), '(string & {})'].join(' | '));
}

/** A type as it is written. */
function typeOf(text: string): ts.TypeNode {
  const { statements } = ts.createSourceFile('type.ts', `type It = ${text};`, ts.ScriptTarget.Latest);
  return (statements[0] as ts.TypeAliasDeclaration).type;
}
