import type { GraphQLError, GraphQLSchema } from 'graphql';
import { savedQueryOrders } from '../db/reading/orders.ts';
import { savedQueryList } from '../db/reading/other-lists.ts';
import { ApiError } from '../errors.ts';
import { authorizeAnybody } from '../services/access/authorize-operator.ts';
import {
  type DeletedSavedQuery,
  DeleteSavedQueryInput,
  deleteSavedQuery,
  deleteSavedQueryErrors,
} from '../services/saved-queries/delete-saved-query.ts';
import { SaveQueryInput, saveQuery, saveQueryErrors } from '../services/saved-queries/save-query.ts';
import {
  UpdateSavedQueryInput,
  updateSavedQuery,
  updateSavedQueryErrors,
} from '../services/saved-queries/update-saved-query.ts';
import { faults } from '../services/values/validate.ts';
import { builder } from './builder.ts';
import { connectionOf, named } from './connection.ts';
import { defineMutation } from './define-mutation.ts';
import { findFaults } from './limit-document.ts';
import { listCost } from './list-size.ts';
import { orderType } from './order.ts';
import { history, one } from './related-fields.ts';
import { valueType } from './row-type.ts';
import { OperatorType, SavedQueryType } from './types.ts';

SavedQueryType.implement({
  description: 'A query that an operator has saved, for all.',
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.exposeString('name'),
    document: t.exposeString('document', { description: 'GraphQL: it fitted the schema when it was saved.' }),
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

/** @throws ApiError `invalid_schema`, where a document could not be run. */
function checkDocument({ document }: { document?: string | undefined }, schema: GraphQLSchema): void {
  if (document === undefined) return;
  const found = findFaults(schema, document);
  if (found.length === 0) return;
  const issues = found.map((error) => ({
    path: ['document'],
    code: 'invalid_document',
    message: `${placeOf(error)}${error.message}`,
  }));
  throw new ApiError('invalid_schema', faults(issues));
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
  authorize: authorizeAnybody,
  schema: () => SaveQueryInput,
  input: { fields: { name: 'No other saved query has it.', ...fields } },
  check: checkDocument,
  success: SavedQueryType,
  errors: saveQueryErrors,
  run: saveQuery,
});

defineMutation('updateSavedQuery', {
  description: 'Changes a saved query: your own; an administrator any. A field that is left out stays.',
  authorize: authorizeAnybody,
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
  authorize: authorizeAnybody,
  schema: () => DeleteSavedQueryInput,
  success: DeletedSavedQueryType,
  errors: deleteSavedQueryErrors,
  run: async (...args) => ({ value: await deleteSavedQuery(...args) }),
});
