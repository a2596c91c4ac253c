import {
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  isInterfaceType,
  isObjectType,
  isUnionType,
  Kind,
  parse,
} from 'graphql';

/** A task of the playbook: a document with an introductory comment, and variables to fill in. */
export interface PlaybookTask {
  /** The file name without extension. */
  name: string;
  query: string;
  variables: string;
}

/** A question of the manual, and the operation that answers it. */
export interface PlaybookQuestion {
  question: string;
  task: string;
  operation: string;
}

/** The settings that the page passes to its script: the playbook, and where ids occur in responses. */
export interface GraphiqlSettings {
  tasks: {
    name: string;
    /** The readable name: `4 Why was it refused`. */
    title: string;
    query: string;
    variables: string;
    operations: { name: string; title: string }[];
  }[];
  /** Variables of the playbook that contain ids. Ids in one task's response are filled into the other tasks. */
  ids: string[];
  /** For each type, the fields that lead to another object type, with that type. */
  types: Record<string, Record<string, string>>;
}

export function graphiqlSettings(
  schema: GraphQLSchema,
  tasks: PlaybookTask[],
  questions: PlaybookQuestion[],
): GraphiqlSettings {
  const ids = new Set<string>();
  return {
    tasks: tasks.map(({ name, query, variables }) => {
      const operations = parse(query).definitions.filter(({ kind }) => kind === Kind.OPERATION_DEFINITION);
      return {
        name,
        title: titleOf(name),
        query,
        variables,
        operations: operations.map((definition) => {
          if (definition.kind !== Kind.OPERATION_DEFINITION || !definition.name)
            throw new Error(`An operation of ${name} has no name.`);
          for (const { variable } of definition.variableDefinitions ?? [])
            if (variable.name.value.endsWith('Id')) ids.add(variable.name.value);
          const operation = definition.name.value;
          const asked = questions.filter((asks) => asks.task === name && asks.operation === operation);
          return {
            name: operation,
            title: asked.map(({ question }) => question).join(' ') || wordsOf(operation),
          };
        }),
      };
    }),
    ids: [...ids],
    types: fieldTypes(schema),
  };
}

/** Turns `4-why-was-it-refused` into `4 Why was it refused`. */
function titleOf(name: string): string {
  const [number, ...words] = name.split('-');
  const text = words.join(' ');
  return `${number} ${text[0]!.toUpperCase()}${text.slice(1)}`;
}

/** Turns `ResendWebhookDelivery` into `Resend webhook delivery`. */
function wordsOf(operation: string): string {
  const text = operation
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replaceAll(/\b(?:api|i)\b/g, (word) => word.toUpperCase());
  return `${text[0]!.toUpperCase()}${text.slice(1)}`;
}

function fieldTypes(schema: GraphQLSchema): GraphiqlSettings['types'] {
  const types: GraphiqlSettings['types'] = {};
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || type.name.startsWith('__')) continue;
    const fields = Object.values(type.getFields()).flatMap((field): [string, string][] => {
      const led = ledTo(schema, getNamedType(field.type));
      return led === undefined ? [] : [[field.name, led]];
    });
    types[type.name] = Object.fromEntries(fields);
  }
  return types;
}

/** Returns the name of an object type. For a union, the one member that is not an error. */
function ledTo(schema: GraphQLSchema, type: GraphQLNamedType): string | undefined {
  if (isObjectType(type)) return type.name;
  if (!isUnionType(type)) return undefined;
  const rejection = schema.getType('ApiError');
  const members = type
    .getTypes()
    .filter((member) => !isInterfaceType(rejection) || !member.getInterfaces().includes(rejection));
  return members.length === 1 ? members[0]!.name : undefined;
}
