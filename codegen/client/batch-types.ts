import { type ClientOperation, nameOf, type Schema } from './read-operations.ts';
import { comment, fieldText, requestFields } from './type-text.ts';

type Schemas = Record<string, Schema>;

/** Returns the types of a batch, and the types of other operations that they use. */
export function batchTypes(operation: ClientOperation, all: ClientOperation[], schemas: Schemas) {
  const { types, id, actions } = operation.batch!;
  const names = Object.keys(actions);
  const request = schemas[operation.body!]!;
  const items = Object.entries(request.properties!.items!.items!.discriminator!.mapping).map(
    ([action, $ref]) => [action, schemas[nameOf({ $ref })]!] as const,
  );
  const results = schemas[operation.response]!;
  const uses: string[] = [];

  /** The fields of an item in addition to its action and id: the body of the single operation, if they are the same. */
  const itemFields = items.map(([action, item]) => {
    const { action: _, [id]: __, ...properties } = item.properties!;
    const body = all.find(({ name }) => name === actions[action]!.operationId)!.body;
    const isBody = body !== undefined && keysOf(properties) === keysOf(schemas[body]!.properties!);
    if (isBody) uses.push(body);
    const own = requestFields({ ...item, properties }, '      ');
    return `    ${action}: ${isBody ? body : own ? `{\n${own}    }` : 'unknown'};\n`;
  });

  const successes = names.map((action) => {
    const { outcomes } = actions[action]!;
    const byField = Map.groupBy(Object.keys(outcomes), (outcome) => outcomes[outcome]!);
    const variants = [...byField].map(([field, found]) => successText(field, found, results, schemas, uses));
    return `      ${action}: ${variants.join(' | ')};\n`;
  });

  const idField = { name: id, in: 'body', required: true, schema: items[0]![1].properties![id]! };
  const error = `${types}ItemsRefusedError`;
  const ofAction = `<Action extends ${types}Action = ${types}Action> = Action extends ${types}Action`;
  const ofActions = `<Actions extends readonly ${types}Action[] = readonly ${types}Action[]>`;
  const single = names.map((action) => `${action}: '${actions[action]!.operationId}'`).join('; ');
  const text = `/** The actions of an item of \`${operation.name}\`. */
export type ${types}Action = ${names.map((name) => `'${name}'`).join(' | ')};

${comment(items.map(([action, { description }]) => `\`${action}\`: ${description}`))}export type ${types}Item${ofAction}
  ? {
      /** The action. */
      action: Action;
${fieldText(idField, '      ')}    } & {
${itemFields.join('')}    }[Action]
  : never;

${comment([request.description])}export interface ${types}Request${ofActions} {
${requestFields({ ...request, properties: { atomic: request.properties!.atomic! } })}${comment([request.properties!.items!.description], '  ')}  items: readonly [...{ [Index in keyof Actions]: ${types}Item<Actions[Index]> }];
}

/** The fields of every result of an item. */
export interface ${types}ResultOf<Action> {
  /** The item's action. */
  readonly action: Action;
  /** The item's id. */
  readonly ${id}: string;
  /** The status that a separate call would have returned. */
  readonly status: number;
}

type ${types}Errors = Extract<Schemas['${operation.response}']['results'][number], { error: unknown }>['error'];

/** A rejected item. */
export type ${types}Refusal${ofAction}
  ? ${types}ResultOf<Action> & {
      /** Distinguishes it from a success. */
      readonly ok: false;
      /** The item was rejected. */
      readonly outcome: 'refused';
      /** A documented error of the action. */
      readonly error: Extract<${types}Errors, { type: PartnerErrorType<{ ${single} }[Action]> }>;
      /** True if the same item may be sent again unchanged. */
      readonly retryable: boolean;
    }
  : never;

/** A successful item. */
export type ${types}Success${ofAction}
  ? ${types}ResultOf<Action> & {
      /** Distinguishes it from a rejection. */
      readonly ok: true;
    } & {
${successes.join('')}    }[Action]
  : never;

/** The result of an item. \`ok\` distinguishes success from rejection; \`outcome\` says what was done, or \`refused\`. */
export type ${types}Result<Action extends ${types}Action = ${types}Action> = ${types}Success<Action> | ${types}Refusal<Action>;

/** The result of \`${operation.name}\`. */
export interface ${types}Outcome${ofActions} {
  /** The number of items by outcome. */
  readonly summary: Schemas['${operation.response}']['summary'];
  /** The result of each item, in the order of the items. */
  readonly results: { readonly [Index in keyof Actions]: ${types}Result<Actions[Index]> };
  /** Returns the results if all items succeeded. Throws a {@link ${error}} with all rejected items if there are any. */
  readonly throwOnRefused: () => { readonly [Index in keyof Actions]: ${types}Success<Actions[Index]> };
}

/** Thrown by \`throwOnRefused()\` if items were rejected. All other items were carried out. */
export interface ${error} extends PartnerErrorOf<'batch_items_refused'> {
  /** The rejected items, in the order of the items. */
  readonly refused: readonly ${types}Refusal[];
}

/** The class of the error that \`throwOnRefused()\` throws. */
export const ${error} =
  class extends (PartnerError as object as typeof Error) {} as object as ErrorClass<${error}>;
`;
  return { text, uses };
}

/** The outcomes that have the same further field, as one object. `field` ends in `?` if it may be absent. */
function successText(
  field: string | null,
  outcomes: string[],
  { properties }: Schema,
  schemas: Schemas,
  uses: string[],
): string {
  const counts = properties!.summary!.properties!;
  const said = outcomes.map((outcome) => `\`${outcome}\`: ${counts[outcome]!.description}`);
  const outcome = `${comment([said.join(' ')], '        ')}        readonly outcome: ${outcomes.map((name) => `'${name}'`).join(' | ')};\n`;
  if (field === null) return `{\n${outcome}      }`;
  const name = field.replace('?', '');
  const { mapping } = properties!.results!.items!.discriminator!;
  const type = nameOf(schemas[nameOf({ $ref: mapping[outcomes[0]!]! })]!.properties![name]!);
  uses.push(type);
  const isAbsent = field !== name && 'Absent with `minimal`.';
  const shown = comment([[schemas[type]!.description, isAbsent].filter(Boolean).join(' ')], '        ');
  return `{\n${outcome}${shown}        readonly ${field}: ${type};\n      }`;
}

const keysOf = (fields: object) => Object.keys(fields).sort().join();
