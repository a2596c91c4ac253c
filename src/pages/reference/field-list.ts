import { renderInline } from '../guides/render-markdown.ts';
import { type Html, html, joined } from '../html.ts';
import { nameOf, type OpenApi, type Parameter, type Schema, variantsOf } from './openapi.ts';

interface Field {
  name: string;
  schema: Schema;
  isRequired: boolean;
}

/** Terms with their meanings. A reader can link to a row with an id. */
export const termList = (rows: { id?: string; term: Html; meaning: Html }[]): Html =>
  html`<dl class="fields">
${rows.map(({ id, term, meaning }) => html`<dt${id && html` id="${id}"`}>${term}</dt><dd>${meaning}</dd>\n`)}</dl>\n`;

/** Renders the fields of a page, and collects the objects that they refer to. Each of these needs a section of the page. */
export class FieldLists {
  readonly #schemas: Record<string, Schema>;
  /** By name, in the order of the first reference. */
  readonly referred = new Set<string>();

  constructor({ components }: OpenApi) {
    this.#schemas = components.schemas;
  }

  schema(name: string): Schema {
    return this.#schemas[name]!;
  }

  /** Resolves a reference. */
  resolve(schema: Schema): Schema {
    const name = nameOf(schema);
    return name === undefined ? schema : this.schema(name);
  }

  ofParameters(parameters: Parameter[]): Html {
    return this.#list(
      parameters.map(({ name, required = false, description, schema }) => ({
        name,
        isRequired: required,
        schema: { ...schema, ...(description === undefined ? {} : { description }) },
      })),
    );
  }

  /** The fields of an object, and below each the fields of nested objects. */
  ofObject(schema: Schema): Html {
    return this.#list(this.#fields(this.resolve(schema), '', true));
  }

  /** Variants that differ only in `type` and `data`: the shared fields, then each variant. */
  ofVariants(variants: Schema[]): Html {
    const all = variants.map((variant) => this.resolve(variant));
    const shared = { ...all[0]!, properties: { ...all[0]!.properties } };
    shared.properties.type = { type: 'string', description: 'One of the types below.' };
    shared.properties.data = { type: 'object', description: 'Depends on the type.' };
    const rows = all.map(({ properties = {}, description = '' }) => {
      const { const: type = 'any other' } = properties.type ?? {};
      const data = html`<span class="type">data: ${this.type(properties.data ?? {})}</span>`;
      return { term: html`<code>${String(type)}</code> ${data}`, meaning: renderInline(description) };
    });
    return html`<p>All types have these fields:</p>\n${this.ofObject(shared)}<p>Types:</p>\n${termList(rows)}`;
  }

  /** The fields of an object with its own section. Nested objects are links. */
  ofSection(schema: Schema): Html {
    return this.#list(this.#fields(schema, '', false));
  }

  /** Describes a type, with links to objects. */
  type(schema: Schema): Html | string {
    const name = nameOf(schema);
    const variants = variantsOf(this.resolve(schema));
    if (variants) return this.#oneOf(variants);
    if (name !== undefined) return this.link(name);
    if (schema.const !== undefined) return literal(schema.const);
    if (schema.enum) return joined(schema.enum.map(literal));
    if (schema.type === 'array') return html`array of ${this.type(schema.items ?? {})}`;
    return schema.format ?? schema.type ?? 'any';
  }

  link(name: string): Html {
    this.referred.add(name);
    return html`<a href="#${name}">${name}</a>`;
  }

  #oneOf(variants: Schema[]): Html {
    const [known, open] = variants;
    // An enumeration that can grow: known values, or any other text.
    if (variants.length === 2 && known!.enum && open!.type === 'string')
      return html`${this.type(known!)}, or newer`;
    return joined(
      variants.map((variant) => this.type(variant)),
      ' or ',
    );
  }

  #fields(schema: Schema, before: string, isInline: boolean): Field[] {
    return Object.entries(schema.properties ?? {}).flatMap(([name, property]) => {
      const own = {
        name: before + name,
        schema: property,
        isRequired: schema.required?.includes(name) ?? false,
      };
      const isArray = property.type === 'array';
      const inside = isArray ? (property.items ?? {}) : property;
      if (!isInline && nameOf(inside) !== undefined) return [own];
      const resolved = this.resolve(inside);
      if (!resolved.properties) return [own];
      const shown = { ...property, ...(isArray ? { items: { type: 'object' } } : { type: 'object' }) };
      delete shown.$ref;
      const description = property.description ?? resolved.description;
      return [
        { ...own, schema: description === undefined ? shown : { ...shown, description } },
        ...this.#fields(resolved, `${before}${name}${isArray ? '[]' : ''}.`, isInline),
      ];
    });
  }

  #list(fields: Field[]): Html {
    const rows = fields.map(({ name, schema, isRequired }) => {
      const type = html`<span class="type">${this.type(schema)}${!isRequired && ', optional'}</span>`;
      const texts = [schema.description ?? '', limitsOf(schema)].filter(Boolean);
      return { term: html`<code>${name}</code> ${type}`, meaning: joined(texts.map(renderInline), ' ') };
    });
    return termList(rows);
  }
}

const literal = (value: unknown) => html`<code>${String(value)}</code>`;

/** Describes the limits of a value. */
function limitsOf(schema: Schema): string {
  const { minLength, maxLength, minItems, maxItems, minimum, maximum } = schema;
  const range = (unit: string, least?: number, most?: number) => {
    if (least === undefined && most === undefined) return '';
    if (most === undefined || most >= Number.MAX_SAFE_INTEGER) return `At least ${least}${unit}.`;
    return least === undefined ? `At most ${most}${unit}.` : `${least} to ${most}${unit}.`;
  };
  const isEmpty = Array.isArray(schema.default) && schema.default.length === 0;
  return [
    range(' characters', minLength, maxLength),
    range(' entries', minItems, maxItems),
    range('', minimum, maximum),
    schema.default === undefined || isEmpty ? '' : `Default: \`${String(schema.default)}\`.`,
  ]
    .filter(Boolean)
    .join(' ');
}
