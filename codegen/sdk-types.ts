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
