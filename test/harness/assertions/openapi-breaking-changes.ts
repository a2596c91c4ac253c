interface Schema {
  $ref?: string;
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
}
interface Content {
  content?: { 'application/json'?: { schema?: Schema } };
}
interface Parameter {
  in: string;
  name: string;
  required?: boolean;
  schema?: Schema;
}
interface OperationObject {
  operationId: string;
  security?: Record<string, string[]>[];
  parameters?: Parameter[];
  requestBody?: Content;
  responses: Record<string, Content>;
}
interface Document {
  paths?: Record<string, Record<string, OperationObject>>;
  components?: { schemas?: Record<string, Schema> };
}

/**
 * Describes each change that may break a client written against `before`, once. Compares operations, not components, because a schema can
 * be named, inlined or rephrased without a change of meaning.
 */
export function breakingChanges(before: Document, after: Document): string[] {
  const changes = Object.entries(before.paths ?? {}).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, was]) => {
      const now = after.paths?.[path]?.[method];
      if (!now) return [`${was.operationId} is gone.`];
      return new Comparison(before, after).operation(was, now);
    }),
  );
  return [...new Set(changes)];
}

class Comparison {
  readonly #changes: string[] = [];
  readonly #before: Document;
  readonly #after: Document;
  /** Pairs that were compared or are being compared. */
  readonly #seen = new Set<string>();

  constructor(before: Document, after: Document) {
    this.#before = before;
    this.#after = after;
  }

  operation(was: OperationObject, now: OperationObject): string[] {
    const name = was.operationId;
    this.#scopes(name, was, now);
    this.#parameters(name, was.parameters ?? [], now.parameters ?? []);
    const [body, bodyNow] = [schemaOf(was.requestBody), schemaOf(now.requestBody)];
    if (body && bodyNow) this.#request(`${name} request`, body, bodyNow);
    if (!body && bodyNow) this.#say(`${name} now takes a body.`);
    for (const [status, response] of Object.entries(was.responses)) {
      const responseNow = now.responses[status];
      if (!responseNow) this.#say(`${name} no longer answers ${status}.`);
      else this.#response(`${name} ${status}`, schemaOf(response) ?? {}, schemaOf(responseNow) ?? {});
    }
    for (const status of Object.keys(now.responses))
      if (!(status in was.responses)) this.#say(`${name} now answers ${status}.`);
    return this.#changes;
  }

  /** Each entry of `security` is an alternative, and needs all of its scopes. What was sufficient must remain sufficient. */
  #scopes(name: string, was: OperationObject, now: OperationObject): void {
    const alternatives = ({ security = [{}] }: OperationObject) =>
      security.map((scheme) => Object.values(scheme).flat());
    for (const granted of alternatives(was)) {
      const lacking = alternatives(now).map((needed) => needed.filter((scope) => !granted.includes(scope)));
      const [fewest = []] = lacking.sort((one, other) => one.length - other.length);
      if (fewest.length > 0) this.#say(`${name} needs ${fewest.join(' and ')}.`);
    }
  }

  #say(change: string): void {
    this.#changes.push(change);
  }

  #parameters(name: string, was: Parameter[], now: Parameter[]): void {
    const keyOf = (parameter: Parameter) => `${parameter.in} ${parameter.name}`;
    for (const parameter of was) {
      const next = now.find((other) => keyOf(other) === keyOf(parameter));
      if (!next) this.#say(`${name}: ${keyOf(parameter)} is gone.`);
      else this.#request(`${name}: ${keyOf(parameter)}`, parameter.schema ?? {}, next.schema ?? {});
    }
    for (const parameter of now) {
      const wasRequired = was.find((other) => keyOf(other) === keyOf(parameter))?.required ?? false;
      if (parameter.required && !wasRequired) this.#say(`${name}: ${keyOf(parameter)} is now required.`);
    }
  }

  /** Requests must accept at least what they accepted before. */
  #request(label: string, before: Schema, after: Schema): void {
    const pair = this.#pair(label, before, after, 'request');
    if (!pair) return;
    const { name, was, now } = pair;
    const types = this.#types(now, this.#after);
    if (this.#types(was, this.#before).some((type) => !types.includes(type))) {
      this.#say(`${name} is now ${says(types)}, was ${says(this.#types(was, this.#before))}.`);
      return;
    }
    if (isNarrower(was, now)) this.#say(`${name} takes less than before.`);
    for (const [field, schema] of Object.entries(was.properties ?? {})) {
      const next = now.properties?.[field];
      if (next) this.#request(`${name}.${field}`, schema, next);
      else this.#say(`${name}.${field} is gone.`);
    }
    for (const field of now.required ?? [])
      if (!was.required?.includes(field)) this.#say(`${name}: ${field} is now required.`);
    if (was.items && now.items) this.#request(`${name}[]`, was.items, now.items);
  }

  /** Responses must contain nothing new except fields. */
  #response(label: string, before: Schema, after: Schema): void {
    const pair = this.#pair(label, before, after, 'response');
    if (!pair) return;
    const { name, was, now } = pair;
    const [kinds, kindsNow] = [this.#kinds(was, this.#before), this.#kinds(now, this.#after)];
    if (kinds.size > 0 && kindsNow.size > 0) {
      this.#kindsOf(name, kinds, kindsNow);
      return;
    }
    const types = this.#types(was, this.#before);
    if (this.#types(now, this.#after).some((type) => !types.includes(type))) {
      this.#say(`${name} is now ${says(this.#types(now, this.#after))}, was ${says(types)}.`);
      return;
    }
    if (isWider(was, now, this.#values(was, this.#before), this.#values(now, this.#after)))
      this.#say(`${name} may now be more than before.`);
    for (const [field, schema] of Object.entries(was.properties ?? {})) {
      const next = now.properties?.[field];
      if (!next) this.#say(`${name}.${field} is gone.`);
      else {
        this.#response(`${name}.${field}`, schema, next);
        if (was.required?.includes(field) && !now.required?.includes(field))
          this.#say(`${name}: ${field} may now be absent.`);
      }
    }
    if (was.items && now.items) this.#response(`${name}[]`, was.items, now.items);
  }

  #kindsOf(name: string, kinds: Map<string, Schema>, kindsNow: Map<string, Schema>): void {
    for (const [kind, schema] of kinds) {
      const next = kindsNow.get(kind);
      if (next) this.#response(`${name} ${kind}`, schema, next);
      else this.#say(`${name} is no longer ${kind}.`);
    }
    for (const kind of kindsNow.keys()) if (!kinds.has(kind)) this.#say(`${name} is now also ${kind}.`);
  }

  /**
   * Alternatives keyed by the value of their `type` field. One schema may list several types in an enumeration, or each type may have its
   * own component.
   */
  #kinds(schema: Schema, document: Document): Map<string, Schema> {
    const kinds = new Map<string, Schema>();
    for (const alternative of alternatives(schema, document)) {
      const type = alternative.properties?.type;
      const values = type?.const === undefined ? type?.enum : [type.const];
      if (!values) return new Map();
      for (const value of values) {
        const { type: _kind, ...properties } = alternative.properties!;
        kinds.set(String(value), { ...alternative, properties });
      }
    }
    return kinds;
  }

  #types(schema: Schema, document: Document): string[] {
    const types = alternatives(schema, document).flatMap(
      ({ type, ...rest }) => type ?? typeof valuesOf(rest)?.[0],
    );
    return [...new Set(types)].sort();
  }

  /** The values of a closed enumeration. */
  #values(schema: Schema, document: Document): unknown[] | undefined {
    const all = alternatives(schema, document).map(valuesOf);
    return all.every((values) => values !== undefined) ? all.flat() : undefined;
  }

  /**
   * Resolves references in both schemas. Uses the component's name if both have one, except for errors of responses, because several
   * operations share one. Returns undefined if the pair was compared before.
   */
  #pair(label: string, before: Schema, after: Schema, way: string) {
    const [was, now] = [resolve(before, this.#before), resolve(after, this.#after)];
    const name = ((isOfErrors(now) ? undefined : nameOf(after)) && nameOf(before)) ?? label;
    const key = `${way} ${name} ${JSON.stringify(was)} ${JSON.stringify(now)}`;
    if (this.#seen.has(key)) return undefined;
    this.#seen.add(key);
    return { name, was, now };
  }
}

const schemaOf = (content: Content | undefined) => content?.content?.['application/json']?.schema;

const nameOf = ({ $ref }: Schema) => $ref?.split('/').at(-1);

/** Returns true for an envelope `{ error }`, and for the union inside it. */
const isOfErrors = ({ oneOf, properties }: Schema) =>
  oneOf !== undefined || Object.keys(properties ?? {}).join() === 'error';

function resolve(schema: Schema, document: Document): Schema {
  const name = nameOf(schema);
  return name === undefined ? schema : resolve(document.components?.schemas?.[name] ?? {}, document);
}

/** The alternatives of a schema. A value must match one of them. */
function alternatives(schema: Schema, document: Document): Schema[] {
  const resolved = resolve(schema, document);
  const { anyOf, oneOf } = resolved;
  const all = anyOf ?? oneOf;
  return all ? all.flatMap((alternative) => alternatives(alternative, document)) : [resolved];
}

const valuesOf = ({ const: only, enum: values }: Schema) => (only === undefined ? values : [only]);

const says = (types: string[]) => types.join(' or ');

const below = (a: number | undefined, b: number | undefined) =>
  (a ?? Number.POSITIVE_INFINITY) < (b ?? Number.POSITIVE_INFINITY);
const above = (a: number | undefined, b: number | undefined) =>
  (a ?? Number.NEGATIVE_INFINITY) > (b ?? Number.NEGATIVE_INFINITY);

/** Returns true if fewer values are accepted: a smaller limit, or a new format. */
function isNarrower(was: Schema, now: Schema): boolean {
  const [values, valuesNow] = [valuesOf(was), valuesOf(now)];
  return (
    (['maxLength', 'maxItems', 'maximum'] as const).some((bound) => below(now[bound], was[bound])) ||
    (['minLength', 'minItems', 'minimum'] as const).some((bound) => above(now[bound], was[bound])) ||
    (['pattern', 'format'] as const).some((form) => now[form] !== undefined && now[form] !== was[form]) ||
    (valuesNow !== undefined && !(values ?? [undefined]).every((value) => valuesNow.includes(value)))
  );
}

/** Returns true if more values can be returned: a larger limit, a dropped format, or an enumeration that is no longer closed. */
function isWider(was: Schema, now: Schema, values?: unknown[], valuesNow?: unknown[]): boolean {
  return (
    (['maxLength', 'maxItems', 'maximum'] as const).some((bound) => below(was[bound], now[bound])) ||
    (['minLength', 'minItems', 'minimum'] as const).some((bound) => above(was[bound], now[bound])) ||
    (['pattern', 'format'] as const).some((form) => was[form] !== undefined && now[form] !== was[form]) ||
    (values !== undefined && !(valuesNow?.every((value) => values.includes(value)) ?? false))
  );
}
