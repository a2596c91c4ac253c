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
 * What words of the schema mean: of a field, an argument or a value by its name, wherever it stands, or by its type and name
 * where it means something else there. What means something of its own says so where it is defined, and that goes first.
 */
export const meanings: Record<string, string> = {
  // Roots
  Query: 'What operators may ask. Whoever is signed in may ask all of it.',
  Mutation: 'What operators may do. VIEWER may not; SUPPORT may what concerns bookings and users.',

  // Lists
  PageInfo: 'Where a page stands in its list.',
  edges: 'The rows, each with its place in the list.',
  nodes: 'The rows.',
  node: 'The row.',
  cursor: 'The place of the row: for after and before.',
  pageInfo: 'Where the page stands in the list.',
  hasNextPage: 'Whether rows follow.',
  hasPreviousPage: 'Whether rows go before.',
  startCursor: 'The place of the first row; null: there is none.',
  endCursor: 'The place of the last row, to go on from by after; null: there is none.',
  first: 'How many rows at most, 0 to 100; 20 where it is left out.',
  last: 'How many rows from the end of the list, 0 to 100.',
  after: 'Only what follows the row with this cursor.',
  before: 'Only what goes before the row with this cursor.',
  filter: 'Only rows to which all of it applies.',
  orderBy:
    'How the list is sorted; left out: newest first. A cursor is good for the order that it was answered with.',
  ASC: 'The first, the earliest, goes first.',
  DESC: 'The last, the latest, goes first.',
  CREATED_AT: 'When it was made.',
  UPDATED_AT: 'When it was changed last.',
  NAME: 'The name, in any case.',
  'UserOrderField.NAME': 'The last name and then the first name, in any case; who is erased stands last.',
  'UserOrderField.EMAIL': 'The address; who is erased stands last.',
  START_DATE: 'The first instant that is occupied.',
  EXPIRES_AT: 'When it ends; what never does stands last.',
  LAST_USED_AT: 'When it was used last; what never was stands last.',
  FAILING_SINCE: 'Since when each try has failed; where the last has not, it stands last.',
  LAST_SUCCESS_AT: 'When the last was taken; where none was, it stands last.',
  DUE_AT: 'When it is sent next; what is no longer to be sent stands last.',
  from: 'Included.',
  input: 'What it takes.',
  'SetRateLimitInput.rateLimit': 'The new limit; left out: as it is configured for all.',

  // Things
  id: 'Its id, as REST shows it.',
  name: 'What operators call it: 1 to 255 characters, trimmed.',
  'Operator.name': 'Who it is, as audit events show it.',
  'CreateOperatorInput.name': 'Who it is, as audit events show it: 1 to 255 characters, trimmed.',
  createdAt: 'When it was made.',
  updatedAt: 'When it was changed last.',
  status: 'What has become of it.',
  'PartnerTraffic.status': 'The HTTP status that was answered.',
  at: 'When.',
  organization: 'The club or company whose it is.',
  court: 'What is occupied.',
  externalService: 'The partner whose it is.',
  user: 'Who it is, as an account.',
  operator: 'The operator.',
  webhookEndpoint: 'Where webhooks go.',
  apiToken: 'What has been issued; its secret is shown here only.',
  courts: 'Its courts, newest first.',
  courtBookings: 'Its bookings, newest first.',
  users: 'Users that it manages, newest first.',
  grantedUsers: 'Users of other partners that it may name in bookings.',
  organizations: 'The organizations whose courts it may book.',
  apiTokens: 'Its API tokens, newest first.',
  webhookEndpoints: 'Where its webhooks go, newest first.',
  partnerRequests: 'What it has sent, newest first.',
  auditEvents: 'What it changed.',
  deliveries: 'What is sent there, newest first.',
  participants: 'Who takes part, in the order in which they were sent.',
  active: 'False switches it off; what it has, it keeps.',

  // Ids, as inputs name them
  organizationId: 'Id of an organization.',
  courtId: 'Id of a court.',
  courtBookingId: 'Id of a court booking, not the one in the partner’s system.',
  externalServiceId: 'Id of an external service: of a partner.',
  apiTokenId: 'Id of an API token: not its secret.',
  userId: 'Id of a user, not the one in the partner’s system.',
  participantUserId: 'Id of a user who takes part.',
  operatorId: 'Id of an operator.',
  webhookEndpointId: 'Id of a webhook endpoint.',
  changeId: 'Id of a change: the webhook-id that its webhooks carry.',
  subjectId: 'Id of what was changed.',
  subjectType: 'What was changed, as a word: court_booking.',

  // Bookings
  externalCourtBookingId: 'The partner’s own id of the booking, 1 to 255 characters.',
  startDate: 'The first instant that is occupied.',
  endDate: 'The first instant that is no longer occupied.',
  externalUpdatedAt: 'The stamp: when the booking was changed in the partner’s system.',
  ACTIVE: 'As it should be.',
  'Query.status': 'Only those of which this has become.',
  'CourtBookingFilter.status': 'Only those of which this has become.',
  'CourtBookingStatus.ACTIVE': 'It occupies its court.',
  'CourtBookingStatus.CANCELLED': 'It occupies nothing.',
  'Canceller.PARTNER': 'The partner whose it is.',
  'Canceller.OPERATOR': 'An operator. It stays so until an operator reinstates it.',

  // People
  email: 'An e-mail address, kept in lower case.',
  firstName: 'The first name.',
  lastName: 'The last name.',
  birthday: 'From 1900-01-01 on, and not in the future.',
  gender: 'As the partner has given it.',
  mainSportType: 'The sport that is played most.',
  playingHand: 'The hand that holds the racket.',
  externalUserId: 'The partner’s own id of the user, 1 to 255 characters.',
  erasedAt: 'When nothing was known of the person any more; null: it is known.',
  ERASED: 'Nothing is known of the person any more.',
  Gender: 'A gender, as partners give it.',
  FEMALE: 'Female.',
  MALE: 'Male.',
  OTHER: 'Neither, or not told.',
  MainSportType: 'A sport.',
  BADMINTON: 'Badminton.',
  PADEL: 'Padel.',
  PICKLEBALL: 'Pickleball.',
  SQUASH: 'Squash.',
  TENNIS: 'Tennis.',
  PlayingHand: 'A hand.',
  LEFT: 'The left one.',
  RIGHT: 'The right one.',

  // Tokens and operators
  label: 'What operators call the token.',
  scopes: 'What the token allows.',
  expiresAt: 'From when on it is refused; null: never.',
  revokedAt: 'From when on it is refused, since an operator ended it; null: nobody did.',
  role: 'What the operator may do.',
  ADMIN: 'Everything.',
  SUPPORT: 'Reads, and steps in on bookings and users.',
  VIEWER: 'Reads.',
  USER_WRITE: 'Creates, changes and erases users; reads them, too.',
  USER_READ: 'Reads users.',
  COURT_BOOKING_WRITE: 'Puts, cancels and batches bookings; reads them, too.',
  COURT_BOOKING_READ: 'Reads bookings, courts and changes.',

  // Refusals
  message: 'For people: what is wrong, why, and what to do.',
  code: 'What is wrong, for programs.',
  issues: 'Each fault of the input.',
  errorType: 'Why it was refused; null: it was not.',
  operation: 'Which operation of the partner interface.',
  perSecond: 'Requests a second, over all of the time.',
  firstAt: 'When the first came.',
  lastAt: 'When the last came.',
  HOUR: 'Each hour.',
  DAY: 'Each day in UTC.',
  WHOLE: 'All of the time in one.',
  SERVICE: 'By partner.',
  OPERATION: 'By operation.',
  STATUS: 'By HTTP status.',
  ERROR_TYPE: 'By the type of the error.',
  bucket: 'For how long each row adds up.',
  groupBy: 'What has a row of its own.',

  // Webhooks
  url: 'Where to: https, and public.',
  types: 'Which changes are sent.',
  type: 'What happened.',
  signature: 'How what is sent is signed.',
  HMAC_SHA256: 'By a secret that the partner has, too.',
  ED25519: 'By a key of which the partner has the public half.',
  pausedAt: 'Since when nothing is sent; null: it is.',
  pausedBecause: 'Why nothing is sent; null: it is.',
  failingSince: 'Since when each try has failed; null: the last has not.',
  lastSuccessAt: 'When the last was taken.',
  lastFailureAt: 'When the last was not taken.',
  lastAttemptAt: 'When it was tried last; null: not yet.',
  deliveredAt: 'When it was taken; null: not yet.',
  attempts: 'How often it was tried.',
  milliseconds: 'How long the answer took.',
  lastMilliseconds: 'How long the last answer took.',
  fromSequence: 'Changes from this sequence on.',
  toSequence: 'Changes up to this sequence, it included.',
  PENDING: 'It is still to be sent, or to be tried again.',
  DELIVERED: 'It was taken.',
  FAILED: 'It was given up.',
  PAUSED: 'Nothing is sent; what happens waits.',
  'WebhookPauseReason.OPERATOR': 'An operator has paused it, and is to resume it.',
  FAILING: 'It has failed for too long.',
  GONE: 'It has answered 410.',

  // Alerts and saved queries
  alertEndpoint: 'Where alerts go.',
  resolutions: 'Whom it was told that it is over: each endpoint that has taken the alert.',
  alertEndpointId: 'Id of an alert endpoint.',
  lastError: 'Why it was not taken, the last time; null: it was, or has not been sent yet.',
  lastStatus: 'The HTTP status of the last answer; null: there was none.',
  API_TOKEN_EXPIRES: `A partner’s token ends within ${alertThresholds.expiryDays} days.`,
  OPERATOR_TOKEN_EXPIRES: `An operator’s token ends within ${alertThresholds.expiryDays} days.`,
  PARTNER_REFUSALS_RISEN: `A partner is refused ${alertThresholds.refusalsTimes} times as often as it used to be.`,
  STAMPS_AHEAD: 'A partner sends stamps that lie in the future.',
  savedQueryId: 'Id of a saved query.',
  savedBy: 'Who saved it.',

  // Changes
  COURT_BOOKING_CREATED: 'A booking was put in.',
  COURT_BOOKING_UPDATED: 'A booking was changed.',
  COURT_BOOKING_CANCELLED: 'A booking was cancelled, by its partner or by an operator.',
  COURT_BOOKING_REINSTATED: 'A cancelled booking occupies its court again.',
  COURT_BOOKING_VERSION_RESET: 'An operator has set the stamp of a booking back.',
  USER_CREATED: 'A user was created.',
  USER_UPDATED: 'A user was changed.',
  USER_ERASED: 'A user was erased.',
  ORGANIZATION_ACCESS_GRANTED: 'The partner may book the courts of an organization.',
  ORGANIZATION_ACCESS_REVOKED: 'The partner may no longer book the courts of an organization.',
  USER_ACCESS_GRANTED: 'The partner may name a user of another one.',
  USER_ACCESS_REVOKED: 'The partner may no longer name a user of another one.',
  COURT_CREATED: 'A court was added.',
  COURT_UPDATED: 'A court was renamed, or opened again.',
  COURT_DEACTIVATED: 'A court was closed.',
  WEBHOOK_ENDPOINT_PAUSED: 'An endpoint was paused.',
  WEBHOOK_ENDPOINT_RESUMED: 'An endpoint was resumed.',

  // What partners do
  'PartnerOperation.none': 'No operation has that path and method.',
  batchCourtBookings: 'Puts and cancels many bookings.',
  getCourtBooking: 'Reads a booking.',
  getCourtOccupancy: 'Reads when a court is occupied.',
  getToken: 'Asks what the token may do.',
  getUser: 'Reads a user.',
  getUserByExternalId: 'Finds a user by the partner’s own id.',
  listChanges: 'Reads the changes feed.',
  listCourtBookings: 'Lists bookings.',
  listCourts: 'Lists courts.',
  listUsers: 'Lists users.',
  listWebhookEndpoints: 'Lists webhook endpoints.',

  // What signing in has done
  signIn: 'An operator signed in.',
  refuseSignIn: 'Signing in was refused.',
  runQuery: 'An operator has read something by GraphQL.',

  // What exports have done
  exportList: 'A list was exported as a file.',
  updateOperator: 'The name or role of an operator was changed, as the identity provider has them.',
};

type Described = { description?: string | null | undefined };

/** The schema, in which nothing is without a description: inputs, arguments and the values of enumerations included. */
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

/** `EraseUserInput`. */
function meaningOfType({ name }: GraphQLNamedType): string | undefined {
  return name.endsWith('Input') ? 'What the mutation takes.' : undefined;
}

function meaningOf(schema: GraphQLSchema, name: string, typeName = name): string | undefined {
  // What somebody has done has the name of the mutation that does it.
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
