interface Schema {
  type?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  enum?: string[];
  maxLength?: number;
  maxItems?: number;
}
interface OperationObject {
  operationId: string;
  responses: Record<string, unknown>;
}
interface Document {
  paths?: Record<string, Record<string, OperationObject>>;
  components?: { schemas?: Record<string, Schema> };
}

/** What a client that was written against `before` may not survive in `after`, in words. */
export function breakingChanges(before: Document, after: Document): string[] {
  return [...operationChanges(before, after), ...schemaChanges(before, after)];
}

function operationChanges(before: Document, after: Document): string[] {
  const changes: string[] = [];
  for (const [path, methods] of Object.entries(before.paths ?? {})) {
    for (const [method, { operationId, responses }] of Object.entries(methods)) {
      const now = after.paths?.[path]?.[method];
      if (!now) changes.push(`${operationId} is gone.`);
      else {
        for (const status of Object.keys(responses)) {
          if (!(status in now.responses)) changes.push(`${operationId} no longer answers ${status}.`);
        }
        for (const status of Object.keys(now.responses)) {
          if (!(status in responses)) changes.push(`${operationId} now answers ${status}.`);
        }
      }
    }
  }
  return changes;
}

function schemaChanges(before: Document, after: Document): string[] {
  const changes: string[] = [];
  for (const [name, was] of Object.entries(before.components?.schemas ?? {})) {
    const now = after.components?.schemas?.[name];
    if (!now) {
      changes.push(`${name} is gone.`);
      continue;
    }
    const isRequest = name.endsWith('Request');
    for (const [field, schema] of Object.entries(was.properties ?? {})) {
      const next = now.properties?.[field];
      if (!next) changes.push(`${name}.${field} is gone.`);
      else if (next.type !== schema.type)
        changes.push(`${name}.${field} is now ${next.type}, was ${schema.type}.`);
      else if (isRequest && isNarrower(schema, next))
        changes.push(`${name}.${field} takes less than before.`);
    }
    const [required, requiredBefore] = [new Set(now.required), new Set(was.required)];
    if (isRequest) {
      for (const field of required) {
        if (!requiredBefore.has(field)) changes.push(`${name}: ${field} is now required.`);
      }
    } else {
      for (const field of requiredBefore) {
        if (!required.has(field) && now.properties?.[field])
          changes.push(`${name}: ${field} may now be absent.`);
      }
    }
  }
  return changes;
}

function isNarrower(was: Schema, now: Schema): boolean {
  const less = (a?: number, b?: number) => (b ?? Number.POSITIVE_INFINITY) < (a ?? Number.POSITIVE_INFINITY);
  return less(was.maxLength, now.maxLength) || less(was.maxItems, now.maxItems);
}
