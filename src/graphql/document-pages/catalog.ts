import {
  type FragmentDefinitionNode,
  type GraphQLInputType,
  type GraphQLSchema,
  getNamedType,
  isNonNullType,
  Kind,
  TypeInfo,
  typeFromAST,
  type ValueNode,
  valueFromASTUntyped,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import { operatorsService } from '../../db/entities/external-service.ts';
import { capitalized, inPlainWords, labelOf } from '../../pages/operators/words.ts';
import type {
  PlaybookOperation,
  PlaybookRecord,
  PlaybookStep,
  PlaybookTask,
  RecordOperation,
} from '../graphiql/read-playbook.ts';
import { columnsOf } from './columns.ts';
import { documentToRun, fragmentsIn } from './document-to-run.ts';

/** A variable of a document, as a field of a form. */
export interface PageVariable {
  name: string;
  /** `otherUserId` is the other user, next to `userId`. */
  label: string;
  type: GraphQLInputType;
  isRequired: boolean;
  /** From the document. */
  defaultValue: unknown;
  /** The kind of record that an id belongs to. */
  record: PlaybookRecord | undefined;
  /** The argument, or the field of the input, that it sets. */
  field: string | undefined;
  /** From the schema. */
  description: string;
}

/** A question or a task of the playbook as a page. */
export interface DocumentPage extends PlaybookOperation {
  path: string;
  variables: PageVariable[];
  /** The variables that continue a list, such as `after` and `afterOperator`. They are no fields of the form. */
  cursors: string[];
  /** The mutation that a task runs. */
  mutation: string | undefined;
  /** The dry run of the mutation returns a token that confirms it. */
  hasDryRun: boolean;
  /** It changes a booking that is over only after a separate confirmation. */
  confirmsPast: boolean;
  /** The document with `__typename` wherever the type of an object can vary, and with one more row of each list than is shown. */
  typedDocument: string;
  fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  /** The columns that its list can have: first those of the document. Empty if the page does not show one list. */
  columns: string[];
}

/** The pages of the playbook. */
export interface Catalog {
  schema: GraphQLSchema;
  pages: ReadonlyMap<string, DocumentPage>;
  groups: { title: string; pages: DocumentPage[] }[];
  /** By GraphQL type. */
  records: ReadonlyMap<string, RecordPages>;
  /** The steps of onboarding a partner. */
  onboarding: OnboardingStep[];
}

export interface OnboardingStep {
  page: DocumentPage;
  /** The kind of record that it creates. */
  record: RecordPages | undefined;
  isOptional: boolean;
}

/** A question or a task that takes a record, as a page. */
export type RelatedPage = RecordOperation & { page: DocumentPage };

/** A kind of record, with its page and the questions and tasks that take it. */
export interface RecordPages extends PlaybookRecord {
  page: DocumentPage;
  related: RelatedPage[];
  rowTaskPage: DocumentPage | undefined;
}

export const confirmToken = 'confirmToken';

/** The box that confirms a task about a booking that is over. */
export const changesPast = 'changesPast';

/** Turns the playbook into pages. The name of a page is that of its operation: `/operators/request-by-id`. */
export function createCatalog(
  schema: GraphQLSchema,
  playbook: PlaybookTask[],
  records: PlaybookRecord[],
  onboarding: PlaybookStep[],
): Catalog {
  const groups = playbook.map(({ title, operations }) => ({
    title: title.replace(/^\d+ /, ''),
    pages: operations.map((operation) => toPage(schema, operation, records)),
  }));
  const all = groups.flatMap((group) => group.pages);
  const named = new Map(all.map((page) => [page.name, page]));
  const recordPages = new Map(
    records.map((record) => [
      record.type,
      {
        ...record,
        page: named.get(record.shownBy)!,
        related: record.operations.map((each) => ({ ...each, page: named.get(each.name)! })),
        rowTaskPage: record.rowTask === undefined ? undefined : named.get(record.rowTask)!,
      },
    ]),
  );
  return {
    schema,
    pages: new Map(all.map((page) => [page.path, page])),
    groups,
    records: recordPages,
    onboarding: onboarding.map(({ operation, creates, isOptional = false }) => ({
      page: named.get(operation)!,
      record: creates === undefined ? undefined : recordPages.get(creates)!,
      isOptional,
    })),
  };
}

/** The page of an operation: `RequestById` is at `/operators/request-by-id`. */
const pathOfOperation = (name: string) =>
  `/operators/${name.replaceAll(/(?!^)([A-Z])/g, '-$1').toLowerCase()}`;

/** The address of the page of a record, or of a task about it. Undefined if the value does not identify one. */
export function recordAddress(
  catalog: Catalog,
  type: string,
  value: Record<string, unknown>,
  page = catalog.records.get(type)?.page,
): string | undefined {
  const record = catalog.records.get(type);
  if (!record || !page || typeof value.id !== 'string') return undefined;
  // The owner of blocks is no partner: no task takes it.
  if (value.id === operatorsService.id) return undefined;
  const { variable, of } = record;
  const outer = of === undefined ? {} : { [`${of}Id`]: (value[of] as { id?: string } | undefined)?.id };
  const ids = { [variable]: value.id, ...outer };
  if (Object.values(ids).includes(undefined)) return undefined;
  return `${page.path}?${new URLSearchParams(ids as Record<string, string>)}`;
}

/** Whether a task fits the state of a record. */
export const fits = (value: Record<string, unknown>, when: RecordOperation['when'] = {}): boolean =>
  Object.entries(when).every(([field, wanted]) => {
    if (!Array.isArray(wanted)) return value[field] === wanted;
    const values = field
      .split('.')
      .reduce<unknown[]>(
        (some, key) => some.flatMap((each) => (each as Record<string, unknown>)[key] ?? []),
        [value],
      );
    return wanted.includes('*') ? values.length > 0 : values.some((each) => wanted.includes(each));
  });

function toPage(
  schema: GraphQLSchema,
  operation: PlaybookOperation,
  records: PlaybookRecord[],
): DocumentPage {
  const { definition, isMutation } = operation;
  const uses = usesOfVariables(schema, operation);
  const given = (definition.variableDefinitions ?? []).map(
    ({ variable, type: typeNode, defaultValue }): PageVariable => {
      const name = variable.name.value;
      const type = typeFromAST(schema, typeNode) as GraphQLInputType;
      const record = recordOfInput(records, name, type);
      return {
        name,
        label:
          record?.variable === name ? capitalized(record.name) : labelOf(record ? name.slice(0, -2) : name),
        type,
        isRequired: isNonNullType(type),
        defaultValue: defaultValue && valueFromASTUntyped(defaultValue),
        record,
        field: uses.get(name)?.field,
        description: inPlainWords(uses.get(name)?.description ?? ''),
      };
    },
  );
  const { cursors = [], variables = [] } = Object.groupBy(given, ({ name }) =>
    isCursor(name) ? 'cursors' : 'variables',
  );
  const [field] = definition.selectionSet.selections;
  const fragments = fragmentsIn(operation.document);
  return {
    ...operation,
    path: pathOfOperation(operation.name),
    variables: variables.filter(({ name }) => name !== confirmToken && name !== changesPast),
    cursors: cursors.map(({ name }) => name),
    mutation: isMutation && field?.kind === Kind.FIELD ? field.name.value : undefined,
    hasDryRun: variables.some(({ name }) => name === confirmToken),
    confirmsPast: variables.some(({ name }) => name === changesPast),
    typedDocument: documentToRun(schema, operation.document),
    fragments,
    columns: columnsOf(schema, operation, fragments),
  };
}

/** The kind of record whose id or name an input takes. */
export const recordOfInput = <Record extends PlaybookRecord>(
  records: Iterable<Record>,
  name: string,
  type: GraphQLInputType,
): Record | undefined =>
  getNamedType(type).name === 'ID'
    ? // An id alone does not find a record of another one.
      [...records].find(
        ({ variable, of }) => of === undefined && isIdOf(variable, name.slice(name.lastIndexOf('.') + 1)),
      )
    : undefined;

const isCursor = (variable: string) => /^after(?![a-z])/.test(variable);

/** `newCourtId` is the id of a court, as `courtId` is. */
const isIdOf = (variable: string, name: string) => name === variable || name.endsWith(capitalized(variable));

/** Returns the arguments and input fields in which the variables are used first, with their descriptions. */
function usesOfVariables(schema: GraphQLSchema, { definition }: PlaybookOperation) {
  const uses = new Map<string, { field: string; description: string | null | undefined }>();
  const types = new TypeInfo(schema);
  const use = (field: string, value: ValueNode, description: string | null | undefined) => {
    if (value.kind === Kind.VARIABLE && !uses.get(value.name.value)?.description)
      uses.set(value.name.value, { field, description });
  };
  visit(
    definition,
    visitWithTypeInfo(types, {
      Argument: ({ name, value }) => use(name.value, value, types.getArgument()?.description),
      ObjectField: ({ name, value }) => {
        const parent = getNamedType(types.getParentInputType()!);
        const field = 'getFields' in parent ? parent.getFields()[name.value] : undefined;
        use(name.value, value, field?.description);
      },
    }),
  );
  return uses;
}
