import { nameOf, type Parameter, type Schema } from './read-operations.ts';

/** Returns a TSDoc comment of paragraphs, in lines of at most 120 characters. */
export function comment(paragraphs: (string | undefined)[], indent = ''): string {
  const most = 120 - indent.length - ' * '.length;
  const lines = paragraphs
    .filter((paragraph) => paragraph !== undefined && paragraph !== '')
    .flatMap((paragraph, index) => [...(index === 0 ? [] : ['']), ...wrapped(paragraph!, most)])
    .map((line) => line.replaceAll('*/', '*\\/'));
  if (lines.length === 1) return `${indent}/** ${lines[0]} */\n`;
  return `${indent}/**\n${lines.map((line) => `${indent} * ${line}`.trimEnd()).join('\n')}\n${indent} */\n`;
}

const wrapped = (text: string, most: number): string[] =>
  text.split('\n').flatMap((line) => line.match(new RegExp(`\\S.{0,${most - 1}}(?= |$)|\\S+`, 'g')) ?? ['']);

/** Returns the type of a value in a request: dates as `Date` or text, and lists that the caller may have as constants. */
export function requestType(schema: Schema): string {
  const { $ref, anyOf, enum: values, type, format, items } = schema;
  if ($ref) return nameOf(schema);
  if (anyOf) return anyOf.map(requestType).join(' | ');
  if (schema.const !== undefined) return literal(schema.const);
  if (values) return values.map(literal).join(' | ');
  if (format === 'date' || format === 'date-time') return 'Date | string';
  if (type === 'array') return `readonly ${requestType(items!).replace(/^.* \| .*$/, '($&)')}[]`;
  return type === 'integer' ? 'number' : type!;
}

const literal = (value: unknown) => (typeof value === 'string' ? `'${value}'` : String(value));

/** Returns the lines of a request's fields, with their comments. */
export const requestFields = (schema: Schema, indent = '  '): string =>
  Object.entries(schema.properties ?? {})
    .map(([name, field]) =>
      fieldText(
        { name, in: 'body', required: schema.required?.includes(name) ?? false, schema: field },
        indent,
      ),
    )
    .join('');

/** An optional field may be undefined, also under `exactOptionalPropertyTypes`. */
export function fieldText({ name, required, schema }: Parameter, indent = '  '): string {
  const type = requestType(schema);
  return `${comment([describe(schema)], indent)}${indent}${name}${required ? `: ${type}` : `?: ${type} | undefined`};\n`;
}

/** The description of a value, with its limits and default. A nullable value has the description of its other type. */
export function describe(schema: Schema): string {
  const { description, minimum, maximum, minLength, maxLength, maxItems, anyOf } = schema;
  if (!description && anyOf) return describe(anyOf[0]!);
  const said = [
    minLength !== undefined && `${minLength} to ${maxLength} characters.`,
    description,
    maximum !== undefined && `From ${minimum} to ${maximum}.`,
    maxItems !== undefined && `At most ${maxItems} items.`,
    schema.default !== undefined && `Default: \`${JSON.stringify(schema.default)}\`.`,
    schema['x-sdk-note'],
  ];
  return said.filter(Boolean).join(' ');
}

export const firstParagraph = (description: string) => description.split('\n\n')[0]!;
