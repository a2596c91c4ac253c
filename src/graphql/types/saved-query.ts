import {
  type FieldNode,
  type GraphQLError,
  type GraphQLSchema,
  parse,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import { savedQueryList } from '../../db/queries/operators/lists.ts';
import { savedQueryOrders } from '../../db/queries/operators/orders.ts';
import { ApiError } from '../../errors.ts';
import type { AuthenticatedOperator } from '../../services/access/authenticate-operator.ts';
import { authorizeAnyOperator } from '../../services/access/authorize-operator.ts';
import {
  type DeletedSavedQuery,
  DeleteSavedQueryInput,
  deleteSavedQuery,
  deleteSavedQueryErrors,
} from '../../services/saved-queries/delete-saved-query.ts';
import { SaveQueryInput, saveQuery, saveQueryErrors } from '../../services/saved-queries/save-query.ts';
import {
  UpdateSavedQueryInput,
  updateSavedQuery,
  updateSavedQueryErrors,
} from '../../services/saved-queries/update-saved-query.ts';
import { faults } from '../../services/values/validate.ts';
import { findFaults } from '../limits/limit-document.ts';
import { listCost } from '../limits/list-size.ts';
import { builder } from '../schema/builder.ts';
import { connectionOf, named } from '../schema/connection.ts';
import { defineMutation, mayRun } from '../schema/define-mutation.ts';
import { orderType } from '../schema/order.ts';
import { history, one } from '../schema/related-fields.ts';
import { valueType } from '../schema/row-type.ts';
import { reads } from '../schema/selection-of.ts';
import { OperatorType, SavedQueryType } from './types.ts';

SavedQueryType.implement({
  description: 'A query that an operator has saved, for all.',
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.exposeString('name'),
    document: t.exposeString('document', { description: 'GraphQL: it fitted the schema when it was saved.' }),
    isMutation: t.boolean({
      description: 'Whether it changes something when it is run.',
      extensions: reads({ columns: ['document'] }),
      resolve: ({ document }) => isMutation(document),
    }),
    variables: t.exposeString('variables', { nullable: true, description: 'A JSON object.' }),
    savedBy: one(t, OperatorType, 'savedById'),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime' }),
    history: history(t),
  }),
});

builder.queryFields((t) => ({
  savedQueries: t.connection(
    {
      type: SavedQueryType,
      complexity: listCost,
      description: 'Of all operators, newest first.',
      args: { orderBy: t.arg({ type: orderType(SavedQueryType, savedQueryOrders) }) },
      resolve: (_root, args, context, info) => connectionOf(savedQueryList(), args, context, info),
    },
    ...named(SavedQueryType),
  ),
}));

function isMutation(document: string): boolean {
  const { definitions } = parse(document);
  return definitions.some((one) => one.kind === 'OperationDefinition' && one.operation === 'mutation');
}

/**
 * @throws ApiError `invalid_schema`: the document could not be run; `operator_permission_denied`: its author may not run it.
 */
function checkDocument(
  { document }: { document?: string | undefined },
  schema: GraphQLSchema,
  operator: AuthenticatedOperator,
): void {
  if (document === undefined) return;
  const found = findFaults(schema, document);
  if (found.length === 0) {
    const denied = mutationsOf(schema, document).filter((name) => !mayRun(operator, name));
    if (denied.length === 0) return;
    throw new ApiError('operator_permission_denied', {
      message: `Your role may not run ${denied.join(', ')}, so you cannot save it for others. Ask an administrator to save it.`,
    });
  }
  const issues = found.map((error) => ({
    path: ['document'],
    code: 'invalid_document',
    message: `${placeOf(error)}${error.message}`,
  }));
  throw new ApiError('invalid_schema', faults(issues));
}

/** The mutations in a valid document, each once. */
function mutationsOf(schema: GraphQLSchema, document: string): string[] {
  const types = new TypeInfo(schema);
  const names = new Set<string>();
  const Field = ({ name }: FieldNode) => {
    if (types.getParentType() === schema.getMutationType() && name.value !== '__typename')
      names.add(name.value);
  };
  visit(parse(document), visitWithTypeInfo(types, { Field }));
  return [...names];
}

function placeOf({ locations }: GraphQLError): string {
  const [first] = locations ?? [];
  return first ? `Line ${first.line}, column ${first.column}: ` : '';
}

const fields = {
  document: 'GraphQL that fits the schema: 20,000 characters at most, without e-mail addresses.',
  variables: 'A JSON object, as text.',
};

defineMutation('saveQuery', {
  description: 'Keeps a query for all operators; whoever is signed in may.',
  authorize: authorizeAnyOperator,
  schema: () => SaveQueryInput,
  input: { fields: { name: 'No other saved query has it.', ...fields } },
  check: checkDocument,
  success: SavedQueryType,
  errors: saveQueryErrors,
  run: saveQuery,
});

defineMutation('updateSavedQuery', {
  description: 'Changes a saved query: your own; an administrator any. A field that is left out stays.',
  authorize: authorizeAnyOperator,
  schema: () => UpdateSavedQueryInput,
  input: { fields },
  check: checkDocument,
  success: SavedQueryType,
  errors: updateSavedQueryErrors,
  isUpdate: true,
  run: updateSavedQuery,
});

const DeletedSavedQueryType = valueType<DeletedSavedQuery>('DeletedSavedQuery');
DeletedSavedQueryType.implement({
  description: 'A saved query that is no more.',
  fields: (t) => ({ id: t.exposeID('id') }),
});

defineMutation('deleteSavedQuery', {
  description: 'Deletes a saved query: your own; an administrator any.',
  authorize: authorizeAnyOperator,
  schema: () => DeleteSavedQueryInput,
  success: DeletedSavedQueryType,
  errors: deleteSavedQueryErrors,
  run: async (...args) => ({ value: await deleteSavedQuery(...args) }),
});
