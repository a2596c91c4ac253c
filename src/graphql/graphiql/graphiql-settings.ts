import {
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  isInterfaceType,
  isObjectType,
  isUnionType,
} from 'graphql';
import type { PlaybookTask } from './read-playbook.ts';

/** The settings that the page passes to its script: the playbook, and where ids occur in responses. */
export interface GraphiqlSettings {
  tasks: {
    name: string;
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

export function graphiqlSettings(schema: GraphQLSchema, tasks: PlaybookTask[]): GraphiqlSettings {
  const ids = new Set<string>();
  return {
    tasks: tasks.map(({ name, title, query, variables, operations }) => ({
      name,
      title,
      query,
      variables,
      operations: operations.map((operation) => {
        for (const { variable } of operation.definition.variableDefinitions ?? [])
          if (variable.name.value.endsWith('Id')) ids.add(variable.name.value);
        return { name: operation.name, title: operation.title };
      }),
    })),
    ids: [...ids],
    types: fieldTypes(schema),
  };
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
