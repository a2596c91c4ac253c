import { renderInline, scrolledTable } from '../guides/render-markdown.ts';
import { type Html, html, joined } from '../html.ts';
import { nameOf, type OpenApi, type Parameter, type Schema, variantsOf } from './openapi.ts';

interface Field {
  name: string;
  schema: Schema;
  isRequired: boolean;
}

/** Renders tables of fields, and collects the objects that they refer to. Each of these needs a section. */
export class FieldTables {
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

  ofParameters(about: string, parameters: Parameter[]): Html {
    return this.#table(
      about,
      parameters.map(({ name, required = false, description, schema }) => ({
        name,
        isRequired: required,
        schema: { ...schema, ...(description === undefined ? {} : { description }) },
      })),
    );
  }

  /** The fields of an object, and below each the fields of nested objects. */
  ofObject(about: string, schema: Schema): Html {
    return this.#table(about, this.#fields(this.resolve(schema), '', true));
  }

  /** The fields of an object with its own section. Nested objects are links. */
  ofSection(about: string, schema: Schema): Html {
    return this.#table(about, this.#fields(schema, '', false));
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

  #table(about: string, fields: Field[]): Html {
    const rows = fields.map(({ name, schema, isRequired }) => {
      const limits = limitsOf(schema);
      const texts = [schema.description ?? '', limits].filter(Boolean);
      return html`<tr><td><code>${name}</code>${!isRequired && html` <span class="optional">optional</span>`}</td><td>${this.type(schema)}</td><td>${joined(texts.map(renderInline), ' ')}</td></tr>`;
    });
    return scrolledTable(about, ['Field', 'Type', 'Meaning'], rows);
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
