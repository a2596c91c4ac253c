import {
  type FieldNode,
  type GraphQLError,
  type GraphQLSchema,
  parse,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import { ApiError } from '../../api-error.ts';
import { savedQueryList } from '../../db/queries/operators/lists.ts';
import { savedQueryOrders } from '../../db/queries/operators/orders.ts';
import { listIssues } from '../../rules/requests/list-issues.ts';
import type { AuthenticatedOperator } from '../../services/access/authenticate-operator.ts';
import { authorizeAnyOperator } from '../../services/access/authorize-operator.ts';
import * as deleteSavedQuery from '../../services/saved-queries/delete-saved-query.ts';
import * as saveQuery from '../../services/saved-queries/save-query.ts';
import * as updateSavedQuery from '../../services/saved-queries/update-saved-query.ts';
import { findFaults } from '../limits/limit-document.ts';
import { builder } from '../schema/builder.ts';
import { creation, lastChange, sameId, uniqueName } from '../schema/common-fields.ts';
import { listOf } from '../schema/connection.ts';
import { defineVerb, denialOf } from '../schema/define-mutation.ts';
import { history, one } from '../schema/related-fields.ts';
import { valueType } from '../schema/row-type.ts';
import { reads } from '../schema/selection-of.ts';
import { OperatorType, SavedQueryType } from './types.ts';

SavedQueryType.implement({
  description: 'A query that an operator saved for all operators.',
  fields: (t) => ({
    id: t.exposeID('id', sameId),
    name: t.exposeString('name', uniqueName),
    document: t.exposeString('document', {
      description: 'The GraphQL document. It was valid when it was saved.',
    }),
    isMutation: t.boolean({
      description: 'True if the document contains a mutation.',
      extensions: reads({ columns: ['document'] }),
      resolve: ({ document }) => isMutation(document),
    }),
    variables: t.exposeString('variables', { nullable: true, description: 'The variables, a JSON object.' }),
    savedBy: one(t, OperatorType, 'savedById', { description: 'The operator who saved it.' }),
    createdAt: t.expose('createdAt', creation),
    updatedAt: t.expose('updatedAt', lastChange),
    history: history(t),
  }),
});

builder.queryFields((t) => ({
  savedQueries: listOf(t, SavedQueryType, {
    orders: savedQueryOrders,
    description: 'Saved queries of all operators, newest first.',
    list: () => savedQueryList(),
  }),
}));

function isMutation(document: string): boolean {
  const { definitions } = parse(document);
  return definitions.some((one) => one.kind === 'OperationDefinition' && one.operation === 'mutation');
}

/** @throws ApiError `invalid_schema` if the document is not valid; `operator_permission_denied` if the author may not run it. */
function checkDocument(
  { document }: { document?: string | undefined },
  schema: GraphQLSchema,
  operator: AuthenticatedOperator,
): void {
  if (document === undefined) return;
  const found = findFaults(schema, document);
  if (found.length === 0) {
    const denied = mutationsOf(schema, document).filter((name) => denialOf(operator, name));
    if (denied.length === 0) return;
    throw new ApiError('operator_permission_denied', {
      message: `Your role may not run ${denied.join(', ')}, so you cannot save it for others. Ask an operator with the role ADMIN to save it.`,
    });
  }
  const issues = found.map((error) => ({
    path: ['document'],
    code: 'invalid_document',
    message: `${locationOf(error)}${error.message}`,
  }));
  throw new ApiError('invalid_schema', listIssues(issues));
}

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

function locationOf({ locations }: GraphQLError): string {
  const [first] = locations ?? [];
  return first ? `Line ${first.line}, column ${first.column}: ` : '';
}

const fields = {
  document: 'A valid GraphQL document, up to 20,000 characters, without e-mail addresses.',
  variables: 'The variables, a JSON object as text.',
};

defineVerb('saveQuery', saveQuery, {
  description: 'Saves a query for all operators. Every operator who is signed in can do this.',
  authorize: authorizeAnyOperator,
  input: { fields: { name: 'The name, which must be unique.', ...fields } },
  check: checkDocument,
  success: SavedQueryType,
});

defineVerb('updateSavedQuery', updateSavedQuery, {
  description:
    'Updates a saved query. You can change your own queries; administrators can change all. Omitted fields are not changed.',
  authorize: authorizeAnyOperator,
  input: { fields: { name: uniqueName.description, ...fields } },
  check: checkDocument,
  success: SavedQueryType,
  isUpdate: true,
});

const DeletedSavedQueryType = valueType<deleteSavedQuery.DeletedSavedQuery>('DeletedSavedQuery');
DeletedSavedQueryType.implement({
  description: 'A saved query that was deleted.',
  fields: (t) => ({ id: t.exposeID('id', sameId) }),
});

defineVerb('deleteSavedQuery', deleteSavedQuery, {
  description: 'Deletes a saved query. You can delete your own queries; administrators can delete all.',
  authorize: authorizeAnyOperator,
  success: DeletedSavedQueryType,
});
