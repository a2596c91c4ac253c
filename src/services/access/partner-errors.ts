/** The errors of every operation that needs a scope and names an external service. Other codes follow in the list of each operation. */
export const partnerErrors = [
  'invalid_schema',
  'missing_api_token',
  'invalid_api_token',
  'scope_permission_denied',
  'external_service_access_denied',
  'internal_server_error',
] as const;
