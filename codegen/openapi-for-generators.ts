type Part = { [key: string]: unknown };

interface Document {
  components: { schemas: Record<string, Part> };
}

/**
 * Adds what client generators need in addition to the schemas: titles that equal component names, and discriminators of unions. Replaces
 * `default` with text, because openapi-typescript would make such request fields required.
 */
export function forGenerators(document: Record<string, unknown>): Record<string, unknown> {
  const { schemas } = (document as unknown as Document).components;
  for (const [name, schema] of Object.entries(schemas)) {
    schemas[name] = { title: name, ...schema };
    describeDefaults(schemas[name]);
  }
  addDiscriminators(document, schemas);
  return document;
}

function describeDefaults(part: unknown): void {
  if (!isPart(part)) return;
  if ('default' in part) {
    const unsaid = `Default: \`${JSON.stringify(part.default)}\`.`;
    part.description = [part.description, unsaid].filter(Boolean).join(' ');
    delete part.default;
  }
  for (const value of Object.values(part)) describeDefaults(value);
}

/** Adds a discriminator to each union whose components differ in one of these fields. */
function addDiscriminators(part: unknown, schemas: Record<string, Part>): void {
  if (!isPart(part)) return;
  const references = ((part.anyOf ?? part.oneOf) as Part[] | undefined)?.map(({ $ref }) => $ref as string);
  if (references && references.length > 1 && references.every(Boolean)) {
    const { anyOf, oneOf } = part;
    for (const propertyName of ['type', 'outcome', 'action']) {
      const mapping = mappingOf(propertyName, references, schemas);
      if (!mapping) continue;
      const variants = (anyOf ?? oneOf) as Part[];
      const isMapped = ({ $ref }: Part) => Object.values(mapping).includes($ref as string);
      const told = { oneOf: variants.filter(isMapped), discriminator: { propertyName, mapping } };
      const newer = references.filter(($ref) => !isMapped({ $ref }));
      delete part.anyOf;
      delete part.oneOf;
      // A discriminator must list all of its variants, so variants for newer values stay outside.
      const others = newer.map(($ref) => newerVariant(propertyName, $ref, mapping));
      Object.assign(part, others.length > 0 ? { anyOf: [told, ...others] } : told);
      break;
    }
  }
  for (const value of Object.values(part)) addDiscriminators(value, schemas);
}

/**
 * A variant for values that are newer than the document. Its discriminator makes it narrow: generated TypeScript gives its field the name
 * of the component instead of any text. OpenAPI implies that value for each component that no value maps to.
 */
function newerVariant(propertyName: string, $ref: string, mapping: Record<string, string>): Part {
  return {
    oneOf: [{ $ref }],
    discriminator: { propertyName, mapping: { [nameOf($ref)]: $ref } },
    not: { properties: { [propertyName]: { enum: Object.keys(mapping) } } },
  };
}

const nameOf = (reference: string) => reference.split('/').at(-1)!;

/**
 * Maps each value of the field to its component. Returns undefined if the field does not identify the component. A component for values
 * that are newer than the document accepts any value, and is not in the map.
 */
function mappingOf(
  propertyName: string,
  references: string[],
  schemas: Record<string, Part>,
): Record<string, string> | undefined {
  const mapping: Record<string, string> = {};
  for (const reference of references) {
    const { properties } = schemas[nameOf(reference)] as { properties?: Record<string, Part> };
    const field = properties?.[propertyName];
    if (!field) return undefined;
    for (const value of 'const' in field ? [field.const] : ((field.enum as unknown[]) ?? [])) {
      if (mapping[String(value)]) return undefined;
      mapping[String(value)] = reference;
    }
  }
  return mapping;
}

const isPart = (part: unknown): part is Part => typeof part === 'object' && part !== null;
