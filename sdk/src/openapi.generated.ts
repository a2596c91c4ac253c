// generated, run npm run codegen
export interface paths {
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
export interface webhooks {
    "court_booking.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Event: court booking created
         * @description A booking was created.
         *
         *     The same change is listed by `listChanges` with the scope `court-bookingread`.
         */
        post: operations["onCourtBookingCreatedEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "court_booking.updated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Event: court booking updated
         * @description A booking was updated, also one that the partner had cancelled and that is active again.
         *
         *     The same change is listed by `listChanges` with the scope `court-bookingread`.
         */
        post: operations["onCourtBookingUpdatedEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "court_booking.cancelled": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Event: court booking cancelled
         * @description A booking was cancelled, by the partner or by an operator.
         *
         *     The same change is listed by `listChanges` with the scope `court-bookingread`.
         */
        post: operations["onCourtBookingCancelledEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "court_booking.reinstated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Event: court booking reinstated
         * @description An operator has taken its cancellation back; where the partner has cancelled, too, it stays cancelled.
         *
         *     The same change is listed by `listChanges` with the scope `court-bookingread`.
         */
        post: operations["onCourtBookingReinstatedEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "court_booking.version_reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Event: court booking version reset
         * @description An operator has set the `externalUpdatedAt` of a booking that an update is judged against.
         *
         *     The same change is listed by `listChanges` with the scope `court-bookingread`.
         */
        post: operations["onCourtBookingVersionResetEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "user.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Event: user created
         * @description A user was created.
         *
         *     The same change is listed by `listChanges` with the scope `userread`.
         */
        post: operations["onUserCreatedEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "user.updated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Event: user updated
         * @description A user was changed.
         *
         *     The same change is listed by `listChanges` with the scope `userread`.
         */
        post: operations["onUserUpdatedEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "user.erased": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Event: user erased
         * @description A user was erased.
         *
         *     The same change is listed by `listChanges` with the scope `userread`.
         */
        post: operations["onUserErasedEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "organization_access.granted": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Event: organization access granted
         * @description The external service may book the courts of an organization.
         *
         *     The same change is listed by `listChanges` with the scope `court-bookingread`.
         */
        post: operations["onOrganizationAccessGrantedEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "organization_access.revoked": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Event: organization access revoked
         * @description The external service may no longer book the courts of an organization.
         *
         *     The same change is listed by `listChanges` with the scope `court-bookingread`.
         */
        post: operations["onOrganizationAccessRevokedEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "user_access.granted": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Event: user access granted
         * @description A user was opened to the external service.
         *
         *     The same change is listed by `listChanges` with the scope `userread`.
         */
        post: operations["onUserAccessGrantedEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "user_access.revoked": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Event: user access revoked
         * @description A user is no longer open to the external service.
         *
         *     The same change is listed by `listChanges` with the scope `userread`.
         */
        post: operations["onUserAccessRevokedEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "court.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Event: court created
         * @description An organization has a new court.
         *
         *     The same change is listed by `listChanges` with the scope `court-bookingread`.
         */
        post: operations["onCourtCreatedEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "court.updated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Event: court updated
         * @description A court has another name, or is open again.
         *
         *     The same change is listed by `listChanges` with the scope `court-bookingread`.
         */
        post: operations["onCourtUpdatedEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "court.deactivated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Event: court deactivated
         * @description A court was closed: nothing can be placed on it; what is booked stays.
         *
         *     The same change is listed by `listChanges` with the scope `court-bookingread`.
         */
        post: operations["onCourtDeactivatedEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "webhook_endpoint.paused": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Event: webhook endpoint paused
         * @description Nothing is sent to a webhook endpoint until it is resumed: it failed for too long, or an operator has paused it.
         *
         *     The same change is listed by `listChanges` with the scope `court-bookingread`.
         */
        post: operations["onWebhookEndpointPausedEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "webhook_endpoint.resumed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Event: webhook endpoint resumed
         * @description A webhook endpoint is sent to again, what it has missed first.
         *
         *     The same change is listed by `listChanges` with the scope `court-bookingread`.
         */
        post: operations["onWebhookEndpointResumedEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "webhook_endpoint.tested": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Event: webhook endpoint tested
         * @description An operator tries the endpoint out. Nothing has happened: answer with 2xx, and do no more.
         *
         *     No change of the feed.
         */
        post: operations["onWebhookEndpointTestedEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
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
             * @description A date from 1900-01-01 to today. Midnight UTC, as responses contain it, is accepted, too.
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
         * @description Exactly one of `userId`, `email` and `erased`; otherwise `mutually_exclusive_fields_violation`.
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
            /**
             * @description A participant who was erased, as the response shows it.
             * @constant
             */
            erased?: true;
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
            /** @description At most 255 Unicode code points. Not `.` or `..`. */
            externalCourtBookingId: string;
        };
        /** Batch, a cancellation */
        BatchCancellation: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            action: "cancel";
            /** @description At most 255 Unicode code points. Not `.` or `..`. */
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
         * @description Of this token; it may be another one for each external service. An operation takes one permit, unless it says otherwise.
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
            /** @constant */
            outcome: "refused";
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
            /** @description One for each item at fault. */
            issues: components["schemas"]["BatchIssue"][];
        };
        /**
         * Batch issue
         * @description An item at fault, with `stored` or `conflicts` where the error of the single operation has them.
         */
        BatchIssue: {
            /** @description `items`, and the index of the item. */
            path: (string | number)[];
            /** @description The error type of the single operation, or `too_many_courts`. */
            code: string;
            /** @description Why, for a person. */
            message: string;
            stored?: components["schemas"]["StoredVersion"];
            /** @description By start; the first ten. */
            conflicts?: components["schemas"]["Conflict"][];
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
            /** @description Of the request that changed it: the `X-Request-Id` of its response if you sent it. Operators find the request by it. */
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
            /** @description Of the request that changed it: the `X-Request-Id` of its response if you sent it. Operators find the request by it. */
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
            /** @description Of the request that changed it: the `X-Request-Id` of its response if you sent it. Operators find the request by it. */
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
            /** @description Of the request that changed it: the `X-Request-Id` of its response if you sent it. Operators find the request by it. */
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
            /** @description Of the request that changed it: the `X-Request-Id` of its response if you sent it. Operators find the request by it. */
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
            /** @description Of the request that changed it: the `X-Request-Id` of its response if you sent it. Operators find the request by it. */
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
            /** @description Of the request that changed it: the `X-Request-Id` of its response if you sent it. Operators find the request by it. */
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
            /** @description Of the request that changed it: the `X-Request-Id` of its response if you sent it. Operators find the request by it. */
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
            /** @description Of the request that changed it: the `X-Request-Id` of its response if you sent it. Operators find the request by it. */
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
            /** @description Of the request that changed it: the `X-Request-Id` of its response if you sent it. Operators find the request by it. */
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
            /** @description Of the request that changed it: the `X-Request-Id` of its response if you sent it. Operators find the request by it. */
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
            /** @description Of the request that changed it: the `X-Request-Id` of its response if you sent it. Operators find the request by it. */
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
            /** @description Of the request that changed it: the `X-Request-Id` of its response if you sent it. Operators find the request by it. */
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
            /** @description Of the request that changed it: the `X-Request-Id` of its response if you sent it. Operators find the request by it. */
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
            /** @description Of the request that changed it: the `X-Request-Id` of its response if you sent it. Operators find the request by it. */
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
            /** @description Of the request that changed it: the `X-Request-Id` of its response if you sent it. Operators find the request by it. */
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
            /** @description Of the request that changed it: the `X-Request-Id` of its response if you sent it. Operators find the request by it. */
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
            /** @description Of the request that changed it: the `X-Request-Id` of its response if you sent it. Operators find the request by it. */
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
export type $defs = Record<string, never>;
export interface operations {
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
                /** @description At most 255 Unicode code points. Not `.` or `..`. */
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
