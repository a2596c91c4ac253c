/**
 * Why a webhook was refused:
 *
 * - `missing_header`: `webhook-id`, `webhook-timestamp` or `webhook-signature` is not there.
 * - `malformed_header`: one of them cannot be what the platform sends.
 * - `too_old`, `too_new`: sent too long ago, or in the future: somebody repeats it, or a clock is wrong.
 * - `no_match`: none of the signatures is right for these bytes by any of the secrets.
 * - `body_not_raw`: the body was parsed before it was verified. A fault of the receiver's own program.
 * - `invalid_body`: rightly signed, and not an event.
 * - `unsupported_platform`: the platform's Web Crypto does not know Ed25519.
 */
type WebhookRefusal = 'missing_header' | 'malformed_header' | 'too_old' | 'too_new' | 'no_match' | 'body_not_raw' | 'invalid_body' | 'unsupported_platform';
/**
 * A webhook that must not be believed. `reason` tells why, `message` what to do.
 *
 * ES modules and CommonJS have a class of their own each: where both meet in one process, ask for `name` or `reason`.
 */
declare class WebhookVerificationError extends Error {
    /** Why it was refused. */
    readonly reason: WebhookRefusal;
    /** For this package itself. */
    constructor(reason: WebhookRefusal, message: string, options?: {
        cause: unknown;
    });
}

/** A body as it came, byte for byte: text, a `Buffer`, or other bytes. Not what a parser has made of it. */
type WebhookBody = string | ArrayBuffer | ArrayBufferView;

interface components {
    schemas: {
        /** User, request body */
        CreateUserRequest: {
            /**
             * Format: email
             * @description Kept and compared in lower case. Must not be linked to a different user.
             */
            email: string;
            /** @description Identifier of the user in the partner's system. Must not be linked to a different user. */
            externalUserId: string;
            firstName: string;
            lastName: string;
            /**
             * Format: date
             * @description A date from 1900-01-01 to today.
             */
            birthday?: Date | string;
        };
        /** Court booking, request body */
        UpsertCourtBookingRequest: {
            /** Format: uuid */
            courtId: string;
            /**
             * Format: date-time
             * @description The first instant that the booking occupies. RFC 3339 with an offset; six digits after the second count, a seventh to ninth must be 0.
             */
            startDate: Date | string;
            /**
             * Format: date-time
             * @description The first instant that the booking no longer occupies; after `startDate`. RFC 3339 with an offset; six digits after the second count, a seventh to ninth must be 0.
             */
            endDate: Date | string;
            /**
             * Format: date-time
             * @description Time of the last update in the partner's system, to the microsecond: what versions are compared by. RFC 3339 with an offset; six digits after the second count, a seventh to ninth must be 0.
             */
            externalUpdatedAt: Date | string;
            /**
             * @description Each person once. Left out: nobody; the whole booking is replaced.
             * @default []
             */
            participants?: components["schemas"]["ParticipantRequest"][];
        };
        /**
         * Participant, request
         * @description Exactly one of `userId` and `email`; else `mutually_exclusive_fields_violation`.
         */
        ParticipantRequest: {
            /**
             * Format: uuid
             * @description A user whom the external service manages or was granted.
             */
            userId?: string;
            /**
             * Format: email
             * @description A guest; needs no account. Kept in lower case.
             */
            email?: string;
        };
        /** Batch, request body */
        BatchRequest: {
            /**
             * @description All or nothing.
             * @default false
             */
            atomic?: boolean;
            items: (components["schemas"]["BatchUpsert"] | components["schemas"]["BatchCancellation"])[];
        };
        /**
         * Batch, an upsert
         * @description The documented body, and which booking.
         */
        BatchUpsert: {
            /** Format: uuid */
            courtId: string;
            /**
             * Format: date-time
             * @description The first instant that the booking occupies. RFC 3339 with an offset; six digits after the second count, a seventh to ninth must be 0.
             */
            startDate: Date | string;
            /**
             * Format: date-time
             * @description The first instant that the booking no longer occupies; after `startDate`. RFC 3339 with an offset; six digits after the second count, a seventh to ninth must be 0.
             */
            endDate: Date | string;
            /**
             * Format: date-time
             * @description Time of the last update in the partner's system, to the microsecond: what versions are compared by. RFC 3339 with an offset; six digits after the second count, a seventh to ninth must be 0.
             */
            externalUpdatedAt: Date | string;
            /**
             * @description Each person once. Left out: nobody; the whole booking is replaced.
             * @default []
             */
            participants?: components["schemas"]["ParticipantRequest"][];
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            action: "upsert";
            externalCourtBookingId: string;
        };
        /** Batch, a cancellation */
        BatchCancellation: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            action: "cancel";
            externalCourtBookingId: string;
            /**
             * Format: date-time
             * @description Time of the cancellation in the partner's system. RFC 3339 with an offset; six digits after the second count, a seventh to ninth must be 0.
             */
            externalUpdatedAt: Date | string;
        };
        /**
         * User, what is to change
         * @description A field that is left out stays as it is.
         */
        UpdateUserRequest: {
            firstName?: string;
            lastName?: string;
            birthday?: (Date | string) | null;
            /**
             * Format: email
             * @description Kept and compared in lower case. Must not be linked to a different user. The former one is free.
             */
            email?: string;
            /** @description Identifier in the system of the partner that manages the user. The former one is free. */
            externalUserId?: string;
        };
        /**
         * User, response body
         * @description A field without a value is left out. New fields may be added.
         */
        UserResponse: {
            /** Format: uuid */
            id: string;
            firstName: string;
            lastName: string;
            /**
             * Format: date-time
             * @description The date of birth as the midnight, in UTC, at which it begins. Absent when unknown.
             */
            birthday?: string;
            /** @description Accept values that you do not know: the list may grow. Absent until it is set. */
            gender?: "MALE" | "FEMALE" | "OTHER" | (string & {});
            /** @description Accept values that you do not know: the list may grow. Absent until it is set. */
            mainSportType?: "TENNIS" | "PADEL" | "PICKLEBALL" | "SQUASH" | "BADMINTON" | (string & {});
            /** @description Accept values that you do not know: the list may grow. Absent until it is set. */
            playingHand?: "LEFT" | "RIGHT" | (string & {});
        };
        /**
         * Error: invalid schema
         * @description 400: request validation failed.
         */
        InvalidSchemaError: {
            /** @constant */
            type: "invalid_schema";
            /** @description Human-readable. May change; branch on `type`. */
            message: string;
            /** @description Every fault, up to 100 of them. */
            issues: components["schemas"]["Issue"][];
        };
        /**
         * Issue
         * @description One fault of a request.
         */
        Issue: {
            /** @description Where: the parameter, or the field, then its keys and indexes. Empty: the whole body. */
            path: (string | number)[];
            /** @description Which kind of fault, such as `invalid_type` or `unrecognized_keys`. */
            code: string;
            /** @description Why, for a person. */
            message: string;
        };
        /**
         * Error: missing api token
         * @description 401: no authentication token provided.
         */
        MissingApiTokenError: {
            /** @constant */
            type: "missing_api_token";
            /** @description Human-readable. May change; branch on `type`. */
            message: string;
        };
        /**
         * Error: invalid api token
         * @description 401: token invalid or expired.
         */
        InvalidApiTokenError: {
            /** @constant */
            type: "invalid_api_token";
            /** @description Human-readable. May change; branch on `type`. */
            message: string;
        };
        /**
         * Error: scope permission denied
         * @description 403: insufficient permissions.
         */
        ScopePermissionDeniedError: {
            /** @constant */
            type: "scope_permission_denied";
            /** @description Human-readable. May change; branch on `type`. */
            message: string;
        };
        /**
         * Error: external service access denied
         * @description 403: token does not match the requested external service.
         */
        ExternalServiceAccessDeniedError: {
            /** @constant */
            type: "external_service_access_denied";
            /** @description Human-readable. May change; branch on `type`. */
            message: string;
        };
        /**
         * Error: email already in use
         * @description 409: submitted email is already linked to a different user.
         */
        EmailAlreadyInUseError: {
            /** @constant */
            type: "email_already_in_use";
            /** @description Human-readable. May change; branch on `type`. */
            message: string;
        };
        /**
         * Error: external user id already in use
         * @description 409: submitted external user ID is already linked to a different user.
         */
        ExternalUserIdAlreadyInUseError: {
            /** @constant */
            type: "external_user_id_already_in_use";
            /** @description Human-readable. May change; branch on `type`. */
            message: string;
        };
        /**
         * Error: payload too large
         * @description 413: the body is over 64 KiB.
         */
        PayloadTooLargeError: {
            /** @constant */
            type: "payload_too_large";
            /** @description Human-readable. May change; branch on `type`. */
            message: string;
        };
        /**
         * Error: unsupported media type
         * @description 415: the body is not JSON by its content type.
         */
        UnsupportedMediaTypeError: {
            /** @constant */
            type: "unsupported_media_type";
            /** @description Human-readable. May change; branch on `type`. */
            message: string;
        };
        /**
         * Error: rate limit exceeded
         * @description 429: too many requests; `Retry-After` says when to go on.
         */
        RateLimitExceededError: {
            /** @constant */
            type: "rate_limit_exceeded";
            /** @description Human-readable. May change; branch on `type`. */
            message: string;
        };
        /**
         * Error: internal server error
         * @description 500: unexpected server error.
         */
        InternalServerErrorError: {
            /** @constant */
            type: "internal_server_error";
            /** @description Human-readable. May change; branch on `type`. */
            message: string;
        };
        /**
         * Error: service unavailable
         * @description 503: overloaded, or the database is away; `Retry-After` says when to try again.
         */
        ServiceUnavailableError: {
            /** @constant */
            type: "service_unavailable";
            /** @description Human-readable. May change; branch on `type`. */
            message: string;
        };
        /** Users, a page */
        UserPage: {
            items: components["schemas"]["User"][];
            /** @description For the next page; absent on the last one. */
            nextCursor?: string;
        };
        /**
         * User, as it is read
         * @description A field without a value is left out. New fields may be added.
         */
        User: {
            /** Format: uuid */
            id: string;
            /** @description Absent once the user is erased. */
            firstName?: string;
            /** @description Absent once the user is erased. */
            lastName?: string;
            /**
             * Format: date-time
             * @description The date of birth as the midnight, in UTC, at which it begins. Absent when unknown.
             */
            birthday?: string;
            /** @description Accept values that you do not know: the list may grow. Absent until it is set. */
            gender?: "MALE" | "FEMALE" | "OTHER" | (string & {});
            /** @description Accept values that you do not know: the list may grow. Absent until it is set. */
            mainSportType?: "TENNIS" | "PADEL" | "PICKLEBALL" | "SQUASH" | "BADMINTON" | (string & {});
            /** @description Accept values that you do not know: the list may grow. Absent until it is set. */
            playingHand?: "LEFT" | "RIGHT" | (string & {});
            /** @description Where this external service has linked the user. */
            externalUserId?: string;
            /** @description Whether this external service manages the user, and so may change it. */
            managed: boolean;
            /** @description Accept values that you do not know. */
            status: "ACTIVE" | "ERASED" | (string & {});
        };
        /**
         * Court booking, response body
         * @description Date-times are in UTC. New fields may be added.
         */
        CourtBookingResponse: {
            /** Format: uuid */
            externalServiceId: string;
            /** Format: uuid */
            courtId: string;
            /** @description The identifier from the path. */
            externalCourtBookingId: string;
            /** Format: date-time */
            startDate: string;
            /** Format: date-time */
            endDate: string;
            /** Format: date-time */
            externalUpdatedAt: string;
            /** @description In the order of the request. */
            participants: components["schemas"]["ParticipantResponse"][];
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        /** Participant, response */
        ParticipantResponse: {
            /**
             * Format: uuid
             * @description Present when the participant was named by it, or when the address belongs to a user open to the external service.
             */
            userId?: string;
            /** @description Present when the participant was named by it. */
            email?: string;
            /**
             * @description Instead of both: who it was has been erased.
             * @constant
             */
            erased?: true;
        };
        /**
         * Error: mutually exclusive fields violation
         * @description 400: exactly one field of a mutually exclusive set is required and that does not hold.
         */
        MutuallyExclusiveFieldsViolationError: {
            /** @constant */
            type: "mutually_exclusive_fields_violation";
            /** @description Human-readable. May change; branch on `type`. */
            message: string;
        };
        /**
         * Error: duplicate entries provided
         * @description 400: duplicates where uniqueness is required.
         */
        DuplicateEntriesProvidedError: {
            /** @constant */
            type: "duplicate_entries_provided";
            /** @description Human-readable. May change; branch on `type`. */
            message: string;
        };
        /**
         * Error: invalid time range
         * @description 400: a primary time range is ordered incorrectly.
         */
        InvalidTimeRangeError: {
            /** @constant */
            type: "invalid_time_range";
            /** @description Human-readable. May change; branch on `type`. */
            message: string;
        };
        /**
         * Error: organization access denied
         * @description 403: service is not granted access to the organization.
         */
        OrganizationAccessDeniedError: {
            /** @constant */
            type: "organization_access_denied";
            /** @description Human-readable. May change; branch on `type`. */
            message: string;
        };
        /**
         * Error: user access denied
         * @description 403: service is not granted access to the user.
         */
        UserAccessDeniedError: {
            /** @constant */
            type: "user_access_denied";
            /** @description Human-readable. May change; branch on `type`. */
            message: string;
        };
        /**
         * Error: court not found
         * @description 404: court was not found.
         */
        CourtNotFoundError: {
            /** @constant */
            type: "court_not_found";
            /** @description Human-readable. May change; branch on `type`. */
            message: string;
        };
        /**
         * Error: stale write
         * @description 409: request is older than the stored resource version.
         */
        StaleWriteError: {
            /** @constant */
            type: "stale_write";
            /** @description Human-readable. May change; branch on `type`. */
            message: string;
            stored: components["schemas"]["StoredVersion"];
        };
        /**
         * What is stored
         * @description What the request was judged against.
         */
        StoredVersion: {
            /**
             * Format: date-time
             * @description T of the version rule.
             */
            externalUpdatedAt: string;
            status: "ACTIVE" | "CANCELLED" | (string & {});
            cancelledBy?: ("PARTNER" | "OPERATOR" | (string & {}))[];
        };
        /**
         * Error: version conflict
         * @description 409: request conflicts with the current resource version.
         */
        VersionConflictError: {
            /** @constant */
            type: "version_conflict";
            /** @description Human-readable. May change; branch on `type`. */
            message: string;
            stored: components["schemas"]["StoredVersion"];
        };
        /**
         * Error: court booking overlap
         * @description 409: booking overlaps another active booking of the court.
         */
        CourtBookingOverlapError: {
            /** @constant */
            type: "court_booking_overlap";
            /** @description Human-readable. May change; branch on `type`. */
            message: string;
            /** @description By start; the first ten. */
            conflicts: components["schemas"]["Conflict"][];
        };
        /**
         * What is in the way
         * @description An own booking with its identifier and times; of somebody else's only its time within the range asked for.
         */
        Conflict: {
            /** Format: date-time */
            startDate: string;
            /** Format: date-time */
            endDate: string;
            /** @description Of an own booking only. */
            externalCourtBookingId?: string;
        };
        /**
         * Court booking, as it is read
         * @description Date-times are in UTC. New fields may be added.
         */
        CourtBooking: {
            /** Format: uuid */
            externalServiceId: string;
            /** Format: uuid */
            courtId: string;
            /** @description The identifier from the path. */
            externalCourtBookingId: string;
            /** Format: date-time */
            startDate: string;
            /** Format: date-time */
            endDate: string;
            /** Format: date-time */
            externalUpdatedAt: string;
            /** @description In the order of the request. */
            participants: components["schemas"]["ParticipantResponse"][];
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            /** @description Accept values that you do not know. */
            status: "ACTIVE" | "CANCELLED" | (string & {});
            /** Format: date-time */
            cancelledAt?: string;
            /** @description Both can have. */
            cancelledBy?: ("PARTNER" | "OPERATOR" | (string & {}))[];
            /** @description What an operator wrote. */
            cancellationReason?: string;
        };
        /**
         * Error: court booking not found
         * @description 404: no court booking has this id.
         */
        CourtBookingNotFoundError: {
            /** @constant */
            type: "court_booking_not_found";
            /** @description Human-readable. May change; branch on `type`. */
            message: string;
        };
        /**
         * Court booking, cancelled
         * @description New fields may be added.
         */
        CancelledCourtBooking: {
            /** Format: uuid */
            externalServiceId: string;
            externalCourtBookingId: string;
            /**
             * Format: date-time
             * @description The stamp of the cancellation.
             */
            externalUpdatedAt: string;
            /** @description Accept values that you do not know. */
            status: "ACTIVE" | "CANCELLED" | (string & {});
            /**
             * Format: date-time
             * @description Since when it is cancelled, by whomever.
             */
            cancelledAt: string;
        };
        /**
         * Token
         * @description What a token may do. New fields may be added.
         */
        Token: {
            /**
             * Format: uuid
             * @description For the paths of all other operations.
             */
            externalServiceId: string;
            externalServiceName: string;
            /** @description What the operator who issued it has called it. */
            label: string;
            /** @description Accept values that you do not know. */
            scopes: ("userwrite" | "court-bookingwrite" | "userread" | "court-bookingread" | (string & {}))[];
            /**
             * Format: date-time
             * @description From then on it is refused. Absent: it does not end by itself.
             */
            expiresAt?: string;
            /** @description Whose courts the external service may book, by name. Its courts: `listCourts`. */
            organizations: components["schemas"]["Organization"][];
            rateLimit: components["schemas"]["RateLimitPolicy"];
        };
        /** Organization */
        Organization: {
            /** Format: uuid */
            id: string;
            name: string;
        };
        /**
         * Rate limit
         * @description Of this token. An operation takes one permit, unless it says otherwise.
         */
        RateLimitPolicy: {
            /** @description Permits that come back each second. */
            perSecond: number;
            /** @description Permits at most, and so requests at once. */
            burst: number;
        };
        /** Court bookings, a page */
        CourtBookingPage: {
            items: components["schemas"]["CourtBooking"][];
            /** @description For the next page; absent on the last one. */
            nextCursor?: string;
        };
        /**
         * Error: invalid filter time range
         * @description 400: the time range of a filter is reversed, empty, or too long.
         */
        InvalidFilterTimeRangeError: {
            /** @constant */
            type: "invalid_filter_time_range";
            /** @description Human-readable. May change; branch on `type`. */
            message: string;
        };
        /**
         * Error: invalid updated filter time range
         * @description 400: the range of times of the last update is reversed or empty.
         */
        InvalidUpdatedFilterTimeRangeError: {
            /** @constant */
            type: "invalid_updated_filter_time_range";
            /** @description Human-readable. May change; branch on `type`. */
            message: string;
        };
        /**
         * Batch, response body
         * @description New fields may be added.
         */
        BatchResponse: {
            summary: {
                /** @description Bookings that were not stored before. */
                created: number;
                /** @description Bookings that were stored otherwise. */
                updated: number;
                /** @description Items that were stored just so before, cancellations included. */
                replayed: number;
                /** @description Bookings that were cancelled. */
                cancelled: number;
                /** @description Items that were not done. */
                refused: number;
            };
            /** @description One an item, in the order of the request. */
            results: (components["schemas"]["BatchUpsertResult"] | components["schemas"]["BatchCancellationResult"] | components["schemas"]["BatchRefusalResult"])[];
        };
        /**
         * Result of an upsert
         * @description With `Prefer: return=minimal` without the booking.
         */
        BatchUpsertResult: {
            /** @enum {number} */
            status: 200 | 201;
            /** @enum {string} */
            outcome: "created" | "updated" | "replayed";
            courtBooking?: components["schemas"]["CourtBooking"];
        };
        /** Result of a cancellation */
        BatchCancellationResult: {
            /** @constant */
            status: 200;
            /** @enum {string} */
            outcome: "cancelled" | "replayed";
            cancelled: components["schemas"]["CancelledCourtBooking"];
        };
        /** Result of an item that was not done */
        BatchRefusalResult: {
            status: number;
            error: components["schemas"]["InvalidSchemaError"] | components["schemas"]["MutuallyExclusiveFieldsViolationError"] | components["schemas"]["DuplicateEntriesProvidedError"] | components["schemas"]["InvalidTimeRangeError"] | components["schemas"]["OrganizationAccessDeniedError"] | components["schemas"]["UserAccessDeniedError"] | components["schemas"]["CourtNotFoundError"] | components["schemas"]["StaleWriteError"] | components["schemas"]["VersionConflictError"] | components["schemas"]["CourtBookingOverlapError"] | components["schemas"]["InternalServerErrorError"] | components["schemas"]["ServiceUnavailableError"];
            /** @description Whether the same item may be sent again as it is. */
            retryable: boolean;
        };
        /**
         * Error: batch refused
         * @description 409: an item of an atomic batch is refused, and so all of them are.
         */
        BatchRefusedError: {
            /** @constant */
            type: "batch_refused";
            /** @description Human-readable. May change; branch on `type`. */
            message: string;
            /** @description Each item at fault; `code` is the error type that it would have been. */
            issues: components["schemas"]["Issue"][];
        };
        /** Courts, a page */
        CourtPage: {
            items: components["schemas"]["Court"][];
            /** @description For the next page; absent on the last one. */
            nextCursor?: string;
        };
        /**
         * Court
         * @description New fields may be added.
         */
        Court: {
            /**
             * Format: uuid
             * @description The `courtId` of a booking.
             */
            id: string;
            name: string;
            organization: components["schemas"]["Organization"];
        };
        /**
         * Court occupancy
         * @description New fields may be added.
         */
        CourtOccupancy: {
            /** @description By start. They never overlap. */
            occupied: components["schemas"]["OccupiedTime"][];
        };
        /** Occupied time */
        OccupiedTime: {
            /**
             * Format: date-time
             * @description Not before `from`.
             */
            startDate: string;
            /**
             * Format: date-time
             * @description Not after `to`; no longer occupied.
             */
            endDate: string;
            /** @description Of an own booking only. */
            externalCourtBookingId?: string;
        };
        /**
         * Error: user not managed
         * @description 403: the user is open to the service, and managed by another one.
         */
        UserNotManagedError: {
            /** @constant */
            type: "user_not_managed";
            /** @description Human-readable. May change; branch on `type`. */
            message: string;
        };
        /** User, erased */
        ErasedUser: {
            /** Format: uuid */
            id: string;
            /** @description Accept values that you do not know. */
            status: "ACTIVE" | "ERASED" | (string & {});
        };
        /**
         * Error: user not found
         * @description 404: no user has this id.
         */
        UserNotFoundError: {
            /** @constant */
            type: "user_not_found";
            /** @description Human-readable. May change; branch on `type`. */
            message: string;
        };
        /** Changes, a page */
        ChangePage: {
            items: (components["schemas"]["CourtBookingCreatedChange"] | components["schemas"]["CourtBookingUpdatedChange"] | components["schemas"]["CourtBookingCancelledChange"] | components["schemas"]["CourtBookingReinstatedChange"] | components["schemas"]["CourtBookingVersionResetChange"] | components["schemas"]["UserCreatedChange"] | components["schemas"]["UserUpdatedChange"] | components["schemas"]["UserErasedChange"] | components["schemas"]["OrganizationAccessGrantedChange"] | components["schemas"]["OrganizationAccessRevokedChange"] | components["schemas"]["UserAccessGrantedChange"] | components["schemas"]["UserAccessRevokedChange"] | components["schemas"]["CourtCreatedChange"] | components["schemas"]["CourtUpdatedChange"] | components["schemas"]["CourtDeactivatedChange"] | components["schemas"]["WebhookEndpointPausedChange"] | components["schemas"]["WebhookEndpointResumedChange"] | components["schemas"]["OtherChange"])[];
            /** @description Where the next page begins: always there. */
            nextCursor: string;
            /** @description Whether that was all for now. Where it is false, ask again at once, also after an empty page. */
            caughtUp: boolean;
        };
        /**
         * Change: court booking created
         * @description A booking was created.
         */
        CourtBookingCreatedChange: {
            /** @description Of the external service's changes: each has the next number, in the order in which they happened. */
            sequence: number;
            /**
             * Format: uuid
             * @description Of the change, the same wherever it is told: what has been seen may be told by it.
             */
            id: string;
            /** @constant */
            type: "court_booking.created";
            /**
             * Format: date-time
             * @description When it was changed.
             */
            timestamp: string;
            /** @description Who has changed it; `PARTNER`: an external service, yours or another one. Accept values that you do not know. */
            actor: "PARTNER" | "OPERATOR" | (string & {});
            /** @description Of the request that changed it, as operators find it. */
            requestId: string;
            data: components["schemas"]["CourtBooking"];
        };
        /**
         * Change: court booking updated
         * @description A booking was updated, also one that the partner had cancelled and that is active again.
         */
        CourtBookingUpdatedChange: {
            /** @description Of the external service's changes: each has the next number, in the order in which they happened. */
            sequence: number;
            /**
             * Format: uuid
             * @description Of the change, the same wherever it is told: what has been seen may be told by it.
             */
            id: string;
            /** @constant */
            type: "court_booking.updated";
            /**
             * Format: date-time
             * @description When it was changed.
             */
            timestamp: string;
            /** @description Who has changed it; `PARTNER`: an external service, yours or another one. Accept values that you do not know. */
            actor: "PARTNER" | "OPERATOR" | (string & {});
            /** @description Of the request that changed it, as operators find it. */
            requestId: string;
            data: components["schemas"]["CourtBooking"];
        };
        /**
         * Change: court booking cancelled
         * @description A booking was cancelled, by the partner or by an operator.
         */
        CourtBookingCancelledChange: {
            /** @description Of the external service's changes: each has the next number, in the order in which they happened. */
            sequence: number;
            /**
             * Format: uuid
             * @description Of the change, the same wherever it is told: what has been seen may be told by it.
             */
            id: string;
            /** @constant */
            type: "court_booking.cancelled";
            /**
             * Format: date-time
             * @description When it was changed.
             */
            timestamp: string;
            /** @description Who has changed it; `PARTNER`: an external service, yours or another one. Accept values that you do not know. */
            actor: "PARTNER" | "OPERATOR" | (string & {});
            /** @description Of the request that changed it, as operators find it. */
            requestId: string;
            data: components["schemas"]["CourtBooking"];
        };
        /**
         * Change: court booking reinstated
         * @description An operator has taken its cancellation back; where the partner has cancelled, too, it stays cancelled.
         */
        CourtBookingReinstatedChange: {
            /** @description Of the external service's changes: each has the next number, in the order in which they happened. */
            sequence: number;
            /**
             * Format: uuid
             * @description Of the change, the same wherever it is told: what has been seen may be told by it.
             */
            id: string;
            /** @constant */
            type: "court_booking.reinstated";
            /**
             * Format: date-time
             * @description When it was changed.
             */
            timestamp: string;
            /** @description Who has changed it; `PARTNER`: an external service, yours or another one. Accept values that you do not know. */
            actor: "PARTNER" | "OPERATOR" | (string & {});
            /** @description Of the request that changed it, as operators find it. */
            requestId: string;
            data: components["schemas"]["CourtBooking"];
        };
        /**
         * Change: court booking version reset
         * @description An operator has set the `externalUpdatedAt` of a booking that an update is judged against.
         */
        CourtBookingVersionResetChange: {
            /** @description Of the external service's changes: each has the next number, in the order in which they happened. */
            sequence: number;
            /**
             * Format: uuid
             * @description Of the change, the same wherever it is told: what has been seen may be told by it.
             */
            id: string;
            /** @constant */
            type: "court_booking.version_reset";
            /**
             * Format: date-time
             * @description When it was changed.
             */
            timestamp: string;
            /** @description Who has changed it; `PARTNER`: an external service, yours or another one. Accept values that you do not know. */
            actor: "PARTNER" | "OPERATOR" | (string & {});
            /** @description Of the request that changed it, as operators find it. */
            requestId: string;
            data: components["schemas"]["CourtBooking"];
        };
        /**
         * Change: user created
         * @description A user was created.
         */
        UserCreatedChange: {
            /** @description Of the external service's changes: each has the next number, in the order in which they happened. */
            sequence: number;
            /**
             * Format: uuid
             * @description Of the change, the same wherever it is told: what has been seen may be told by it.
             */
            id: string;
            /** @constant */
            type: "user.created";
            /**
             * Format: date-time
             * @description When it was changed.
             */
            timestamp: string;
            /** @description Who has changed it; `PARTNER`: an external service, yours or another one. Accept values that you do not know. */
            actor: "PARTNER" | "OPERATOR" | (string & {});
            /** @description Of the request that changed it, as operators find it. */
            requestId: string;
            data: components["schemas"]["User"];
        };
        /**
         * Change: user updated
         * @description A user was changed.
         */
        UserUpdatedChange: {
            /** @description Of the external service's changes: each has the next number, in the order in which they happened. */
            sequence: number;
            /**
             * Format: uuid
             * @description Of the change, the same wherever it is told: what has been seen may be told by it.
             */
            id: string;
            /** @constant */
            type: "user.updated";
            /**
             * Format: date-time
             * @description When it was changed.
             */
            timestamp: string;
            /** @description Who has changed it; `PARTNER`: an external service, yours or another one. Accept values that you do not know. */
            actor: "PARTNER" | "OPERATOR" | (string & {});
            /** @description Of the request that changed it, as operators find it. */
            requestId: string;
            data: components["schemas"]["User"];
        };
        /**
         * Change: user erased
         * @description A user was erased.
         */
        UserErasedChange: {
            /** @description Of the external service's changes: each has the next number, in the order in which they happened. */
            sequence: number;
            /**
             * Format: uuid
             * @description Of the change, the same wherever it is told: what has been seen may be told by it.
             */
            id: string;
            /** @constant */
            type: "user.erased";
            /**
             * Format: date-time
             * @description When it was changed.
             */
            timestamp: string;
            /** @description Who has changed it; `PARTNER`: an external service, yours or another one. Accept values that you do not know. */
            actor: "PARTNER" | "OPERATOR" | (string & {});
            /** @description Of the request that changed it, as operators find it. */
            requestId: string;
            data: components["schemas"]["User"];
        };
        /**
         * Change: organization access granted
         * @description The external service may book the courts of an organization.
         */
        OrganizationAccessGrantedChange: {
            /** @description Of the external service's changes: each has the next number, in the order in which they happened. */
            sequence: number;
            /**
             * Format: uuid
             * @description Of the change, the same wherever it is told: what has been seen may be told by it.
             */
            id: string;
            /** @constant */
            type: "organization_access.granted";
            /**
             * Format: date-time
             * @description When it was changed.
             */
            timestamp: string;
            /** @description Who has changed it; `PARTNER`: an external service, yours or another one. Accept values that you do not know. */
            actor: "PARTNER" | "OPERATOR" | (string & {});
            /** @description Of the request that changed it, as operators find it. */
            requestId: string;
            data: components["schemas"]["Organization"];
        };
        /**
         * Change: organization access revoked
         * @description The external service may no longer book the courts of an organization.
         */
        OrganizationAccessRevokedChange: {
            /** @description Of the external service's changes: each has the next number, in the order in which they happened. */
            sequence: number;
            /**
             * Format: uuid
             * @description Of the change, the same wherever it is told: what has been seen may be told by it.
             */
            id: string;
            /** @constant */
            type: "organization_access.revoked";
            /**
             * Format: date-time
             * @description When it was changed.
             */
            timestamp: string;
            /** @description Who has changed it; `PARTNER`: an external service, yours or another one. Accept values that you do not know. */
            actor: "PARTNER" | "OPERATOR" | (string & {});
            /** @description Of the request that changed it, as operators find it. */
            requestId: string;
            data: components["schemas"]["Reference"];
        };
        /**
         * What is no longer open
         * @description No more is told of it.
         */
        Reference: {
            /** Format: uuid */
            id: string;
        };
        /**
         * Change: user access granted
         * @description A user was opened to the external service.
         */
        UserAccessGrantedChange: {
            /** @description Of the external service's changes: each has the next number, in the order in which they happened. */
            sequence: number;
            /**
             * Format: uuid
             * @description Of the change, the same wherever it is told: what has been seen may be told by it.
             */
            id: string;
            /** @constant */
            type: "user_access.granted";
            /**
             * Format: date-time
             * @description When it was changed.
             */
            timestamp: string;
            /** @description Who has changed it; `PARTNER`: an external service, yours or another one. Accept values that you do not know. */
            actor: "PARTNER" | "OPERATOR" | (string & {});
            /** @description Of the request that changed it, as operators find it. */
            requestId: string;
            data: components["schemas"]["User"];
        };
        /**
         * Change: user access revoked
         * @description A user is no longer open to the external service.
         */
        UserAccessRevokedChange: {
            /** @description Of the external service's changes: each has the next number, in the order in which they happened. */
            sequence: number;
            /**
             * Format: uuid
             * @description Of the change, the same wherever it is told: what has been seen may be told by it.
             */
            id: string;
            /** @constant */
            type: "user_access.revoked";
            /**
             * Format: date-time
             * @description When it was changed.
             */
            timestamp: string;
            /** @description Who has changed it; `PARTNER`: an external service, yours or another one. Accept values that you do not know. */
            actor: "PARTNER" | "OPERATOR" | (string & {});
            /** @description Of the request that changed it, as operators find it. */
            requestId: string;
            data: components["schemas"]["Reference"];
        };
        /**
         * Change: court created
         * @description An organization has a new court.
         */
        CourtCreatedChange: {
            /** @description Of the external service's changes: each has the next number, in the order in which they happened. */
            sequence: number;
            /**
             * Format: uuid
             * @description Of the change, the same wherever it is told: what has been seen may be told by it.
             */
            id: string;
            /** @constant */
            type: "court.created";
            /**
             * Format: date-time
             * @description When it was changed.
             */
            timestamp: string;
            /** @description Who has changed it; `PARTNER`: an external service, yours or another one. Accept values that you do not know. */
            actor: "PARTNER" | "OPERATOR" | (string & {});
            /** @description Of the request that changed it, as operators find it. */
            requestId: string;
            data: components["schemas"]["Court"];
        };
        /**
         * Change: court updated
         * @description A court has another name, or is open again.
         */
        CourtUpdatedChange: {
            /** @description Of the external service's changes: each has the next number, in the order in which they happened. */
            sequence: number;
            /**
             * Format: uuid
             * @description Of the change, the same wherever it is told: what has been seen may be told by it.
             */
            id: string;
            /** @constant */
            type: "court.updated";
            /**
             * Format: date-time
             * @description When it was changed.
             */
            timestamp: string;
            /** @description Who has changed it; `PARTNER`: an external service, yours or another one. Accept values that you do not know. */
            actor: "PARTNER" | "OPERATOR" | (string & {});
            /** @description Of the request that changed it, as operators find it. */
            requestId: string;
            data: components["schemas"]["Court"];
        };
        /**
         * Change: court deactivated
         * @description A court was closed: nothing can be placed on it; what is booked stays.
         */
        CourtDeactivatedChange: {
            /** @description Of the external service's changes: each has the next number, in the order in which they happened. */
            sequence: number;
            /**
             * Format: uuid
             * @description Of the change, the same wherever it is told: what has been seen may be told by it.
             */
            id: string;
            /** @constant */
            type: "court.deactivated";
            /**
             * Format: date-time
             * @description When it was changed.
             */
            timestamp: string;
            /** @description Who has changed it; `PARTNER`: an external service, yours or another one. Accept values that you do not know. */
            actor: "PARTNER" | "OPERATOR" | (string & {});
            /** @description Of the request that changed it, as operators find it. */
            requestId: string;
            data: components["schemas"]["Court"];
        };
        /**
         * Change: webhook endpoint paused
         * @description Nothing is sent to a webhook endpoint until it is resumed: it failed for too long, or an operator has paused it.
         */
        WebhookEndpointPausedChange: {
            /** @description Of the external service's changes: each has the next number, in the order in which they happened. */
            sequence: number;
            /**
             * Format: uuid
             * @description Of the change, the same wherever it is told: what has been seen may be told by it.
             */
            id: string;
            /** @constant */
            type: "webhook_endpoint.paused";
            /**
             * Format: date-time
             * @description When it was changed.
             */
            timestamp: string;
            /** @description Who has changed it; `PARTNER`: an external service, yours or another one. Accept values that you do not know. */
            actor: "PARTNER" | "OPERATOR" | (string & {});
            /** @description Of the request that changed it, as operators find it. */
            requestId: string;
            data: components["schemas"]["WebhookEndpoint"];
        };
        /**
         * Webhook endpoint
         * @description New fields may be added.
         */
        WebhookEndpoint: {
            /** Format: uuid */
            id: string;
            url: string;
            /** @description What is sent there. */
            types: ("court_booking.created" | "court_booking.updated" | "court_booking.cancelled" | "court_booking.reinstated" | "court_booking.version_reset" | "user.created" | "user.updated" | "user.erased" | "organization_access.granted" | "organization_access.revoked" | "user_access.granted" | "user_access.revoked" | "court.created" | "court.updated" | "court.deactivated" | "webhook_endpoint.paused" | "webhook_endpoint.resumed" | (string & {}))[];
            /** @description Accept values that you do not know. */
            status: "ACTIVE" | "PAUSED" | (string & {});
            /** Format: date-time */
            lastSuccessAt?: string;
            /** Format: date-time */
            lastFailureAt?: string;
        };
        /**
         * Change: webhook endpoint resumed
         * @description A webhook endpoint is sent to again, what it has missed first.
         */
        WebhookEndpointResumedChange: {
            /** @description Of the external service's changes: each has the next number, in the order in which they happened. */
            sequence: number;
            /**
             * Format: uuid
             * @description Of the change, the same wherever it is told: what has been seen may be told by it.
             */
            id: string;
            /** @constant */
            type: "webhook_endpoint.resumed";
            /**
             * Format: date-time
             * @description When it was changed.
             */
            timestamp: string;
            /** @description Who has changed it; `PARTNER`: an external service, yours or another one. Accept values that you do not know. */
            actor: "PARTNER" | "OPERATOR" | (string & {});
            /** @description Of the request that changed it, as operators find it. */
            requestId: string;
            data: components["schemas"]["WebhookEndpoint"];
        };
        /**
         * Change: of a type that is newer than this document
         * @description New types may be added: pass over those that you do not know.
         */
        OtherChange: {
            /** @description Of the external service's changes: each has the next number, in the order in which they happened. */
            sequence: number;
            /**
             * Format: uuid
             * @description Of the change, the same wherever it is told: what has been seen may be told by it.
             */
            id: string;
            type: `${string}.${string}` & {
                readonly "newer than this package": true;
            };
            /**
             * Format: date-time
             * @description When it was changed.
             */
            timestamp: string;
            /** @description Who has changed it; `PARTNER`: an external service, yours or another one. Accept values that you do not know. */
            actor: "PARTNER" | "OPERATOR" | (string & {});
            /** @description Of the request that changed it, as operators find it. */
            requestId: string;
            data: unknown;
        };
        /**
         * Error: cursor expired
         * @description 410: changes after the cursor are no longer kept, or the cursor is not of this database.
         */
        CursorExpiredError: {
            /** @constant */
            type: "cursor_expired";
            /** @description Human-readable. May change; branch on `type`. */
            message: string;
        };
        /** Webhook endpoints */
        WebhookEndpointList: {
            /** @description The oldest first. */
            items: components["schemas"]["WebhookEndpoint"][];
        };
        /**
         * Event: court booking created
         * @description A booking was created.
         */
        CourtBookingCreatedEvent: {
            /** @constant */
            type: "court_booking.created";
            /**
             * Format: date-time
             * @description When it was changed.
             */
            timestamp: string;
            /** @description Of the external service's changes: each has the next number, in the order in which they happened. */
            sequence: number;
            data: components["schemas"]["CourtBooking"];
        };
        /**
         * Event: court booking updated
         * @description A booking was updated, also one that the partner had cancelled and that is active again.
         */
        CourtBookingUpdatedEvent: {
            /** @constant */
            type: "court_booking.updated";
            /**
             * Format: date-time
             * @description When it was changed.
             */
            timestamp: string;
            /** @description Of the external service's changes: each has the next number, in the order in which they happened. */
            sequence: number;
            data: components["schemas"]["CourtBooking"];
        };
        /**
         * Event: court booking cancelled
         * @description A booking was cancelled, by the partner or by an operator.
         */
        CourtBookingCancelledEvent: {
            /** @constant */
            type: "court_booking.cancelled";
            /**
             * Format: date-time
             * @description When it was changed.
             */
            timestamp: string;
            /** @description Of the external service's changes: each has the next number, in the order in which they happened. */
            sequence: number;
            data: components["schemas"]["CourtBooking"];
        };
        /**
         * Event: court booking reinstated
         * @description An operator has taken its cancellation back; where the partner has cancelled, too, it stays cancelled.
         */
        CourtBookingReinstatedEvent: {
            /** @constant */
            type: "court_booking.reinstated";
            /**
             * Format: date-time
             * @description When it was changed.
             */
            timestamp: string;
            /** @description Of the external service's changes: each has the next number, in the order in which they happened. */
            sequence: number;
            data: components["schemas"]["CourtBooking"];
        };
        /**
         * Event: court booking version reset
         * @description An operator has set the `externalUpdatedAt` of a booking that an update is judged against.
         */
        CourtBookingVersionResetEvent: {
            /** @constant */
            type: "court_booking.version_reset";
            /**
             * Format: date-time
             * @description When it was changed.
             */
            timestamp: string;
            /** @description Of the external service's changes: each has the next number, in the order in which they happened. */
            sequence: number;
            data: components["schemas"]["CourtBooking"];
        };
        /**
         * Event: user created
         * @description A user was created.
         */
        UserCreatedEvent: {
            /** @constant */
            type: "user.created";
            /**
             * Format: date-time
             * @description When it was changed.
             */
            timestamp: string;
            /** @description Of the external service's changes: each has the next number, in the order in which they happened. */
            sequence: number;
            data: components["schemas"]["User"];
        };
        /**
         * Event: user updated
         * @description A user was changed.
         */
        UserUpdatedEvent: {
            /** @constant */
            type: "user.updated";
            /**
             * Format: date-time
             * @description When it was changed.
             */
            timestamp: string;
            /** @description Of the external service's changes: each has the next number, in the order in which they happened. */
            sequence: number;
            data: components["schemas"]["User"];
        };
        /**
         * Event: user erased
         * @description A user was erased.
         */
        UserErasedEvent: {
            /** @constant */
            type: "user.erased";
            /**
             * Format: date-time
             * @description When it was changed.
             */
            timestamp: string;
            /** @description Of the external service's changes: each has the next number, in the order in which they happened. */
            sequence: number;
            data: components["schemas"]["User"];
        };
        /**
         * Event: organization access granted
         * @description The external service may book the courts of an organization.
         */
        OrganizationAccessGrantedEvent: {
            /** @constant */
            type: "organization_access.granted";
            /**
             * Format: date-time
             * @description When it was changed.
             */
            timestamp: string;
            /** @description Of the external service's changes: each has the next number, in the order in which they happened. */
            sequence: number;
            data: components["schemas"]["Organization"];
        };
        /**
         * Event: organization access revoked
         * @description The external service may no longer book the courts of an organization.
         */
        OrganizationAccessRevokedEvent: {
            /** @constant */
            type: "organization_access.revoked";
            /**
             * Format: date-time
             * @description When it was changed.
             */
            timestamp: string;
            /** @description Of the external service's changes: each has the next number, in the order in which they happened. */
            sequence: number;
            data: components["schemas"]["Reference"];
        };
        /**
         * Event: user access granted
         * @description A user was opened to the external service.
         */
        UserAccessGrantedEvent: {
            /** @constant */
            type: "user_access.granted";
            /**
             * Format: date-time
             * @description When it was changed.
             */
            timestamp: string;
            /** @description Of the external service's changes: each has the next number, in the order in which they happened. */
            sequence: number;
            data: components["schemas"]["User"];
        };
        /**
         * Event: user access revoked
         * @description A user is no longer open to the external service.
         */
        UserAccessRevokedEvent: {
            /** @constant */
            type: "user_access.revoked";
            /**
             * Format: date-time
             * @description When it was changed.
             */
            timestamp: string;
            /** @description Of the external service's changes: each has the next number, in the order in which they happened. */
            sequence: number;
            data: components["schemas"]["Reference"];
        };
        /**
         * Event: court created
         * @description An organization has a new court.
         */
        CourtCreatedEvent: {
            /** @constant */
            type: "court.created";
            /**
             * Format: date-time
             * @description When it was changed.
             */
            timestamp: string;
            /** @description Of the external service's changes: each has the next number, in the order in which they happened. */
            sequence: number;
            data: components["schemas"]["Court"];
        };
        /**
         * Event: court updated
         * @description A court has another name, or is open again.
         */
        CourtUpdatedEvent: {
            /** @constant */
            type: "court.updated";
            /**
             * Format: date-time
             * @description When it was changed.
             */
            timestamp: string;
            /** @description Of the external service's changes: each has the next number, in the order in which they happened. */
            sequence: number;
            data: components["schemas"]["Court"];
        };
        /**
         * Event: court deactivated
         * @description A court was closed: nothing can be placed on it; what is booked stays.
         */
        CourtDeactivatedEvent: {
            /** @constant */
            type: "court.deactivated";
            /**
             * Format: date-time
             * @description When it was changed.
             */
            timestamp: string;
            /** @description Of the external service's changes: each has the next number, in the order in which they happened. */
            sequence: number;
            data: components["schemas"]["Court"];
        };
        /**
         * Event: webhook endpoint paused
         * @description Nothing is sent to a webhook endpoint until it is resumed: it failed for too long, or an operator has paused it.
         */
        WebhookEndpointPausedEvent: {
            /** @constant */
            type: "webhook_endpoint.paused";
            /**
             * Format: date-time
             * @description When it was changed.
             */
            timestamp: string;
            /** @description Of the external service's changes: each has the next number, in the order in which they happened. */
            sequence: number;
            data: components["schemas"]["WebhookEndpoint"];
        };
        /**
         * Event: webhook endpoint resumed
         * @description A webhook endpoint is sent to again, what it has missed first.
         */
        WebhookEndpointResumedEvent: {
            /** @constant */
            type: "webhook_endpoint.resumed";
            /**
             * Format: date-time
             * @description When it was changed.
             */
            timestamp: string;
            /** @description Of the external service's changes: each has the next number, in the order in which they happened. */
            sequence: number;
            data: components["schemas"]["WebhookEndpoint"];
        };
        /**
         * Event: webhook endpoint tested
         * @description An operator tries the endpoint out. Nothing has happened: answer with 2xx, and do no more.
         */
        WebhookEndpointTestedEvent: {
            /** @constant */
            type: "webhook_endpoint.tested";
            /**
             * Format: date-time
             * @description When it was changed.
             */
            timestamp: string;
            /** @constant */
            sequence: 0;
            data: components["schemas"]["WebhookEndpoint"];
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: {
        /** @description The request's id: the caller's own when it sent a well-formed one. */
        "X-Request-Id": string;
        /** @description What is left of the limit that `RateLimit-Policy` names: `r` requests; `t` seconds until there may be one more (draft-ietf-httpapi-ratelimit-headers). */
        RateLimit: string;
        /** @description The limit that applies: `q` requests in `w` seconds. `"token"` is that of the API token; where there is none, or none that passes, `"address"`: how many such requests may come from an address (draft-ietf-httpapi-ratelimit-headers). */
        "RateLimit-Policy": string;
        /** @description Seconds to wait before resending the same request (RFC 9110, section 10.2.3). */
        "Retry-After": number;
        /** @description The challenge (RFC 6750, section 3). */
        "WWW-Authenticate": string;
    };
    pathItems: never;
}

type Schemas = components['schemas'];
type Payload = Schemas[Extract<keyof Schemas, `${string}Event`>];
/** Every type of event that this version knows. */
type WebhookEventType = Payload['type'];
/** What an event of a type tells: the thing as its `GET` showed it then. */
type WebhookEventData<Type extends WebhookEventType = WebhookEventType> = Extract<Payload, {
    type: Type;
}>['data'];
interface EventFields {
    /** `webhook-id`, the `id` of the change in the feed: the same each time it is sent. */
    readonly id: string;
    /** When it happened, in UTC. Order by `sequence`, not by it. */
    readonly timestamp: string;
    /** The number of the change among all of your external service; 0 of `webhook_endpoint.tested`, which is none. */
    readonly sequence: number;
}
interface KnownEventOf<Type extends WebhookEventType> extends EventFields {
    /** This version knows its type. */
    readonly known: true;
    /** What happened. */
    readonly type: Type;
    /** The thing as its `GET` showed it then. */
    readonly data: WebhookEventData<Type>;
}
/** An event of a type that this version knows: `type` narrows `data`. */
type KnownWebhookEvent<Type extends WebhookEventType = WebhookEventType> = Type extends WebhookEventType ? KnownEventOf<Type> : never;
declare enum NewerType {
    any = "a type that is newer than this version"
}
/** A string: the name of a type that is newer than this version. To compare it, take it as a string: `event.type as string`. */
type UnknownWebhookEventType = NewerType;
/** An event of a type that is newer than this version: pass it over. */
interface UnknownWebhookEvent extends EventFields {
    /** This version does not know its type. */
    readonly known: false;
    /** What happened. */
    readonly type: UnknownWebhookEventType;
    /** As it was sent. */
    readonly data: unknown;
}
/** What was sent. `switch (event.type)` narrows it; what is left in `default` is an {@link UnknownWebhookEvent}. */
type WebhookEvent = KnownWebhookEvent | UnknownWebhookEvent;

/**
 * Headers of a request: a `Headers` of any maker, or a plain object in whatever case, whose values may be lists, such as
 * `request.headers` of Node.
 */
type WebhookHeaders = {
    /** The value of a header. */
    get(name: string): string | null;
} | {
    readonly [name: string]: string | readonly string[] | undefined;
};

/** By what is verified. */
interface WebhookVerifierOptions {
    /**
     * What the operator showed when the endpoint was created: `whsec_…` (a shared secret) or `whpk_…` (a public key). Several
     * while it is rotated, or where several endpoints lead here: one that is right will do.
     */
    secrets: string | readonly string[];
    /** How far the time of the attempt may be from now, before or after: who has recorded a webhook cannot send it later. Default: 300. */
    toleranceSeconds?: number | undefined;
    /** Now, in Unix milliseconds. Default: `Date.now`. */
    now?: (() => number) | undefined;
}
/** Verifies webhooks. */
interface WebhookVerifier {
    /**
     * Verifies a webhook and parses it.
     *
     * @param headers of the request, as they came
     * @param body of the request, byte for byte as it came
     * @returns the event; rejects with a {@link WebhookVerificationError} whose `reason` tells why it must not be believed
     */
    verify(headers: WebhookHeaders, body: WebhookBody): Promise<WebhookEvent>;
}
/**
 * A verifier of webhooks by Standard Webhooks 1.0: HMAC-SHA256 (`v1`) and ed25519 (`v1a`), by Web Crypto.
 *
 * @throws TypeError when an option cannot be right: at the start of a program, not with the first webhook
 */
declare function createWebhookVerifier(options: WebhookVerifierOptions): WebhookVerifier;

/** What is used of an `IncomingMessage` of Node, or of what Express has made of it. */
interface NodeRequest {
    /** Such as `POST`. */
    readonly method?: string | undefined;
    /** As they came. */
    readonly headers: {
        readonly [name: string]: string | readonly string[] | undefined;
    };
    /** What a parser has left. */
    readonly body?: unknown;
    /** The raw body, where a framework keeps it beside the parsed one. */
    readonly rawBody?: unknown;
    /** Whether somebody has read the body, or begun to. */
    readonly readableDidRead?: boolean;
    /** Listens to the body. */
    on(event: string, listener: (...args: any[]) => void): unknown;
}

/** What has a place in the order: an event of a webhook, or a change of the feed. */
interface SequencedEvent {
    /** What happened. */
    readonly type: string;
    /** The number of the change among all of your external service. */
    readonly sequence: number;
    /** The thing. */
    readonly data: unknown;
}
/** Where the highest `sequence` of each thing is kept. */
interface SequenceStore {
    /** The one that was saved for a thing; undefined: none. */
    load(thing: string): number | undefined | Promise<number | undefined>;
    /** Keeps it; it is higher than the one before. */
    save(thing: string, sequence: number): unknown;
}
/** Lets each event through that is newer than all that were handled of its thing. */
interface SequenceKeeper {
    /**
     * Handles an event unless the same or a newer one of its thing was handled before. What is handled of one thing is handled
     * one after the other. Its `sequence` is saved once `handle` is done: when that fails, the event is let through again.
     *
     * @returns whether it was handled; rejects with what `handle` or the store throws
     */
    take<Event extends SequencedEvent>(event: Event, handle: (event: Event) => unknown): Promise<boolean>;
}
/**
 * Of what an event tells, such as `court_booking:booking-42`: by this its `sequence` is kept. Undefined where there is
 * nothing to order: a type that is newer than this version, and `webhook_endpoint.tested`.
 */
declare function thingOf({ type, data }: Omit<SequencedEvent, 'sequence'>): string | undefined;
/**
 * Keeps the highest `sequence` of each thing, and passes over what comes late or again. For one external service, which
 * numbers its changes by itself.
 *
 * Within one process it is safe whatever arrives at the same time. Where several processes write the same data, let the
 * database decide instead: compare and save the sequence in the transaction that writes it (docs, "Webhooks").
 *
 * @param options `store`: by default in memory; then whatever comes after a restart is new
 */
declare function createSequenceKeeper({ store, }?: {
    store?: SequenceStore | undefined;
}): SequenceKeeper;
/**
 * Sequences in memory.
 *
 * @param options `maxThings`: of how many things; then the one that changed longest ago is forgotten. Default: 100 000.
 */
declare function createMemorySequenceStore({ maxThings, }?: {
    maxThings?: number | undefined;
}): SequenceStore;

/** What a handler does with webhooks. */
interface WebhookHandlerOptions extends WebhookVerifierOptions {
    /**
     * Told of each event, once it is verified. What it returns is awaited, and then 204 answered: an answer that takes more than
     * 15 s counts as none, so write it down, and do what takes long afterwards. When it fails, 500 is answered, and the
     * event comes again.
     */
    onEvent: (event: WebhookEvent) => unknown;
    /** Passes over what comes late or again (`createSequenceKeeper()`). Without one `onEvent` is told of all that arrives. */
    sequences?: SequenceKeeper | undefined;
    /**
     * Told of what went wrong, for a log: what `onEvent` has thrown, with its event; or why a webhook was refused, mostly
     * a {@link WebhookVerificationError}. Default: what is a fault of this program goes to `console.error`, and what anybody may
     * provoke goes nowhere.
     */
    onError?: ((error: unknown, event: WebhookEvent | undefined) => unknown) | undefined;
    /** The longest body, in bytes; a longer one is not read. Default: 262 144. */
    maxBytes?: number | undefined;
}
/** One receiver, as handlers of servers. Each is a function of its own: pass it on as it is. */
interface WebhookHandler {
    /**
     * For `createServer` of Node's http and https, and as a route of Express and Connect. It reads the body itself, or takes the
     * raw one that `express.raw` or another parser has left in `body` or `rawBody`. Never rejects.
     */
    nodeHandler: (request: NodeRequest, response: NodeResponse) => Promise<void>;
    /** For whatever has `Request` and `Response`: Next.js, Hono, Workers, Deno, Bun. Never rejects. */
    fetchHandler: (request: Request) => Promise<Response>;
}

/** What is used of a `ServerResponse` of Node, or of what Express has made of it. */
interface NodeResponse {
    /** The status. */
    statusCode: number;
    /** Sets a header. */
    setHeader(name: string, value: string): unknown;
    /** Sends it. */
    end(text?: string): unknown;
}
/**
 * A receiver of webhooks, for any server. It answers 204 once `onEvent` is done; 400 to what is not signed as it should be; 405
 * to what is no POST; 413 to a body that is too long; 500 when `onEvent` fails, or the body was parsed before. Whatever is not
 * 2xx comes again.
 *
 * @throws TypeError when an option cannot be right
 */
declare function createWebhookHandler(options: WebhookHandlerOptions): WebhookHandler;

/** What is signed, and by what. */
interface SignWebhookInput {
    /** A shared secret, `whsec_…`. */
    secret: string;
    /** The body, as it will be sent. */
    body: string;
    /** `webhook-id`. Default: a random UUID. */
    id?: string | undefined;
    /** The time of the attempt, in Unix milliseconds. Default: now. */
    now?: number | undefined;
}
/**
 * Signs a webhook as the platform does, to try a receiver out: send the body with these headers.
 *
 * @returns the three headers; rejects with a `TypeError` when the secret is no `whsec_…`
 */
declare function signWebhook({ secret, body, id, now, }: SignWebhookInput): Promise<{
    'webhook-id': string;
    'webhook-timestamp': string;
    'webhook-signature': string;
}>;

export { WebhookVerificationError, createMemorySequenceStore, createSequenceKeeper, createWebhookHandler, createWebhookVerifier, signWebhook, thingOf };
export type { KnownWebhookEvent, NodeRequest, NodeResponse, SequenceKeeper, SequenceStore, SequencedEvent, SignWebhookInput, UnknownWebhookEvent, UnknownWebhookEventType, WebhookBody, WebhookEvent, WebhookEventData, WebhookEventType, WebhookHandler, WebhookHandlerOptions, WebhookHeaders, WebhookRefusal, WebhookVerifier, WebhookVerifierOptions };
