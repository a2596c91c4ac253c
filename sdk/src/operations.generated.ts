// generated, run npm run codegen
import type { CallOptions, DryRunOption } from './call-options.ts';
import type { Listing } from './listing.ts';
import type { components } from './openapi.generated.ts';

type Component<Name extends keyof components['schemas']> = components['schemas'][Name];

/** Exactly one of an object's fields. */
type ExactlyOneOf<Fields> = {
  [Name in keyof Fields]-?: { [Given in Name]-?: NonNullable<Fields[Given]> } & {
    [Other in Exclude<keyof Fields, Name>]?: undefined;
  };
}[keyof Fields];

/** The user to create. A user that is already stored is not changed. */
export interface CreateUserRequest {
  /** Kept and compared in lower case. Must not be linked to a different user. */
  email: string;
  /**
   * 1 to 255 characters. Your own id of the user, case-sensitive and never trimmed; not `.` and not `..`. Must not be
   * linked to a different user. The length counts Unicode code points. Must be well-formed Unicode (no lone surrogates)
   * without the character NUL.
   */
  externalUserId: string;
  /**
   * 1 to 255 characters. At least one visible character. No control characters, no bidirectional controls, and no line
   * breaks. The length counts Unicode code points. Must be well-formed Unicode (no lone surrogates) without the
   * character NUL.
   */
  firstName: string;
  /**
   * 1 to 255 characters. At least one visible character. No control characters, no bidirectional controls, and no line
   * breaks. The length counts Unicode code points. Must be well-formed Unicode (no lone surrogates) without the
   * character NUL.
   */
  lastName: string;
  /**
   * A date from 1900-01-01 to today (UTC); null for none. Midnight UTC, as responses contain it, is accepted, too. A
   * `Date` counts by its calendar day in UTC. One that was created in local time, such as `new Date(1985, 11, 10)`, may
   * be a different day in UTC. Send the text if you have it.
   */
  birthday?: Date | string | null | undefined;
}

/**
 * The complete court booking. Fields that you leave out are removed from a stored booking.
 *
 * A `Date` is exact to the millisecond. If your system keeps microseconds, send `externalUpdatedAt` as text.
 */
export interface UpsertCourtBookingRequest {
  /** The court. */
  courtId: string;
  /**
   * The first instant that the booking occupies. RFC 3339 with an offset, in the years 2000 to 2100 (UTC). Leap seconds
   * are rejected. At most nine digits after the second, of which the seventh to ninth must be 0.
   */
  startDate: Date | string;
  /**
   * The first instant that the booking no longer occupies; after `startDate`. RFC 3339 with an offset, in the years
   * 2000 to 2100 (UTC). Leap seconds are rejected. At most nine digits after the second, of which the seventh to ninth
   * must be 0.
   */
  endDate: Date | string;
  /**
   * When the booking last changed in your system, to the microsecond. Versions are compared by it. RFC 3339 with an
   * offset, in the years 2000 to 2100 (UTC). Leap seconds are rejected. At most nine digits after the second, of which
   * the seventh to ninth must be 0.
   */
  externalUpdatedAt: Date | string;
  /** Each person once. Left out: nobody; the whole booking is replaced. Default: `[]`. At most 50 items. */
  participants?: readonly ParticipantRequest[] | undefined;
}

/** A participant of a booking, identified by exactly one of the fields; otherwise `mutually_exclusive_fields_violation`. */
export type ParticipantRequest = ExactlyOneOf<{
  /** A user that your external service manages or was granted access to. */
  userId?: string | undefined;
  /** The email address of a guest. It needs no account, and is stored in lower case. */
  email?: string | undefined;
  /** A participant who was erased, as the response shows it. */
  erased?: true | undefined;
}>;

/** The changes to a user. Fields that you leave out are kept. */
export interface UpdateUserRequest {
  /**
   * 1 to 255 characters. At least one visible character. No control characters, no bidirectional controls, and no line
   * breaks. The length counts Unicode code points. Must be well-formed Unicode (no lone surrogates) without the
   * character NUL.
   */
  firstName?: string | undefined;
  /**
   * 1 to 255 characters. At least one visible character. No control characters, no bidirectional controls, and no line
   * breaks. The length counts Unicode code points. Must be well-formed Unicode (no lone surrogates) without the
   * character NUL.
   */
  lastName?: string | undefined;
  /**
   * A date from 1900-01-01 to today (UTC); null for none. Midnight UTC, as responses contain it, is accepted, too. A
   * `Date` counts by its calendar day in UTC. One that was created in local time, such as `new Date(1985, 11, 10)`, may
   * be a different day in UTC. Send the text if you have it.
   */
  birthday?: Date | string | null | undefined;
  /** Kept and compared in lower case. Must not be linked to a different user. The former one is free. */
  email?: string | undefined;
  /**
   * 1 to 255 characters. Identifier in the system of the partner that manages the user. The former one is free. The
   * length counts Unicode code points. Must be well-formed Unicode (no lone surrogates) without the character NUL.
   */
  externalUserId?: string | undefined;
}

/** The user to create or update. A stored birthday that you leave out is kept. */
export interface UpsertUserRequest {
  /** Kept and compared in lower case. Must not be linked to a different user. */
  email: string;
  /**
   * 1 to 255 characters. At least one visible character. No control characters, no bidirectional controls, and no line
   * breaks. The length counts Unicode code points. Must be well-formed Unicode (no lone surrogates) without the
   * character NUL.
   */
  firstName: string;
  /**
   * 1 to 255 characters. At least one visible character. No control characters, no bidirectional controls, and no line
   * breaks. The length counts Unicode code points. Must be well-formed Unicode (no lone surrogates) without the
   * character NUL.
   */
  lastName: string;
  /**
   * A date from 1900-01-01 to today (UTC); null for none. Midnight UTC, as responses contain it, is accepted, too. A
   * `Date` counts by its calendar day in UTC. One that was created in local time, such as `new Date(1985, 11, 10)`, may
   * be a different day in UTC. Send the text if you have it.
   */
  birthday?: Date | string | null | undefined;
}

/** A new webhook endpoint. */
export interface CreateWebhookEndpointRequest {
  /**
   * 1 to 2000 characters. Must use https and be reachable from the internet. The length counts Unicode code points.
   * Must be well-formed Unicode (no lone surrogates) without the character NUL.
   */
  url: string;
  /** The types of changes to send, at least one. At most 100 items. */
  types: readonly ('court_booking.created' | 'court_booking.updated' | 'court_booking.cancelled' | 'court_booking.reinstated' | 'court_booking.version_reset' | 'user.created' | 'user.updated' | 'user.erased' | 'organization_access.granted' | 'organization_access.revoked' | 'user_access.granted' | 'user_access.revoked' | 'court.created' | 'court.updated' | 'court.deactivated' | 'webhook_endpoint.paused' | 'webhook_endpoint.resumed')[];
  /** How webhooks are signed. With `ED25519` the secret is a public key. Default: `"HMAC_SHA256"`. */
  signature?: 'HMAC_SHA256' | 'ED25519' | undefined;
}

/** Changes of a webhook endpoint. */
export interface UpdateWebhookEndpointRequest {
  /**
   * 1 to 2000 characters. Must use https and be reachable from the internet. The length counts Unicode code points.
   * Must be well-formed Unicode (no lone surrogates) without the character NUL.
   */
  url?: string | undefined;
  /** The types of changes to send, at least one. At most 100 items. */
  types?: readonly ('court_booking.created' | 'court_booking.updated' | 'court_booking.cancelled' | 'court_booking.reinstated' | 'court_booking.version_reset' | 'user.created' | 'user.updated' | 'user.erased' | 'organization_access.granted' | 'organization_access.revoked' | 'user_access.granted' | 'user_access.revoked' | 'court.created' | 'court.updated' | 'court.deactivated' | 'webhook_endpoint.paused' | 'webhook_endpoint.resumed')[] | undefined;
}

/** The overlap of a rotation of a webhook secret. */
export interface RotateWebhookSecretRequest {
  /** How long webhooks are also signed with the former secret, in hours. Default: `24`. From 0 to 168. */
  overlapHours?: number | undefined;
}

/** A range of changes, including `fromSequence`, `toSequence` and `from`, and excluding `to`. One end may be left out. */
export interface ResendWebhookDeliveriesRequest {
  /** From 1 to 9007199254740991. */
  fromSequence?: number | undefined;
  /** From 1 to 9007199254740991. */
  toSequence?: number | undefined;
  /**
   * RFC 3339 with an offset, in the years 2000 to 2100 (UTC). Leap seconds are rejected. At most nine digits after the
   * second, of which the seventh to ninth must be 0.
   */
  from?: Date | string | undefined;
  /**
   * RFC 3339 with an offset, in the years 2000 to 2100 (UTC). Leap seconds are rejected. At most nine digits after the
   * second, of which the seventh to ninth must be 0.
   */
  to?: Date | string | undefined;
}

/** The overlap of a rotation. */
export interface RotateApiTokenRequest {
  /** How long the old token stays valid, in minutes. Default: `1440`. From 5 to 43200. */
  overlapMinutes?: number | undefined;
}

/** A token to revoke. */
export interface RevokeApiTokenRequest {
  /**
   * 1 to 255 characters. The API token, as it would be sent in `Authorization`. The length counts Unicode code points.
   * Must be well-formed Unicode (no lone surrogates) without the character NUL.
   */
  token: string;
}

/**
 * The parameters of `listUsers`. Lists the users that your external service manages or was granted access to, newest
 * first. With `updatedFrom` or `updatedTo`, the most recently changed user comes first. Erased users are omitted.
 */
export interface UserQuery {
  /** Only users with this e-mail address: the whole address, in any case. */
  email?: string | undefined;
  /**
   * 1 to 255 characters. Only the user that is linked to this id of your own. The length counts Unicode code points.
   * Must be well-formed Unicode (no lone surrogates) without the character NUL.
   */
  externalUserId?: string | undefined;
  /**
   * Only users whose `updatedAt` is at or after this time. To follow changes use `listChanges`, because a transaction
   * that commits late can have an earlier `updatedAt`. RFC 3339 with an offset, in the years 2000 to 2100 (UTC). Leap
   * seconds are rejected. At most nine digits after the second, of which the seventh to ninth must be 0.
   */
  updatedFrom?: Date | string | undefined;
  /**
   * Only users whose `updatedAt` is before this time. RFC 3339 with an offset, in the years 2000 to 2100 (UTC). Leap
   * seconds are rejected. At most nine digits after the second, of which the seventh to ninth must be 0.
   */
  updatedTo?: Date | string | undefined;
  /**
   * The `nextCursor` of the previous page, unchanged. Without a cursor, the list starts at its beginning. The length
   * counts Unicode code points. Must be well-formed Unicode (no lone surrogates) without the character NUL.
   */
  cursor?: string | undefined;
  /** The number of items per page. From 1 to 100. Default: `50`. */
  limit?: number | undefined;
}

/**
 * The parameters of `listCourtBookings`. Lists your court bookings, the most recently changed first. Filters are
 * combined with AND.
 */
export interface CourtBookingQuery {
  /** Only bookings of this court. */
  courtId?: string | undefined;
  /**
   * Only bookings that end after this time. RFC 3339 with an offset, in the years 2000 to 2100 (UTC). Leap seconds are
   * rejected. At most nine digits after the second, of which the seventh to ninth must be 0.
   */
  from?: Date | string | undefined;
  /**
   * Only bookings that start before this time. RFC 3339 with an offset, in the years 2000 to 2100 (UTC). Leap seconds
   * are rejected. At most nine digits after the second, of which the seventh to ninth must be 0.
   */
  to?: Date | string | undefined;
  /**
   * Only bookings whose `updatedAt` is at or after this time. To follow changes use `listChanges`, because a
   * transaction that commits late can have an earlier `updatedAt`. RFC 3339 with an offset, in the years 2000 to 2100
   * (UTC). Leap seconds are rejected. At most nine digits after the second, of which the seventh to ninth must be 0.
   */
  updatedFrom?: Date | string | undefined;
  /**
   * Only bookings whose `updatedAt` is before this time. RFC 3339 with an offset, in the years 2000 to 2100 (UTC). Leap
   * seconds are rejected. At most nine digits after the second, of which the seventh to ninth must be 0.
   */
  updatedTo?: Date | string | undefined;
  /** Only bookings with this status. Default: `"ACTIVE"`. */
  status?: 'ACTIVE' | 'CANCELLED' | 'ANY' | undefined;
  /** Only bookings that name this user by id, or by email address if your external service has access to the user. */
  participantUserId?: string | undefined;
  /**
   * Only bookings that name this email address, or by id a user with this address to whom your external service has
   * access.
   */
  participantEmail?: string | undefined;
  /** The number of items per page. From 1 to 100. Default: `50`. */
  limit?: number | undefined;
  /**
   * The `nextCursor` of the previous page, unchanged. Without a cursor, the list starts at its beginning. The length
   * counts Unicode code points. Must be well-formed Unicode (no lone surrogates) without the character NUL.
   */
  cursor?: string | undefined;
}

/**
 * The parameters of `listCourts`. Lists the courts that you may book, sorted by name. They belong to the organizations
 * that your external service was granted. Deactivated courts are omitted; their bookings remain.
 */
export interface CourtQuery {
  /** Only courts of this organization. The list is empty if access was not granted. */
  organizationId?: string | undefined;
  /** The number of items per page. From 1 to 100. Default: `50`. */
  limit?: number | undefined;
  /**
   * The `nextCursor` of the previous page, unchanged. Without a cursor, the list starts at its beginning. The length
   * counts Unicode code points. Must be well-formed Unicode (no lone surrogates) without the character NUL.
   */
  cursor?: string | undefined;
}

/**
 * The parameters of `getCourtOccupancy`. Returns when a court is occupied by any booking. There is one entry per active
 * booking that overlaps the range, clipped to the range and sorted by start. A new booking at these times would be
 * rejected with `court_booking_overlap`. Deactivated courts can be queried too.
 */
export interface CourtOccupancyQuery {
  /**
   * The start of the range. RFC 3339 with an offset, in the years 2000 to 2100 (UTC). Leap seconds are rejected. At
   * most nine digits after the second, of which the seventh to ninth must be 0.
   */
  from: Date | string;
  /**
   * The end of the range: after `from`, by at most 31 days. RFC 3339 with an offset, in the years 2000 to 2100 (UTC).
   * Leap seconds are rejected. At most nine digits after the second, of which the seventh to ninth must be 0.
   */
  to: Date | string;
}

/**
 * The parameters of `getOrganizationOccupancy`. Returns when the courts of an organization are occupied, in one
 * response. Deactivated courts are omitted. It does not say whose bookings they are.
 */
export interface OrganizationOccupancyQuery {
  /**
   * The start of the range. RFC 3339 with an offset, in the years 2000 to 2100 (UTC). Leap seconds are rejected. At
   * most nine digits after the second, of which the seventh to ninth must be 0.
   */
  from: Date | string;
  /**
   * The end of the range: after `from`, by at most 31 days. RFC 3339 with an offset, in the years 2000 to 2100 (UTC).
   * Leap seconds are rejected. At most nine digits after the second, of which the seventh to ninth must be 0.
   */
  to: Date | string;
  /** The `version` of the copy that you have. Ignored with `If-None-Match`. */
  version?: string | undefined;
  /**
   * The maximum number of seconds that the response waits for a change if your version is current. From 0 to 30.
   * Default: `0`.
   */
  wait?: number | undefined;
}

/**
 * The parameters of `listChanges`. Lists every change to your bookings, users, courts and grants, regardless of who
 * made it, in the order in which they happened. No committed change is omitted or returned out of order.
 */
export interface ChangeQuery {
  /**
   * The `nextCursor` of the previous page, unchanged. `latest` returns an empty page and the current cursor. Without a
   * cursor, the feed begins at the oldest change that is kept. The length counts Unicode code points. Must be
   * well-formed Unicode (no lone surrogates) without the character NUL.
   */
  cursor?: string | undefined;
  /** The number of items per page. From 1 to 100. Default: `50`. */
  limit?: number | undefined;
  /**
   * The maximum number of seconds that the response waits for the next change if there is none to return. `latest`
   * never waits. From 0 to 30. Default: `0`.
   */
  wait?: number | undefined;
}

/**
 * The parameters of `listWebhookDeliveries`. Lists what was sent to one of your endpoints and what is pending, the
 * newest change first, with the attempts and your responses. Filters are combined with AND.
 */
export interface WebhookDeliveryQuery {
  /** Only deliveries with this status. */
  status?: 'PENDING' | 'DELIVERED' | 'FAILED' | undefined;
  /** If true, only deliveries whose last attempt failed. They are repeated, or were abandoned. Default: `false`. */
  failed?: boolean | undefined;
  /**
   * Only changes that got their `sequence` at this time or later, which is shortly after the change. RFC 3339 with an
   * offset, in the years 2000 to 2100 (UTC). Leap seconds are rejected. At most nine digits after the second, of which
   * the seventh to ninth must be 0.
   */
  from?: Date | string | undefined;
  /**
   * Only changes that got their `sequence` before this time. RFC 3339 with an offset, in the years 2000 to 2100 (UTC).
   * Leap seconds are rejected. At most nine digits after the second, of which the seventh to ninth must be 0.
   */
  to?: Date | string | undefined;
  /** The number of items per page. From 1 to 100. Default: `50`. */
  limit?: number | undefined;
  /**
   * The `nextCursor` of the previous page, unchanged. Without a cursor, the list starts at its beginning. The length
   * counts Unicode code points. Must be well-formed Unicode (no lone surrogates) without the character NUL.
   */
  cursor?: string | undefined;
}

/**
 * The parameters of `listApiTokens`. Lists the tokens of your external service, newest first, also those that are no
 * longer valid. Their secrets are not stored.
 */
export interface ApiTokenQuery {
  /** The number of items per page. From 1 to 100. Default: `50`. */
  limit?: number | undefined;
  /**
   * The `nextCursor` of the previous page, unchanged. Without a cursor, the list starts at its beginning. The length
   * counts Unicode code points. Must be well-formed Unicode (no lone surrogates) without the character NUL.
   */
  cursor?: string | undefined;
}

/**
 * The parameters of `listRequests`. Lists the requests with a valid token of your external service, and the rejected
 * items of your batches, newest first. Filters are combined with AND.
 */
export interface RequestRecordQuery {
  /** If true, only requests and items with an error: status 400 or higher. Default: `false`. */
  failed?: boolean | undefined;
  /**
   * 1 to 255 characters. Only requests and items that name this booking or user, by your own id. The length counts
   * Unicode code points. Must be well-formed Unicode (no lone surrogates) without the character NUL.
   */
  externalId?: string | undefined;
  /** Only requests to this operation. */
  operation?: 'createUser' | 'upsertCourtBooking' | 'getToken' | 'getCourtBooking' | 'listCourtBookings' | 'cancelCourtBooking' | 'batchCourtBookings' | 'listCourts' | 'getCourtOccupancy' | 'getOrganizationOccupancy' | 'getUser' | 'getUserByExternalId' | 'listUsers' | 'upsertUser' | 'batchUsers' | 'updateUser' | 'eraseUser' | 'listChanges' | 'listWebhookEndpoints' | 'createWebhookEndpoint' | 'deleteWebhookEndpoint' | 'testWebhookEndpoint' | 'rotateWebhookSecret' | 'updateWebhookEndpoint' | 'pauseWebhookEndpoint' | 'resumeWebhookEndpoint' | 'resendWebhookDeliveries' | 'listWebhookDeliveries' | 'listApiTokens' | 'rotateApiToken' | 'revokeApiToken' | 'getRequest' | 'listRequests' | undefined;
  /**
   * Only requests with a response at this time or later. RFC 3339 with an offset, in the years 2000 to 2100 (UTC). Leap
   * seconds are rejected. At most nine digits after the second, of which the seventh to ninth must be 0.
   */
  from?: Date | string | undefined;
  /**
   * Only requests with a response before this time. RFC 3339 with an offset, in the years 2000 to 2100 (UTC). Leap
   * seconds are rejected. At most nine digits after the second, of which the seventh to ninth must be 0.
   */
  to?: Date | string | undefined;
  /** The number of items per page. From 1 to 100. Default: `50`. */
  limit?: number | undefined;
  /**
   * The `nextCursor` of the previous page, unchanged. Without a cursor, the list starts at its beginning. The length
   * counts Unicode code points. Must be well-formed Unicode (no lone surrogates) without the character NUL.
   */
  cursor?: string | undefined;
}

/** The user as stored. A field without a value is omitted. New fields may be added. */
export interface UserResponse extends Component<'UserResponse'> {}

/** A page of users. */
export interface UserPage extends Component<'UserPage'> {}

/**
 * A user. An erased user has only `id`, `managed` and `status`. A field without a value is omitted. New fields may be
 * added.
 */
export interface User extends Component<'User'> {}

/**
 * The court booking as stored. Date-times are in UTC. New fields may be added.
 *
 * Date-times do not sort as text: use `compareInstants`.
 */
export interface CourtBookingResponse extends Component<'CourtBookingResponse'> {}

/**
 * A court booking: the stored booking, its status, and who cancelled it. Date-times are in UTC. New fields may be
 * added.
 *
 * Date-times do not sort as text: use `compareInstants`.
 */
export interface CourtBooking extends Component<'CourtBooking'> {}

/** The response to a cancellation. It has the same few fields in every case. New fields may be added. */
export interface CancelledCourtBooking extends Component<'CancelledCourtBooking'> {}

/** The permissions of a token, and its external service. New fields may be added. */
export interface Token extends Component<'Token'> {}

/** A page of court bookings. */
export interface CourtBookingPage extends Component<'CourtBookingPage'> {}

/** A page of courts. */
export interface CourtPage extends Component<'CourtPage'> {}

/** A court. New fields may be added. */
export interface Court extends Component<'Court'> {}

/** The times when a court is occupied by any booking. New fields may be added. */
export interface CourtOccupancy extends Component<'CourtOccupancy'> {}

/** The times when the courts of an organization are occupied. New fields may be added. */
export interface OrganizationOccupancy extends Component<'OrganizationOccupancy'> {}

/** The remaining fields of an erased user. */
export interface ErasedUser extends Component<'ErasedUser'> {}

/** A page of changes. */
export interface ChangePage extends Component<'ChangePage'> {}

/**
 * A change. Its `type` determines the shape of `data`.
 *
 * A change that is newer than this package has a `type` that matches no `case`, and reaches the `default` of a
 * `switch`.
 */
export type Change = Component<'Change'>;

/** Your webhook endpoints. */
export interface WebhookEndpointList extends Component<'WebhookEndpointList'> {}

/** One of your webhook endpoints. New fields may be added. */
export interface WebhookEndpoint extends Component<'WebhookEndpoint'> {}

/** A webhook endpoint and its secret. */
export interface IssuedWebhookSecret extends Component<'IssuedWebhookSecret'> {}

/** The end of a webhook endpoint. */
export interface DeletedWebhookEndpoint extends Component<'DeletedWebhookEndpoint'> {}

/** The webhook endpoint that was changed. New fields may be added. */
export interface WebhookEndpointId extends Component<'WebhookEndpointId'> {}

/** The result of a test. New fields may be added. */
export interface TestedWebhookEndpoint extends Component<'TestedWebhookEndpoint'> {}

/** The changes that are sent again. */
export interface ResentWebhookDeliveries extends Component<'ResentWebhookDeliveries'> {}

/** A page of webhook deliveries. */
export interface WebhookDeliveryPage extends Component<'WebhookDeliveryPage'> {}

/** The delivery of a change to one of your webhook endpoints. New fields may be added. */
export interface WebhookDelivery extends Component<'WebhookDelivery'> {}

/** A page of tokens. */
export interface ApiTokenPage extends Component<'ApiTokenPage'> {}

/** One of your tokens, without its secret. New fields may be added. */
export interface ApiToken extends Component<'ApiToken'> {}

/** A new token, and the end of the one that it replaces. */
export interface RotatedApiToken extends Component<'RotatedApiToken'> {}

/** The end of a token. */
export interface RevokedApiToken extends Component<'RevokedApiToken'> {}

/** One of your requests and its outcome. New fields may be added. */
export interface RequestDetails extends Component<'RequestDetails'> {}

/** A page of requests. */
export interface RequestRecordPage extends Component<'RequestRecordPage'> {}

/**
 * One of your requests and its outcome, or a rejected item of a batch. Bodies are not recorded. New fields may be
 * added.
 */
export interface RequestRecord extends Component<'RequestRecord'> {}

/** The operations of the client, without batches. Their calls reject with a `PartnerError`. */
export interface PartnerOperations {
  /**
   * Creates a user account that is linked to your external service and managed by it.
   *
   * Safe to repeat: if your external service has already linked exactly this pair of `email` and `externalUserId`, the
   * response is 200 with the stored user, and nothing changes.
   *
   * Required scope: `userwrite`. Document: section 4.1.
   *
   * Errors in addition to the general ones: `email_already_in_use`, `external_user_id_already_in_use`,
   * `payload_too_large`, `unsupported_media_type`.
   *
   * @throws PartnerError<'createUser'>
   *
   * @see "Create user", `/docs/reference#createUser` of the service
   */
  createUser: (body: CreateUserRequest, options?: CallOptions) => Promise<UserResponse>;
  /**
   * Lists the users that your external service manages or was granted access to, newest first. With `updatedFrom` or
   * `updatedTo`, the most recently changed user comes first. Erased users are omitted.
   *
   * Required scope: `userread` or `userwrite`.
   *
   * Errors in addition to the general ones: `invalid_updated_filter_time_range`.
   *
   * @throws PartnerError<'listUsers'>
   *
   * @see "List users", `/docs/reference#listUsers` of the service
   */
  listUsers: (query?: UserQuery, options?: CallOptions) => Listing<UserPage, User>;
  /**
   * Creates the court booking with your own booking id, or replaces it.
   *
   * Versions are compared by `externalUpdatedAt`. A newer version is written. An older version is rejected with
   * `stale_write`. An equal version with the same content returns 200 with the stored booking, so a request can be
   * repeated. An equal version with other content is rejected with `version_conflict`. If an operator has cancelled the
   * booking, every upsert is rejected with `version_conflict` until an operator reinstates it.
   *
   * A booking occupies the court from `startDate` up to, but not including, `endDate`. Back-to-back bookings do not
   * overlap.
   *
   * Required scope: `court-bookingwrite`. Document: section 4.2.
   *
   * `externalCourtBookingId`: 1 to 255 characters. Your own id of the booking, case-sensitive and never trimmed; not
   * `.` and not `..`. The length counts Unicode code points. Must be well-formed Unicode (no lone surrogates) without
   * the character NUL.
   *
   * Errors in addition to the general ones: `mutually_exclusive_fields_violation`, `duplicate_entries_provided`,
   * `invalid_time_range`, `organization_access_denied`, `user_access_denied`, `court_not_found`, `stale_write`,
   * `version_conflict`, `court_booking_overlap`, `payload_too_large`, `unsupported_media_type`.
   *
   * @throws PartnerError<'upsertCourtBooking'>
   *
   * @see "Upsert court booking", `/docs/reference#upsertCourtBooking` of the service
   */
  upsertCourtBooking: (externalCourtBookingId: string, body: UpsertCourtBookingRequest, options?: CallOptions & DryRunOption) => Promise<CourtBookingResponse>;
  /**
   * Returns one of your court bookings, active or cancelled. If only a cancellation has arrived so far, the booking
   * does not exist yet.
   *
   * Required scope: `court-bookingread` or `court-bookingwrite`.
   *
   * `externalCourtBookingId`: 1 to 255 characters. Your own id of the booking, case-sensitive and never trimmed; not
   * `.` and not `..`. The length counts Unicode code points. Must be well-formed Unicode (no lone surrogates) without
   * the character NUL.
   *
   * Errors in addition to the general ones: `court_booking_not_found`.
   *
   * @throws PartnerError<'getCourtBooking'>
   *
   * @see "Get court booking", `/docs/reference#getCourtBooking` of the service
   */
  getCourtBooking: (externalCourtBookingId: string, options?: CallOptions) => Promise<CourtBooking>;
  /**
   * Cancels one of your court bookings. Its court is free at once.
   *
   * Versions are compared by `externalUpdatedAt`, as for an upsert. A cancellation that is newer than the stored
   * version, or equal to it, is written. Repeating it returns 200 and changes nothing. An older one is rejected with
   * `stale_write`. If no booking exists under the id, the service stores the version only. A create that was sent
   * earlier and arrives later is then rejected.
   *
   * A newer upsert makes the booking active again.
   *
   * Required scope: `court-bookingwrite`.
   *
   * `externalCourtBookingId`: 1 to 255 characters. Your own id of the booking, case-sensitive and never trimmed; not
   * `.` and not `..`. The length counts Unicode code points. Must be well-formed Unicode (no lone surrogates) without
   * the character NUL.
   *
   * `externalUpdatedAt`: When it was cancelled in your system, to the microsecond. RFC 3339 with an offset, in the
   * years 2000 to 2100 (UTC). Leap seconds are rejected. At most nine digits after the second, of which the seventh to
   * ninth must be 0.
   *
   * Errors in addition to the general ones: `stale_write`.
   *
   * @throws PartnerError<'cancelCourtBooking'>
   *
   * @see "Cancel court booking", `/docs/reference#cancelCourtBooking` of the service
   */
  cancelCourtBooking: (externalCourtBookingId: string, externalUpdatedAt: Date | string, options?: CallOptions & DryRunOption) => Promise<CancelledCourtBooking>;
  /**
   * Returns the external service of the token, its scopes, the organizations whose courts it may book, and its rate
   * limit. A token is therefore all that you need to be given.
   *
   * Any valid API token is accepted.
   *
   * @throws PartnerError<'getToken'>
   *
   * @see "Get token", `/docs/reference#getToken` of the service
   */
  getToken: (options?: CallOptions) => Promise<Token>;
  /**
   * Lists your court bookings, the most recently changed first. Filters are combined with AND.
   *
   * Each page begins where the previous page ended. A booking that does not change meanwhile is listed once. A booking
   * that changes meanwhile moves to the front.
   *
   * Required scope: `court-bookingread` or `court-bookingwrite`.
   *
   * Errors in addition to the general ones: `invalid_filter_time_range`, `invalid_updated_filter_time_range`.
   *
   * @throws PartnerError<'listCourtBookings'>
   *
   * @see "List court bookings", `/docs/reference#listCourtBookings` of the service
   */
  listCourtBookings: (query?: CourtBookingQuery, options?: CallOptions) => Listing<CourtBookingPage, CourtBooking>;
  /**
   * Lists the courts that you may book, sorted by name. They belong to the organizations that your external service was
   * granted. Deactivated courts are omitted; their bookings remain.
   *
   * Required scope: `court-bookingread` or `court-bookingwrite`.
   *
   * @throws PartnerError<'listCourts'>
   *
   * @see "List courts", `/docs/reference#listCourts` of the service
   */
  listCourts: (query?: CourtQuery, options?: CallOptions) => Listing<CourtPage, Court>;
  /**
   * Returns when a court is occupied by any booking. There is one entry per active booking that overlaps the range,
   * clipped to the range and sorted by start. A new booking at these times would be rejected with
   * `court_booking_overlap`. Deactivated courts can be queried too.
   *
   * Required scope: `court-bookingread` or `court-bookingwrite`.
   *
   * `courtId`: The court.
   *
   * Errors in addition to the general ones: `invalid_filter_time_range`, `organization_access_denied`,
   * `court_not_found`.
   *
   * @throws PartnerError<'getCourtOccupancy'>
   *
   * @see "Get court occupancy", `/docs/reference#getCourtOccupancy` of the service
   */
  getCourtOccupancy: (courtId: string, query: CourtOccupancyQuery, options?: CallOptions) => Promise<CourtOccupancy>;
  /**
   * Returns when the courts of an organization are occupied, in one response. Deactivated courts are omitted. It does
   * not say whose bookings they are.
   *
   * Keep `version` with your copy and send it with the next request. If nothing has changed, the response has no
   * `courts`. With `wait` it arrives as soon as something changes. The `ETag` of the response is the version: with
   * `If-None-Match` an unchanged occupancy is 304 without a body.
   *
   * A version belongs to its range. With another range, all courts are returned.
   *
   * Required scope: `court-bookingread` or `court-bookingwrite`.
   *
   * `organizationId`: The organization.
   *
   * Errors in addition to the general ones: `invalid_filter_time_range`, `organization_access_denied`.
   *
   * @throws PartnerError<'getOrganizationOccupancy'>
   *
   * @see "Get the occupancy of all courts of an organization", `/docs/reference#getOrganizationOccupancy` of the
   * service
   */
  getOrganizationOccupancy: (organizationId: string, query: OrganizationOccupancyQuery, options?: CallOptions) => Promise<OrganizationOccupancy>;
  /**
   * Returns a user that your external service manages or was granted access to. An unknown user and an inaccessible
   * user give the same response.
   *
   * For an erased user, the service that managed it receives `id`, `managed` and `status`.
   *
   * Required scope: `userread` or `userwrite`.
   *
   * `userId`: The `id` of the user.
   *
   * Errors in addition to the general ones: `user_access_denied`.
   *
   * @throws PartnerError<'getUser'>
   *
   * @see "Get user", `/docs/reference#getUser` of the service
   */
  getUser: (userId: string, options?: CallOptions) => Promise<User>;
  /**
   * Changes a user that your external service manages. Fields that you leave out are kept. `null` clears the birthday.
   * After a change of the email address or the external id, the former value can be used again.
   *
   * Safe to repeat: if the values are already stored, nothing is written.
   *
   * Required scope: `userwrite`.
   *
   * `userId`: The `id` of the user.
   *
   * Errors in addition to the general ones: `user_access_denied`, `user_not_managed`, `email_already_in_use`,
   * `external_user_id_already_in_use`, `payload_too_large`, `unsupported_media_type`.
   *
   * @throws PartnerError<'updateUser'>
   *
   * @see "Update user", `/docs/reference#updateUser` of the service
   */
  updateUser: (userId: string, body: UpdateUserRequest, options?: CallOptions) => Promise<User>;
  /**
   * Erases a user that your external service manages: name, email address, birthday, all other personal data, and every
   * copy of it. Bookings remain, and show the participant as `{ "erased": true }`. The email address and the external
   * id can be used again.
   *
   * This cannot be undone. Safe to repeat.
   *
   * Required scope: `userwrite`.
   *
   * `userId`: The `id` of the user.
   *
   * Errors in addition to the general ones: `user_access_denied`, `user_not_managed`.
   *
   * @throws PartnerError<'eraseUser'>
   *
   * @see "Erase user", `/docs/reference#eraseUser` of the service
   */
  eraseUser: (userId: string, options?: CallOptions) => Promise<ErasedUser>;
  /**
   * Returns the user that is linked with an id of your own. Erasing the user removes the link.
   *
   * Required scope: `userread` or `userwrite`.
   *
   * `externalUserId`: 1 to 255 characters. Your own id, case-sensitive and never trimmed; not `.` and not `..`. The
   * length counts Unicode code points. Must be well-formed Unicode (no lone surrogates) without the character NUL.
   *
   * Errors in addition to the general ones: `user_access_denied`, `user_not_found`.
   *
   * @throws PartnerError<'getUserByExternalId'>
   *
   * @see "Get user by external id", `/docs/reference#getUserByExternalId` of the service
   */
  getUserByExternalId: (externalUserId: string, options?: CallOptions) => Promise<User>;
  /**
   * Creates a user with your own id, or updates the user that is linked to this id. The rules of "Create user" and
   * "Update user" apply. `null` clears the birthday.
   *
   * Users have no version: the last write wins. Safe to repeat: if the values are already stored, nothing is written.
   *
   * Required scope: `userwrite`.
   *
   * `externalUserId`: 1 to 255 characters. Your own id of the user, case-sensitive and never trimmed; not `.` and not
   * `..`. Must not be linked to a different user. The length counts Unicode code points. Must be well-formed Unicode
   * (no lone surrogates) without the character NUL.
   *
   * Errors in addition to the general ones: `user_access_denied`, `user_not_managed`, `email_already_in_use`,
   * `payload_too_large`, `unsupported_media_type`.
   *
   * @throws PartnerError<'upsertUser'>
   *
   * @see "Create or update user", `/docs/reference#upsertUser` of the service
   */
  upsertUser: (externalUserId: string, body: UpsertUserRequest, options?: CallOptions) => Promise<User>;
  /**
   * Lists every change to your bookings, users, courts and grants, regardless of who made it, in the order in which
   * they happened. No committed change is omitted or returned out of order.
   *
   * To begin, get the cursor of `cursor=latest`. Then list what you need, and follow the changes from that cursor with
   * `wait`. Do the same after `cursor_expired`. Deduplicate by `id`, and order by `sequence`.
   *
   * `user.*` and `user_access.*` require `userread`; all other types require `court-bookingread`. With only one of the
   * two scopes, `sequence` has gaps.
   *
   * Required scope: `court-bookingread` or `court-bookingwrite` or `userread` or `userwrite`.
   *
   * Without `wait` the list ends when there are no more changes. With `wait` it continues until the `signal` ends it,
   * which rejects with `aborted`.
   *
   * Errors in addition to the general ones: `cursor_expired`.
   *
   * @throws PartnerError<'listChanges'>
   *
   * @see "List changes", `/docs/reference#listChanges` of the service
   */
  listChanges: (query?: ChangeQuery, options?: CallOptions) => Listing<ChangePage, Change>;
  /**
   * Lists your webhook endpoints: where your changes are sent, and whether that succeeds. A `PAUSED` endpoint receives
   * nothing for now. When it is resumed, it receives what it missed.
   *
   * Required scope: `court-bookingread` or `court-bookingwrite` or `userread` or `userwrite` or `webhookwrite`.
   *
   * @throws PartnerError<'listWebhookEndpoints'>
   *
   * @see "List webhook endpoints", `/docs/reference#listWebhookEndpoints` of the service
   */
  listWebhookEndpoints: (options?: CallOptions) => Promise<WebhookEndpointList>;
  /**
   * Creates an endpoint, which receives the changes of these types from now on, signed. The token also needs the scope
   * that reads each of the types in the feed. An external service can have at most 20 endpoints.
   *
   * Safe to repeat: for the same `url`, `types` and `signature` the response is 200 with the existing endpoint and its
   * secret.
   *
   * Required scope: `webhookwrite`.
   *
   * Errors in addition to the general ones: `webhook_url_refused`, `too_many_webhook_endpoints`,
   * `webhook_secrets_key_missing`, `webhook_secret_unreadable`, `payload_too_large`, `unsupported_media_type`.
   *
   * @throws PartnerError<'createWebhookEndpoint'>
   *
   * @see "Create webhook endpoint", `/docs/reference#createWebhookEndpoint` of the service
   */
  createWebhookEndpoint: (body: CreateWebhookEndpointRequest, options?: CallOptions) => Promise<IssuedWebhookSecret>;
  /**
   * Deletes one of your endpoints with its secret and its deliveries. Nothing more is sent to it. Changes that were not
   * delivered stay in the feed.
   *
   * Safe to repeat: after a lost response, `webhook_endpoint_not_found` shows that it is deleted.
   *
   * Required scope: `webhookwrite`.
   *
   * `webhookEndpointId`: The `id` of the webhook endpoint.
   *
   * Errors in addition to the general ones: `webhook_endpoint_not_found`.
   *
   * @throws PartnerError<'deleteWebhookEndpoint'>
   *
   * @see "Delete webhook endpoint", `/docs/reference#deleteWebhookEndpoint` of the service
   */
  deleteWebhookEndpoint: (webhookEndpointId: string, options?: CallOptions) => Promise<DeletedWebhookEndpoint>;
  /**
   * Changes the address or the types of one of your endpoints. A new address applies from the next attempt on, new
   * types to changes from now on. The token also needs the scope that reads each of the types in the feed.
   *
   * Safe to repeat.
   *
   * Required scope: `webhookwrite`.
   *
   * `webhookEndpointId`: The `id` of the webhook endpoint.
   *
   * Errors in addition to the general ones: `webhook_url_refused`, `webhook_endpoint_not_found`, `payload_too_large`,
   * `unsupported_media_type`.
   *
   * @throws PartnerError<'updateWebhookEndpoint'>
   *
   * @see "Update webhook endpoint", `/docs/reference#updateWebhookEndpoint` of the service
   */
  updateWebhookEndpoint: (webhookEndpointId: string, body: UpdateWebhookEndpointRequest, options?: CallOptions) => Promise<WebhookEndpointId>;
  /**
   * Sends one signed event of the type `webhook_endpoint.tested` with the sequence 0 to one of your endpoints, even if
   * it is paused, and waits up to 2 seconds for the response. The event is not in the feed. It costs ten permits of the
   * rate limit.
   *
   * A repeated call sends another event.
   *
   * Required scope: `webhookwrite`.
   *
   * `webhookEndpointId`: The `id` of the webhook endpoint.
   *
   * Errors in addition to the general ones: `webhook_endpoint_not_found`, `webhook_secrets_key_missing`,
   * `webhook_secret_unreadable`.
   *
   * @throws PartnerError<'testWebhookEndpoint'>
   *
   * @see "Test webhook endpoint", `/docs/reference#testWebhookEndpoint` of the service
   */
  testWebhookEndpoint: (webhookEndpointId: string, options?: CallOptions) => Promise<TestedWebhookEndpoint>;
  /**
   * Makes a new secret for one of your endpoints. Until the overlap ends, each webhook is also signed with the former
   * one.
   *
   * Safe to repeat: during the overlap the response is 200 with the same new secret. An overlap of 0 hours ends the
   * former secret at once, and makes another secret at each call.
   *
   * Required scope: `webhookwrite`.
   *
   * `webhookEndpointId`: The `id` of the webhook endpoint.
   *
   * Errors in addition to the general ones: `webhook_endpoint_not_found`, `webhook_secrets_key_missing`,
   * `webhook_secret_unreadable`, `payload_too_large`, `unsupported_media_type`.
   *
   * @throws PartnerError<'rotateWebhookSecret'>
   *
   * @see "Rotate webhook secret", `/docs/reference#rotateWebhookSecret` of the service
   */
  rotateWebhookSecret: (webhookEndpointId: string, body: RotateWebhookSecretRequest, options?: CallOptions) => Promise<IssuedWebhookSecret>;
  /**
   * Pauses one of your endpoints until `resumeWebhookEndpoint`, or until an operator resumes it. Its changes are queued
   * meanwhile, and an endpoint that was paused because it failed is no longer tried. A request that is running is not
   * cancelled.
   *
   * Safe to repeat.
   *
   * Required scope: `webhookwrite`.
   *
   * `webhookEndpointId`: The `id` of the webhook endpoint.
   *
   * Errors in addition to the general ones: `webhook_endpoint_not_found`.
   *
   * @throws PartnerError<'pauseWebhookEndpoint'>
   *
   * @see "Pause webhook endpoint", `/docs/reference#pauseWebhookEndpoint` of the service
   */
  pauseWebhookEndpoint: (webhookEndpointId: string, options?: CallOptions) => Promise<WebhookEndpointId>;
  /**
   * Resumes one of your endpoints that you paused, or that was paused because it failed or responded with 410. It
   * receives what it missed first, the oldest first. A pause by an operator is rejected with `webhook_endpoint_paused`.
   *
   * Safe to repeat: an active endpoint stays as it is.
   *
   * Required scope: `webhookwrite`.
   *
   * `webhookEndpointId`: The `id` of the webhook endpoint.
   *
   * Errors in addition to the general ones: `webhook_endpoint_not_found`, `webhook_endpoint_paused`.
   *
   * @throws PartnerError<'resumeWebhookEndpoint'>
   *
   * @see "Resume webhook endpoint", `/docs/reference#resumeWebhookEndpoint` of the service
   */
  resumeWebhookEndpoint: (webhookEndpointId: string, options?: CallOptions) => Promise<WebhookEndpointId>;
  /**
   * Sends the changes of a range to one of your endpoints again, the oldest first: those of its types, delivered or
   * not, even from before it existed. Give a start, an end, or both, each as a `sequence` or a time. One call sends the
   * first 10,000; `nextSequence` says where to continue, with the same end. A paused endpoint gets them when it is
   * resumed.
   *
   * A repeated call sends them again. Receivers deduplicate by `webhook-id`.
   *
   * Required scope: `webhookwrite`.
   *
   * `webhookEndpointId`: The `id` of the webhook endpoint.
   *
   * Errors in addition to the general ones: `webhook_endpoint_not_found`, `payload_too_large`,
   * `unsupported_media_type`.
   *
   * @throws PartnerError<'resendWebhookDeliveries'>
   *
   * @see "Resend webhook deliveries", `/docs/reference#resendWebhookDeliveries` of the service
   */
  resendWebhookDeliveries: (webhookEndpointId: string, body: ResendWebhookDeliveriesRequest, options?: CallOptions) => Promise<ResentWebhookDeliveries>;
  /**
   * Lists what was sent to one of your endpoints and what is pending, the newest change first, with the attempts and
   * your responses. Filters are combined with AND.
   *
   * Deliveries are kept as long as the changes, 30 days by default. A test is not among them.
   *
   * Required scope: `court-bookingread` or `court-bookingwrite` or `userread` or `userwrite` or `webhookwrite`.
   *
   * `webhookEndpointId`: The `id` of the webhook endpoint.
   *
   * Errors in addition to the general ones: `invalid_filter_time_range`, `webhook_endpoint_not_found`.
   *
   * @throws PartnerError<'listWebhookDeliveries'>
   *
   * @see "List webhook deliveries", `/docs/reference#listWebhookDeliveries` of the service
   */
  listWebhookDeliveries: (webhookEndpointId: string, query?: WebhookDeliveryQuery, options?: CallOptions) => Listing<WebhookDeliveryPage, WebhookDelivery>;
  /**
   * Lists the tokens of your external service, newest first, also those that are no longer valid. Their secrets are not
   * stored.
   *
   * Any valid API token is accepted.
   *
   * @throws PartnerError<'listApiTokens'>
   *
   * @see "List API tokens", `/docs/reference#listApiTokens` of the service
   */
  listApiTokens: (query?: ApiTokenQuery, options?: CallOptions) => Listing<ApiTokenPage, ApiToken>;
  /**
   * Issues a token that replaces the token of the request. It has the same label, scopes and expiry, so a rotation
   * never allows more or for longer. Until the overlap ends, both tokens are valid.
   *
   * Safe to repeat: until the new token is used, the same call with the old token returns it again. After that it is
   * `api_token_not_active`.
   *
   * Any valid API token is accepted.
   *
   * The client continues with the token that it was given. Store the new one where your `token` function reads it.
   *
   * Errors in addition to the general ones: `api_token_not_active`, `too_many_api_tokens`, `payload_too_large`,
   * `unsupported_media_type`.
   *
   * @throws PartnerError<'rotateApiToken'>
   *
   * @see "Rotate API token", `/docs/reference#rotateApiToken` of the service
   */
  rotateApiToken: (body: RotateApiTokenRequest, options?: CallOptions) => Promise<RotatedApiToken>;
  /**
   * Revokes the token in the body, for whoever has it: you, after a rotation or a leak, or anyone who finds it. It is
   * rejected everywhere within a second. Tokens that replaced it stay valid.
   *
   * Safe to repeat. The response is the same for a token that is unknown, malformed, or revoked already. Each call
   * counts as a failed attempt of your address.
   *
   * No API token is needed. If one is sent, it is not read.
   *
   * Errors in addition to the general ones: `payload_too_large`, `unsupported_media_type`.
   *
   * @throws PartnerError<'revokeApiToken'>
   *
   * @see "Revoke API token", `/docs/reference#revokeApiToken` of the service
   */
  revokeApiToken: (body: RevokeApiTokenRequest, options?: CallOptions) => Promise<RevokedApiToken>;
  /**
   * Returns one of your requests by the `X-Request-Id` of its response: what happened, and why. A batch has its
   * rejected items. If you sent the same id several times, it returns the newest request.
   *
   * A request can be read about a second after its response. Until then, the response is `request_not_found`.
   *
   * Required scope: `court-bookingread` or `court-bookingwrite` or `userread` or `userwrite`.
   *
   * `requestId`: 1 to 255 characters. The `X-Request-Id` of the response, percent-encoded. The length counts Unicode
   * code points. Must be well-formed Unicode (no lone surrogates) without the character NUL.
   *
   * Errors in addition to the general ones: `request_not_found`.
   *
   * @throws PartnerError<'getRequest'>
   *
   * @see "Get request", `/docs/reference#getRequest` of the service
   */
  getRequest: (requestId: string, options?: CallOptions) => Promise<RequestDetails>;
  /**
   * Lists the requests with a valid token of your external service, and the rejected items of your batches, newest
   * first. Filters are combined with AND.
   *
   * A request appears about a second after its response, and is kept for 30 days by default. Left out are requests
   * without a valid token, to an unknown path or method, and those that were rejected before they were read.
   *
   * Required scope: `court-bookingread` or `court-bookingwrite` or `userread` or `userwrite`.
   *
   * Errors in addition to the general ones: `invalid_filter_time_range`.
   *
   * @throws PartnerError<'listRequests'>
   *
   * @see "List requests", `/docs/reference#listRequests` of the service
   */
  listRequests: (query?: RequestRecordQuery, options?: CallOptions) => Listing<RequestRecordPage, RequestRecord>;
}
