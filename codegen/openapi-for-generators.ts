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
      const newer = references.filter((one) => !Object.values(mapping).includes(one));
      const replaced = new Map(newer.map((one) => [one, addVariant(propertyName, one, mapping, schemas)]));
      const variants = ((anyOf ?? oneOf) as { $ref: string }[]).map(({ $ref }) => ({
        $ref: replaced.get($ref) ?? $ref,
      }));
      const named = Object.fromEntries([...replaced].map(([one, variant]) => [nameOf(one), variant]));
      delete part.anyOf;
      delete part.oneOf;
      // Several generators compare a value with all variants of a `oneOf`, so it must not have one for any other value.
      Object.assign(part, {
        [newer.length > 0 ? 'anyOf' : 'oneOf']: variants,
        discriminator: { propertyName, mapping: { ...mapping, ...named } },
      });
      break;
    }
  }
  for (const value of Object.values(part)) addDiscriminators(value, schemas);
}

/**
 * Adds a component for values that are newer than the document, and returns its reference. Its discriminator makes it narrow: generated
 * TypeScript gives the field the name of the component instead of any text. It is a component, because a discriminator maps to nothing else.
 */
function addVariant(
  propertyName: string,
  $ref: string,
  mapping: Record<string, string>,
  schemas: Record<string, Part>,
): string {
  const title = `${nameOf($ref)}Variant`;
  schemas[title] = {
    title,
    oneOf: [{ $ref }],
    discriminator: { propertyName, mapping: { [nameOf($ref)]: $ref } },
    not: { properties: { [propertyName]: { enum: Object.keys(mapping) } } },
  };
  return $ref.replace(nameOf($ref), title);
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
