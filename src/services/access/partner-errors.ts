/** The errors of every operation that any token suffices for. */
export const tokenErrors = [
  'invalid_schema',
  'missing_api_token',
  'invalid_api_token',
  'internal_server_error',
] as const;

/** The errors of every operation that needs a scope and names an external service. Other codes follow in the list of each operation. */
export const partnerErrors = [
  ...tokenErrors,
  'scope_permission_denied',
  'external_service_access_denied',
] as const;
