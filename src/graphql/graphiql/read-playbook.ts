import { readdir, readFile } from 'node:fs/promises';
import {
  type FieldNode,
  type FragmentDefinitionNode,
  Kind,
  type OperationDefinitionNode,
  OperationTypeNode,
  parse,
  print,
  type SelectionNode,
  visit,
} from 'graphql';

/** A file of the playbook: operations for one subject. */
export interface PlaybookTask {
  /** The file name without extension. */
  name: string;
  /** The readable name: `4 Rejected requests`. */
  title: string;
  operations: PlaybookOperation[];
}

/** A question or a task: one operation of the playbook. */
export interface PlaybookOperation {
  name: string;
  /** The first paragraph of the comment above it: a question, or an instruction. */
  title: string;
  /** The rest of the comment. */
  note: string;
  isMutation: boolean;
  /** The operation alone, with the fragments that it uses. A mutation has no default values: it sends what was entered. */
  document: string;
  definition: OperationDefinitionNode;
}

/** Which questions and tasks a page about a record offers. */
export interface PlaybookRecord {
  /** The GraphQL type: `CourtBooking`. */
  type: string;
  /** What operators call it: `booking`. */
  name: string;
  /** The operation that shows the record. */
  shownBy: string;
  /** The variable that contains its id. */
  variable: string;
  /** The related record that identifies it, together with its id, and the variable named after it: `webhookEndpoint`. */
  of?: string;
  /** The operations that take the record, the most important first. */
  operations: RecordOperation[];
  /** The task that each row of a list offers. */
  rowTask?: string;
}

/** A question or a task that takes a record. */
export interface RecordOperation {
  name: string;
  /**
   * The values of fields with which a task fits the record, the only place that says so. A list contains one of the values of a
   * field that is a list; `*` is any value. `apiTokens.status` are those of the inner records.
   */
  when?: Record<string, unknown>;
  /** Whether it takes something away. It stands apart. */
  isDangerous?: boolean;
  /** The tasks that undo it, in their order. */
  undoneBy?: string | string[];
  /** The former values of the record that they restore; any if it is left out. */
  undoesFrom?: Record<string, unknown>;
  /** It changes fields of the record, and is undone with their former values, unless one was empty. The name is that of another task that sets them. */
  restores?: true | string;
  /** Whether the page of the record runs it and rolls it back, to say why it cannot be done. */
  isTried?: boolean;
  /** The task that often follows. */
  completedBy?: string;
  /** The field of the record that the form of a task proposes, by variable. It must be earlier than the present value. */
  proposes?: Record<string, string>;
}

/** A step of onboarding a partner. */
export interface PlaybookStep {
  /** The task. */
  operation: string;
  /** The type of the record that it creates, and that later steps take. An existing one can be chosen instead. */
  creates?: string;
  isOptional?: boolean;
}

const folder = new URL('playbook/', import.meta.url);
const read = (file: string) => readFile(new URL(file, folder), 'utf8');

/** Returns the tasks by number. */
export async function readPlaybook(): Promise<PlaybookTask[]> {
  const shared = parse(await read('fragments.graphql')).definitions as FragmentDefinitionNode[];
  // In their order, so that a fragment can use those that follow it.
  const withFragments = (text: string) =>
    shared.reduce(
      (all, node) => (all.includes(`...${node.name.value}`) ? `${all}\n${print(node)}\n` : all),
      text,
    );
  const files = (await readdir(folder))
    .filter((file) => /^\d.*\.graphql$/.test(file))
    .sort((one, other) => Number.parseInt(one, 10) - Number.parseInt(other, 10));
  return Promise.all(
    files.map(async (file) => {
      const text = await read(file);
      const name = file.replace('.graphql', '');
      return {
        name,
        title: titleOf(name),
        operations: operationsOf(text, withFragments),
      };
    }),
  );
}

/** Returns the kinds of records that have a page. */
export async function readRecords(): Promise<PlaybookRecord[]> {
  const records: (Omit<PlaybookRecord, 'operations'> & { operations: (string | RecordOperation)[] })[] =
    JSON.parse(await read('records.json'));
  return records.map((record) => ({
    ...record,
    operations: record.operations.map((each) => (typeof each === 'string' ? { name: each } : each)),
  }));
}

/** Returns the steps of onboarding a partner, in order. */
export async function readOnboarding(): Promise<PlaybookStep[]> {
  return JSON.parse(await read('onboarding.json'));
}

/** Turns `4-rejected-requests` into `4 Rejected requests`. */
function titleOf(name: string): string {
  const [number, ...words] = name.split('-');
  const text = words.join(' ');
  return `${number} ${text[0]!.toUpperCase()}${text.slice(1)}`;
}

function operationsOf(text: string, withFragments: (text: string) => string): PlaybookOperation[] {
  return parse(text)
    .definitions.filter((definition) => definition.kind === Kind.OPERATION_DEFINITION)
    .map((given) => {
      const definition = withPageEnds(given);
      const isMutation = definition.operation === OperationTypeNode.MUTATION;
      const variableDefinitions = definition.variableDefinitions?.map((variable) =>
        isMutation ? { ...variable, defaultValue: undefined } : variable,
      );
      const [title, ...note] = commentAbove(definition).split('\n\n');
      if (!definition.name || !title)
        throw new Error('An operation of the playbook has no name or no title.');
      return {
        name: definition.name.value,
        title: title.replaceAll('\n', ' '),
        note: note.join('\n\n').replaceAll('\n', ' '),
        isMutation,
        document: withFragments(`${print({ ...definition, description: undefined, variableDefinitions })}\n`),
        definition,
      };
    });
}

const [pageEnd] = (parse('{ pageInfo { hasNextPage endCursor } }').definitions[0] as OperationDefinitionNode)
  .selectionSet.selections;

/** Each list that is read page by page selects what its next page needs. */
const withPageEnds = (definition: OperationDefinitionNode): OperationDefinitionNode =>
  visit(definition, {
    Field: ({ arguments: args, selectionSet, ...field }): FieldNode | undefined =>
      args?.some(({ name }) => name.value === 'after') && selectionSet!.selections.some(isNodes)
        ? {
            ...field,
            arguments: args,
            selectionSet: { ...selectionSet!, selections: [...selectionSet!.selections, pageEnd!] },
          }
        : undefined,
  });

export const isNodes = (node: SelectionNode) => node.kind === Kind.FIELD && node.name.value === 'nodes';

/** Returns the comment that ends in the line above an operation. */
function commentAbove({ loc }: OperationDefinitionNode): string {
  const lines: string[] = [];
  let line = loc!.startToken.line;
  for (
    let token = loc!.startToken.prev;
    token?.kind === 'Comment' && token.line === line - 1;
    token = token.prev
  ) {
    lines.unshift(token.value.trim());
    line = token.line;
  }
  return lines.join('\n');
}
