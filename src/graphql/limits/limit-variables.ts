import {
  type GraphQLInputType,
  type GraphQLSchema,
  type OperationDefinitionNode,
  typeFromAST,
  validateInputValue,
} from 'graphql';
import { badRequest, documentLimits, maxMessage, tooMany } from './document-limits.ts';

/**
 * Rejects variables at the first error. The executor would report up to fifty errors and quote all variables in each.
 *
 * @throws GraphQLError that names the limit, or the variable and its error.
 */
export function limitVariables(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  variables: Record<string, unknown>,
): void {
  countValues(variables);
  for (const { variable, type, defaultValue } of operation.variableDefinitions ?? []) {
    const name = variable.name.value;
    const value = variables[name];
    // Validation has already ensured an input type.
    if (value === undefined && defaultValue) continue;
    validateInputValue(value, typeFromAST(schema, type) as GraphQLInputType, (error, path) => {
      const location = path.map((key) => (typeof key === 'number' ? `[${key}]` : `.${key}`)).join('');
      throw badRequest(`Variable "$${name}${location}": ${error.message}`.slice(0, maxMessage));
    });
  }
}

function countValues(variables: Record<string, unknown>): void {
  const waiting: unknown[] = [variables];
  let values = 0;
  while (waiting.length > 0) {
    const value = waiting.pop();
    if (typeof value !== 'object' || value === null) continue;
    const inside = Object.values(value);
    values += inside.length;
    if (values > documentLimits.values) throw tooMany('values');
    for (const entry of inside) waiting.push(entry);
  }
}
