interface paths {
    "/api/v1/external-services/{externalServiceId}/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List users
         * @description The users that the external service manages or was granted, newest first. Erased ones are left out.
         *
         *     Required scope: `userread`.
         */
        get: operations["listUsers"];
        put?: never;
        /**
         * Create user
         * @description Creates a user account and links it to the external service; the user is managed by that service.
         *
         *     Safe to repeat: when the external service has linked this very pair of `email` and `externalUserId` before, the answer is 200 with the stored user, and nothing changes.
         *
         *     Required scope: `userwrite`. Document: section 4.1.
         */
        post: operations["createUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/external-services/{externalServiceId}/court-bookings/by-external-id/{externalCourtBookingId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get court booking
         * @description The booking that is stored under the external identifier, active or cancelled. Where a cancellation came before its booking, there is none yet.
         *
         *     Required scope: `court-bookingread`.
         */
        get: operations["getCourtBooking"];
        /**
         * Upsert court booking
         * @description Creates the booking when none exists under the external identifier, otherwise replaces it.
         *
         *     Versions are compared by `externalUpdatedAt`: newer is written; older is refused with `stale_write`; equal with the same content is answered 200 with the stored booking, so a request may be repeated; equal with other content is refused with `version_conflict`. A booking that an operator has cancelled answers `version_conflict` until an operator reinstates it.
         *
         *     A booking occupies `startDate` up to, not including, `endDate`: back to back is no overlap.
         *
         *     Required scope: `court-bookingwrite`. Document: section 4.2.
         */
        put: operations["upsertCourtBooking"];
        post?: never;
        /**
         * Cancel court booking
         * @description Cancels the booking: its court is free at once.
         *
         *     Versions are compared by `externalUpdatedAt`, as for an upsert: a cancellation that is newer than what is stored, or equal to it, is done; the same again is answered 200 and changes nothing; an older one is refused with `stale_write`. Where nothing is stored under the identifier the stamp is remembered, so that a create which was overtaken is refused.
         *
         *     An upsert that is newer makes the booking active again.
         *
         *     Required scope: `court-bookingwrite`.
         */
        delete: operations["cancelCourtBooking"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What may I do?
         * @description Says what the token of the request is for: of which external service it is, what it may do, whose courts may be booked, how fast requests may come. So a token is all that you need to be given.
         *
         *     Any API token will do.
         */
        get: operations["getToken"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/external-services/{externalServiceId}/court-bookings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List court bookings
         * @description The external service's own bookings, last updated first. Filters hold together.
         *
         *     Pages begin where the one before ended: what does not change while you walk them is listed once, and what changes meanwhile moves to the front.
         *
         *     Required scope: `court-bookingread`.
         */
        get: operations["listCourtBookings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/external-services/{externalServiceId}/court-bookings/batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Upsert and cancel many court bookings
         * @description Up to 200 items; each is judged by the rules of the single operation, and has its own result.
         *
         *     Not atomic, the default: each item as if it came alone, in the order given; what is refused stops no other. After a lost answer send the whole batch again: what was done is answered as replayed.
         *
         *     Atomic: all or nothing, judged on the outcome of the whole, so that two bookings can swap their places. Where an item is at fault the answer is `batch_refused`, which names each.
         *
         *     An item costs a tenth of a request. `Prefer: return=minimal` leaves out the bookings that were written.
         *
         *     Required scope: `court-bookingwrite`.
         */
        post: operations["batchCourtBookings"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/external-services/{externalServiceId}/courts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List courts
         * @description The courts that the external service may book: of the organizations that it was granted, by name. Courts that were deactivated are left out; what is booked on them stays.
         *
         *     Required scope: `court-bookingread`.
         */
        get: operations["listCourts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/external-services/{externalServiceId}/courts/{courtId}/occupancy": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get court occupancy
         * @description When the court is occupied, by whomever: one entry for each active booking that touches the range, cut to it, by start. A booking there would be refused with `court_booking_overlap`. A court that was deactivated may be looked at, too.
         *
         *     Required scope: `court-bookingread`.
         */
        get: operations["getCourtOccupancy"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/external-services/{externalServiceId}/users/{userId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get user
         * @description A user whom the external service manages or was granted. A user that is unknown and one that is not open to the service answer alike.
         *
         *     Of a user that was erased the service that managed it is told `id`, `managed` and `status`.
         *
         *     Required scope: `userread`.
         */
        get: operations["getUser"];
        put?: never;
        post?: never;
        /**
         * Erase user
         * @description Erases a user whom the external service manages: name, address, birthday and all else that is known of the person, and every copy of it. Bookings stay; the participant is then read as `{ "erased": true }`. Address and external id are free again.
         *
         *     This cannot be undone. Safe to repeat.
         *
         *     Required scope: `userwrite`.
         */
        delete: operations["eraseUser"];
        options?: never;
        head?: never;
        /**
         * Update user
         * @description Changes what is known of a user whom the external service manages. A field that is left out stays as it is; `null` clears the birthday. After a change of the address or of the external id the former one is free.
         *
         *     Safe to repeat: where nothing is to change, nothing is written.
         *
         *     Required scope: `userwrite`.
         */
        patch: operations["updateUser"];
        trace?: never;
    };
    "/api/v1/external-services/{externalServiceId}/users/by-external-id/{externalUserId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get user by external id
         * @description The user that this external service has linked under the identifier. The link goes when the user is erased.
         *
         *     Required scope: `userread`.
         */
        get: operations["getUserByExternalId"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/external-services/{externalServiceId}/changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List changes
         * @description Everything that happened to the external service's bookings, users, courts and grants, by whomever, in the order in which it happened. Nothing that was committed is ever left out, or told later than what came after it.
         *
         *     To begin, take the cursor of `cursor=latest`, then list what you need, then follow from that cursor, with `wait`. The same after `cursor_expired`. Deduplicate by `id`, order by `sequence`.
         *
         *     `user.*` and `user_access.*` are shown to `userread`, everything else to `court-bookingread`; for who has only one of them `sequence` has gaps.
         *
         *     Required scope: `court-bookingread` or `userread`.
         */
        get: operations["listChanges"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/external-services/{externalServiceId}/webhook-endpoints": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List webhook endpoints
         * @description Where the changes of the external service are sent, and whether that succeeds. An operator sets endpoints up. To one that is `PAUSED` nothing is sent for now; what it misses it gets when it is resumed.
         *
         *     Required scope: `court-bookingread` or `userread`.
         */
        get: operations["listWebhookEndpoints"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
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
interface operations {
    listUsers: {
        parameters: {
            query?: {
                email?: string;
                externalUserId?: string;
                cursor?: string;
                limit?: number;
            };
            header?: {
                "X-Request-Id"?: string;
            };
            path: {
                /** @description The external service identifier. */
                externalServiceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of users. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "id": "01990b2e-6f6c-7c1e-9a53-0f2a5a6f1c01",
                     *           "firstName": "Ada",
                     *           "lastName": "Lovelace",
                     *           "birthday": "1985-12-10T00:00:00.000Z",
                     *           "externalUserId": "member-1815",
                     *           "managed": true,
                     *           "status": "ACTIVE"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["UserPage"];
                };
            };
            /** @description `invalid_schema`: request validation failed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: components["schemas"]["InvalidSchemaError"];
                    };
                };
            };
            /**
             * @description `missing_api_token`: no authentication token provided.
             *
             *     `invalid_api_token`: token invalid or expired.
             */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: components["schemas"]["MissingApiTokenError"] | components["schemas"]["InvalidApiTokenError"];
                    };
                };
            };
            /**
             * @description `scope_permission_denied`: insufficient permissions.
             *
             *     `external_service_access_denied`: token does not match the requested external service.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: components["schemas"]["ScopePermissionDeniedError"] | components["schemas"]["ExternalServiceAccessDeniedError"];
                    };
                };
            };
            /** @description `rate_limit_exceeded`: too many requests; `Retry-After` says when to go on. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: components["schemas"]["RateLimitExceededError"];
                    };
                };
            };
            /** @description `internal_server_error`: unexpected server error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: components["schemas"]["InternalServerErrorError"];
                    };
                };
            };
            /** @description `service_unavailable`: overloaded, or the database is away; `Retry-After` says when to try again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: components["schemas"]["ServiceUnavailableError"];
                    };
                };
            };
        };
    };
    createUser: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: string;
            };
            path: {
                /** @description The external service identifier. */
                externalServiceId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateUserRequest"];
            };
        };
        responses: {
            /** @description The same user was linked before; this is the stored user, nothing changed. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01990b2e-6f6c-7c1e-9a53-0f2a5a6f1c01",
                     *       "firstName": "Ada",
                     *       "lastName": "Lovelace",
                     *       "birthday": "1985-12-10T00:00:00.000Z",
                     *       "gender": "FEMALE",
                     *       "mainSportType": "TENNIS",
                     *       "playingHand": "LEFT"
                     *     }
                     */
                    "application/json": components["schemas"]["UserResponse"];
                };
            };
            /** @description The user was created and linked. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01990b2e-6f6c-7c1e-9a53-0f2a5a6f1c01",
                     *       "firstName": "Ada",
                     *       "lastName": "Lovelace",
                     *       "birthday": "1985-12-10T00:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["UserResponse"];
                };
            };
            /** @description `invalid_schema`: request validation failed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: components["schemas"]["InvalidSchemaError"];
                    };
                };
            };
            /**
             * @description `missing_api_token`: no authentication token provided.
             *
             *     `invalid_api_token`: token invalid or expired.
             */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: components["schemas"]["MissingApiTokenError"] | components["schemas"]["InvalidApiTokenError"];
                    };
                };
            };
            /**
             * @description `scope_permission_denied`: insufficient permissions.
             *
             *     `external_service_access_denied`: token does not match the requested external service.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: components["schemas"]["ScopePermissionDeniedError"] | components["schemas"]["ExternalServiceAccessDeniedError"];
                    };
                };
            };
            /**
             * @description `email_already_in_use`: submitted email is already linked to a different user.
             *
             *     `external_user_id_already_in_use`: submitted external user ID is already linked to a different user.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: components["schemas"]["EmailAlreadyInUseError"] | components["schemas"]["ExternalUserIdAlreadyInUseError"];
                    };
                };
            };
            /** @description `payload_too_large`: the body is over 64 KiB. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: components["schemas"]["PayloadTooLargeError"];
                    };
                };
            };
            /** @description `unsupported_media_type`: the body is not JSON by its content type. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: components["schemas"]["UnsupportedMediaTypeError"];
                    };
                };
            };
            /** @description `rate_limit_exceeded`: too many requests; `Retry-After` says when to go on. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: components["schemas"]["RateLimitExceededError"];
                    };
                };
            };
            /** @description `internal_server_error`: unexpected server error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: components["schemas"]["InternalServerErrorError"];
                    };
                };
            };
            /** @description `service_unavailable`: overloaded, or the database is away; `Retry-After` says when to try again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: components["schemas"]["ServiceUnavailableError"];
                    };
                };
            };
        };
    };
    getCourtBooking: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: string;
            };
            path: {
                /** @description The external service identifier. */
                externalServiceId: string;
                /** @description The booking identifier in the partner's system: opaque, case-sensitive, percent-decoded once. */
                externalCourtBookingId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The booking as it is stored. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "externalServiceId": "01990b2e-6f6c-7c1e-9a53-0f2a5a6f1c02",
                     *       "courtId": "01990b2e-6f6c-7c1e-9a53-0f2a5a6f1c03",
                     *       "externalCourtBookingId": "booking-42",
                     *       "startDate": "2026-12-01T09:00:00.000Z",
                     *       "endDate": "2026-12-01T10:00:00.000Z",
                     *       "externalUpdatedAt": "2026-11-20T12:00:00.000123Z",
                     *       "participants": [
                     *         {
                     *           "userId": "01990b2e-6f6c-7c1e-9a53-0f2a5a6f1c01"
                     *         },
                     *         {
                     *           "email": "guest@example.com"
                     *         }
                     *       ],
                     *       "createdAt": "2026-11-20T12:00:01.417802Z",
                     *       "updatedAt": "2026-11-20T12:00:01.417802Z",
                     *       "status": "ACTIVE"
                     *     }
                     */
                    "application/json": components["schemas"]["CourtBooking"];
                };
            };
            /** @description `invalid_schema`: request validation failed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: components["schemas"]["InvalidSchemaError"];
                    };
                };
            };
            /**
             * @description `missing_api_token`: no authentication token provided.
             *
             *     `invalid_api_token`: token invalid or expired.
             */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: components["schemas"]["MissingApiTokenError"] | components["schemas"]["InvalidApiTokenError"];
                    };
                };
            };
            /**
             * @description `scope_permission_denied`: insufficient permissions.
             *
             *     `external_service_access_denied`: token does not match the requested external service.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: components["schemas"]["ScopePermissionDeniedError"] | components["schemas"]["ExternalServiceAccessDeniedError"];
                    };
                };
            };
            /** @description `court_booking_not_found`: no court booking has this id. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: components["schemas"]["CourtBookingNotFoundError"];
                    };
                };
            };
            /** @description `rate_limit_exceeded`: too many requests; `Retry-After` says when to go on. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: components["schemas"]["RateLimitExceededError"];
                    };
                };
            };
            /** @description `internal_server_error`: unexpected server error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: components["schemas"]["InternalServerErrorError"];
                    };
                };
            };
            /** @description `service_unavailable`: overloaded, or the database is away; `Retry-After` says when to try again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: components["schemas"]["ServiceUnavailableError"];
                    };
                };
            };
        };
    };
    upsertCourtBooking: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: string;
            };
            path: {
                /** @description The external service identifier. */
                externalServiceId: string;
                /** @description The booking identifier in the partner's system: opaque, case-sensitive, percent-decoded once. */
                externalCourtBookingId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpsertCourtBookingRequest"];
            };
        };
        responses: {
            /** @description The booking was updated, or it was stored just so before and nothing changed. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "externalServiceId": "01990b2e-6f6c-7c1e-9a53-0f2a5a6f1c02",
                     *       "courtId": "01990b2e-6f6c-7c1e-9a53-0f2a5a6f1c03",
                     *       "externalCourtBookingId": "booking-42",
                     *       "startDate": "2026-12-01T09:00:00.000Z",
                     *       "endDate": "2026-12-01T10:00:00.000Z",
                     *       "externalUpdatedAt": "2026-11-20T12:00:00.000123Z",
                     *       "participants": [
                     *         {
                     *           "userId": "01990b2e-6f6c-7c1e-9a53-0f2a5a6f1c01"
                     *         },
                     *         {
                     *           "email": "guest@example.com"
                     *         }
                     *       ],
                     *       "createdAt": "2026-11-20T12:00:01.417802Z",
                     *       "updatedAt": "2026-11-20T12:30:00.5Z"
                     *     }
                     */
                    "application/json": components["schemas"]["CourtBookingResponse"];
                };
            };
            /** @description The booking was created. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "externalServiceId": "01990b2e-6f6c-7c1e-9a53-0f2a5a6f1c02",
                     *       "courtId": "01990b2e-6f6c-7c1e-9a53-0f2a5a6f1c03",
                     *       "externalCourtBookingId": "booking-42",
                     *       "startDate": "2026-12-01T09:00:00.000Z",
                     *       "endDate": "2026-12-01T10:00:00.000Z",
                     *       "externalUpdatedAt": "2026-11-20T12:00:00.000123Z",
                     *       "participants": [
                     *         {
                     *           "userId": "01990b2e-6f6c-7c1e-9a53-0f2a5a6f1c01"
                     *         },
                     *         {
                     *           "email": "guest@example.com"
                     *         }
                     *       ],
                     *       "createdAt": "2026-11-20T12:00:01.417802Z",
                     *       "updatedAt": "2026-11-20T12:00:01.417802Z"
                     *     }
                     */
                    "application/json": components["schemas"]["CourtBookingResponse"];
                };
            };
            /**
             * @description `invalid_schema`: request validation failed.
             *
             *     `mutually_exclusive_fields_violation`: exactly one field of a mutually exclusive set is required and that does not hold.
             *
             *     `duplicate_entries_provided`: duplicates where uniqueness is required.
             *
             *     `invalid_time_range`: a primary time range is ordered incorrectly.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: components["schemas"]["InvalidSchemaError"] | components["schemas"]["MutuallyExclusiveFieldsViolationError"] | components["schemas"]["DuplicateEntriesProvidedError"] | components["schemas"]["InvalidTimeRangeError"];
                    };
                };
            };
            /**
             * @description `missing_api_token`: no authentication token provided.
             *
             *     `invalid_api_token`: token invalid or expired.
             */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: components["schemas"]["MissingApiTokenError"] | components["schemas"]["InvalidApiTokenError"];
                    };
                };
            };
            /**
             * @description `scope_permission_denied`: insufficient permissions.
             *
             *     `external_service_access_denied`: token does not match the requested external service.
             *
             *     `organization_access_denied`: service is not granted access to the organization.
             *
             *     `user_access_denied`: service is not granted access to the user.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: components["schemas"]["ScopePermissionDeniedError"] | components["schemas"]["ExternalServiceAccessDeniedError"] | components["schemas"]["OrganizationAccessDeniedError"] | components["schemas"]["UserAccessDeniedError"];
                    };
                };
            };
            /** @description `court_not_found`: court was not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: components["schemas"]["CourtNotFoundError"];
                    };
                };
            };
            /**
             * @description `stale_write`: request is older than the stored resource version.
             *
             *     `version_conflict`: request conflicts with the current resource version.
             *
             *     `court_booking_overlap`: booking overlaps another active booking of the court.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: components["schemas"]["StaleWriteError"] | components["schemas"]["VersionConflictError"] | components["schemas"]["CourtBookingOverlapError"];
                    };
                };
            };
            /** @description `payload_too_large`: the body is over 64 KiB. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: components["schemas"]["PayloadTooLargeError"];
                    };
                };
            };
            /** @description `unsupported_media_type`: the body is not JSON by its content type. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: components["schemas"]["UnsupportedMediaTypeError"];
                    };
                };
            };
            /** @description `rate_limit_exceeded`: too many requests; `Retry-After` says when to go on. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: components["schemas"]["RateLimitExceededError"];
                    };
                };
            };
            /** @description `internal_server_error`: unexpected server error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: components["schemas"]["InternalServerErrorError"];
                    };
                };
            };
            /** @description `service_unavailable`: overloaded, or the database is away; `Retry-After` says when to try again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: components["schemas"]["ServiceUnavailableError"];
                    };
                };
            };
        };
    };
    cancelCourtBooking: {
        parameters: {
            query: {
                /** @description Time of the cancellation in the partner's system, to the microsecond. */
                externalUpdatedAt: string;
            };
            header?: {
                "X-Request-Id"?: string;
            };
            path: {
                /** @description The external service identifier. */
                externalServiceId: string;
                /** @description The booking identifier in the partner's system: opaque, case-sensitive, percent-decoded once. */
                externalCourtBookingId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The booking is cancelled, now or since before. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "externalServiceId": "01990b2e-6f6c-7c1e-9a53-0f2a5a6f1c02",
                     *       "externalCourtBookingId": "booking-42",
                     *       "externalUpdatedAt": "2026-11-20T13:00:00.000Z",
                     *       "status": "CANCELLED",
                     *       "cancelledAt": "2026-11-20T13:00:01.204518Z"
                     *     }
                     */
                    "application/json": components["schemas"]["CancelledCourtBooking"];
                };
            };
            /** @description `invalid_schema`: request validation failed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: components["schemas"]["InvalidSchemaError"];
                    };
                };
            };
            /**
             * @description `missing_api_token`: no authentication token provided.
             *
             *     `invalid_api_token`: token invalid or expired.
             */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: components["schemas"]["MissingApiTokenError"] | components["schemas"]["InvalidApiTokenError"];
                    };
                };
            };
            /**
             * @description `scope_permission_denied`: insufficient permissions.
             *
             *     `external_service_access_denied`: token does not match the requested external service.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: components["schemas"]["ScopePermissionDeniedError"] | components["schemas"]["ExternalServiceAccessDeniedError"];
                    };
                };
            };
            /** @description `stale_write`: request is older than the stored resource version. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: components["schemas"]["StaleWriteError"];
                    };
                };
            };
            /** @description `rate_limit_exceeded`: too many requests; `Retry-After` says when to go on. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: components["schemas"]["RateLimitExceededError"];
                    };
                };
            };
            /** @description `internal_server_error`: unexpected server error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: components["schemas"]["InternalServerErrorError"];
                    };
                };
            };
            /** @description `service_unavailable`: overloaded, or the database is away; `Retry-After` says when to try again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: components["schemas"]["ServiceUnavailableError"];
                    };
                };
            };
        };
    };
    getToken: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The token that the request came with. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "externalServiceId": "01990b2e-6f6c-7c1e-9a53-0f2a5a6f1c02",
                     *       "externalServiceName": "Demo Partner",
                     *       "label": "production",
                     *       "scopes": [
                     *         "userwrite",
                     *         "court-bookingwrite"
                     *       ],
                     *       "expiresAt": "2027-01-01T00:00:00.000Z",
                     *       "organizations": [
                     *         {
                     *           "id": "01990b2e-6f6c-7c1e-9a53-0f2a5a6f1c04",
                     *           "name": "Demo Tennis Club"
                     *         }
                     *       ],
                     *       "rateLimit": {
                     *         "perSecond": 50,
                     *         "burst": 100
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Token"];
                };
            };
            /** @description `invalid_schema`: request validation failed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: components["schemas"]["InvalidSchemaError"];
                    };
                };
            };
            /**
             * @description `missing_api_token`: no authentication token provided.
             *
             *     `invalid_api_token`: token invalid or expired.
             */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: components["schemas"]["MissingApiTokenError"] | components["schemas"]["InvalidApiTokenError"];
                    };
                };
            };
            /** @description `rate_limit_exceeded`: too many requests; `Retry-After` says when to go on. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: components["schemas"]["RateLimitExceededError"];
                    };
                };
            };
            /** @description `internal_server_error`: unexpected server error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: components["schemas"]["InternalServerErrorError"];
                    };
                };
            };
            /** @description `service_unavailable`: overloaded, or the database is away; `Retry-After` says when to try again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: components["schemas"]["ServiceUnavailableError"];
                    };
                };
            };
        };
    };
    listCourtBookings: {
        parameters: {
            query?: {
                courtId?: string;
                from?: string;
                to?: string;
                updatedFrom?: string;
                updatedTo?: string;
                /** @description Whether active, cancelled, or all bookings are listed. */
                status?: "ACTIVE" | "CANCELLED" | "ANY";
                participantUserId?: string;
                participantEmail?: string;
                limit?: number;
                cursor?: string;
            };
            header?: {
                "X-Request-Id"?: string;
            };
            path: {
                /** @description The external service identifier. */
                externalServiceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page. Without `nextCursor` it is the last one. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "externalServiceId": "01990b2e-6f6c-7c1e-9a53-0f2a5a6f1c02",
                     *           "courtId": "01990b2e-6f6c-7c1e-9a53-0f2a5a6f1c03",
                     *           "externalCourtBookingId": "booking-42",
                     *           "startDate": "2026-12-01T09:00:00.000Z",
                     *           "endDate": "2026-12-01T10:00:00.000Z",
                     *           "externalUpdatedAt": "2026-11-20T12:00:00.000123Z",
                     *           "participants": [
                     *             {
                     *               "userId": "01990b2e-6f6c-7c1e-9a53-0f2a5a6f1c01"
                     *             },
                     *             {
                     *               "email": "guest@example.com"
                     *             }
                     *           ],
                     *           "createdAt": "2026-11-20T12:00:01.417802Z",
                     *           "updatedAt": "2026-11-20T12:00:01.417802Z",
                     *           "status": "ACTIVE"
                     *         }
                     *       ],
                     *       "nextCursor": "WyIyMDI2LTExLTIwVDEyOjAwOjAxLjQxNzgwMloiLCIwMTk5MGIyZS03ZjZjLTdjMWUtOWE1My0wZjJhNWE2ZjFjMDUiXQ"
                     *     }
                     */
                    "application/json": components["schemas"]["CourtBookingPage"];
                };
            };
            /**
             * @description `invalid_schema`: request validation failed.
             *
             *     `invalid_filter_time_range`: the time range of a filter is reversed, empty, or too long.
             *
             *     `invalid_updated_filter_time_range`: the range of times of the last update is reversed or empty.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: components["schemas"]["InvalidSchemaError"] | components["schemas"]["InvalidFilterTimeRangeError"] | components["schemas"]["InvalidUpdatedFilterTimeRangeError"];
                    };
                };
            };
            /**
             * @description `missing_api_token`: no authentication token provided.
             *
             *     `invalid_api_token`: token invalid or expired.
             */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: components["schemas"]["MissingApiTokenError"] | components["schemas"]["InvalidApiTokenError"];
                    };
                };
            };
            /**
             * @description `scope_permission_denied`: insufficient permissions.
             *
             *     `external_service_access_denied`: token does not match the requested external service.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: components["schemas"]["ScopePermissionDeniedError"] | components["schemas"]["ExternalServiceAccessDeniedError"];
                    };
                };
            };
            /** @description `rate_limit_exceeded`: too many requests; `Retry-After` says when to go on. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: components["schemas"]["RateLimitExceededError"];
                    };
                };
            };
            /** @description `internal_server_error`: unexpected server error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: components["schemas"]["InternalServerErrorError"];
                    };
                };
            };
            /** @description `service_unavailable`: overloaded, or the database is away; `Retry-After` says when to try again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: components["schemas"]["ServiceUnavailableError"];
                    };
                };
            };
        };
    };
    batchCourtBookings: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: string;
            };
            path: {
                /** @description The external service identifier. */
                externalServiceId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BatchRequest"];
            };
        };
        responses: {
            /** @description What became of each item. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "summary": {
                     *         "created": 1,
                     *         "updated": 0,
                     *         "replayed": 0,
                     *         "cancelled": 1,
                     *         "refused": 0
                     *       },
                     *       "results": [
                     *         {
                     *           "status": 201,
                     *           "outcome": "created"
                     *         },
                     *         {
                     *           "status": 200,
                     *           "outcome": "cancelled",
                     *           "cancelled": {
                     *             "externalServiceId": "01990b2e-6f6c-7c1e-9a53-0f2a5a6f1c02",
                     *             "externalCourtBookingId": "batch-2",
                     *             "externalUpdatedAt": "2026-11-20T12:00:00.000Z",
                     *             "status": "CANCELLED",
                     *             "cancelledAt": "2026-11-20T12:00:01.417802Z"
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["BatchResponse"];
                };
            };
            /** @description `invalid_schema`: request validation failed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: components["schemas"]["InvalidSchemaError"];
                    };
                };
            };
            /**
             * @description `missing_api_token`: no authentication token provided.
             *
             *     `invalid_api_token`: token invalid or expired.
             */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: components["schemas"]["MissingApiTokenError"] | components["schemas"]["InvalidApiTokenError"];
                    };
                };
            };
            /**
             * @description `scope_permission_denied`: insufficient permissions.
             *
             *     `external_service_access_denied`: token does not match the requested external service.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: components["schemas"]["ScopePermissionDeniedError"] | components["schemas"]["ExternalServiceAccessDeniedError"];
                    };
                };
            };
            /** @description `batch_refused`: an item of an atomic batch is refused, and so all of them are. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: components["schemas"]["BatchRefusedError"];
                    };
                };
            };
            /** @description `payload_too_large`: the body is over 64 KiB. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: components["schemas"]["PayloadTooLargeError"];
                    };
                };
            };
            /** @description `unsupported_media_type`: the body is not JSON by its content type. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: components["schemas"]["UnsupportedMediaTypeError"];
                    };
                };
            };
            /** @description `rate_limit_exceeded`: too many requests; `Retry-After` says when to go on. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: components["schemas"]["RateLimitExceededError"];
                    };
                };
            };
            /** @description `internal_server_error`: unexpected server error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: components["schemas"]["InternalServerErrorError"];
                    };
                };
            };
            /** @description `service_unavailable`: overloaded, or the database is away; `Retry-After` says when to try again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: components["schemas"]["ServiceUnavailableError"];
                    };
                };
            };
        };
    };
    listCourts: {
        parameters: {
            query?: {
                organizationId?: string;
                limit?: number;
                cursor?: string;
            };
            header?: {
                "X-Request-Id"?: string;
            };
            path: {
                /** @description The external service identifier. */
                externalServiceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page. Without `nextCursor` it is the last one. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "id": "01990b2e-6f6c-7c1e-9a53-0f2a5a6f1c03",
                     *           "name": "Centre Court",
                     *           "organization": {
                     *             "id": "01990b2e-6f6c-7c1e-9a53-0f2a5a6f1c04",
                     *             "name": "Demo Tennis Club"
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["CourtPage"];
                };
            };
            /** @description `invalid_schema`: request validation failed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: components["schemas"]["InvalidSchemaError"];
                    };
                };
            };
            /**
             * @description `missing_api_token`: no authentication token provided.
             *
             *     `invalid_api_token`: token invalid or expired.
             */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: components["schemas"]["MissingApiTokenError"] | components["schemas"]["InvalidApiTokenError"];
                    };
                };
            };
            /**
             * @description `scope_permission_denied`: insufficient permissions.
             *
             *     `external_service_access_denied`: token does not match the requested external service.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: components["schemas"]["ScopePermissionDeniedError"] | components["schemas"]["ExternalServiceAccessDeniedError"];
                    };
                };
            };
            /** @description `rate_limit_exceeded`: too many requests; `Retry-After` says when to go on. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: components["schemas"]["RateLimitExceededError"];
                    };
                };
            };
            /** @description `internal_server_error`: unexpected server error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: components["schemas"]["InternalServerErrorError"];
                    };
                };
            };
            /** @description `service_unavailable`: overloaded, or the database is away; `Retry-After` says when to try again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: components["schemas"]["ServiceUnavailableError"];
                    };
                };
            };
        };
    };
    getCourtOccupancy: {
        parameters: {
            query: {
                /** @description The first instant of the range. */
                from: string;
                /** @description The first instant after the range: after `from`, and no more than 31 days. */
                to: string;
            };
            header?: {
                "X-Request-Id"?: string;
            };
            path: {
                /** @description The external service identifier. */
                externalServiceId: string;
                /** @description The court. */
                courtId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description When it is occupied. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "occupied": [
                     *         {
                     *           "startDate": "2026-12-01T09:00:00.000Z",
                     *           "endDate": "2026-12-01T10:00:00.000Z",
                     *           "externalCourtBookingId": "booking-42"
                     *         },
                     *         {
                     *           "startDate": "2026-12-01T18:00:00.000Z",
                     *           "endDate": "2026-12-01T19:30:00.000Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["CourtOccupancy"];
                };
            };
            /**
             * @description `invalid_schema`: request validation failed.
             *
             *     `invalid_filter_time_range`: the time range of a filter is reversed, empty, or too long.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: components["schemas"]["InvalidSchemaError"] | components["schemas"]["InvalidFilterTimeRangeError"];
                    };
                };
            };
            /**
             * @description `missing_api_token`: no authentication token provided.
             *
             *     `invalid_api_token`: token invalid or expired.
             */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: components["schemas"]["MissingApiTokenError"] | components["schemas"]["InvalidApiTokenError"];
                    };
                };
            };
            /**
             * @description `scope_permission_denied`: insufficient permissions.
             *
             *     `external_service_access_denied`: token does not match the requested external service.
             *
             *     `organization_access_denied`: service is not granted access to the organization.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: components["schemas"]["ScopePermissionDeniedError"] | components["schemas"]["ExternalServiceAccessDeniedError"] | components["schemas"]["OrganizationAccessDeniedError"];
                    };
                };
            };
            /** @description `court_not_found`: court was not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: components["schemas"]["CourtNotFoundError"];
                    };
                };
            };
            /** @description `rate_limit_exceeded`: too many requests; `Retry-After` says when to go on. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: components["schemas"]["RateLimitExceededError"];
                    };
                };
            };
            /** @description `internal_server_error`: unexpected server error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: components["schemas"]["InternalServerErrorError"];
                    };
                };
            };
            /** @description `service_unavailable`: overloaded, or the database is away; `Retry-After` says when to try again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: components["schemas"]["ServiceUnavailableError"];
                    };
                };
            };
        };
    };
    getUser: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: string;
            };
            path: {
                /** @description The external service identifier. */
                externalServiceId: string;
                /** @description The user identifier. */
                userId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The user. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01990b2e-6f6c-7c1e-9a53-0f2a5a6f1c01",
                     *       "firstName": "Ada",
                     *       "lastName": "Lovelace",
                     *       "birthday": "1985-12-10T00:00:00.000Z",
                     *       "externalUserId": "member-1815",
                     *       "managed": true,
                     *       "status": "ACTIVE"
                     *     }
                     */
                    "application/json": components["schemas"]["User"];
                };
            };
            /** @description `invalid_schema`: request validation failed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: components["schemas"]["InvalidSchemaError"];
                    };
                };
            };
            /**
             * @description `missing_api_token`: no authentication token provided.
             *
             *     `invalid_api_token`: token invalid or expired.
             */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: components["schemas"]["MissingApiTokenError"] | components["schemas"]["InvalidApiTokenError"];
                    };
                };
            };
            /**
             * @description `scope_permission_denied`: insufficient permissions.
             *
             *     `external_service_access_denied`: token does not match the requested external service.
             *
             *     `user_access_denied`: service is not granted access to the user.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: components["schemas"]["ScopePermissionDeniedError"] | components["schemas"]["ExternalServiceAccessDeniedError"] | components["schemas"]["UserAccessDeniedError"];
                    };
                };
            };
            /** @description `rate_limit_exceeded`: too many requests; `Retry-After` says when to go on. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: components["schemas"]["RateLimitExceededError"];
                    };
                };
            };
            /** @description `internal_server_error`: unexpected server error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: components["schemas"]["InternalServerErrorError"];
                    };
                };
            };
            /** @description `service_unavailable`: overloaded, or the database is away; `Retry-After` says when to try again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: components["schemas"]["ServiceUnavailableError"];
                    };
                };
            };
        };
    };
    eraseUser: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: string;
            };
            path: {
                /** @description The external service identifier. */
                externalServiceId: string;
                /** @description The user identifier. */
                userId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The user is erased, by this request or before. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01990b2e-6f6c-7c1e-9a53-0f2a5a6f1c01",
                     *       "status": "ERASED"
                     *     }
                     */
                    "application/json": components["schemas"]["ErasedUser"];
                };
            };
            /** @description `invalid_schema`: request validation failed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: components["schemas"]["InvalidSchemaError"];
                    };
                };
            };
            /**
             * @description `missing_api_token`: no authentication token provided.
             *
             *     `invalid_api_token`: token invalid or expired.
             */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: components["schemas"]["MissingApiTokenError"] | components["schemas"]["InvalidApiTokenError"];
                    };
                };
            };
            /**
             * @description `scope_permission_denied`: insufficient permissions.
             *
             *     `external_service_access_denied`: token does not match the requested external service.
             *
             *     `user_access_denied`: service is not granted access to the user.
             *
             *     `user_not_managed`: the user is open to the service, and managed by another one.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: components["schemas"]["ScopePermissionDeniedError"] | components["schemas"]["ExternalServiceAccessDeniedError"] | components["schemas"]["UserAccessDeniedError"] | components["schemas"]["UserNotManagedError"];
                    };
                };
            };
            /** @description `rate_limit_exceeded`: too many requests; `Retry-After` says when to go on. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: components["schemas"]["RateLimitExceededError"];
                    };
                };
            };
            /** @description `internal_server_error`: unexpected server error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: components["schemas"]["InternalServerErrorError"];
                    };
                };
            };
            /** @description `service_unavailable`: overloaded, or the database is away; `Retry-After` says when to try again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: components["schemas"]["ServiceUnavailableError"];
                    };
                };
            };
        };
    };
    updateUser: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: string;
            };
            path: {
                /** @description The external service identifier. */
                externalServiceId: string;
                /** @description The user identifier. */
                userId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateUserRequest"];
            };
        };
        responses: {
            /** @description The user as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01990b2e-6f6c-7c1e-9a53-0f2a5a6f1c01",
                     *       "firstName": "Ada",
                     *       "lastName": "Lovelace",
                     *       "birthday": "1985-12-10T00:00:00.000Z",
                     *       "externalUserId": "member-1815",
                     *       "managed": true,
                     *       "status": "ACTIVE"
                     *     }
                     */
                    "application/json": components["schemas"]["User"];
                };
            };
            /** @description `invalid_schema`: request validation failed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: components["schemas"]["InvalidSchemaError"];
                    };
                };
            };
            /**
             * @description `missing_api_token`: no authentication token provided.
             *
             *     `invalid_api_token`: token invalid or expired.
             */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: components["schemas"]["MissingApiTokenError"] | components["schemas"]["InvalidApiTokenError"];
                    };
                };
            };
            /**
             * @description `scope_permission_denied`: insufficient permissions.
             *
             *     `external_service_access_denied`: token does not match the requested external service.
             *
             *     `user_access_denied`: service is not granted access to the user.
             *
             *     `user_not_managed`: the user is open to the service, and managed by another one.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: components["schemas"]["ScopePermissionDeniedError"] | components["schemas"]["ExternalServiceAccessDeniedError"] | components["schemas"]["UserAccessDeniedError"] | components["schemas"]["UserNotManagedError"];
                    };
                };
            };
            /**
             * @description `email_already_in_use`: submitted email is already linked to a different user.
             *
             *     `external_user_id_already_in_use`: submitted external user ID is already linked to a different user.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: components["schemas"]["EmailAlreadyInUseError"] | components["schemas"]["ExternalUserIdAlreadyInUseError"];
                    };
                };
            };
            /** @description `payload_too_large`: the body is over 64 KiB. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: components["schemas"]["PayloadTooLargeError"];
                    };
                };
            };
            /** @description `unsupported_media_type`: the body is not JSON by its content type. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: components["schemas"]["UnsupportedMediaTypeError"];
                    };
                };
            };
            /** @description `rate_limit_exceeded`: too many requests; `Retry-After` says when to go on. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: components["schemas"]["RateLimitExceededError"];
                    };
                };
            };
            /** @description `internal_server_error`: unexpected server error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: components["schemas"]["InternalServerErrorError"];
                    };
                };
            };
            /** @description `service_unavailable`: overloaded, or the database is away; `Retry-After` says when to try again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: components["schemas"]["ServiceUnavailableError"];
                    };
                };
            };
        };
    };
    getUserByExternalId: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: string;
            };
            path: {
                /** @description The external service identifier. */
                externalServiceId: string;
                externalUserId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The user. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01990b2e-6f6c-7c1e-9a53-0f2a5a6f1c01",
                     *       "firstName": "Ada",
                     *       "lastName": "Lovelace",
                     *       "birthday": "1985-12-10T00:00:00.000Z",
                     *       "externalUserId": "member-1815",
                     *       "managed": true,
                     *       "status": "ACTIVE"
                     *     }
                     */
                    "application/json": components["schemas"]["User"];
                };
            };
            /** @description `invalid_schema`: request validation failed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: components["schemas"]["InvalidSchemaError"];
                    };
                };
            };
            /**
             * @description `missing_api_token`: no authentication token provided.
             *
             *     `invalid_api_token`: token invalid or expired.
             */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: components["schemas"]["MissingApiTokenError"] | components["schemas"]["InvalidApiTokenError"];
                    };
                };
            };
            /**
             * @description `scope_permission_denied`: insufficient permissions.
             *
             *     `external_service_access_denied`: token does not match the requested external service.
             *
             *     `user_access_denied`: service is not granted access to the user.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: components["schemas"]["ScopePermissionDeniedError"] | components["schemas"]["ExternalServiceAccessDeniedError"] | components["schemas"]["UserAccessDeniedError"];
                    };
                };
            };
            /** @description `user_not_found`: no user has this id. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: components["schemas"]["UserNotFoundError"];
                    };
                };
            };
            /** @description `rate_limit_exceeded`: too many requests; `Retry-After` says when to go on. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: components["schemas"]["RateLimitExceededError"];
                    };
                };
            };
            /** @description `internal_server_error`: unexpected server error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: components["schemas"]["InternalServerErrorError"];
                    };
                };
            };
            /** @description `service_unavailable`: overloaded, or the database is away; `Retry-After` says when to try again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: components["schemas"]["ServiceUnavailableError"];
                    };
                };
            };
        };
    };
    listChanges: {
        parameters: {
            query?: {
                /** @description The `nextCursor` of the page before, unchanged; or `latest`: an empty page, and the cursor of now. Without one the changes are read from the oldest that is kept. */
                cursor?: string;
                limit?: number;
                /** @description Seconds: where nothing is left to show, the answer waits for the next change, for so long at most. `latest` never waits. */
                wait?: number;
            };
            header?: {
                "X-Request-Id"?: string;
            };
            path: {
                /** @description The external service identifier. */
                externalServiceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "sequence": 1041,
                     *           "id": "01990b2e-7f6c-7c1e-8a53-0f2a00000411",
                     *           "type": "court_booking.cancelled",
                     *           "timestamp": "2026-11-20T12:30:00.000Z",
                     *           "actor": "OPERATOR",
                     *           "requestId": "01990b2e-7f6c-7c1e-9a53-0f2a5a6f1c08",
                     *           "data": {
                     *             "externalServiceId": "01990b2e-6f6c-7c1e-9a53-0f2a5a6f1c02",
                     *             "courtId": "01990b2e-6f6c-7c1e-9a53-0f2a5a6f1c03",
                     *             "externalCourtBookingId": "booking-42",
                     *             "startDate": "2026-12-01T09:00:00.000Z",
                     *             "endDate": "2026-12-01T10:00:00.000Z",
                     *             "externalUpdatedAt": "2026-11-20T12:00:00.000123Z",
                     *             "participants": [
                     *               {
                     *                 "userId": "01990b2e-6f6c-7c1e-9a53-0f2a5a6f1c01"
                     *               },
                     *               {
                     *                 "email": "guest@example.com"
                     *               }
                     *             ],
                     *             "createdAt": "2026-11-20T12:00:01.417802Z",
                     *             "updatedAt": "2026-11-20T12:30:00.000Z",
                     *             "status": "CANCELLED",
                     *             "cancelledAt": "2026-11-20T12:30:00.000Z",
                     *             "cancelledBy": [
                     *               "OPERATOR"
                     *             ],
                     *             "cancellationReason": "The court is flooded."
                     *           }
                     *         }
                     *       ],
                     *       "nextCursor": "WyJjaGFuZ2UiLCIwMTk5MGIyZS03ZjZjLTdjMWUtOGE1My0wZjJhMDAwMDA0MTEiLCIxMDQxIl0",
                     *       "caughtUp": true
                     *     }
                     */
                    "application/json": components["schemas"]["ChangePage"];
                };
            };
            /** @description `invalid_schema`: request validation failed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: components["schemas"]["InvalidSchemaError"];
                    };
                };
            };
            /**
             * @description `missing_api_token`: no authentication token provided.
             *
             *     `invalid_api_token`: token invalid or expired.
             */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: components["schemas"]["MissingApiTokenError"] | components["schemas"]["InvalidApiTokenError"];
                    };
                };
            };
            /**
             * @description `scope_permission_denied`: insufficient permissions.
             *
             *     `external_service_access_denied`: token does not match the requested external service.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: components["schemas"]["ScopePermissionDeniedError"] | components["schemas"]["ExternalServiceAccessDeniedError"];
                    };
                };
            };
            /** @description `cursor_expired`: changes after the cursor are no longer kept, or the cursor is not of this database. */
            410: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: components["schemas"]["CursorExpiredError"];
                    };
                };
            };
            /** @description `rate_limit_exceeded`: too many requests; `Retry-After` says when to go on. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: components["schemas"]["RateLimitExceededError"];
                    };
                };
            };
            /** @description `internal_server_error`: unexpected server error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: components["schemas"]["InternalServerErrorError"];
                    };
                };
            };
            /** @description `service_unavailable`: overloaded, or the database is away; `Retry-After` says when to try again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: components["schemas"]["ServiceUnavailableError"];
                    };
                };
            };
        };
    };
    listWebhookEndpoints: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: string;
            };
            path: {
                /** @description The external service identifier. */
                externalServiceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All of them. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "id": "01990b2e-7f6c-7c1e-9a53-0f2a5a6f1c07",
                     *           "url": "https://partner.example.com/courtbridge",
                     *           "types": [
                     *             "court_booking.cancelled"
                     *           ],
                     *           "status": "PAUSED"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookEndpointList"];
                };
            };
            /** @description `invalid_schema`: request validation failed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: components["schemas"]["InvalidSchemaError"];
                    };
                };
            };
            /**
             * @description `missing_api_token`: no authentication token provided.
             *
             *     `invalid_api_token`: token invalid or expired.
             */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: components["schemas"]["MissingApiTokenError"] | components["schemas"]["InvalidApiTokenError"];
                    };
                };
            };
            /**
             * @description `scope_permission_denied`: insufficient permissions.
             *
             *     `external_service_access_denied`: token does not match the requested external service.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: components["schemas"]["ScopePermissionDeniedError"] | components["schemas"]["ExternalServiceAccessDeniedError"];
                    };
                };
            };
            /** @description `rate_limit_exceeded`: too many requests; `Retry-After` says when to go on. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: components["schemas"]["RateLimitExceededError"];
                    };
                };
            };
            /** @description `internal_server_error`: unexpected server error. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: components["schemas"]["InternalServerErrorError"];
                    };
                };
            };
            /** @description `service_unavailable`: overloaded, or the database is away; `Retry-After` says when to try again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: components["schemas"]["ServiceUnavailableError"];
                    };
                };
            };
        };
    };
    onCourtBookingCreatedEvent: {
        parameters: {
            query?: never;
            header: {
                /** @description The `id` of the change: the same in each attempt. Deduplicate by it. */
                "webhook-id": string;
                /** @description Of the attempt, in Unix seconds. */
                "webhook-timestamp": string;
                /** @description By Standard Webhooks 1.0: verify it before anything else. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CourtBookingCreatedEvent"];
            };
        };
        responses: {
            /** @description Nobody is there any more: the endpoint is paused. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description It has arrived. Any other answer, or none within 15 seconds: it is sent again later. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onCourtBookingUpdatedEvent: {
        parameters: {
            query?: never;
            header: {
                /** @description The `id` of the change: the same in each attempt. Deduplicate by it. */
                "webhook-id": string;
                /** @description Of the attempt, in Unix seconds. */
                "webhook-timestamp": string;
                /** @description By Standard Webhooks 1.0: verify it before anything else. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CourtBookingUpdatedEvent"];
            };
        };
        responses: {
            /** @description Nobody is there any more: the endpoint is paused. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description It has arrived. Any other answer, or none within 15 seconds: it is sent again later. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onCourtBookingCancelledEvent: {
        parameters: {
            query?: never;
            header: {
                /** @description The `id` of the change: the same in each attempt. Deduplicate by it. */
                "webhook-id": string;
                /** @description Of the attempt, in Unix seconds. */
                "webhook-timestamp": string;
                /** @description By Standard Webhooks 1.0: verify it before anything else. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CourtBookingCancelledEvent"];
            };
        };
        responses: {
            /** @description Nobody is there any more: the endpoint is paused. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description It has arrived. Any other answer, or none within 15 seconds: it is sent again later. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onCourtBookingReinstatedEvent: {
        parameters: {
            query?: never;
            header: {
                /** @description The `id` of the change: the same in each attempt. Deduplicate by it. */
                "webhook-id": string;
                /** @description Of the attempt, in Unix seconds. */
                "webhook-timestamp": string;
                /** @description By Standard Webhooks 1.0: verify it before anything else. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CourtBookingReinstatedEvent"];
            };
        };
        responses: {
            /** @description Nobody is there any more: the endpoint is paused. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description It has arrived. Any other answer, or none within 15 seconds: it is sent again later. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onCourtBookingVersionResetEvent: {
        parameters: {
            query?: never;
            header: {
                /** @description The `id` of the change: the same in each attempt. Deduplicate by it. */
                "webhook-id": string;
                /** @description Of the attempt, in Unix seconds. */
                "webhook-timestamp": string;
                /** @description By Standard Webhooks 1.0: verify it before anything else. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CourtBookingVersionResetEvent"];
            };
        };
        responses: {
            /** @description Nobody is there any more: the endpoint is paused. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description It has arrived. Any other answer, or none within 15 seconds: it is sent again later. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onUserCreatedEvent: {
        parameters: {
            query?: never;
            header: {
                /** @description The `id` of the change: the same in each attempt. Deduplicate by it. */
                "webhook-id": string;
                /** @description Of the attempt, in Unix seconds. */
                "webhook-timestamp": string;
                /** @description By Standard Webhooks 1.0: verify it before anything else. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UserCreatedEvent"];
            };
        };
        responses: {
            /** @description Nobody is there any more: the endpoint is paused. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description It has arrived. Any other answer, or none within 15 seconds: it is sent again later. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onUserUpdatedEvent: {
        parameters: {
            query?: never;
            header: {
                /** @description The `id` of the change: the same in each attempt. Deduplicate by it. */
                "webhook-id": string;
                /** @description Of the attempt, in Unix seconds. */
                "webhook-timestamp": string;
                /** @description By Standard Webhooks 1.0: verify it before anything else. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UserUpdatedEvent"];
            };
        };
        responses: {
            /** @description Nobody is there any more: the endpoint is paused. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description It has arrived. Any other answer, or none within 15 seconds: it is sent again later. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onUserErasedEvent: {
        parameters: {
            query?: never;
            header: {
                /** @description The `id` of the change: the same in each attempt. Deduplicate by it. */
                "webhook-id": string;
                /** @description Of the attempt, in Unix seconds. */
                "webhook-timestamp": string;
                /** @description By Standard Webhooks 1.0: verify it before anything else. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UserErasedEvent"];
            };
        };
        responses: {
            /** @description Nobody is there any more: the endpoint is paused. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description It has arrived. Any other answer, or none within 15 seconds: it is sent again later. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onOrganizationAccessGrantedEvent: {
        parameters: {
            query?: never;
            header: {
                /** @description The `id` of the change: the same in each attempt. Deduplicate by it. */
                "webhook-id": string;
                /** @description Of the attempt, in Unix seconds. */
                "webhook-timestamp": string;
                /** @description By Standard Webhooks 1.0: verify it before anything else. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OrganizationAccessGrantedEvent"];
            };
        };
        responses: {
            /** @description Nobody is there any more: the endpoint is paused. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description It has arrived. Any other answer, or none within 15 seconds: it is sent again later. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onOrganizationAccessRevokedEvent: {
        parameters: {
            query?: never;
            header: {
                /** @description The `id` of the change: the same in each attempt. Deduplicate by it. */
                "webhook-id": string;
                /** @description Of the attempt, in Unix seconds. */
                "webhook-timestamp": string;
                /** @description By Standard Webhooks 1.0: verify it before anything else. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OrganizationAccessRevokedEvent"];
            };
        };
        responses: {
            /** @description Nobody is there any more: the endpoint is paused. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description It has arrived. Any other answer, or none within 15 seconds: it is sent again later. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onUserAccessGrantedEvent: {
        parameters: {
            query?: never;
            header: {
                /** @description The `id` of the change: the same in each attempt. Deduplicate by it. */
                "webhook-id": string;
                /** @description Of the attempt, in Unix seconds. */
                "webhook-timestamp": string;
                /** @description By Standard Webhooks 1.0: verify it before anything else. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UserAccessGrantedEvent"];
            };
        };
        responses: {
            /** @description Nobody is there any more: the endpoint is paused. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description It has arrived. Any other answer, or none within 15 seconds: it is sent again later. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onUserAccessRevokedEvent: {
        parameters: {
            query?: never;
            header: {
                /** @description The `id` of the change: the same in each attempt. Deduplicate by it. */
                "webhook-id": string;
                /** @description Of the attempt, in Unix seconds. */
                "webhook-timestamp": string;
                /** @description By Standard Webhooks 1.0: verify it before anything else. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UserAccessRevokedEvent"];
            };
        };
        responses: {
            /** @description Nobody is there any more: the endpoint is paused. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description It has arrived. Any other answer, or none within 15 seconds: it is sent again later. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onCourtCreatedEvent: {
        parameters: {
            query?: never;
            header: {
                /** @description The `id` of the change: the same in each attempt. Deduplicate by it. */
                "webhook-id": string;
                /** @description Of the attempt, in Unix seconds. */
                "webhook-timestamp": string;
                /** @description By Standard Webhooks 1.0: verify it before anything else. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CourtCreatedEvent"];
            };
        };
        responses: {
            /** @description Nobody is there any more: the endpoint is paused. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description It has arrived. Any other answer, or none within 15 seconds: it is sent again later. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onCourtUpdatedEvent: {
        parameters: {
            query?: never;
            header: {
                /** @description The `id` of the change: the same in each attempt. Deduplicate by it. */
                "webhook-id": string;
                /** @description Of the attempt, in Unix seconds. */
                "webhook-timestamp": string;
                /** @description By Standard Webhooks 1.0: verify it before anything else. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CourtUpdatedEvent"];
            };
        };
        responses: {
            /** @description Nobody is there any more: the endpoint is paused. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description It has arrived. Any other answer, or none within 15 seconds: it is sent again later. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onCourtDeactivatedEvent: {
        parameters: {
            query?: never;
            header: {
                /** @description The `id` of the change: the same in each attempt. Deduplicate by it. */
                "webhook-id": string;
                /** @description Of the attempt, in Unix seconds. */
                "webhook-timestamp": string;
                /** @description By Standard Webhooks 1.0: verify it before anything else. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CourtDeactivatedEvent"];
            };
        };
        responses: {
            /** @description Nobody is there any more: the endpoint is paused. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description It has arrived. Any other answer, or none within 15 seconds: it is sent again later. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onWebhookEndpointPausedEvent: {
        parameters: {
            query?: never;
            header: {
                /** @description The `id` of the change: the same in each attempt. Deduplicate by it. */
                "webhook-id": string;
                /** @description Of the attempt, in Unix seconds. */
                "webhook-timestamp": string;
                /** @description By Standard Webhooks 1.0: verify it before anything else. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEndpointPausedEvent"];
            };
        };
        responses: {
            /** @description Nobody is there any more: the endpoint is paused. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description It has arrived. Any other answer, or none within 15 seconds: it is sent again later. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onWebhookEndpointResumedEvent: {
        parameters: {
            query?: never;
            header: {
                /** @description The `id` of the change: the same in each attempt. Deduplicate by it. */
                "webhook-id": string;
                /** @description Of the attempt, in Unix seconds. */
                "webhook-timestamp": string;
                /** @description By Standard Webhooks 1.0: verify it before anything else. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEndpointResumedEvent"];
            };
        };
        responses: {
            /** @description Nobody is there any more: the endpoint is paused. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description It has arrived. Any other answer, or none within 15 seconds: it is sent again later. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onWebhookEndpointTestedEvent: {
        parameters: {
            query?: never;
            header: {
                /** @description The `id` of the change: the same in each attempt. Deduplicate by it. */
                "webhook-id": string;
                /** @description Of the attempt, in Unix seconds. */
                "webhook-timestamp": string;
                /** @description By Standard Webhooks 1.0: verify it before anything else. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEndpointTestedEvent"];
            };
        };
        responses: {
            /** @description Nobody is there any more: the endpoint is paused. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description It has arrived. Any other answer, or none within 15 seconds: it is sent again later. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}

/** Every operation of the interface. What the document has beside them, `on…Event`, is what your webhooks receive. */
type OperationName = Exclude<keyof operations, `on${string}Event`>;
type Responses<Operation extends OperationName> = operations[Operation]['responses'];
type JsonOf<Message> = Message extends {
    content: {
        'application/json': infer Body;
    };
} ? Body : never;
type ErrorOf<Message> = JsonOf<Message> extends {
    error: infer Refusal;
} ? Refusal : never;
/** The statuses with which an operation says that it was done, such as `200 | 201`. */
type SuccessStatus<Operation extends OperationName> = {
    [Status in keyof Responses<Operation>]: [ErrorOf<Responses<Operation>[Status]>] extends [never] ? Status : never;
}[keyof Responses<Operation>];
type ResponseOf<Operation extends OperationName> = JsonOf<Responses<Operation>[SuccessStatus<Operation>]>;
type ItemOf<Operation extends OperationName> = ResponseOf<Operation> extends {
    items: (infer Item)[];
} ? Item : never;
/** A refusal of an operation: its status, its code, its issues where the document has some, and its further fields. */
type RefusalWith<Status, Body> = Body extends {
    type: infer Type;
} ? Type extends string ? {
    readonly status: Status;
    readonly type: Type;
    readonly issues: Body extends {
        issues: infer Issues;
    } ? Issues : undefined;
} & {
    readonly [Field in Exclude<keyof Body, 'type' | 'message' | 'issues'>]: Body[Field];
} : never : never;
/** Every refusal that the document has for an operation, as a union. */
type DocumentedRefusal<Operation extends OperationName> = {
    [Status in keyof Responses<Operation>]: RefusalWith<Status, ErrorOf<Responses<Operation>[Status]>>;
}[keyof Responses<Operation>];
/** The codes (`error.type`) that an operation may answer, exactly, such as `'stale_write' | …`. */
type PartnerErrorType<Operation extends OperationName = OperationName> = Operation extends OperationName ? DocumentedRefusal<Operation>['type'] : never;
type Schemas = components['schemas'];
/** Of an object's fields exactly one. */
type ExactlyOneOf<Fields> = {
    [Name in keyof Fields]-?: {
        [Given in Name]-?: NonNullable<Fields[Given]>;
    } & {
        [Other in Exclude<keyof Fields, Name>]?: undefined;
    };
}[keyof Fields];
/** The user to create. Of a user who is stored already nothing is changed. */
interface CreateUserRequest extends Omit<Schemas['CreateUserRequest'], 'birthday'> {
    /**
     * From 1900-01-01 to today: `YYYY-MM-DD`, or a `Date`, of which the calendar day in UTC is taken. A `Date` made in local
     * time, as by `new Date(1985, 11, 10)`, may be the day before or after there: send the text when you have it.
     */
    birthday?: Date | string | undefined;
}
/** The user as stored. Fields without a value are left out; enumerations may have values that are newer than this package. */
interface UserResponse extends ResponseOf<'createUser'> {
}
/** Somebody who takes part in a booking: by `userId` or by `email`, never both. */
type ParticipantRequest = ExactlyOneOf<Schemas['ParticipantRequest']>;
/**
 * The whole court booking: what is left out is removed from a stored one.
 *
 * Date-times are RFC 3339 with an offset, or a `Date`. A `Date` is exact to the millisecond: where your system keeps
 * microseconds, send `externalUpdatedAt` as text, since versions are compared to the microsecond.
 */
interface UpsertCourtBookingRequest extends Omit<Schemas['UpsertCourtBookingRequest'], 'participants'> {
    /** Each person once, at most 50. Left out: nobody. */
    participants?: readonly ParticipantRequest[] | undefined;
}
/** The court booking as stored. Date-times are RFC 3339 in UTC, with as many digits as they have, to the microsecond. */
interface CourtBookingResponse extends ResponseOf<'upsertCourtBooking'> {
}
/** What is to be changed of a user; what is left out stays. */
interface UpdateUserRequest extends Omit<Schemas['UpdateUserRequest'], 'birthday'> {
    /** As in {@link CreateUserRequest}; `null` clears it. */
    birthday?: Date | string | null | undefined;
}
/** A user as it is read. An erased one has `id`, `managed` and `status` only. */
interface User extends ResponseOf<'getUser'> {
}
/** What is left of an erased user. */
interface ErasedUser extends ResponseOf<'eraseUser'> {
}
/** A court booking as it is read: the stored one, its status, and by whom it was cancelled. */
interface CourtBooking extends ResponseOf<'getCourtBooking'> {
}
/** The answer to a cancellation, always the same small thing. */
interface CancelledCourtBooking extends ResponseOf<'cancelCourtBooking'> {
}
/** A court that you may book. */
interface Court extends ItemOf<'listCourts'> {
}
/** When a court is taken, by anybody. */
interface CourtOccupancy extends ResponseOf<'getCourtOccupancy'> {
}
/** What the token may do, and for whom. */
interface Token extends ResponseOf<'getToken'> {
}
/** Your webhook endpoints. */
interface WebhookEndpointList extends ResponseOf<'listWebhookEndpoints'> {
}
/**
 * Something that happened: `type` narrows `data`. What is newer than this package has a `type` that no `case` names, and
 * arrives in the `default` of a `switch`.
 */
type Change = ItemOf<'listChanges'>;
/** A page of users. */
interface UserPage extends ResponseOf<'listUsers'> {
}
/** A page of court bookings. */
interface CourtBookingPage extends ResponseOf<'listCourtBookings'> {
}
/** A page of courts. */
interface CourtPage extends ResponseOf<'listCourts'> {
}
/** A page of changes. Its `nextCursor` is always there; `caughtUp`: there were no more. */
interface ChangePage extends ResponseOf<'listChanges'> {
}
/** The part of a list to begin with, and how much at once. */
interface PageQuery {
    /** Where to go on: the `nextCursor` of a page. Default: at the beginning. */
    cursor?: string | undefined;
    /** Items of a page, 1 to 100. Default: 50. */
    limit?: number | undefined;
}
/** Which users are listed. */
interface UserQuery extends PageQuery {
    /** Of this address only. */
    email?: string | undefined;
    /** Of this id of your own only. */
    externalUserId?: string | undefined;
}
/** Which court bookings are listed, the one that was changed last first. */
interface CourtBookingQuery extends PageQuery {
    /** Of this court only. */
    courtId?: string | undefined;
    /** That end after it. */
    from?: Date | string | undefined;
    /** That begin before it. */
    to?: Date | string | undefined;
    /** Changed at this time or later. To follow changes use `listChanges`: a commit that comes late hides behind this. */
    updatedFrom?: Date | string | undefined;
    /** Changed before this time. */
    updatedTo?: Date | string | undefined;
    /** Default: `ACTIVE`. */
    status?: 'ACTIVE' | 'CANCELLED' | 'ANY' | undefined;
    /** In which this user takes part. */
    participantUserId?: string | undefined;
    /** In which whoever has this address takes part. */
    participantEmail?: string | undefined;
}
/** Which courts are listed, by name. */
interface CourtQuery extends PageQuery {
    /** Of this organization only. */
    organizationId?: string | undefined;
}
/** From where on changes are listed. */
interface ChangeQuery extends PageQuery {
    /** Where to go on: the `nextCursor` of a page; `latest`: from now on. Default: the oldest that are kept. */
    cursor?: string | undefined;
    /** Seconds, 0 to 30, that the service waits for a change when there is none. Default: 0. */
    wait?: number | undefined;
}
/** The time for which a court is looked at, at most 31 days. */
interface OccupancyQuery {
    /** Its beginning. */
    from: Date | string;
    /** Its end. */
    to: Date | string;
}
/** What each operation answers when it was done: the documented body. */
interface ResponseBodies {
    getToken: Token;
    createUser: UserResponse;
    getUser: User;
    getUserByExternalId: User;
    listUsers: UserPage;
    updateUser: User;
    eraseUser: ErasedUser;
    getCourtBooking: CourtBooking;
    listCourtBookings: CourtBookingPage;
    upsertCourtBooking: CourtBookingResponse;
    cancelCourtBooking: CancelledCourtBooking;
    batchCourtBookings: ResponseOf<'batchCourtBookings'>;
    listCourts: CourtPage;
    getCourtOccupancy: CourtOccupancy;
    listChanges: ChangePage;
    listWebhookEndpoints: WebhookEndpointList;
}
/** What an operation answers when it was done: the documented body. */
type ResponseBody<Operation extends OperationName> = ResponseBodies[Operation];
/** One fault of a request: where (`path`), which kind (`code`), and why, for a person (`message`). */
type Issue = Schemas['Issue'];

/** An instant, as text that compares as it is: `YYYY-MM-DDTHH:MM:SS.ffffffZ`. */
type Instant = string;

/**
 * What a synchronization may touch: your bookings on these courts that start from `from` on and before `to`.
 *
 * By where it starts each booking belongs to one week, also one that goes on over midnight.
 */
interface SyncScope {
    /** Ids of courts. */
    courts: readonly string[];
    /** Bookings that start then or later. */
    from: Date | string;
    /** Bookings that start before it. */
    to: Date | string;
}
/** A scope with its times as instants, which compare as text, and its courts in lower case. */
interface Scope {
    courts: string[];
    from: Instant;
    to: Instant;
}

/** `upsert` brings what the source has; `mirror` also cancels what it has not. */
type SyncMode = 'upsert' | 'mirror';
/** A booking as a source has it: its times as instants, its ids in lower case. */
interface WantedBooking {
    /** Your id of the booking. */
    externalCourtBookingId: string;
    /** The court. */
    courtId: string;
    /** Its first instant. */
    startDate: Instant;
    /** The first instant after it. */
    endDate: Instant;
    /** When it last changed in your system. */
    externalUpdatedAt: Instant;
    /** Who takes part. */
    participants: readonly ParticipantRequest[];
}
/** A field in which a source's booking and the stored one differ. */
type DifferingField = 'courtId' | 'startDate' | 'endDate' | 'participants';
/** A booking that is to be created or replaced. */
interface PlannedUpsert {
    /** What the service will have to do, as it was when it was asked. */
    action: 'create' | 'update';
    /**
     * `not_stored`; `differs`, see `differs`; `moved_in`: it is stored outside of the scope, and the source has it inside;
     * `cancelled_before`: it is stored as cancelled by you, and the source has a newer version.
     */
    why: 'not_stored' | 'differs' | 'moved_in' | 'cancelled_before';
    /** Your id of the booking. */
    externalCourtBookingId: string;
    /** What differs from the stored one. */
    differs?: DifferingField[];
    /** What is sent. */
    send: Omit<WantedBooking, 'externalCourtBookingId'>;
}
/** A stored booking that is to be cancelled. */
interface PlannedCancellation {
    /** That. */
    action: 'cancel';
    /** `absent`: the source has it not; `moved_out`: the source has it outside of the scope, and it is stored inside. */
    why: 'absent' | 'moved_out';
    /** Your id of the booking. */
    externalCourtBookingId: string;
    /** What is sent: the stamp of the cancellation. */
    send: {
        externalUpdatedAt: Instant;
    };
}
/** One thing to do; `action` tells which. */
type PlannedChange = PlannedUpsert | PlannedCancellation;
/** A booking of the source, or a stored one, that is not done, and why. */
interface SyncRefusal {
    /** Your id of the booking; of a source's item without one, its place (`#3`). */
    externalCourtBookingId: string;
    /**
     * One of the service's own codes, such as `court_booking_overlap`, `stale_write` (the stored version is newer) or
     * `version_conflict` (the same version with other content), whether the service or the plan has found it; or:
     *
     * - `out_of_scope`: the source has it outside of the scope.
     * - `invalid_booking`: its id, a time or another field is missing or cannot be read.
     * - `duplicate_id`: the source has this id more than once.
     * - `cancelled_by_operator`: an operator of the platform has cancelled it; it stays so until one reinstates it.
     * - `newer_than_reading`: it is absent from the source, and is newer than its reading; the next run will see.
     * - `cycle_too_large`: bookings that stand in each other's place, too many for one batch.
     * - `batch_refused`: one with which it changes places was refused.
     */
    type: string;
    /** Why, and what to do. */
    message: string;
    /** `plan`: it was not sent. `service`: it was, and refused. */
    by: 'plan' | 'service';
    /** The stored version that stands in the way. */
    stored?: {
        externalUpdatedAt: string;
        status: string;
        cancelledBy?: string[] | undefined;
    };
    /** The bookings that have its place: yours with their ids, of others the times only. */
    conflicts?: {
        startDate: string;
        endDate: string;
        externalCourtBookingId?: string | undefined;
    }[];
    /** What is wrong with its fields. */
    issues?: {
        path: (string | number)[];
        code: string;
        message: string;
    }[];
}
/** What is to be done, and why: plain JSON, to be looked at, kept, and given to `apply`. */
interface SyncPlan {
    /** Of this form. */
    version: 1;
    /** As it was made. */
    mode: SyncMode;
    /** As it was made. */
    scope: Scope;
    /** When the reading of the source began, by its own clock: all that is older than this, the source has told. */
    readAt: Instant;
    /** How many there are of each kind; `stored`: active bookings in the scope before. */
    summary: Record<'create' | 'update' | 'cancel' | 'unchanged' | 'refused' | 'source' | 'stored', number>;
    /** In the order in which they are sent: who frees a place goes before who takes it. */
    changes: PlannedChange[];
    /** How the changes are sent: so many in each request; `atomic`: those that change places with each other. */
    batches: {
        atomic: boolean;
        size: number;
    }[];
    /** What cannot be done. */
    refused: SyncRefusal[];
}
/** What was done. */
interface SyncReport {
    /** Whether nothing was refused. */
    ok: boolean;
    /** How many there are of each kind; `replayed`: the service had it already, such as after a lost answer. */
    summary: Record<'created' | 'updated' | 'cancelled' | 'replayed' | 'unchanged' | 'refused', number>;
    /** Each booking that was not done, and why. */
    refused: SyncRefusal[];
    /** Of `sync`: what was left of an earlier run, and has been done before this one. */
    resumed?: SyncReport;
}

/** What a mirror may cancel. */
interface CancellationGuards {
    /**
     * How many a mirror may cancel in a run. Default: 50, or 15 % of the active bookings that are stored in the scope, whichever
     * is more.
     */
    maxCancellations?: number | undefined;
    /** Lets a source that has nothing in the scope cancel what is stored; `maxCancellations` holds as ever. Default: false. */
    allowEmpty?: boolean | undefined;
}

/** A booking of your system: your id, and the body of an upsert. */
interface SourceBooking extends UpsertCourtBookingRequest {
    /** Your id of the booking. */
    externalCourtBookingId: string;
}

type HttpMethod = "get" | "put" | "post" | "delete" | "options" | "head" | "patch" | "trace";
type OkStatus = 200 | 201 | 202 | 203 | 204 | 206 | 207 | "2XX";
type ErrorStatus = 500 | 501 | 502 | 503 | 504 | 505 | 506 | 507 | 508 | 510 | 511 | '5XX' | 400 | 401 | 402 | 403 | 404 | 405 | 406 | 407 | 408 | 409 | 410 | 411 | 412 | 413 | 414 | 415 | 416 | 417 | 418 | 420 | 421 | 422 | 423 | 424 | 425 | 426 | 427 | 428 | 429 | 430 | 431 | 444 | 450 | 451 | 497 | 498 | 499 | '4XX' | "default";
type PathsWithMethod<Paths extends {}, PathnameMethod extends HttpMethod> = {
    [Pathname in keyof Paths]: Paths[Pathname] extends {
        [K in PathnameMethod]: any;
    } ? Pathname : never;
}[keyof Paths];
type ResponseObjectMap<T> = T extends {
    responses: any;
} ? T["responses"] : unknown;
type ResponseContent<T> = T extends {
    content: any;
} ? T["content"] : unknown;
type OperationRequestBody<T> = "requestBody" extends keyof T ? T["requestBody"] : never;
type PickRequestBody<T> = "requestBody" extends keyof T ? Pick<T, "requestBody"> : never;
type IsOperationRequestBodyOptional<T> = RequiredKeysOf<PickRequestBody<T>> extends never ? true : false;
type OperationRequestBodyMediaContent<T> = IsOperationRequestBodyOptional<T> extends true ? ResponseContent<NonNullable<OperationRequestBody<T>>> | undefined : ResponseContent<OperationRequestBody<T>>;
type OperationRequestBodyContent<T> = FilterKeys<OperationRequestBodyMediaContent<T>, MediaType> extends never ? FilterKeys<NonNullable<OperationRequestBodyMediaContent<T>>, MediaType> | undefined : FilterKeys<OperationRequestBodyMediaContent<T>, MediaType>;
type SuccessResponse<T extends Record<string | number, any>, Media extends MediaType = MediaType> = GetResponseContent<T, Media, OkStatus>;
type GetResponseContent<T extends Record<string | number, any>, Media extends MediaType = MediaType, ResponseCode extends keyof T = keyof T> = ResponseCode extends keyof T ? {
    [K in ResponseCode]: T[K]["content"] extends Record<string, any> ? FilterKeys<T[K]["content"], Media> extends never ? T[K]["content"] : FilterKeys<T[K]["content"], Media> : K extends keyof T ? T[K]["content"] : never;
}[ResponseCode] : never;
type ErrorResponse<T extends Record<string | number, any>, Media extends MediaType = MediaType> = GetResponseContent<T, Media, ErrorStatus>;
type FilterKeys<Obj, Matchers> = Obj[keyof Obj & Matchers];
type MediaType = `${string}/${string}`;
type RequiredKeysOfHelper<T> = {
    [K in keyof T]: {} extends Pick<T, K> ? never : K;
}[keyof T];
type RequiredKeysOf<T> = RequiredKeysOfHelper<T> extends undefined ? never : RequiredKeysOfHelper<T>;
type $Read<T> = {
    readonly $read: T;
};
type $Write<T> = {
    readonly $write: T;
};
type Readable<T> = T extends $Write<any> ? never : T extends $Read<infer U> ? Readable<U> : T extends (infer E)[] ? Readable<E>[] : T extends object ? {
    [K in keyof T as NonNullable<T[K]> extends $Write<any> ? never : K]: Readable<T[K]>;
} : T;
type Writable<T> = T extends $Read<any> ? never : T extends $Write<infer U> ? Writable<U> : T extends (infer E)[] ? Writable<E>[] : T extends object ? {
    [K in keyof T as NonNullable<T[K]> extends $Read<any> ? never : K]: Writable<T[K]>;
} & {
    [K in keyof T as NonNullable<T[K]> extends $Read<any> ? K : never]?: never;
} : T;

/** Options for each client instance */
interface ClientOptions extends Omit<RequestInit, "headers"> {
  /** set the common root URL for all API requests */
  baseUrl?: string;
  /** custom fetch (defaults to globalThis.fetch) */
  fetch?: (input: Request) => Promise<Response>;
  /** custom Request (defaults to globalThis.Request) */
  Request?: typeof Request;
  /** global querySerializer */
  querySerializer?: QuerySerializer<unknown> | QuerySerializerOptions;
  /** global bodySerializer */
  bodySerializer?: BodySerializer<unknown>;
  /** global pathSerializer */
  pathSerializer?: PathSerializer;
  headers?: HeadersOptions;
  /** RequestInit extension object to pass as 2nd argument to fetch when supported (defaults to undefined) */
  requestInitExt?: Record<string, unknown>;
}

type HeadersOptions =
  | Required<RequestInit>["headers"]
  | Record<string, string | number | boolean | (string | number | boolean)[] | null | undefined>;

type QuerySerializer<T> = (
  query: T extends { parameters: any } ? NonNullable<T["parameters"]["query"]> : Record<string, unknown>,
) => string;

/** @see https://swagger.io/docs/specification/serialization/#query */
type QuerySerializerOptions = {
  /** Set serialization for arrays. @see https://swagger.io/docs/specification/serialization/#query */
  array?: {
    /** default: "form" */
    style: "form" | "spaceDelimited" | "pipeDelimited";
    /** default: true */
    explode: boolean;
  };
  /** Set serialization for objects. @see https://swagger.io/docs/specification/serialization/#query */
  object?: {
    /** default: "deepObject" */
    style: "form" | "deepObject";
    /** default: true */
    explode: boolean;
  };
  /**
   * The `allowReserved` keyword specifies whether the reserved characters
   * `:/?#[]@!$&'()*+,;=` in parameter values are allowed to be sent as they
   * are, or should be percent-encoded. By default, allowReserved is `false`,
   * and reserved characters are percent-encoded.
   * @see https://swagger.io/docs/specification/serialization/#query
   */
  allowReserved?: boolean;
};

type BodySerializer<T> = (body: OperationRequestBodyContent<T>) => any;

type PathSerializer = (pathname: string, pathParams: Record<string, unknown>) => string;

type BodyType<T = unknown> = {
  json: T;
  text: Awaited<ReturnType<Response["text"]>>;
  blob: Awaited<ReturnType<Response["blob"]>>;
  arrayBuffer: Awaited<ReturnType<Response["arrayBuffer"]>>;
  stream: Response["body"];
};
type ParseAs = keyof BodyType;
type ParseAsResponse<T, Options> = Options extends {
  parseAs: ParseAs;
}
  ? BodyType<T>[Options["parseAs"]]
  : T;

interface DefaultParamsOption {
  params?: {
    query?: Record<string, unknown>;
  };
}

type ParamsOption<T> = T extends {
  parameters: any;
}
  ? RequiredKeysOf<T["parameters"]> extends never
    ? { params?: T["parameters"] }
    : { params: T["parameters"] }
  : DefaultParamsOption;

// Writable<T> strips $Read markers (readOnly properties excluded from request body)
type RequestBodyOption<T> =
  Writable<OperationRequestBodyContent<T>> extends never
    ? { body?: never }
    : IsOperationRequestBodyOptional<T> extends true
      ? { body?: Writable<OperationRequestBodyContent<T>> }
      : { body: Writable<OperationRequestBodyContent<T>> };

type FetchOptions<T> = RequestOptions<T> & Omit<RequestInit, "body" | "headers">;

// Readable<T> strips $Write markers (writeOnly properties excluded from response)
type FetchResponse<T extends Record<string | number, any>, Options, Media extends MediaType> =
  | {
      data: ParseAsResponse<Readable<SuccessResponse<ResponseObjectMap<T>, Media>>, Options>;
      error?: never;
      response: Response;
    }
  | {
      data?: never;
      error: Readable<ErrorResponse<ResponseObjectMap<T>, Media>>;
      response: Response;
    };

type RequestOptions<T> = ParamsOption<T> &
  RequestBodyOption<T> & {
    baseUrl?: string;
    querySerializer?: QuerySerializer<T> | QuerySerializerOptions;
    bodySerializer?: BodySerializer<T>;
    pathSerializer?: PathSerializer;
    parseAs?: ParseAs;
    fetch?: ClientOptions["fetch"];
    headers?: HeadersOptions;
    middleware?: Middleware[];
  };

type MergedOptions<T = unknown> = {
  baseUrl: string;
  parseAs: ParseAs;
  querySerializer: QuerySerializer<T>;
  bodySerializer: BodySerializer<T>;
  pathSerializer: PathSerializer;
  fetch: typeof globalThis.fetch;
};

interface MiddlewareRequestParams {
  query?: Record<string, unknown>;
  header?: Record<string, unknown>;
  path?: Record<string, unknown>;
  cookie?: Record<string, unknown>;
}

interface MiddlewareCallbackParams {
  /** Current Request object */
  request: Request;
  /** The original OpenAPI schema path (including curly braces) */
  readonly schemaPath: string;
  /** OpenAPI parameters as provided from openapi-fetch */
  readonly params: MiddlewareRequestParams;
  /** Unique ID for this request */
  readonly id: string;
  /** createClient options (read-only) */
  readonly options: MergedOptions;
}

type MiddlewareOnRequest = (
  options: MiddlewareCallbackParams,
) => void | Request | Response | undefined | Promise<Request | Response | undefined | void>;
type MiddlewareOnResponse = (
  options: MiddlewareCallbackParams & { response: Response },
) => void | Response | undefined | Promise<Response | undefined | void>;
type MiddlewareOnError = (
  options: MiddlewareCallbackParams & { error: unknown },
) => void | Response | Error | Promise<void | Response | Error>;

type Middleware =
  | {
      onRequest: MiddlewareOnRequest;
      onResponse?: MiddlewareOnResponse;
      onError?: MiddlewareOnError;
    }
  | {
      onRequest?: MiddlewareOnRequest;
      onResponse: MiddlewareOnResponse;
      onError?: MiddlewareOnError;
    }
  | {
      onRequest?: MiddlewareOnRequest;
      onResponse?: MiddlewareOnResponse;
      onError: MiddlewareOnError;
    };

/** This type helper makes the 2nd function param required if params/requestBody are required; otherwise, optional */
type MaybeOptionalInit<Params, Location extends keyof Params> =
  RequiredKeysOf<FetchOptions<FilterKeys<Params, Location>>> extends never
    ? FetchOptions<FilterKeys<Params, Location>> | undefined
    : FetchOptions<FilterKeys<Params, Location>>;

// The final init param to accept.
// - Determines if the param is optional or not.
// - Performs arbitrary [key: string] addition.
// Note: the addition MUST happen after all the inference happens (otherwise TS can’t infer if init is required or not).
type InitParam<Init> =
  RequiredKeysOf<Init> extends never ? [(Init & { [key: string]: unknown })?] : [Init & { [key: string]: unknown }];

type ClientMethod<
  Paths extends Record<string, Record<HttpMethod, {}>>,
  Method extends HttpMethod,
  Media extends MediaType,
> = <Path extends PathsWithMethod<Paths, Method>, Init extends MaybeOptionalInit<Paths[Path], Method>>(
  url: Path,
  ...init: InitParam<Init>
) => Promise<FetchResponse<Paths[Path][Method], Init, Media>>;

type ClientRequestMethod<Paths extends Record<string, Record<HttpMethod, {}>>, Media extends MediaType> = <
  Method extends HttpMethod,
  Path extends PathsWithMethod<Paths, Method>,
  Init extends MaybeOptionalInit<Paths[Path], Method>,
>(
  method: Method,
  url: Path,
  ...init: InitParam<Init>
) => Promise<FetchResponse<Paths[Path][Method], Init, Media>>;

interface Client<Paths extends {}, Media extends MediaType = MediaType> {
  request: ClientRequestMethod<Paths, Media>;
  /** Call a GET endpoint */
  GET: ClientMethod<Paths, "get", Media>;
  /** Call a PUT endpoint */
  PUT: ClientMethod<Paths, "put", Media>;
  /** Call a POST endpoint */
  POST: ClientMethod<Paths, "post", Media>;
  /** Call a DELETE endpoint */
  DELETE: ClientMethod<Paths, "delete", Media>;
  /** Call a OPTIONS endpoint */
  OPTIONS: ClientMethod<Paths, "options", Media>;
  /** Call a HEAD endpoint */
  HEAD: ClientMethod<Paths, "head", Media>;
  /** Call a PATCH endpoint */
  PATCH: ClientMethod<Paths, "patch", Media>;
  /** Call a TRACE endpoint */
  TRACE: ClientMethod<Paths, "trace", Media>;
  /** Register middleware */
  use(...middleware: Middleware[]): void;
  /** Unregister middleware */
  eject(...middleware: Middleware[]): void;
}

/** What every error and every success tells of its call. */
interface CallFields<Operation extends OperationName> {
    /** The operation that was called. */
    readonly operation: Operation;
    /** The request's id, the same in every attempt. */
    readonly requestId: string;
    /** How many attempts were made. */
    attempts: number;
}
/** An answer of the service, or of whatever stands before it. */
interface AnswerInfo {
    /** The HTTP status. */
    readonly status: number;
    /** Every header. */
    readonly headers: Headers;
    /** The request's id, the same in every attempt. */
    readonly requestId: string;
    /** How many attempts were made until it came. */
    readonly attempts: number;
}
/** The operation was done. */
interface PartnerSuccess<Operation extends OperationName, Data = ResponseBody<Operation>> extends CallFields<Operation> {
    /** Tells it from a refusal. */
    readonly ok: true;
    /** 201: created. 200: done; a stored booking that was updated or is just so; a stored user, of whom nothing is changed. */
    readonly status: SuccessStatus<Operation>;
    /** The documented body. */
    readonly data: Data;
    /** The answer. */
    readonly response: AnswerInfo;
}
/** The operation failed. */
interface PartnerRefusal<Operation extends OperationName> {
    /** Tells it from a success. */
    readonly ok: false;
    /** What the other form rejects with. */
    readonly error: PartnerError<Operation>;
}
/** What the `safe` form of a call returns: `ok` tells which. */
type PartnerResult<Operation extends OperationName = OperationName> = Operation extends OperationName ? PartnerSuccess<Operation> | PartnerRefusal<Operation> : never;

/** What every error of this package tells. */
interface PartnerErrorOf<Type extends string> extends Error {
    /** A documented code of the operation, or one of this package's own. */
    readonly type: Type;
    /** The same as `type`, where loggers look for it; of an answer that is not known, the code that it has. */
    readonly code: string;
    /** The operation that was called; undefined where it is about the client itself. */
    readonly operation: OperationName | undefined;
    /** The request's id, the same in every attempt: name it when you ask an operator. Undefined where nothing was called. */
    readonly requestId: string | undefined;
    /** How many attempts were made; 0: nothing was sent. */
    readonly attempts: number;
    /** The HTTP status of the last answer; undefined without an answer. */
    readonly status: number | undefined;
    /** What is wrong with the request, fault by fault; undefined where there is nothing to list. */
    readonly issues: Issue[] | undefined;
    /** Milliseconds to wait before the same call, as the last answer asked (`Retry-After`); undefined when it did not. */
    readonly retryAfterMs: number | undefined;
    /** The last answer; undefined without one. */
    readonly response: AnswerInfo | undefined;
    /** What `JSON.stringify` tells: the name, the message, and all fields but `cause` and `response`, which may hold anything. */
    readonly toJSON: () => Record<string, unknown>;
}
/** An error of a call, which has a request id. */
interface CallErrorOf<Type extends string, Operation extends OperationName> extends PartnerErrorOf<Type> {
    /** The operation that was called. */
    readonly operation: Operation;
    /** The request's id, the same in every attempt: name it when you ask an operator. */
    readonly requestId: string;
}
/**
 * An answer that this version does not know: a code that is newer than it, which is then `code`, or something that is no
 * answer of the service, such as a proxy's page.
 */
interface UnexpectedAnswerError<Operation extends OperationName = OperationName> extends CallErrorOf<'unexpected_answer', Operation> {
    /** The HTTP status of the answer. */
    readonly status: number;
    /** The answer. */
    readonly response: AnswerInfo;
    /** The first 2,000 characters of its body. */
    readonly text: string;
}
/** No whole answer came: refused, reset, cut off, unresolvable. `cause` has the platform's own error. */
interface NetworkError<Operation extends OperationName = OperationName> extends CallErrorOf<'network_error', Operation> {
    /** What `fetch` threw. */
    readonly cause: unknown;
}
/** The answer took too long. */
interface TimeoutError<Operation extends OperationName = OperationName> extends CallErrorOf<'timeout', Operation> {
    /** Which limit was reached: of one attempt (`attemptTimeoutMs`), or of the whole call (`timeoutMs`). */
    readonly limit: 'attempt' | 'call';
}
/** The caller's `signal` ended the call. `cause` has its reason. */
interface AbortedError<Operation extends OperationName = OperationName> extends CallErrorOf<'aborted', Operation> {
    /** The signal's `reason`. */
    readonly cause: unknown;
}
/** An argument that cannot be right: nothing was sent. `issues` says which and why. */
interface InvalidArgumentError<Operation extends OperationName = OperationName> extends PartnerErrorOf<'invalid_argument'> {
    /** The operation that was called; undefined where a client could not be made. */
    readonly operation: Operation | undefined;
    /** Which arguments, and what they must be. */
    readonly issues: Issue[];
}
/** A class of errors that `instanceof` narrows to `Instance`, a union where that is one. */
interface ErrorClass<Instance> {
    /** What `instanceof` narrows to. */
    readonly prototype: Instance;
    /** For this package itself. */
    new (message: string, fields: {
        type: string;
        [field: string]: unknown;
    }): Instance;
}
/**
 * Everything by which a call can fail: the operation's own codes, and `unexpected_answer`, `network_error`, `timeout`,
 * `aborted`, `invalid_argument`. A `switch` over `type` can be exhaustive.
 */
type PartnerError<Operation extends OperationName = OperationName> = PartnerApiError<Operation> | UnexpectedAnswerError<Operation> | NetworkError<Operation> | TimeoutError<Operation> | AbortedError<Operation> | InvalidArgumentError<Operation>;
/**
 * The class of every error that this package throws or returns; `type` tells them apart.
 *
 * ES modules and CommonJS have a class of their own each: where both meet in one process, ask for `type`.
 */
declare const PartnerError: ErrorClass<PartnerError>;
/**
 * A documented refusal of an operation: `type` is one of exactly its codes, and narrows `status` and `issues`.
 *
 * `error instanceof PartnerApiError` finds it; then `error.operation` narrows to one operation.
 * Codes and statuses: the interface document, section 7, and `/docs/errors` of the service.
 */
type PartnerApiError<Operation extends OperationName = OperationName> = Operation extends OperationName ? CallErrorOf<string, Operation> & {
    /** The answer. */
    readonly response: AnswerInfo;
} & DocumentedRefusal<Operation> : never;
/** The class of documented refusals. */
declare const PartnerApiError: ErrorClass<PartnerApiError>;

/** What can be done with a booking in a batch. */
type BatchAction = 'upsert' | 'cancel';
/** What an item of an action has beside its action and its id. */
interface ItemFields {
    upsert: UpsertCourtBookingRequest;
    cancel: {
        /** When it was cancelled in your system: it is done unless a newer version is stored. */
        externalUpdatedAt: Date | string;
    };
}
/** A booking to create or replace, or to cancel: by `action`. */
type BatchItem<Action extends BatchAction = BatchAction> = Action extends BatchAction ? {
    /** What is to be done. */
    action: Action;
    /** 1 to 255 characters, case-sensitive, never trimmed. */
    externalCourtBookingId: string;
} & ItemFields[Action] : never;
/** Items in their order, with the action of each. */
type ItemsOf<Actions extends readonly BatchAction[]> = readonly [
    ...{
        [Index in keyof Actions]: BatchItem<Actions[Index]>;
    }
];
/** Up to 200 items. */
interface BatchRequest<Actions extends readonly BatchAction[] = readonly BatchAction[]> {
    /** All or nothing, judged on the outcome of the whole, so that two bookings can swap. Default: each as if it came alone. */
    atomic?: boolean | undefined;
    /** 1 to 200, in the order in which they are to be done. */
    items: ItemsOf<Actions>;
}
type Results$1 = ResponseBodies['batchCourtBookings']['results'][number];
type Refusals = Extract<Results$1, {
    error: unknown;
}>;
type Operations$1 = {
    upsert: 'upsertCourtBooking';
    cancel: 'cancelCourtBooking';
};
/** What every result has. */
interface ResultOf<Action> {
    /** The item's action. */
    readonly action: Action;
    /** The item's id. */
    readonly externalCourtBookingId: string;
    /** What a call of its own would have answered. */
    readonly status: number;
}
/** An item that was not done. */
type BatchRefusal<Action extends BatchAction = BatchAction> = Action extends BatchAction ? ResultOf<Action> & {
    /** Tells it from what was done. */
    readonly ok: false;
    /** It was not done. */
    readonly outcome: 'refused';
    /** A documented error of the action. */
    readonly error: Extract<Refusals['error'], {
        type: PartnerErrorType<Operations$1[Action]>;
    }>;
    /** Whether the same item may be sent again as it is. */
    readonly retryable: boolean;
} : never;
/** An item that was done. */
type BatchSuccess<Action extends BatchAction = BatchAction> = Action extends BatchAction ? ResultOf<Action> & {
    /** Tells it from a refusal. */
    readonly ok: true;
} & {
    upsert: {
        /** What has become of the booking; `replayed`: it was stored just so before. */
        readonly outcome: 'created' | 'updated' | 'replayed';
        /** The booking as stored; left out with `minimal`. */
        readonly courtBooking?: CourtBooking;
    };
    cancel: {
        /** What has become of the booking; `replayed`: it was cancelled just so before. */
        readonly outcome: 'cancelled' | 'replayed';
        /** The cancellation. */
        readonly cancelled: CancelledCourtBooking;
    };
}[Action] : never;
/** What became of an item: `outcome` tells what was done, or `refused`; `ok` tells those two apart. */
type BatchResult<Action extends BatchAction = BatchAction> = BatchSuccess<Action> | BatchRefusal<Action>;
/** What became of a batch. */
interface BatchOutcome<Actions extends readonly BatchAction[] = readonly BatchAction[]> {
    /** How many were created, updated, replayed, cancelled, refused. */
    readonly summary: ResponseBodies['batchCourtBookings']['summary'];
    /** What became of each item, in the order of the items. */
    readonly results: {
        readonly [Index in keyof Actions]: BatchResult<Actions[Index]>;
    };
    /**
     * The results, all of which were done.
     *
     * @throws BatchItemsRefusedError which lists every refused item, where there is one
     */
    readonly throwOnRefused: () => {
        readonly [Index in keyof Actions]: BatchSuccess<Actions[Index]>;
    };
}

/**
 * A list. Awaited it is one page; iterated (`for await`) it hands out each item of this page and all further ones. Nothing is
 * sent before.
 */
interface Listing<Page, Item> extends Promise<Page>, AsyncIterable<Item> {
    /**
     * Where to go on. While the items of a page are handed out it is that page's own cursor, so that who stops in the middle
     * meets a few of them again and misses none; after the last of them it is the page's `nextCursor`. Undefined: at the
     * beginning, and where a list is at its end.
     */
    readonly cursor: string | undefined;
    /** Hands out page by page. */
    readonly pages: () => AsyncIterableIterator<Page>;
}

/** How long and how often a call is tried. All times are milliseconds; `Infinity`: no limit; 0: the default. */
interface RetryOptions {
    /** Attempts at most, the first one included. Default: 7. */
    maxAttempts?: number | undefined;
    /** The wait before the second attempt, which doubles with each; at random between half of it and all. On top of `Retry-After`. Default: 250. */
    initialDelayMs?: number | undefined;
    /** The longest wait between two attempts, also where `Retry-After` asks for more. Default: 30 000. */
    maxDelayMs?: number | undefined;
    /** The longest time for one attempt, until its answer is read. Default: 10 000. */
    attemptTimeoutMs?: number | undefined;
    /** The longest time for the whole call, waits included. Default: 60 000. */
    timeoutMs?: number | undefined;
}

/** What one call may set for itself. */
interface CallOptions extends RetryOptions {
    /** Ends the call: an open attempt is cut off, and none is begun after it. */
    signal?: AbortSignal | undefined;
    /** 1 to 128 of `A-Z a-z 0-9 _ . : = + / -`, the same for every attempt; kept in the service's records. Default: a UUID. */
    requestId?: string | undefined;
}
/** What a call of `batchCourtBookings` may set for itself. */
interface BatchOptions extends CallOptions {
    /** Leaves the bookings that were written out of the answer. Default: false. */
    minimal?: boolean | undefined;
}
/** The operations of one answer each; what each resolves with stands in `Answers`. */
interface Operations<Answers extends Record<SimpleOperation, unknown>> {
    /**
     * Tells what the token may do, for which external service, and how often.
     *
     * @throws PartnerError<'getToken'>
     */
    getToken: (options?: CallOptions) => Promise<Answers['getToken']>;
    /**
     * Creates a user account that is linked to your external service and managed by it.
     *
     * Safe to repeat: the very pair of `email` and `externalUserId` that was linked before answers the stored user (200), of
     * whom nothing is changed. Needs the scope `userwrite`.
     *
     * @throws PartnerError<'createUser'>
     * @see the interface document, section 4.1, and `/docs/reference#createUser` of the service
     */
    createUser: (body: CreateUserRequest, options?: CallOptions) => Promise<Answers['createUser']>;
    /**
     * Creates the court booking of your own booking id, or replaces it.
     *
     * Versions are compared by `externalUpdatedAt`: newer is written, the very same again is answered as stored (200), older
     * is refused (`stale_write`), equal with other content too (`version_conflict`). A booking occupies `startDate` up to,
     * not including, `endDate`. Needs the scope `court-bookingwrite`.
     *
     * @param externalCourtBookingId 1 to 255 characters, case-sensitive, never trimmed; not `.` and not `..`.
     * @throws PartnerError<'upsertCourtBooking'>
     * @see the interface document, section 4.2, and `/docs/reference#upsertCourtBooking` of the service
     */
    upsertCourtBooking: (externalCourtBookingId: string, body: UpsertCourtBookingRequest, options?: CallOptions) => Promise<Answers['upsertCourtBooking']>;
    /**
     * Reads a user that is linked to your external service, or open to it. Needs the scope `userread`.
     *
     * @throws PartnerError<'getUser'>
     */
    getUser: (userId: string, options?: CallOptions) => Promise<Answers['getUser']>;
    /**
     * Reads the user that is linked under an id of your own. Needs the scope `userread`.
     *
     * @throws PartnerError<'getUserByExternalId'>
     */
    getUserByExternalId: (externalUserId: string, options?: CallOptions) => Promise<Answers['getUserByExternalId']>;
    /**
     * Changes a user that your external service manages: what is left out stays.
     *
     * Safe to repeat. Needs the scope `userwrite`.
     *
     * @throws PartnerError<'updateUser'>
     */
    updateUser: (userId: string, body: UpdateUserRequest, options?: CallOptions) => Promise<Answers['updateUser']>;
    /**
     * Erases a user that your external service manages: name, address, birthday, and every copy of them. Its bookings stay, with a
     * participant without identity. It cannot be undone.
     *
     * Safe to repeat. Needs the scope `userwrite`.
     *
     * @throws PartnerError<'eraseUser'>
     */
    eraseUser: (userId: string, options?: CallOptions) => Promise<Answers['eraseUser']>;
    /**
     * Reads a court booking of your own, a cancelled one too. Needs the scope `court-bookingread`.
     *
     * @param externalCourtBookingId 1 to 255 characters, case-sensitive, never trimmed; not `.` and not `..`.
     * @throws PartnerError<'getCourtBooking'>
     */
    getCourtBooking: (externalCourtBookingId: string, options?: CallOptions) => Promise<Answers['getCourtBooking']>;
    /**
     * Cancels a court booking of your own: its court is free at once.
     *
     * Done when `externalUpdatedAt` is that of the stored version or newer; older is refused (`stale_write`). Where nothing is
     * stored, the time is remembered, so that an upsert that was overtaken comes too late. Safe to repeat. Needs the scope
     * `court-bookingwrite`.
     *
     * @param externalCourtBookingId 1 to 255 characters, case-sensitive, never trimmed; not `.` and not `..`.
     * @param externalUpdatedAt When it was cancelled in your system.
     * @throws PartnerError<'cancelCourtBooking'>
     */
    cancelCourtBooking: (externalCourtBookingId: string, externalUpdatedAt: Date | string, options?: CallOptions) => Promise<Answers['cancelCourtBooking']>;
    /**
     * Tells when a court is taken, by anybody. Needs the scope `court-bookingread`.
     *
     * @throws PartnerError<'getCourtOccupancy'>
     */
    getCourtOccupancy: (courtId: string, query: OccupancyQuery, options?: CallOptions) => Promise<Answers['getCourtOccupancy']>;
    /**
     * Lists your webhook endpoints, as operators have set them up. Needs a scope that reads.
     *
     * @throws PartnerError<'listWebhookEndpoints'>
     */
    listWebhookEndpoints: (options?: CallOptions) => Promise<Answers['listWebhookEndpoints']>;
}
/** The operations that answer page by page. */
type ListOperation = 'listUsers' | 'listCourtBookings' | 'listCourts' | 'listChanges';
/** The operations that resolve with the documented body as it is. */
type SimpleOperation = Exclude<OperationName, ListOperation | 'batchCourtBookings'>;
/** What each operation resolves with in its `safe` form. */
type Results = {
    [Operation in OperationName]: PartnerResult<Operation>;
};
/** The calls in their `safe` form, which never rejects: `{ ok: true, data, status, … }` or `{ ok: false, error }`. */
interface SafeOperations extends Operations<Results> {
    /** One page; see `listUsers` of the client. */
    listUsers: (query?: UserQuery, options?: CallOptions) => Promise<Results['listUsers']>;
    /** One page; see `listCourtBookings` of the client. */
    listCourtBookings: (query?: CourtBookingQuery, options?: CallOptions) => Promise<Results['listCourtBookings']>;
    /** One page; see `listCourts` of the client. */
    listCourts: (query?: CourtQuery, options?: CallOptions) => Promise<Results['listCourts']>;
    /** One page; see `listChanges` of the client. */
    listChanges: (query?: ChangeQuery, options?: CallOptions) => Promise<Results['listChanges']>;
    /** See `batchCourtBookings` of the client. `ok` says that the batch was judged: what became of each item stands in `data.results`. */
    batchCourtBookings: <const Actions extends readonly BatchAction[]>(body: BatchRequest<Actions>, options?: BatchOptions) => Promise<PartnerSuccess<'batchCourtBookings', BatchOutcome<Actions>> | PartnerRefusal<'batchCourtBookings'>>;
}
/**
 * A client of the partner interface. Its calls reject with a {@link PartnerError}; they need no `this`, and there is
 * nothing to close.
 */
interface PartnerClient extends Operations<ResponseBodies> {
    /**
     * Lists users that are linked to your external service, or open to it. Needs the scope `userread`.
     *
     * @throws PartnerError<'listUsers'>
     */
    listUsers: (query?: UserQuery, options?: CallOptions) => Listing<UserPage, User>;
    /**
     * Lists your court bookings, the one that was changed last first. Needs the scope `court-bookingread`.
     *
     * @throws PartnerError<'listCourtBookings'>
     */
    listCourtBookings: (query?: CourtBookingQuery, options?: CallOptions) => Listing<CourtBookingPage, CourtBooking>;
    /**
     * Lists the courts that you may book, by name. Needs the scope `court-bookingread`.
     *
     * @throws PartnerError<'listCourts'>
     */
    listCourts: (query?: CourtQuery, options?: CallOptions) => Listing<CourtPage, Court>;
    /**
     * Lists what happened, by whomever, in its order. Without `wait` it ends where there is no more; with `wait` it goes on until
     * the `signal` ends it, which rejects with `aborted`. Needs a scope that reads, and shows what that may read.
     *
     * `cursor_expired` (410): what follows the cursor is not kept any more. Take `latest`, list everything, and go on from there.
     *
     * @throws PartnerError<'listChanges'>
     */
    listChanges: (query?: ChangeQuery, options?: CallOptions) => Listing<ChangePage, Change>;
    /**
     * Upserts and cancels up to 200 court bookings. What is refused stops no other item: look at each result, or call
     * `throwOnRefused()`. With `atomic` all are done or none, and `batch_refused` names each item at fault.
     *
     * Safe to repeat: what was done is answered as replayed. Needs the scope `court-bookingwrite`.
     *
     * @throws PartnerError<'batchCourtBookings'>
     */
    batchCourtBookings: <const Actions extends readonly BatchAction[]>(body: BatchRequest<Actions>, options?: BatchOptions) => Promise<BatchOutcome<Actions>>;
    /** The same calls, which never reject: `{ ok: true, data, status, … }` or `{ ok: false, error }`. */
    readonly safe: SafeOperations;
    /**
     * A client with the types and manners of openapi-fetch, for whatever this package has no function for: it sends the token and
     * the User-Agent, and has no retries, no limits, no pace and no local checks.
     */
    readonly raw: Client<paths, 'application/json'>;
}

/** What synchronizing and following take of a client. It is handed in, so that no program has it twice. */
type SyncClient = Pick<PartnerClient, 'listCourtBookings' | 'getCourtBooking' | 'batchCourtBookings' | 'listChanges'>;

/** Your bookings, one after the other. */
type Bookings = AsyncIterable<SourceBooking> | Iterable<SourceBooking>;
/** How far it is. */
interface SyncProgress {
    /** `source`: reading yours. `stored`: reading what the platform has. `apply`: bringing it to that state. */
    phase: 'source' | 'stored' | 'apply';
    /** Bookings so far. */
    done: number;
    /** Of how many, where that is known. */
    total: number | undefined;
}
/** A plan that is being carried out: plain JSON. */
interface SyncCheckpoint {
    /** Of this form. */
    version: 1;
    /** The plan. */
    plan: SyncPlan;
    /** How many of its batches are done. */
    batches: number;
    /** What became of them. */
    report: SyncReport;
}
/** Where a checkpoint is kept. */
interface CheckpointStore {
    /** What was saved last; nothing, null and undefined alike: there is nothing to go on with. */
    load: () => SyncCheckpoint | null | undefined | Promise<SyncCheckpoint | null | undefined>;
    /** Keeps it, instead of the one before; null: all is done. */
    save: (checkpoint: SyncCheckpoint | null) => void | Promise<void>;
}
/** What a synchronization is made of. */
interface BookingSyncOptions extends CancellationGuards {
    /** Of `createPartnerClient`, with the scopes `court-bookingread` and `court-bookingwrite`. */
    client: SyncClient;
    /** Your bookings, or a function that reads them: called anew for each plan. */
    source: Bookings | (() => Bookings | Promise<Bookings>);
    /** What may be touched. */
    scope: SyncScope;
    /** `upsert`: what the source has is stored so. `mirror`: and what it has not, is cancelled. Default: `upsert`. */
    mode?: SyncMode | undefined;
    /**
     * The stamp of what a mirror cancels because it is absent. `reading`: when the reading of the source began: older versions
     * that come late are refused. `stored`: the version that is cancelled: newer ones are welcome, such as where a booking leaves
     * a window of days, and comes back with a later one. Default: `reading`.
     */
    cancelAs?: 'reading' | 'stored' | undefined;
    /** The source's clock, in milliseconds; asked when its reading begins. Default: `Date.now`. */
    now?: (() => number | Date) | undefined;
    /**
     * How much older a booking's stamp may be than the moment since when the source shows it. What is younger is not cancelled.
     * Default: 1 000, for stamps in whole seconds.
     */
    marginMs?: number | undefined;
    /** Lets a run that was killed go on with its plan. */
    checkpoint?: CheckpointStore | undefined;
    /** Called as it goes on. */
    onProgress?: ((progress: SyncProgress) => void) | undefined;
    /** Times that a batch is sent at most, beside the attempts that the client makes of each. Default: 5. */
    maxRounds?: number | undefined;
    /** Milliseconds before the second time, which double with each. Default: 1 000. */
    roundDelayMs?: number | undefined;
}
/** What a run may set for itself. */
interface SyncRunOptions {
    /** Ends it; what is done, is done. */
    signal?: AbortSignal | undefined;
}
/** Brings the platform to the state of your system. */
interface BookingSync {
    /** Reads both sides, and says what would be done, and why. Nothing is changed. */
    plan: (options?: SyncRunOptions) => Promise<SyncPlan>;
    /** Does what a plan says. Safe to repeat, also after a kill. */
    apply: (plan: SyncPlan, options?: SyncRunOptions) => Promise<SyncReport>;
    /** First what is left of a checkpoint, then both: `plan` and `apply`. */
    sync: (options?: SyncRunOptions) => Promise<SyncReport>;
}

/**
 * Makes a synchronization of your bookings with the platform's. Nothing is sent yet.
 *
 * Its calls reject with a {@link SyncError}, whose `type` says why they have ended; what becomes of single bookings stands in
 * the report.
 *
 * @throws SyncError of type `invalid_options`
 */
declare function createBookingSync(options: BookingSyncOptions): BookingSync;

/** What a handler is given: first each booking that there is, then each change. */
type FollowEvent = {
    /** A booking as it is, when following begins, or begins anew. */
    kind: 'initial';
    /** That. */
    booking: CourtBooking;
} | {
    /** Something has changed. */
    kind: 'change';
    /** Its place in the order of all changes: pass over what is not greater than the last one of the same thing. */
    sequence: number;
    /** What. */
    change: Change;
};
/** How far following is: plain JSON. */
interface FollowPosition {
    /** Of this form. */
    version: 1;
    /** Where the changes go on. */
    cursor: string;
    /** Where the list of the beginning goes on; '' from its start; undefined when it is done. */
    list?: string | undefined;
}
/** What following is made of. */
interface FollowOptions {
    /** Of `createPartnerClient`, with the scope `court-bookingread`. */
    client: SyncClient;
    /** Takes each event, one after the other. Where it throws, following ends with that. */
    handle: (event: FollowEvent) => void | Promise<void>;
    /**
     * Where the position is kept: saved after what lies before it is handled. After a kill some events come again, none is
     * missed.
     */
    position?: {
        /** What was saved last; null or undefined: begin. */
        load: () => FollowPosition | null | undefined | Promise<FollowPosition | null | undefined>;
        /** Keeps it, instead of the one before. */
        save: (position: FollowPosition) => void | Promise<void>;
    } | undefined;
    /** Which bookings are listed in the beginning: the filters of `listCourtBookings`. Default: all, cancelled ones, too. */
    list?: Omit<CourtBookingQuery, 'cursor'> | undefined;
    /** Ends it, without an error. */
    signal?: AbortSignal | undefined;
    /** Seconds that the service holds a request until something changes. Default: 20. */
    waitSeconds?: number | undefined;
    /** Told when the service does not answer; it is asked again, for as long as the signal lets it. */
    onFailure?: ((error: unknown, delayMs: number) => void) | undefined;
}
/**
 * Follows everything that happens on the platform: takes the position of now, lists what there is, and then hands on each
 * change, in order, at least once. Where it was away for too long (410) it begins anew by itself.
 *
 * @throws SyncError of type `refused`, and whatever the handler throws
 */
declare function follow(options: FollowOptions): Promise<void>;

/**
 * Why a synchronization, or following, ended:
 *
 * - `invalid_options`: the options or the plan cannot be right; nothing was sent.
 * - `source_failed`: your source threw, see `cause`; nothing was done.
 * - `empty_source`: mode `mirror`, and the source has nothing in the scope: nothing was done. `allowEmpty` lets it be.
 * - `too_many_cancellations`: the source lacks more than a mirror may cancel: see `cancellations`; nothing was done.
 * - `interrupted`: the service did not answer, also not later. Run it again: what was done is not done twice.
 * - `refused`: the service refuses each call, such as for its token; see `cause`.
 * - `aborted`: your signal ended it. Run it again, as after `interrupted`.
 */
type SyncErrorType = 'invalid_options' | 'source_failed' | 'empty_source' | 'too_many_cancellations' | 'interrupted' | 'refused' | 'aborted';
/** What a {@link SyncError} has beside its type and message. */
interface SyncErrorFields {
    /** What it comes from: a PartnerError of the client, or what your source threw. */
    cause?: unknown;
    /** The plan that was not carried out, or not to its end. */
    plan?: SyncPlan;
    /** What was done before. */
    report?: SyncReport;
    /** Of `too_many_cancellations` and `empty_source`: what would have been cancelled. */
    cancellations?: PlannedChange[];
}
/** A synchronization ended before its end; `type` says why. What becomes of single bookings is in its report instead. */
declare class SyncError extends Error {
    /** Why. */
    readonly type: SyncErrorType;
    /** The same as `type`, where loggers look for it. */
    readonly code: SyncErrorType;
    /** The plan that was not carried out, or not to its end. */
    readonly plan: SyncPlan | undefined;
    /** What was done before. */
    readonly report: SyncReport | undefined;
    /** Of `too_many_cancellations` and `empty_source`: what would have been cancelled. */
    readonly cancellations: PlannedChange[] | undefined;
    /** For this package itself. */
    constructor(type: SyncErrorType, message: string, { cause, plan, report, cancellations }?: SyncErrorFields);
    /** For this package itself: the same, with what it ended. */
    with(fields: SyncErrorFields): SyncError;
    /** What JSON has of it: the message, too. */
    toJSON(): object;
}

export { SyncError, createBookingSync, follow };
export type { BookingSync, BookingSyncOptions, Bookings, CheckpointStore, DifferingField, FollowEvent, FollowOptions, FollowPosition, PlannedCancellation, PlannedChange, PlannedUpsert, SourceBooking, SyncCheckpoint, SyncErrorType, SyncMode, SyncPlan, SyncProgress, SyncRefusal, SyncReport, SyncRunOptions, SyncScope };
