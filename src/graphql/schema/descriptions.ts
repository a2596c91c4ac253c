import {
  type GraphQLInputFieldMap,
  type GraphQLNamedType,
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  isSpecifiedScalarType,
} from 'graphql';
import { alertThresholds } from '../../services/alerts/find-causes.ts';

/**
 * Default descriptions of fields, arguments and enum values by name, or by `Type.name` where the meaning differs in a type.
 * A description at the definition takes precedence.
 */
export const meanings: Record<string, string> = {
  // Roots
  Query: 'Everything that operators can read. Every operator who is signed in can run every query.',
  Mutation:
    'Everything that operators can change. VIEWER can change nothing. SUPPORT can change bookings and users.',

  // Lists
  PageInfo: 'The position of a page in its list.',
  edges: 'The rows, each with its cursor.',
  nodes: 'The rows.',
  node: 'The row.',
  cursor: 'The cursor of the row, for after and before.',
  pageInfo: 'The position of the page in the list.',
  hasNextPage: 'True if more rows follow.',
  hasPreviousPage: 'True if rows come before this page.',
  startCursor: 'Cursor of the first row; null if the page is empty.',
  endCursor: 'Cursor of the last row, to continue with after; null if the page is empty.',
  first: 'Maximum number of rows, 0 to 100. Default: 20.',
  last: 'Maximum number of rows from the end of the list, 0 to 100.',
  after: 'Only rows after the row with this cursor.',
  before: 'Only rows before the row with this cursor.',
  filter: 'Only rows that match all of these conditions.',
  orderBy:
    'The sort order. Default: newest first. A cursor is valid only for the order that it was returned with.',
  ASC: 'Ascending: the first or the earliest comes first.',
  DESC: 'Descending: the last or the latest comes first.',
  CREATED_AT: 'Time of creation.',
  UPDATED_AT: 'Time of the last change.',
  NAME: 'The name, ignoring case.',
  'UserOrderField.NAME': 'Last name, then first name, ignoring case. Erased users come last.',
  'UserOrderField.EMAIL': 'The e-mail address. Erased users come last.',
  START_DATE: 'Start of the booking.',
  EXPIRES_AT: 'Time of expiry. Rows that never expire come last.',
  LAST_USED_AT: 'Time of the last use. Rows that were never used come last.',
  FAILING_SINCE: 'Start of the current series of failures. Endpoints whose last attempt succeeded come last.',
  LAST_SUCCESS_AT: 'Time of the last success. Endpoints without a success come last.',
  DUE_AT: 'Time of the next attempt. Deliveries without a next attempt come last.',
  from: 'Start of the range, inclusive.',
  input: 'The input of the mutation.',
  'SetRateLimitInput.rateLimit': 'The new limit. If omitted, the configured default applies.',

  // Common fields
  id: 'The id, the same as in REST.',
  name: 'The name, 1 to 255 characters. Surrounding white space is removed.',
  timeZone:
    'The IANA name of the time zone, such as Europe/Berlin. The pages for operators show times and days in it.',
  'CreateOrganizationInput.timeZone': 'The IANA name of the time zone, such as Europe/Berlin. Default: UTC.',
  'Operator.name': 'The name of the operator, as audit events show it.',
  'CreateOperatorInput.name':
    'The name of the operator, as audit events show it. 1 to 255 characters; surrounding white space is removed.',
  createdAt: 'Time of creation.',
  updatedAt: 'Time of the last change.',
  status: 'The current status.',
  'PartnerTraffic.status': 'The HTTP status of the response.',
  at: 'The time of the event.',
  organization: 'The club or company that owns it.',
  court: 'The court that is booked.',
  externalService: 'The partner that it belongs to.',
  user: 'The user account.',
  operator: 'The operator.',
  webhookEndpoint: 'The webhook endpoint.',
  apiToken: 'The API token that was issued. Its secret is shown only in this response.',
  courts: 'Its courts, newest first.',
  courtBookings: 'Its bookings, newest first.',
  users: 'Users that it manages, newest first.',
  grantedUsers: 'Users of other partners that it can name in bookings.',
  organizations: 'The organizations whose courts it can book.',
  apiTokens: 'Its API tokens, newest first.',
  webhookEndpoints: 'Its webhook endpoints, newest first.',
  partnerRequests: 'The requests that it sent, newest first.',
  auditEvents: 'The audit events of its changes.',
  deliveries: 'The deliveries to the endpoint, newest first.',
  participants: 'The participants, in the order of the request.',
  active: 'False deactivates it. Existing data is kept.',

  // Ids in inputs
  organizationId: 'Id of an organization.',
  courtId: 'Id of a court.',
  courtBookingId: 'Id of a court booking. Not the id in the partner’s system.',
  externalServiceId: 'Id of an external service (a partner).',
  apiTokenId: 'Id of an API token. Not its secret.',
  userId: 'Id of a user. Not the id in the partner’s system.',
  participantUserId: 'Id of a user who is a participant.',
  operatorId: 'Id of an operator.',
  webhookEndpointId: 'Id of a webhook endpoint.',
  changeId: 'Id of a change. Its webhooks carry it as webhook-id.',
  subjectId: 'Id of the object that was changed.',
  subjectType: 'Type of the object that was changed, such as court_booking.',

  // Bookings
  externalCourtBookingId: 'The id of the booking in the partner’s system, 1 to 255 characters.',
  startDate: 'Start of the booking, inclusive.',
  endDate: 'End of the booking, exclusive.',
  externalUpdatedAt: 'The version: when the booking was last changed in the partner’s system.',
  ACTIVE: 'It is active.',
  'Query.status': 'Only rows with this status.',
  'CourtBookingFilter.status': 'Only bookings with this status.',
  'CourtBookingStatus.ACTIVE': 'The booking occupies its court.',
  'CourtBookingStatus.CANCELLED': 'The booking no longer occupies its court.',
  'Canceller.PARTNER': 'The partner that the booking belongs to.',
  'Canceller.OPERATOR': 'An operator. Only an operator can reinstate the booking.',

  // People
  email: 'An e-mail address, stored in lower case.',
  firstName: 'The first name.',
  lastName: 'The last name.',
  birthday: 'Date of birth, from 1900-01-01 to today.',
  gender: 'The gender, as the partner sent it.',
  mainSportType: 'The sport that the user plays most.',
  playingHand: 'The hand that holds the racket.',
  externalUserId: 'The id of the user in the partner’s system, 1 to 255 characters.',
  erasedAt: 'When the personal data was erased; null if it was not.',
  ERASED: 'The personal data was erased.',
  Gender: 'A gender, as partners send it.',
  FEMALE: 'Female.',
  MALE: 'Male.',
  OTHER: 'Another gender, or not disclosed.',
  MainSportType: 'A sport.',
  BADMINTON: 'Badminton.',
  PADEL: 'Padel.',
  PICKLEBALL: 'Pickleball.',
  SQUASH: 'Squash.',
  TENNIS: 'Tennis.',
  PlayingHand: 'A hand.',
  LEFT: 'Left.',
  RIGHT: 'Right.',

  // Tokens and operators
  label: 'A label for the token, for operators.',
  scopes: 'The permissions of the token.',
  expiresAt: 'When the token expires; null if it never expires.',
  revokedAt: 'When an operator revoked it; null if it was not revoked.',
  role: 'The role, which defines the permissions of the operator.',
  ADMIN: 'Full access.',
  SUPPORT: 'Read access, and changes to bookings and users.',
  VIEWER: 'Read access.',
  USER_WRITE: 'Create, change, erase and read users.',
  USER_READ: 'Read users.',
  COURT_BOOKING_WRITE: 'Create, update, cancel and read bookings, also in batches.',
  COURT_BOOKING_READ: 'Read bookings, courts and changes.',

  // Errors and traffic
  message: 'A message for people: what is wrong, why, and what to do.',
  code: 'The error code, for programs.',
  issues: 'The errors in the input.',
  errorType: 'The error type; null if the request succeeded.',
  operation: 'The operation of the partner interface.',
  perSecond: 'Requests per second, averaged over the whole time.',
  firstAt: 'Time of the first request.',
  lastAt: 'Time of the last request.',
  HOUR: 'One row per hour.',
  DAY: 'One row per day, in UTC.',
  WHOLE: 'One row for the whole time.',
  SERVICE: 'Group by partner.',
  OPERATION: 'Group by operation.',
  STATUS: 'Group by HTTP status.',
  ERROR_TYPE: 'Group by error type.',
  bucket: 'The time that each row covers.',
  groupBy: 'The fields to group by.',

  // Webhooks
  url: 'The address: public, and https.',
  types: 'The types of changes that are sent.',
  type: 'The type of the event.',
  signature: 'The signature method.',
  HMAC_SHA256: 'Signed with a secret that is shared with the partner.',
  ED25519: 'Signed with a private key. The partner has the public key.',
  pausedAt: 'When the endpoint was paused; null if it is active.',
  pausedBecause: 'Why the endpoint is paused; null if it is active.',
  failingSince: 'Start of the current series of failures; null if the last attempt succeeded.',
  lastSuccessAt: 'Time of the last successful attempt.',
  lastFailureAt: 'Time of the last failed attempt.',
  lastAttemptAt: 'Time of the last attempt; null before the first attempt.',
  deliveredAt: 'Time of delivery; null if not delivered.',
  attempts: 'Number of attempts.',
  milliseconds: 'Response time in milliseconds.',
  lastMilliseconds: 'Response time of the last attempt in milliseconds.',
  fromSequence: 'The first sequence number, inclusive.',
  toSequence: 'The last sequence number, inclusive.',
  PENDING: 'The next attempt is pending.',
  DELIVERED: 'Delivered successfully.',
  FAILED: 'Abandoned after the last attempt.',
  PAUSED: 'Nothing is sent. New changes are queued.',
  'WebhookPauseReason.OPERATOR': 'An operator paused it. It stays paused until an operator resumes it.',
  FAILING: 'It has failed for too long.',
  GONE: 'It responded with 410.',

  // Alerts and saved queries
  alertEndpoint: 'The alert endpoint.',
  resolutions: 'The notifications that the alert is resolved, one for each endpoint that received the alert.',
  alertEndpointId: 'Id of an alert endpoint.',
  lastError: 'Why the last attempt failed; null if it succeeded or nothing was sent yet.',
  lastStatus: 'The HTTP status of the last response; null if there was no response.',
  API_TOKEN_EXPIRES: `A partner’s token expires within ${alertThresholds.expiryDays} days.`,
  OPERATOR_TOKEN_EXPIRES: `An operator’s token expires within ${alertThresholds.expiryDays} days.`,
  PARTNER_REFUSALS_RISEN: `A partner’s requests are rejected ${alertThresholds.errorsTimes} times as often as usual.`,
  STAMPS_AHEAD: 'A partner sends an externalUpdatedAt in the future.',
  savedQueryId: 'Id of a saved query.',
  savedBy: 'The operator who saved it.',

  // Changes
  COURT_BOOKING_CREATED: 'A booking was created.',
  COURT_BOOKING_UPDATED: 'A booking was changed.',
  COURT_BOOKING_CANCELLED: 'A booking was cancelled by its partner or by an operator.',
  COURT_BOOKING_REINSTATED: 'A cancelled booking was reinstated and occupies its court again.',
  COURT_BOOKING_VERSION_RESET: 'An operator reset the externalUpdatedAt of a booking.',
  USER_CREATED: 'A user was created.',
  USER_UPDATED: 'A user was changed.',
  USER_ERASED: 'A user was erased.',
  ORGANIZATION_ACCESS_GRANTED: 'The partner can now book the courts of an organization.',
  ORGANIZATION_ACCESS_REVOKED: 'The partner can no longer book the courts of an organization.',
  USER_ACCESS_GRANTED: 'The partner can now name a user of another partner.',
  USER_ACCESS_REVOKED: 'The partner can no longer name a user of another partner.',
  COURT_CREATED: 'A court was added.',
  COURT_UPDATED: 'A court was renamed or reopened.',
  COURT_DEACTIVATED: 'A court was closed.',
  WEBHOOK_ENDPOINT_PAUSED: 'A webhook endpoint was paused.',
  WEBHOOK_ENDPOINT_RESUMED: 'A webhook endpoint was resumed.',

  // Sign-in and queries
  signIn: 'An operator signed in.',
  refuseSignIn: 'A sign-in was rejected.',
  runQuery: 'An operator ran a GraphQL query.',

  // Exports, and changes by the identity provider
  exportList: 'A list was exported as a file.',
  updateOperator: 'The name or role of an operator was updated from the identity provider.',
};

type Described = { description?: string | null | undefined };

/** Adds descriptions to everything in the schema, including inputs, arguments and enum values. */
export function described(schema: GraphQLSchema): GraphQLSchema {
  for (const type of Object.values(schema.getTypeMap())) {
    if (type.name.startsWith('__') || isSpecifiedScalarType(type)) continue;
    describe(type, meaningOf(schema, type.name) ?? meaningOfType(type));
    for (const [name, part] of partsOf(type)) {
      describe(part, meaningOf(schema, name, type.name));
    }
  }
  return schema;
}

function describe(thing: Described, meaning: string | undefined): void {
  thing.description ??= meaning;
}

function meaningOfType({ name }: GraphQLNamedType): string | undefined {
  return name.endsWith('Input') ? 'Input of the mutation.' : undefined;
}

function meaningOf(schema: GraphQLSchema, name: string, typeName = name): string | undefined {
  // An audit action has the name of its mutation.
  const mutation = schema.getMutationType()?.getFields()[name];
  return meanings[`${typeName}.${name}`] ?? meanings[name] ?? mutation?.description ?? undefined;
}

function* partsOf(type: GraphQLNamedType): Generator<[name: string, part: Described]> {
  if (isEnumType(type)) for (const value of type.getValues()) yield [value.name, value];
  if (isInputObjectType(type)) yield* Object.entries(type.getFields() as GraphQLInputFieldMap);
  if (isObjectType(type) || isInterfaceType(type)) {
    for (const field of Object.values(type.getFields())) {
      yield [field.name, field];
      for (const argument of field.args) yield [argument.name, argument];
    }
  }
}
