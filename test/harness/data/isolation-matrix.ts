import openApiDocument from '../../../src/rest/openapi.json' with { type: 'json' };

interface Documented {
  operationId: string;
  parameters: { in: string; name: string; required?: boolean }[];
  /** Each of the scopes is sufficient. */
  security: { apiToken: string[] }[];
  requestBody?: { content: { 'application/json': { examples: Record<string, { value: object }> } } };
}

export const operations = Object.entries(openApiDocument.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    ...(operation as unknown as Documented),
    path,
    method: method.toUpperCase(),
  })),
);

/** Names of parameters and fields that identify a resource. Every place of such a name in the document is part of the matrix. */
const identifying = [
  'externalServiceId',
  'externalCourtBookingId',
  'externalUserId',
  'externalId',
  'requestId',
  'userId',
  'participantUserId',
  'courtId',
  'organizationId',
  'webhookEndpointId',
  'email',
  'participantEmail',
  'cursor',
] as const;
export type Identifying = (typeof identifying)[number];

const isIdentifying = (name: string): name is Identifying =>
  (identifying as readonly string[]).includes(name);

export interface Place {
  operation: (typeof operations)[number];
  where: 'path' | 'query' | 'body';
  name: Identifying;
}

/** Every place in the document that names a resource. */
export const places: Place[] = operations.flatMap((operation) => [
  ...operation.parameters.flatMap(({ in: where, name }) =>
    (where === 'path' || where === 'query') && isIdentifying(name)
      ? [{ operation, where, name } as const]
      : [],
  ),
  ...identifying.flatMap((name) =>
    JSON.stringify(bodyOf(operation) ?? {}).includes(`"${name}":`)
      ? [{ operation, where: 'body', name } as const]
      : [],
  ),
]);

/** The example of an operation's body that names the most resources. */
export function bodyOf({ requestBody }: Documented): object | undefined {
  const examples = Object.values(requestBody?.content['application/json'].examples ?? {});
  const namesIn = ({ value }: { value: object }) =>
    identifying.filter((name) => JSON.stringify(value).includes(`"${name}":`)).length;
  return examples.toSorted((a, b) => namesIn(b) - namesIn(a))[0]?.value;
}

export const own = 'success: the name belongs to the caller';
/** A cursor of another list or partner is only a position, so that the page has the caller's own items. */
export const onlyOwn = "success: only the caller's items";
export const nothing = 'success: nothing found';

/**
 * The documented outcome of naming a resource of another partner, by operation or else by place. `unknown`: the outcome of
 * naming one that does not exist, if it differs. Then the contract itself distinguishes them.
 */
const outcomes: Record<string, { theirs: string; unknown?: string }> = {
  'path externalServiceId': { theirs: '403 external_service_access_denied' },
  'path userId': { theirs: '403 user_access_denied' },
  // External identifiers belong to the external service that uses them. Two partners may use the same ones.
  'path externalCourtBookingId': { theirs: own },
  'getCourtBooking path externalCourtBookingId': { theirs: '404 court_booking_not_found' },
  'path externalUserId': { theirs: own },
  'getUserByExternalId path externalUserId': { theirs: '404 user_not_found' },
  'body externalCourtBookingId': { theirs: own },
  'body externalUserId': { theirs: own },
  'path courtId': { theirs: '403 organization_access_denied', unknown: '404 court_not_found' },
  'path organizationId': { theirs: '403 organization_access_denied' },
  'body courtId': { theirs: '403 organization_access_denied', unknown: '404 court_not_found' },
  'query courtId': { theirs: nothing },
  'query organizationId': { theirs: nothing },
  'query participantUserId': { theirs: nothing },
  'query participantEmail': { theirs: nothing },
  'query email': { theirs: nothing },
  'query externalUserId': { theirs: nothing },
  'query externalId': { theirs: nothing },
  'path requestId': { theirs: '404 request_not_found' },
  'query cursor': { theirs: onlyOwn },
  // The cursor names its external service, or belongs to the deliveries of one endpoint.
  'listChanges query cursor': { theirs: '400 invalid_schema' },
  'listWebhookDeliveries query cursor': { theirs: '400 invalid_schema' },
  'path webhookEndpointId': { theirs: '404 webhook_endpoint_not_found' },
  'body userId': { theirs: '403 user_access_denied' },
  // An address identifies a person on the whole platform, so it cannot be used for a second one.
  'body email': { theirs: '409 email_already_in_use', unknown: own },
  'upsertCourtBooking body email': { theirs: own },
  'batchCourtBookings body email': { theirs: own },
};

export const nameOf = ({ operation, where, name }: Place): string =>
  `${operation.operationId} ${where} ${name}`;
export const expectedOf = (place: Place): { theirs: string; unknown?: string } | undefined =>
  outcomes[nameOf(place)] ?? outcomes[`${place.where} ${place.name}`];
