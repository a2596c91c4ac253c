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
         * @description Lists the users that your external service manages or was granted access to, newest first. With `updatedFrom` or `updatedTo`, the most recently changed user comes first. Erased users are omitted.
         *
         *     Required scope: `userread` or `userwrite`.
         */
        get: operations["listUsers"];
        put?: never;
        /**
         * Create user
         * @description Creates a user account that is linked to your external service and managed by it.
         *
         *     Safe to repeat: if your external service has already linked exactly this pair of `email` and `externalUserId`, the response is 200 with the stored user, and nothing changes.
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
         * @description Returns one of your court bookings, active or cancelled. If only a cancellation has arrived so far, the booking does not exist yet.
         *
         *     Required scope: `court-bookingread` or `court-bookingwrite`.
         */
        get: operations["getCourtBooking"];
        /**
         * Upsert court booking
         * @description Creates the court booking with your own booking id, or replaces it.
         *
         *     Versions are compared by `externalUpdatedAt`. A newer version is written. An older version is rejected with `stale_write`. An equal version with the same content returns 200 with the stored booking, so a request can be repeated. An equal version with other content is rejected with `version_conflict`. If an operator has cancelled the booking, every upsert is rejected with `version_conflict` until an operator reinstates it.
         *
         *     A booking occupies the court from `startDate` up to, but not including, `endDate`. Back-to-back bookings do not overlap.
         *
         *     Required scope: `court-bookingwrite`. Document: section 4.2.
         */
        put: operations["upsertCourtBooking"];
        post?: never;
        /**
         * Cancel court booking
         * @description Cancels one of your court bookings. Its court is free at once.
         *
         *     Versions are compared by `externalUpdatedAt`, as for an upsert. A cancellation that is newer than the stored version, or equal to it, is written. Repeating it returns 200 and changes nothing. An older one is rejected with `stale_write`. If no booking exists under the id, the service stores the version only. A create that was sent earlier and arrives later is then rejected.
         *
         *     A newer upsert makes the booking active again.
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
         * Get token
         * @description Returns the external service of the token, its scopes, the organizations whose courts it may book, and its rate limit. A token is therefore all that you need to be given.
         *
         *     Any valid API token is accepted.
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
         * @description Lists your court bookings, the most recently changed first. Filters are combined with AND.
         *
         *     Each page begins where the previous page ended. A booking that does not change meanwhile is listed once. A booking that changes meanwhile moves to the front.
         *
         *     Required scope: `court-bookingread` or `court-bookingwrite`.
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
         * @description Upserts and cancels up to 200 court bookings. The rules of the single operation apply to each item, and each item has its own result.
         *
         *     By default a batch is not atomic. Items are processed in the given order, as if each were sent alone. A rejected item does not stop the others. If you receive no response, send the whole batch again. Items that were already written are returned as replayed.
         *
         *     An atomic batch writes all items or none. Its items are checked against the outcome of the whole batch, so two bookings can swap. If any item fails, the response is `batch_refused`, which lists every failing item.
         *
         *     An item costs a tenth of a request. With `Prefer: return=minimal`, results omit the bookings that were written.
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
         * @description Lists the courts that you may book, sorted by name. They belong to the organizations that your external service was granted. Deactivated courts are omitted; their bookings remain.
         *
         *     Required scope: `court-bookingread` or `court-bookingwrite`.
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
         * @description Returns when a court is occupied by any booking. There is one entry per active booking that overlaps the range, clipped to the range and sorted by start. A new booking at these times would be rejected with `court_booking_overlap`. Deactivated courts can be queried too.
         *
         *     Required scope: `court-bookingread` or `court-bookingwrite`.
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
    "/api/v1/external-services/{externalServiceId}/organizations/{organizationId}/occupancy": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the occupancy of all courts of an organization
         * @description Returns when the courts of an organization are occupied, in one response. Deactivated courts are omitted. It does not say whose bookings they are.
         *
         *     Keep `version` with your copy and send it with the next request. If nothing has changed, the response has no `courts`. With `wait` it arrives as soon as something changes. The `ETag` of the response is the version: with `If-None-Match` an unchanged occupancy is 304 without a body.
         *
         *     A version belongs to its range. With another range, all courts are returned.
         *
         *     Required scope: `court-bookingread` or `court-bookingwrite`.
         */
        get: operations["getOrganizationOccupancy"];
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
         * @description Returns a user that your external service manages or was granted access to. An unknown user and an inaccessible user give the same response.
         *
         *     For an erased user, the service that managed it receives `id`, `managed` and `status`.
         *
         *     Required scope: `userread` or `userwrite`.
         */
        get: operations["getUser"];
        put?: never;
        post?: never;
        /**
         * Erase user
         * @description Erases a user that your external service manages: name, email address, birthday, all other personal data, and every copy of it. Bookings remain, and show the participant as `{ "erased": true }`. The email address and the external id can be used again.
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
         * @description Changes a user that your external service manages. Fields that you leave out are kept. `null` clears the birthday. After a change of the email address or the external id, the former value can be used again.
         *
         *     Safe to repeat: if the values are already stored, nothing is written.
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
         * @description Returns the user that is linked with an id of your own. Erasing the user removes the link.
         *
         *     Required scope: `userread` or `userwrite`.
         */
        get: operations["getUserByExternalId"];
        /**
         * Create or update user
         * @description Creates a user with your own id, or updates the user that is linked to this id. The rules of "Create user" and "Update user" apply. `null` clears the birthday.
         *
         *     Users have no version: the last write wins. Safe to repeat: if the values are already stored, nothing is written.
         *
         *     Required scope: `userwrite`.
         */
        put: operations["upsertUser"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/external-services/{externalServiceId}/users/batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create, update and erase many users
         * @description Upserts and erases up to 200 users by your own ids. An upsert follows the rules of "Create or update user". An erasure follows the rules of "Erase user". An id that no user is linked to, for example after an earlier erasure, is `unchanged`.
         *
         *     By default a batch is not atomic. Items are processed in the given order, as if each were sent alone. A rejected item does not stop the others. If you receive no response, send the whole batch again. Items that were already written are then `unchanged`.
         *
         *     An atomic batch writes all items or none. Its items are checked against the outcome of the whole batch, so users can exchange e-mail addresses. If any item fails, the response is `batch_refused`, which lists every failing item. Addresses are checked only if every item is valid and names another user.
         *
         *     An item costs a tenth of a request. An address of another user costs a whole request, and so does each upsert of an atomic batch that fails although its items are valid. With `Prefer: return=minimal`, results omit the users.
         *
         *     Required scope: `userwrite`.
         */
        post: operations["batchUsers"];
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
         * @description Lists every change to your bookings, users, courts and grants, regardless of who made it, in the order in which they happened. No committed change is omitted or returned out of order.
         *
         *     To begin, get the cursor of `cursor=latest`. Then list what you need, and follow the changes from that cursor with `wait`. Do the same after `cursor_expired`. Deduplicate by `id`, and order by `sequence`.
         *
         *     `user.*` and `user_access.*` require `userread`; all other types require `court-bookingread`. With only one of the two scopes, `sequence` has gaps.
         *
         *     Required scope: `court-bookingread` or `court-bookingwrite` or `userread` or `userwrite`.
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
         * @description Lists your webhook endpoints: where your changes are sent, and whether that succeeds. A `PAUSED` endpoint receives nothing for now. When it is resumed, it receives what it missed.
         *
         *     Required scope: `court-bookingread` or `court-bookingwrite` or `userread` or `userwrite` or `webhookwrite`.
         */
        get: operations["listWebhookEndpoints"];
        put?: never;
        /**
         * Create webhook endpoint
         * @description Creates an endpoint, which receives the changes of these types from now on, signed. The token also needs the scope that reads each of the types in the feed. An external service can have at most 20 endpoints.
         *
         *     Safe to repeat: for the same `url`, `types` and `signature` the response is 200 with the existing endpoint and its secret.
         *
         *     Required scope: `webhookwrite`.
         */
        post: operations["createWebhookEndpoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/external-services/{externalServiceId}/webhook-endpoints/{webhookEndpointId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete webhook endpoint
         * @description Deletes one of your endpoints with its secret and its deliveries. Nothing more is sent to it. Changes that were not delivered stay in the feed.
         *
         *     Safe to repeat: after a lost response, `webhook_endpoint_not_found` shows that it is deleted.
         *
         *     Required scope: `webhookwrite`.
         */
        delete: operations["deleteWebhookEndpoint"];
        options?: never;
        head?: never;
        /**
         * Update webhook endpoint
         * @description Changes the address or the types of one of your endpoints. A new address applies from the next attempt on, new types to changes from now on. The token also needs the scope that reads each of the types in the feed.
         *
         *     Safe to repeat.
         *
         *     Required scope: `webhookwrite`.
         */
        patch: operations["updateWebhookEndpoint"];
        trace?: never;
    };
    "/api/v1/external-services/{externalServiceId}/webhook-endpoints/{webhookEndpointId}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Test webhook endpoint
         * @description Sends one signed event of the type `webhook_endpoint.tested` with the sequence 0 to one of your endpoints, even if it is paused, and waits up to 2 seconds for the response. The event is not in the feed. It costs ten permits of the rate limit.
         *
         *     A repeated call sends another event.
         *
         *     Required scope: `webhookwrite`.
         */
        post: operations["testWebhookEndpoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/external-services/{externalServiceId}/webhook-endpoints/{webhookEndpointId}/rotate-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rotate webhook secret
         * @description Makes a new secret for one of your endpoints. Until the overlap ends, each webhook is also signed with the former one.
         *
         *     Safe to repeat: during the overlap the response is 200 with the same new secret. An overlap of 0 hours ends the former secret at once, and makes another secret at each call.
         *
         *     Required scope: `webhookwrite`.
         */
        post: operations["rotateWebhookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/external-services/{externalServiceId}/webhook-endpoints/{webhookEndpointId}/pause": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Pause webhook endpoint
         * @description Pauses one of your endpoints until `resumeWebhookEndpoint`, or until an operator resumes it. Its changes are queued meanwhile, and an endpoint that was paused because it failed is no longer tried. A request that is running is not cancelled.
         *
         *     Safe to repeat.
         *
         *     Required scope: `webhookwrite`.
         */
        post: operations["pauseWebhookEndpoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/external-services/{externalServiceId}/webhook-endpoints/{webhookEndpointId}/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resume webhook endpoint
         * @description Resumes one of your endpoints that you paused, or that was paused because it failed or responded with 410. It receives what it missed first, the oldest first. A pause by an operator is rejected with `webhook_endpoint_paused`.
         *
         *     Safe to repeat: an active endpoint stays as it is.
         *
         *     Required scope: `webhookwrite`.
         */
        post: operations["resumeWebhookEndpoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/external-services/{externalServiceId}/webhook-endpoints/{webhookEndpointId}/resend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resend webhook deliveries
         * @description Sends the changes of a range to one of your endpoints again, the oldest first: those of its types, delivered or not, even from before it existed. Give a start, an end, or both, each as a `sequence` or a time. One call sends the first 10,000; `nextSequence` says where to continue, with the same end. A paused endpoint gets them when it is resumed.
         *
         *     A repeated call sends them again. Receivers deduplicate by `webhook-id`.
         *
         *     Required scope: `webhookwrite`.
         */
        post: operations["resendWebhookDeliveries"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/external-services/{externalServiceId}/webhook-endpoints/{webhookEndpointId}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List webhook deliveries
         * @description Lists what was sent to one of your endpoints and what is pending, the newest change first, with the attempts and your responses. Filters are combined with AND.
         *
         *     Deliveries are kept as long as the changes, 30 days by default. A test is not among them.
         *
         *     Required scope: `court-bookingread` or `court-bookingwrite` or `userread` or `userwrite` or `webhookwrite`.
         */
        get: operations["listWebhookDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List API tokens
         * @description Lists the tokens of your external service, newest first, also those that are no longer valid. Their secrets are not stored.
         *
         *     Any valid API token is accepted.
         */
        get: operations["listApiTokens"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/token/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rotate API token
         * @description Issues a token that replaces the token of the request. It has the same label, scopes and expiry, so a rotation never allows more or for longer. Until the overlap ends, both tokens are valid.
         *
         *     Safe to repeat: until the new token is used, the same call with the old token returns it again. After that it is `api_token_not_active`.
         *
         *     Any valid API token is accepted.
         */
        post: operations["rotateApiToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/token/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Revoke API token
         * @description Revokes the token in the body, for whoever has it: you, after a rotation or a leak, or anyone who finds it. It is rejected everywhere within a second. Tokens that replaced it stay valid.
         *
         *     Safe to repeat. The response is the same for a token that is unknown, malformed, or revoked already. Each call counts as a failed attempt of your address.
         *
         *     No API token is needed. If one is sent, it is not read.
         */
        post: operations["revokeApiToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/external-services/{externalServiceId}/requests/{requestId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get request
         * @description Returns one of your requests by the `X-Request-Id` of its response: what happened, and why. A batch has its rejected items. If you sent the same id several times, it returns the newest request.
         *
         *     A request can be read about a second after its response. Until then, the response is `request_not_found`.
         *
         *     Required scope: `court-bookingread` or `court-bookingwrite` or `userread` or `userwrite`.
         */
        get: operations["getRequest"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/external-services/{externalServiceId}/requests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List requests
         * @description Lists the requests with a valid token of your external service, and the rejected items of your batches, newest first. Filters are combined with AND.
         *
         *     A request appears about a second after its response, and is kept for 30 days by default. Left out are requests without a valid token, to an unknown path or method, and those that were rejected before they were read.
         *
         *     Required scope: `court-bookingread` or `court-bookingwrite` or `userread` or `userwrite`.
         */
        get: operations["listRequests"];
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
         *     The same change is listed by `listChanges` with the scope `court-bookingread` or `court-bookingwrite`.
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
         * @description A booking was updated. This includes a booking that the partner had cancelled and that is active again.
         *
         *     The same change is listed by `listChanges` with the scope `court-bookingread` or `court-bookingwrite`.
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
         *     The same change is listed by `listChanges` with the scope `court-bookingread` or `court-bookingwrite`.
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
         * @description An operator took back the cancellation by operators. If the partner cancelled it too, the booking stays cancelled.
         *
         *     The same change is listed by `listChanges` with the scope `court-bookingread` or `court-bookingwrite`.
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
         * @description An operator reset the `externalUpdatedAt` that updates of a booking are compared with.
         *
         *     The same change is listed by `listChanges` with the scope `court-bookingread` or `court-bookingwrite`.
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
         *     The same change is listed by `listChanges` with the scope `userread` or `userwrite`.
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
         * @description A user was updated.
         *
         *     The same change is listed by `listChanges` with the scope `userread` or `userwrite`.
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
         *     The same change is listed by `listChanges` with the scope `userread` or `userwrite`.
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
         *     The same change is listed by `listChanges` with the scope `court-bookingread` or `court-bookingwrite`.
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
         *     The same change is listed by `listChanges` with the scope `court-bookingread` or `court-bookingwrite`.
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
         * @description The external service was granted access to a user.
         *
         *     The same change is listed by `listChanges` with the scope `userread` or `userwrite`.
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
         * @description The external service no longer has access to a user.
         *
         *     The same change is listed by `listChanges` with the scope `userread` or `userwrite`.
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
         *     The same change is listed by `listChanges` with the scope `court-bookingread` or `court-bookingwrite`.
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
         * @description A court was renamed or reactivated.
         *
         *     The same change is listed by `listChanges` with the scope `court-bookingread` or `court-bookingwrite`.
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
         * @description A court was deactivated. It accepts no new bookings; existing bookings remain.
         *
         *     The same change is listed by `listChanges` with the scope `court-bookingread` or `court-bookingwrite`.
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
         * @description A webhook endpoint was paused, because it failed for too long or by an operator. It receives nothing until it is resumed.
         *
         *     The same change is listed by `listChanges` with the scope `court-bookingread` or `court-bookingwrite`.
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
         * @description A webhook endpoint was resumed. It first receives what it missed.
         *
         *     The same change is listed by `listChanges` with the scope `court-bookingread` or `court-bookingwrite`.
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
         * @description An operator tests the endpoint. Nothing has changed. Respond with 2xx and do nothing else.
         *
         *     It is not in the feed of changes.
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
        /**
         * CreateUserRequest
         * @description The user to create. A user that is already stored is not changed.
         */
        CreateUserRequest: {
            /**
             * Format: email
             * @description Kept and compared in lower case. Must not be linked to a different user.
             */
            email: string;
            /** @description Your own id of the user, case-sensitive and never trimmed; not `.` and not `..`. Must not be linked to a different user. The length counts Unicode code points. Must be well-formed Unicode (no lone surrogates) without the character NUL. */
            externalUserId: string;
            /** @description At least one visible character. No control characters, no bidirectional controls, and no line breaks. The length counts Unicode code points. Must be well-formed Unicode (no lone surrogates) without the character NUL. */
            firstName: string;
            /** @description At least one visible character. No control characters, no bidirectional controls, and no line breaks. The length counts Unicode code points. Must be well-formed Unicode (no lone surrogates) without the character NUL. */
            lastName: string;
            birthday?: (Date | string) | null;
        };
        /**
         * UpsertCourtBookingRequest
         * @description The complete court booking. Fields that you leave out are removed from a stored booking.
         */
        UpsertCourtBookingRequest: {
            /**
             * Format: uuid
             * @description The court.
             */
            courtId: string;
            /**
             * Format: date-time
             * @description The first instant that the booking occupies. RFC 3339 with an offset, in the years 2000 to 2100 (UTC). Leap seconds are rejected. At most nine digits after the second, of which the seventh to ninth must be 0.
             */
            startDate: Date | string;
            /**
             * Format: date-time
             * @description The first instant that the booking no longer occupies; after `startDate`. RFC 3339 with an offset, in the years 2000 to 2100 (UTC). Leap seconds are rejected. At most nine digits after the second, of which the seventh to ninth must be 0.
             */
            endDate: Date | string;
            /**
             * Format: date-time
             * @description When the booking last changed in your system, to the microsecond. Versions are compared by it. RFC 3339 with an offset, in the years 2000 to 2100 (UTC). Leap seconds are rejected. At most nine digits after the second, of which the seventh to ninth must be 0.
             */
            externalUpdatedAt: Date | string;
            /** @description Each person once. Left out: nobody; the whole booking is replaced. Default: `[]`. */
            participants?: components["schemas"]["ParticipantRequest"][];
        };
        /**
         * ParticipantRequest
         * @description A participant of a booking, identified by exactly one of the fields; otherwise `mutually_exclusive_fields_violation`.
         */
        ParticipantRequest: {
            /**
             * Format: uuid
             * @description A user that your external service manages or was granted access to.
             */
            userId?: string;
            /**
             * Format: email
             * @description The email address of a guest. It needs no account, and is stored in lower case.
             */
            email?: string;
            /**
             * @description A participant who was erased, as the response shows it.
             * @constant
             */
            erased?: true;
        };
        /**
         * BatchRequest
         * @description Up to 200 court bookings.
         */
        BatchRequest: {
            /** @description If true, either all items are carried out or none. The batch is checked by its final state, so two bookings can swap. Otherwise each item is handled as if it were sent alone. Default: `false`. */
            atomic?: boolean;
            /** @description 1 to 200 items, in the order in which they are carried out. */
            items: (components["schemas"]["BatchUpsert"] | components["schemas"]["BatchCancellation"])[];
        };
        /**
         * BatchUpsert
         * @description A booking to create or replace.
         */
        BatchUpsert: {
            /**
             * Format: uuid
             * @description The court.
             */
            courtId: string;
            /**
             * Format: date-time
             * @description The first instant that the booking occupies. RFC 3339 with an offset, in the years 2000 to 2100 (UTC). Leap seconds are rejected. At most nine digits after the second, of which the seventh to ninth must be 0.
             */
            startDate: Date | string;
            /**
             * Format: date-time
             * @description The first instant that the booking no longer occupies; after `startDate`. RFC 3339 with an offset, in the years 2000 to 2100 (UTC). Leap seconds are rejected. At most nine digits after the second, of which the seventh to ninth must be 0.
             */
            endDate: Date | string;
            /**
             * Format: date-time
             * @description When the booking last changed in your system, to the microsecond. Versions are compared by it. RFC 3339 with an offset, in the years 2000 to 2100 (UTC). Leap seconds are rejected. At most nine digits after the second, of which the seventh to ninth must be 0.
             */
            externalUpdatedAt: Date | string;
            /** @description Each person once. Left out: nobody; the whole booking is replaced. Default: `[]`. */
            participants?: components["schemas"]["ParticipantRequest"][];
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            action: "upsert";
            /** @description Your own id, case-sensitive and never trimmed; not `.` and not `..`. The length counts Unicode code points. Must be well-formed Unicode (no lone surrogates) without the character NUL. */
            externalCourtBookingId: string;
        };
        /**
         * BatchCancellation
         * @description A booking to cancel.
         */
        BatchCancellation: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            action: "cancel";
            /** @description Your own id, case-sensitive and never trimmed; not `.` and not `..`. The length counts Unicode code points. Must be well-formed Unicode (no lone surrogates) without the character NUL. */
            externalCourtBookingId: string;
            /**
             * Format: date-time
             * @description When it was cancelled in your system. RFC 3339 with an offset, in the years 2000 to 2100 (UTC). Leap seconds are rejected. At most nine digits after the second, of which the seventh to ninth must be 0.
             */
            externalUpdatedAt: Date | string;
        };
        /**
         * UpdateUserRequest
         * @description The changes to a user. Fields that you leave out are kept.
         */
        UpdateUserRequest: {
            /** @description At least one visible character. No control characters, no bidirectional controls, and no line breaks. The length counts Unicode code points. Must be well-formed Unicode (no lone surrogates) without the character NUL. */
            firstName?: string;
            /** @description At least one visible character. No control characters, no bidirectional controls, and no line breaks. The length counts Unicode code points. Must be well-formed Unicode (no lone surrogates) without the character NUL. */
            lastName?: string;
            birthday?: (Date | string) | null;
            /**
             * Format: email
             * @description Kept and compared in lower case. Must not be linked to a different user. The former one is free.
             */
            email?: string;
            /** @description Identifier in the system of the partner that manages the user. The former one is free. The length counts Unicode code points. Must be well-formed Unicode (no lone surrogates) without the character NUL. */
            externalUserId?: string;
        };
        /**
         * UpsertUserRequest
         * @description The user to create or update. A stored birthday that you leave out is kept.
         */
        UpsertUserRequest: {
            /**
             * Format: email
             * @description Kept and compared in lower case. Must not be linked to a different user.
             */
            email: string;
            /** @description At least one visible character. No control characters, no bidirectional controls, and no line breaks. The length counts Unicode code points. Must be well-formed Unicode (no lone surrogates) without the character NUL. */
            firstName: string;
            /** @description At least one visible character. No control characters, no bidirectional controls, and no line breaks. The length counts Unicode code points. Must be well-formed Unicode (no lone surrogates) without the character NUL. */
            lastName: string;
            birthday?: (Date | string) | null;
        };
        /**
         * BatchUsersRequest
         * @description Up to 200 users.
         */
        BatchUsersRequest: {
            /** @description If true, either all items are carried out or none. The batch is checked by its final state, so users can exchange their e-mail addresses. Otherwise each item is handled as if it were sent alone. Default: `false`. */
            atomic?: boolean;
            /** @description 1 to 200 items, in the order in which they are carried out. An atomic batch erases users first. */
            items: (components["schemas"]["BatchUserUpsert"] | components["schemas"]["BatchUserErasure"])[];
        };
        /**
         * BatchUserUpsert
         * @description A user to create or update.
         */
        BatchUserUpsert: {
            /**
             * Format: email
             * @description Kept and compared in lower case. Must not be linked to a different user.
             */
            email: string;
            /** @description Your own id of the user, case-sensitive and never trimmed; not `.` and not `..`. Must not be linked to a different user. The length counts Unicode code points. Must be well-formed Unicode (no lone surrogates) without the character NUL. */
            externalUserId: string;
            /** @description At least one visible character. No control characters, no bidirectional controls, and no line breaks. The length counts Unicode code points. Must be well-formed Unicode (no lone surrogates) without the character NUL. */
            firstName: string;
            /** @description At least one visible character. No control characters, no bidirectional controls, and no line breaks. The length counts Unicode code points. Must be well-formed Unicode (no lone surrogates) without the character NUL. */
            lastName: string;
            birthday?: (Date | string) | null;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            action: "upsert";
        };
        /**
         * BatchUserErasure
         * @description A user to erase.
         */
        BatchUserErasure: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            action: "erase";
            /** @description Your own id, case-sensitive and never trimmed; not `.` and not `..`. The length counts Unicode code points. Must be well-formed Unicode (no lone surrogates) without the character NUL. */
            externalUserId: string;
        };
        /**
         * CreateWebhookEndpointRequest
         * @description A new webhook endpoint.
         */
        CreateWebhookEndpointRequest: {
            /** @description Must use https and be reachable from the internet. The length counts Unicode code points. Must be well-formed Unicode (no lone surrogates) without the character NUL. */
            url: string;
            /** @description The types of changes to send, at least one. */
            types: ("court_booking.created" | "court_booking.updated" | "court_booking.cancelled" | "court_booking.reinstated" | "court_booking.version_reset" | "user.created" | "user.updated" | "user.erased" | "organization_access.granted" | "organization_access.revoked" | "user_access.granted" | "user_access.revoked" | "court.created" | "court.updated" | "court.deactivated" | "webhook_endpoint.paused" | "webhook_endpoint.resumed")[];
            /**
             * @description How webhooks are signed. With `ED25519` the secret is a public key. Default: `"HMAC_SHA256"`.
             * @enum {string}
             */
            signature?: "HMAC_SHA256" | "ED25519";
        };
        /**
         * UpdateWebhookEndpointRequest
         * @description Changes of a webhook endpoint.
         */
        UpdateWebhookEndpointRequest: {
            /** @description Must use https and be reachable from the internet. The length counts Unicode code points. Must be well-formed Unicode (no lone surrogates) without the character NUL. */
            url?: string;
            /** @description The types of changes to send, at least one. */
            types?: ("court_booking.created" | "court_booking.updated" | "court_booking.cancelled" | "court_booking.reinstated" | "court_booking.version_reset" | "user.created" | "user.updated" | "user.erased" | "organization_access.granted" | "organization_access.revoked" | "user_access.granted" | "user_access.revoked" | "court.created" | "court.updated" | "court.deactivated" | "webhook_endpoint.paused" | "webhook_endpoint.resumed")[];
        };
        /**
         * RotateWebhookSecretRequest
         * @description The overlap of a rotation of a webhook secret.
         */
        RotateWebhookSecretRequest: {
            /** @description How long webhooks are also signed with the former secret, in hours. Default: `24`. */
            overlapHours?: number;
        };
        /**
         * ResendWebhookDeliveriesRequest
         * @description A range of changes, including `fromSequence`, `toSequence` and `from`, and excluding `to`. One end may be left out.
         */
        ResendWebhookDeliveriesRequest: {
            /** Format: int64 */
            fromSequence?: number;
            /** Format: int64 */
            toSequence?: number;
            /**
             * Format: date-time
             * @description RFC 3339 with an offset, in the years 2000 to 2100 (UTC). Leap seconds are rejected. At most nine digits after the second, of which the seventh to ninth must be 0.
             */
            from?: Date | string;
            /**
             * Format: date-time
             * @description RFC 3339 with an offset, in the years 2000 to 2100 (UTC). Leap seconds are rejected. At most nine digits after the second, of which the seventh to ninth must be 0.
             */
            to?: Date | string;
        };
        /**
         * RotateApiTokenRequest
         * @description The overlap of a rotation.
         */
        RotateApiTokenRequest: {
            /** @description How long the old token stays valid, in minutes. Default: `1440`. */
            overlapMinutes?: number;
        };
        /**
         * RevokeApiTokenRequest
         * @description A token to revoke.
         */
        RevokeApiTokenRequest: {
            /** @description The API token, as it would be sent in `Authorization`. The length counts Unicode code points. Must be well-formed Unicode (no lone surrogates) without the character NUL. */
            token: string;
        };
        /**
         * UserResponse
         * @description The user as stored. A field without a value is omitted. New fields may be added.
         */
        UserResponse: {
            /** Format: uuid */
            id: string;
            firstName: string;
            lastName: string;
            /**
             * Format: date-time
             * @description The date of birth, as midnight UTC. Absent if unknown.
             */
            birthday?: string;
            /** @description Accept values that you do not know, because the list may grow. Absent until it is set. */
            gender?: "MALE" | "FEMALE" | "OTHER" | (string & {});
            /** @description Accept values that you do not know, because the list may grow. Absent until it is set. */
            mainSportType?: "TENNIS" | "PADEL" | "PICKLEBALL" | "SQUASH" | "BADMINTON" | (string & {});
            /** @description Accept values that you do not know, because the list may grow. Absent until it is set. */
            playingHand?: "LEFT" | "RIGHT" | (string & {});
        };
        /** InvalidSchemaResponse */
        InvalidSchemaResponse: {
            error: components["schemas"]["InvalidSchemaError"];
        };
        /**
         * InvalidSchemaError
         * @description 400: request validation failed.
         */
        InvalidSchemaError: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
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
        /** UnauthorizedResponse */
        UnauthorizedResponse: {
            error: components["schemas"]["UnauthorizedError"];
        };
        /** UnauthorizedError */
        UnauthorizedError: components["schemas"]["MissingApiTokenError"] | components["schemas"]["InvalidApiTokenError"];
        /**
         * MissingApiTokenError
         * @description 401: no authentication token provided.
         */
        MissingApiTokenError: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "missing_api_token";
            /** @description Human-readable. May change; branch on `type`. */
            message: string;
        };
        /**
         * InvalidApiTokenError
         * @description 401: token invalid or expired.
         */
        InvalidApiTokenError: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "invalid_api_token";
            /** @description Human-readable. May change; branch on `type`. */
            message: string;
        };
        /** ForbiddenResponse */
        ForbiddenResponse: {
            error: components["schemas"]["ForbiddenError"];
        };
        /** ForbiddenError */
        ForbiddenError: components["schemas"]["ScopePermissionDeniedError"] | components["schemas"]["ExternalServiceAccessDeniedError"];
        /**
         * ScopePermissionDeniedError
         * @description 403: insufficient permissions.
         */
        ScopePermissionDeniedError: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "scope_permission_denied";
            /** @description Human-readable. May change; branch on `type`. */
            message: string;
        };
        /**
         * ExternalServiceAccessDeniedError
         * @description 403: token does not match the requested external service.
         */
        ExternalServiceAccessDeniedError: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "external_service_access_denied";
            /** @description Human-readable. May change; branch on `type`. */
            message: string;
        };
        /** CreateUserConflictResponse */
        CreateUserConflictResponse: {
            error: components["schemas"]["CreateUserConflictError"];
        };
        /** CreateUserConflictError */
        CreateUserConflictError: components["schemas"]["EmailAlreadyInUseError"] | components["schemas"]["ExternalUserIdAlreadyInUseError"];
        /**
         * EmailAlreadyInUseError
         * @description 409: submitted email is already linked to a different user.
         */
        EmailAlreadyInUseError: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "email_already_in_use";
            /** @description Human-readable. May change; branch on `type`. */
            message: string;
        };
        /**
         * ExternalUserIdAlreadyInUseError
         * @description 409: submitted external user ID is already linked to a different user.
         */
        ExternalUserIdAlreadyInUseError: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "external_user_id_already_in_use";
            /** @description Human-readable. May change; branch on `type`. */
            message: string;
        };
        /** PayloadTooLargeResponse */
        PayloadTooLargeResponse: {
            error: components["schemas"]["PayloadTooLargeError"];
        };
        /**
         * PayloadTooLargeError
         * @description 413: the body is over 64 KiB.
         */
        PayloadTooLargeError: {
            /** @constant */
            type: "payload_too_large";
            /** @description Human-readable. May change; branch on `type`. */
            message: string;
        };
        /** UnsupportedMediaTypeResponse */
        UnsupportedMediaTypeResponse: {
            error: components["schemas"]["UnsupportedMediaTypeError"];
        };
        /**
         * UnsupportedMediaTypeError
         * @description 415: the body is not JSON by its content type, or it is compressed.
         */
        UnsupportedMediaTypeError: {
            /** @constant */
            type: "unsupported_media_type";
            /** @description Human-readable. May change; branch on `type`. */
            message: string;
        };
        /** RateLimitExceededResponse */
        RateLimitExceededResponse: {
            error: components["schemas"]["RateLimitExceededError"];
        };
        /**
         * RateLimitExceededError
         * @description 429: too many requests; `Retry-After` says when to continue.
         */
        RateLimitExceededError: {
            /** @constant */
            type: "rate_limit_exceeded";
            /** @description Human-readable. May change; branch on `type`. */
            message: string;
        };
        /** InternalServerErrorResponse */
        InternalServerErrorResponse: {
            error: components["schemas"]["InternalServerErrorError"];
        };
        /**
         * InternalServerErrorError
         * @description 500: unexpected server error.
         */
        InternalServerErrorError: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "internal_server_error";
            /** @description Human-readable. May change; branch on `type`. */
            message: string;
        };
        /** ServiceUnavailableResponse */
        ServiceUnavailableResponse: {
            error: components["schemas"]["ServiceUnavailableError"];
        };
        /**
         * ServiceUnavailableError
         * @description 503: overloaded, or the database is unavailable; `Retry-After` says when to try again.
         */
        ServiceUnavailableError: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "service_unavailable";
            /** @description Human-readable. May change; branch on `type`. */
            message: string;
        };
        /**
         * UserPage
         * @description A page of users.
         */
        UserPage: {
            items: components["schemas"]["User"][];
            /** @description The cursor of the next page. Absent on the last page. */
            nextCursor?: string;
        };
        /**
         * User
         * @description A user. An erased user has only `id`, `managed` and `status`. A field without a value is omitted. New fields may be added.
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
             * @description The date of birth, as midnight UTC. Absent if unknown.
             */
            birthday?: string;
            /** @description Accept values that you do not know, because the list may grow. Absent until it is set. */
            gender?: "MALE" | "FEMALE" | "OTHER" | (string & {});
            /** @description Accept values that you do not know, because the list may grow. Absent until it is set. */
            mainSportType?: "TENNIS" | "PADEL" | "PICKLEBALL" | "SQUASH" | "BADMINTON" | (string & {});
            /** @description Accept values that you do not know, because the list may grow. Absent until it is set. */
            playingHand?: "LEFT" | "RIGHT" | (string & {});
            /** @description The e-mail address, in lower case. Present if your external service manages the user. */
            email?: string;
            /** @description Present if your external service has linked the user. */
            externalUserId?: string;
            /** @description True if your external service manages the user and can therefore update it. */
            managed: boolean;
            /** @description Accept values that you do not know. */
            status: "ACTIVE" | "ERASED" | (string & {});
            /**
             * Format: date-time
             * @description Time of the last change. Absent once the user is erased. In UTC, with three or six digits after the second, so it does not sort as text.
             */
            updatedAt?: string;
        };
        /** ListUsersBadRequestResponse */
        ListUsersBadRequestResponse: {
            error: components["schemas"]["ListUsersBadRequestError"];
        };
        /** ListUsersBadRequestError */
        ListUsersBadRequestError: components["schemas"]["InvalidSchemaError"] | components["schemas"]["InvalidUpdatedFilterTimeRangeError"];
        /**
         * InvalidUpdatedFilterTimeRangeError
         * @description 400: the range of times of the last update is reversed or empty.
         */
        InvalidUpdatedFilterTimeRangeError: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "invalid_updated_filter_time_range";
            /** @description Human-readable. May change; branch on `type`. */
            message: string;
        };
        /**
         * CourtBookingResponse
         * @description The court booking as stored. Date-times are in UTC. New fields may be added.
         */
        CourtBookingResponse: {
            /** Format: uuid */
            externalServiceId: string;
            /**
             * Format: uuid
             * @description The court.
             */
            courtId: string;
            /** @description Your own id of the booking. */
            externalCourtBookingId: string;
            /**
             * Format: date-time
             * @description In UTC, with three or six digits after the second, so it does not sort as text.
             */
            startDate: string;
            /**
             * Format: date-time
             * @description In UTC, with three or six digits after the second, so it does not sort as text.
             */
            endDate: string;
            /**
             * Format: date-time
             * @description In UTC, with three or six digits after the second, so it does not sort as text.
             */
            externalUpdatedAt: string;
            /** @description In the order of the request. */
            participants: components["schemas"]["ParticipantResponse"][];
            /**
             * Format: date-time
             * @description In UTC, with three or six digits after the second, so it does not sort as text.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description In UTC, with three or six digits after the second, so it does not sort as text.
             */
            updatedAt: string;
        };
        /**
         * ParticipantResponse
         * @description A participant of a booking.
         */
        ParticipantResponse: {
            /**
             * Format: uuid
             * @description Present if the request named the participant by id, or if the email address belongs to a user that your external service has access to.
             */
            userId?: string;
            /** @description Present if the request named the participant by email address. */
            email?: string;
            /**
             * @description Present instead of `userId` and `email` if the participant was erased.
             * @constant
             */
            erased?: true;
        };
        /** UpsertCourtBookingBadRequestResponse */
        UpsertCourtBookingBadRequestResponse: {
            error: components["schemas"]["UpsertCourtBookingBadRequestError"];
        };
        /** UpsertCourtBookingBadRequestError */
        UpsertCourtBookingBadRequestError: components["schemas"]["InvalidSchemaError"] | components["schemas"]["MutuallyExclusiveFieldsViolationError"] | components["schemas"]["DuplicateEntriesProvidedError"] | components["schemas"]["InvalidTimeRangeError"];
        /**
         * MutuallyExclusiveFieldsViolationError
         * @description 400: exactly one field of a mutually exclusive set is required and that does not hold.
         */
        MutuallyExclusiveFieldsViolationError: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "mutually_exclusive_fields_violation";
            /** @description Human-readable. May change; branch on `type`. */
            message: string;
        };
        /**
         * DuplicateEntriesProvidedError
         * @description 400: duplicates where uniqueness is required.
         */
        DuplicateEntriesProvidedError: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "duplicate_entries_provided";
            /** @description Human-readable. May change; branch on `type`. */
            message: string;
        };
        /**
         * InvalidTimeRangeError
         * @description 400: a primary time range is ordered incorrectly.
         */
        InvalidTimeRangeError: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "invalid_time_range";
            /** @description Human-readable. May change; branch on `type`. */
            message: string;
        };
        /** UpsertCourtBookingForbiddenResponse */
        UpsertCourtBookingForbiddenResponse: {
            error: components["schemas"]["UpsertCourtBookingForbiddenError"];
        };
        /** UpsertCourtBookingForbiddenError */
        UpsertCourtBookingForbiddenError: components["schemas"]["ScopePermissionDeniedError"] | components["schemas"]["ExternalServiceAccessDeniedError"] | components["schemas"]["OrganizationAccessDeniedError"] | components["schemas"]["UserAccessDeniedError"];
        /**
         * OrganizationAccessDeniedError
         * @description 403: service is not granted access to the organization.
         */
        OrganizationAccessDeniedError: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "organization_access_denied";
            /** @description Human-readable. May change; branch on `type`. */
            message: string;
        };
        /**
         * UserAccessDeniedError
         * @description 403: service is not granted access to the user.
         */
        UserAccessDeniedError: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "user_access_denied";
            /** @description Human-readable. May change; branch on `type`. */
            message: string;
        };
        /** CourtNotFoundResponse */
        CourtNotFoundResponse: {
            error: components["schemas"]["CourtNotFoundError"];
        };
        /**
         * CourtNotFoundError
         * @description 404: court was not found.
         */
        CourtNotFoundError: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "court_not_found";
            /** @description Human-readable. May change; branch on `type`. */
            message: string;
        };
        /** UpsertCourtBookingConflictResponse */
        UpsertCourtBookingConflictResponse: {
            error: components["schemas"]["UpsertCourtBookingConflictError"];
        };
        /** UpsertCourtBookingConflictError */
        UpsertCourtBookingConflictError: components["schemas"]["StaleWriteError"] | components["schemas"]["VersionConflictError"] | components["schemas"]["CourtBookingOverlapError"];
        /**
         * StaleWriteError
         * @description 409: request is older than the stored resource version.
         */
        StaleWriteError: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "stale_write";
            /** @description Human-readable. May change; branch on `type`. */
            message: string;
            stored: components["schemas"]["StoredVersion"];
        };
        /**
         * StoredVersion
         * @description What the request was judged against.
         */
        StoredVersion: {
            /**
             * Format: date-time
             * @description T of the version rule. In UTC, with three or six digits after the second, so it does not sort as text.
             */
            externalUpdatedAt: string;
            status: "ACTIVE" | "CANCELLED" | (string & {});
            cancelledBy?: ("PARTNER" | "OPERATOR" | (string & {}))[];
        };
        /**
         * VersionConflictError
         * @description 409: request conflicts with the current resource version.
         */
        VersionConflictError: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "version_conflict";
            /** @description Human-readable. May change; branch on `type`. */
            message: string;
            stored: components["schemas"]["StoredVersion"];
        };
        /**
         * CourtBookingOverlapError
         * @description 409: booking overlaps another active booking of the court.
         */
        CourtBookingOverlapError: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "court_booking_overlap";
            /** @description Human-readable. May change; branch on `type`. */
            message: string;
            /** @description By start; the first ten. */
            conflicts: components["schemas"]["Conflict"][];
        };
        /**
         * Conflict
         * @description An own booking with its identifier and times; of somebody else's only its time within the requested range.
         */
        Conflict: {
            /**
             * Format: date-time
             * @description In UTC, with three or six digits after the second, so it does not sort as text.
             */
            startDate: string;
            /**
             * Format: date-time
             * @description In UTC, with three or six digits after the second, so it does not sort as text.
             */
            endDate: string;
            /** @description Of an own booking only. */
            externalCourtBookingId?: string;
        };
        /**
         * CourtBooking
         * @description A court booking: the stored booking, its status, and who cancelled it. Date-times are in UTC. New fields may be added.
         */
        CourtBooking: {
            /** Format: uuid */
            externalServiceId: string;
            /**
             * Format: uuid
             * @description The court.
             */
            courtId: string;
            /** @description Your own id of the booking. */
            externalCourtBookingId: string;
            /**
             * Format: date-time
             * @description In UTC, with three or six digits after the second, so it does not sort as text.
             */
            startDate: string;
            /**
             * Format: date-time
             * @description In UTC, with three or six digits after the second, so it does not sort as text.
             */
            endDate: string;
            /**
             * Format: date-time
             * @description In UTC, with three or six digits after the second, so it does not sort as text.
             */
            externalUpdatedAt: string;
            /** @description In the order of the request. */
            participants: components["schemas"]["ParticipantResponse"][];
            /**
             * Format: date-time
             * @description In UTC, with three or six digits after the second, so it does not sort as text.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description In UTC, with three or six digits after the second, so it does not sort as text.
             */
            updatedAt: string;
            /** @description Accept values that you do not know. */
            status: "ACTIVE" | "CANCELLED" | (string & {});
            /**
             * Format: date-time
             * @description In UTC, with three or six digits after the second, so it does not sort as text.
             */
            cancelledAt?: string;
            /** @description The partner, an operator, or both. */
            cancelledBy?: ("PARTNER" | "OPERATOR" | (string & {}))[];
            /** @description The reason that an operator entered. */
            cancellationReason?: string;
        };
        /** CourtBookingNotFoundResponse */
        CourtBookingNotFoundResponse: {
            error: components["schemas"]["CourtBookingNotFoundError"];
        };
        /**
         * CourtBookingNotFoundError
         * @description 404: no court booking has this id.
         */
        CourtBookingNotFoundError: {
            /** @constant */
            type: "court_booking_not_found";
            /** @description Human-readable. May change; branch on `type`. */
            message: string;
        };
        /**
         * CancelledCourtBooking
         * @description The response to a cancellation. It has the same few fields in every case. New fields may be added.
         */
        CancelledCourtBooking: {
            /** Format: uuid */
            externalServiceId: string;
            externalCourtBookingId: string;
            /**
             * Format: date-time
             * @description The version of the cancellation. In UTC, with three or six digits after the second, so it does not sort as text.
             */
            externalUpdatedAt: string;
            /** @description Accept values that you do not know. */
            status: "ACTIVE" | "CANCELLED" | (string & {});
            /**
             * Format: date-time
             * @description When the booking was first cancelled, by the partner or by an operator. In UTC, with three or six digits after the second, so it does not sort as text.
             */
            cancelledAt: string;
        };
        /** StaleWriteResponse */
        StaleWriteResponse: {
            error: components["schemas"]["StaleWriteError"];
        };
        /**
         * Token
         * @description The permissions of a token, and its external service. New fields may be added.
         */
        Token: {
            /**
             * Format: uuid
             * @description For the paths of all other operations.
             */
            externalServiceId: string;
            externalServiceName: string;
            /** @description The label that the operator gave the token. */
            label: string;
            /** @description Accept values that you do not know. */
            scopes: ("userwrite" | "court-bookingwrite" | "userread" | "court-bookingread" | "webhookwrite" | (string & {}))[];
            /**
             * Format: date-time
             * @description The token is rejected from this time on. Absent if it does not expire. In UTC, with three or six digits after the second, so it does not sort as text.
             */
            expiresAt?: string;
            /** @description The organizations whose courts you may book, sorted by name. `listCourts` returns the courts. */
            organizations: components["schemas"]["Organization"][];
            rateLimit: components["schemas"]["RateLimitPolicy"];
        };
        /**
         * Organization
         * @description The organization that a court belongs to.
         */
        Organization: {
            /** Format: uuid */
            id: string;
            name: string;
            /** @description The IANA name of the time zone of the club, such as `Europe/Berlin`. Absent only from changes that are older than this field. */
            timeZone?: string;
        };
        /**
         * RateLimitPolicy
         * @description The rate limit of this token. It can differ per external service. A request costs one permit unless the operation says otherwise.
         */
        RateLimitPolicy: {
            /** @description Permits that are restored each second. */
            perSecond: number;
            /** @description The maximum number of permits, and so of requests at once. */
            burst: number;
        };
        /**
         * CourtBookingPage
         * @description A page of court bookings.
         */
        CourtBookingPage: {
            items: components["schemas"]["CourtBooking"][];
            /** @description The cursor of the next page. Absent on the last page. */
            nextCursor?: string;
        };
        /** ListCourtBookingsBadRequestResponse */
        ListCourtBookingsBadRequestResponse: {
            error: components["schemas"]["ListCourtBookingsBadRequestError"];
        };
        /** ListCourtBookingsBadRequestError */
        ListCourtBookingsBadRequestError: components["schemas"]["InvalidSchemaError"] | components["schemas"]["InvalidFilterTimeRangeError"] | components["schemas"]["InvalidUpdatedFilterTimeRangeError"];
        /**
         * InvalidFilterTimeRangeError
         * @description 400: the time range of a filter is reversed, empty, or too long.
         */
        InvalidFilterTimeRangeError: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "invalid_filter_time_range";
            /** @description Human-readable. May change; branch on `type`. */
            message: string;
        };
        /**
         * BatchResponse
         * @description The results of a batch. New fields may be added.
         */
        BatchResponse: {
            summary: {
                /** @description Bookings that were not stored before. */
                created: number;
                /** @description Bookings that were stored with other content. */
                updated: number;
                /** @description Items that were already stored with the same content, cancellations included. */
                replayed: number;
                /** @description Bookings that were cancelled. */
                cancelled: number;
                /** @description Items that were rejected. */
                refused: number;
            };
            /** @description One result per item, in the order of the request. */
            results: (components["schemas"]["BatchUpsertResult"] | components["schemas"]["BatchCancellationResult"] | components["schemas"]["BatchReplayResult"] | components["schemas"]["BatchRefusalResult"])[];
        };
        /**
         * BatchUpsertResult
         * @description An upsert that was written. With `Prefer: return=minimal`, the booking is omitted.
         */
        BatchUpsertResult: {
            /** @description As the single operation returns it. */
            status: number;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            outcome: "created" | "updated";
            courtBooking?: components["schemas"]["CourtBooking"];
        };
        /**
         * BatchCancellationResult
         * @description A cancellation that was written.
         */
        BatchCancellationResult: {
            /** @description As the single operation returns it. */
            status: number;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            outcome: "cancelled";
            cancelled: components["schemas"]["CancelledCourtBooking"];
        };
        /**
         * BatchReplayResult
         * @description An item that was already stored with the same content. An upsert has `courtBooking`, except with `Prefer: return=minimal`. A cancellation has `cancelled`.
         */
        BatchReplayResult: {
            /** @description As the single operation returns it. */
            status: number;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            outcome: "replayed";
            courtBooking?: components["schemas"]["CourtBooking"];
            cancelled?: components["schemas"]["CancelledCourtBooking"];
        };
        /**
         * BatchRefusalResult
         * @description An item that was rejected.
         */
        BatchRefusalResult: {
            /** @description As the single operation returns it. */
            status: number;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            outcome: "refused";
            error: components["schemas"]["BatchItemError"];
            /** @description True if the same item can be sent again unchanged. */
            retryable: boolean;
        };
        /** BatchItemError */
        BatchItemError: components["schemas"]["InvalidSchemaError"] | components["schemas"]["InternalServerErrorError"] | components["schemas"]["MutuallyExclusiveFieldsViolationError"] | components["schemas"]["DuplicateEntriesProvidedError"] | components["schemas"]["InvalidTimeRangeError"] | components["schemas"]["OrganizationAccessDeniedError"] | components["schemas"]["UserAccessDeniedError"] | components["schemas"]["CourtNotFoundError"] | components["schemas"]["StaleWriteError"] | components["schemas"]["VersionConflictError"] | components["schemas"]["CourtBookingOverlapError"] | components["schemas"]["ServiceUnavailableError"];
        /** BatchRefusedResponse */
        BatchRefusedResponse: {
            error: components["schemas"]["BatchRefusedError"];
        };
        /**
         * BatchRefusedError
         * @description 409: an item of an atomic batch was rejected, so no item was written.
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
         * BatchIssue
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
        /**
         * CourtPage
         * @description A page of courts.
         */
        CourtPage: {
            items: components["schemas"]["Court"][];
            /** @description The cursor of the next page. Absent on the last page. */
            nextCursor?: string;
        };
        /**
         * Court
         * @description A court. New fields may be added.
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
         * CourtOccupancy
         * @description The times when a court is occupied by any booking. New fields may be added.
         */
        CourtOccupancy: {
            /** @description Sorted by start. Entries never overlap. */
            occupied: components["schemas"]["OccupiedTime"][];
        };
        /**
         * OccupiedTime
         * @description A time when the court is occupied.
         */
        OccupiedTime: {
            /**
             * Format: date-time
             * @description Not before `from`. In UTC, with three or six digits after the second, so it does not sort as text.
             */
            startDate: string;
            /**
             * Format: date-time
             * @description Not after `to`. The court is free from this instant. In UTC, with three or six digits after the second, so it does not sort as text.
             */
            endDate: string;
            /** @description Present only for your own bookings. */
            externalCourtBookingId?: string;
        };
        /** GetCourtOccupancyBadRequestResponse */
        GetCourtOccupancyBadRequestResponse: {
            error: components["schemas"]["GetCourtOccupancyBadRequestError"];
        };
        /** GetCourtOccupancyBadRequestError */
        GetCourtOccupancyBadRequestError: components["schemas"]["InvalidSchemaError"] | components["schemas"]["InvalidFilterTimeRangeError"];
        /** GetCourtOccupancyForbiddenResponse */
        GetCourtOccupancyForbiddenResponse: {
            error: components["schemas"]["GetCourtOccupancyForbiddenError"];
        };
        /** GetCourtOccupancyForbiddenError */
        GetCourtOccupancyForbiddenError: components["schemas"]["ScopePermissionDeniedError"] | components["schemas"]["ExternalServiceAccessDeniedError"] | components["schemas"]["OrganizationAccessDeniedError"];
        /**
         * OrganizationOccupancy
         * @description The times when the courts of an organization are occupied. New fields may be added.
         */
        OrganizationOccupancy: {
            /**
             * Format: uuid
             * @description Changes with each change of an occupancy or of the list of courts.
             */
            version: string;
            /** @description By id. Absent if your version is current. */
            courts?: components["schemas"]["CourtTimes"][];
        };
        /**
         * CourtTimes
         * @description When a court is occupied.
         */
        CourtTimes: {
            /** Format: uuid */
            courtId: string;
            /** @description Sorted by start. Entries never overlap. The court is free at all other times. */
            occupied: components["schemas"]["CourtTime"][];
        };
        /**
         * CourtTime
         * @description A time when a court is occupied.
         */
        CourtTime: {
            /**
             * Format: date-time
             * @description Not before `from`. In UTC, with three or six digits after the second, so it does not sort as text.
             */
            startDate: string;
            /**
             * Format: date-time
             * @description Not after `to`. The court is free from this instant. In UTC, with three or six digits after the second, so it does not sort as text.
             */
            endDate: string;
        };
        /** GetUserForbiddenResponse */
        GetUserForbiddenResponse: {
            error: components["schemas"]["GetUserForbiddenError"];
        };
        /** GetUserForbiddenError */
        GetUserForbiddenError: components["schemas"]["ScopePermissionDeniedError"] | components["schemas"]["ExternalServiceAccessDeniedError"] | components["schemas"]["UserAccessDeniedError"];
        /** UpdateUserForbiddenResponse */
        UpdateUserForbiddenResponse: {
            error: components["schemas"]["UpdateUserForbiddenError"];
        };
        /** UpdateUserForbiddenError */
        UpdateUserForbiddenError: components["schemas"]["ScopePermissionDeniedError"] | components["schemas"]["ExternalServiceAccessDeniedError"] | components["schemas"]["UserAccessDeniedError"] | components["schemas"]["UserNotManagedError"];
        /**
         * UserNotManagedError
         * @description 403: the user is accessible, but another external service manages it.
         */
        UserNotManagedError: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "user_not_managed";
            /** @description Human-readable. May change; branch on `type`. */
            message: string;
        };
        /**
         * ErasedUser
         * @description The remaining fields of an erased user.
         */
        ErasedUser: {
            /** Format: uuid */
            id: string;
            /** @description Accept values that you do not know. */
            status: "ACTIVE" | "ERASED" | (string & {});
        };
        /** UserNotFoundResponse */
        UserNotFoundResponse: {
            error: components["schemas"]["UserNotFoundError"];
        };
        /**
         * UserNotFoundError
         * @description 404: no user has this id.
         */
        UserNotFoundError: {
            /** @constant */
            type: "user_not_found";
            /** @description Human-readable. May change; branch on `type`. */
            message: string;
        };
        /** EmailAlreadyInUseResponse */
        EmailAlreadyInUseResponse: {
            error: components["schemas"]["EmailAlreadyInUseError"];
        };
        /**
         * BatchUsersResponse
         * @description The results of a batch. New fields may be added.
         */
        BatchUsersResponse: {
            summary: {
                /** @description Users that were created and linked. */
                created: number;
                /** @description Users that had other values before. */
                updated: number;
                /** @description Users that had these values before, and ids to erase that no user is linked to. */
                unchanged: number;
                /** @description Users that were erased. */
                erased: number;
                /** @description Items that were rejected. */
                refused: number;
            };
            /** @description One result per item, in the order of the request. */
            results: (components["schemas"]["BatchUserUpsertResult"] | components["schemas"]["BatchUserErasureResult"] | components["schemas"]["BatchUserRefusalResult"])[];
        };
        /**
         * BatchUserUpsertResult
         * @description An upsert that was done, or an item that changes nothing. The user is omitted with `Prefer: return=minimal`, and if an erased id is not linked.
         */
        BatchUserUpsertResult: {
            /** @description As the single operation returns it. */
            status: number;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            outcome: "created" | "updated" | "unchanged";
            user?: components["schemas"]["User"];
        };
        /**
         * BatchUserErasureResult
         * @description A user that was erased.
         */
        BatchUserErasureResult: {
            /** @description As the single operation returns it. */
            status: number;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            outcome: "erased";
            erased: components["schemas"]["ErasedUser"];
        };
        /**
         * BatchUserRefusalResult
         * @description An item that was rejected.
         */
        BatchUserRefusalResult: {
            /** @description As the single operation returns it. */
            status: number;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            outcome: "refused";
            error: components["schemas"]["BatchUserItemError"];
            /** @description True if the same item can be sent again unchanged. */
            retryable: boolean;
        };
        /** BatchUserItemError */
        BatchUserItemError: components["schemas"]["InvalidSchemaError"] | components["schemas"]["UserAccessDeniedError"] | components["schemas"]["UserNotManagedError"] | components["schemas"]["EmailAlreadyInUseError"] | components["schemas"]["InternalServerErrorError"] | components["schemas"]["ServiceUnavailableError"];
        /**
         * ChangePage
         * @description A page of changes.
         */
        ChangePage: {
            items: components["schemas"]["Change"][];
            /** @description Where the next page begins. Always present. */
            nextCursor: string;
            /** @description True if no further change exists at the moment. If false, request the next page immediately, even after an empty page. */
            caughtUp: boolean;
        };
        /**
         * Change
         * @description A change. Its `type` determines the shape of `data`.
         */
        Change: components["schemas"]["CourtBookingCreatedChange"] | components["schemas"]["CourtBookingUpdatedChange"] | components["schemas"]["CourtBookingCancelledChange"] | components["schemas"]["CourtBookingReinstatedChange"] | components["schemas"]["CourtBookingVersionResetChange"] | components["schemas"]["UserCreatedChange"] | components["schemas"]["UserUpdatedChange"] | components["schemas"]["UserErasedChange"] | components["schemas"]["OrganizationAccessGrantedChange"] | components["schemas"]["OrganizationAccessRevokedChange"] | components["schemas"]["UserAccessGrantedChange"] | components["schemas"]["UserAccessRevokedChange"] | components["schemas"]["CourtCreatedChange"] | components["schemas"]["CourtUpdatedChange"] | components["schemas"]["CourtDeactivatedChange"] | components["schemas"]["WebhookEndpointPausedChange"] | components["schemas"]["WebhookEndpointResumedChange"] | components["schemas"]["OtherChangeVariant"];
        /**
         * CourtBookingCreatedChange
         * @description A booking was created.
         */
        CourtBookingCreatedChange: {
            /**
             * Format: int64
             * @description The sequence number of the change. It is dense per external service and follows the order of the changes.
             */
            sequence: number;
            /**
             * Format: uuid
             * @description The id of the change, the same in the feed and in webhooks. Use it to detect duplicates.
             */
            id: string;
            /** @constant */
            type: "court_booking.created";
            /**
             * Format: date-time
             * @description When the change was made. In UTC, with three or six digits after the second, so it does not sort as text.
             */
            timestamp: string;
            /** @description Who made the change. `PARTNER` is an external service, yours or another one. Accept values that you do not know. */
            actor: "PARTNER" | "OPERATOR" | (string & {});
            /** @description The id of the request that made the change. For your own requests it is the `X-Request-Id` of the response. Operators can search for it. */
            requestId: string;
            data: components["schemas"]["CourtBooking"];
        };
        /**
         * CourtBookingUpdatedChange
         * @description A booking was updated. This includes a booking that the partner had cancelled and that is active again.
         */
        CourtBookingUpdatedChange: {
            /**
             * Format: int64
             * @description The sequence number of the change. It is dense per external service and follows the order of the changes.
             */
            sequence: number;
            /**
             * Format: uuid
             * @description The id of the change, the same in the feed and in webhooks. Use it to detect duplicates.
             */
            id: string;
            /** @constant */
            type: "court_booking.updated";
            /**
             * Format: date-time
             * @description When the change was made. In UTC, with three or six digits after the second, so it does not sort as text.
             */
            timestamp: string;
            /** @description Who made the change. `PARTNER` is an external service, yours or another one. Accept values that you do not know. */
            actor: "PARTNER" | "OPERATOR" | (string & {});
            /** @description The id of the request that made the change. For your own requests it is the `X-Request-Id` of the response. Operators can search for it. */
            requestId: string;
            data: components["schemas"]["CourtBooking"];
        };
        /**
         * CourtBookingCancelledChange
         * @description A booking was cancelled, by the partner or by an operator.
         */
        CourtBookingCancelledChange: {
            /**
             * Format: int64
             * @description The sequence number of the change. It is dense per external service and follows the order of the changes.
             */
            sequence: number;
            /**
             * Format: uuid
             * @description The id of the change, the same in the feed and in webhooks. Use it to detect duplicates.
             */
            id: string;
            /** @constant */
            type: "court_booking.cancelled";
            /**
             * Format: date-time
             * @description When the change was made. In UTC, with three or six digits after the second, so it does not sort as text.
             */
            timestamp: string;
            /** @description Who made the change. `PARTNER` is an external service, yours or another one. Accept values that you do not know. */
            actor: "PARTNER" | "OPERATOR" | (string & {});
            /** @description The id of the request that made the change. For your own requests it is the `X-Request-Id` of the response. Operators can search for it. */
            requestId: string;
            data: components["schemas"]["CourtBooking"];
        };
        /**
         * CourtBookingReinstatedChange
         * @description An operator took back the cancellation by operators. If the partner cancelled it too, the booking stays cancelled.
         */
        CourtBookingReinstatedChange: {
            /**
             * Format: int64
             * @description The sequence number of the change. It is dense per external service and follows the order of the changes.
             */
            sequence: number;
            /**
             * Format: uuid
             * @description The id of the change, the same in the feed and in webhooks. Use it to detect duplicates.
             */
            id: string;
            /** @constant */
            type: "court_booking.reinstated";
            /**
             * Format: date-time
             * @description When the change was made. In UTC, with three or six digits after the second, so it does not sort as text.
             */
            timestamp: string;
            /** @description Who made the change. `PARTNER` is an external service, yours or another one. Accept values that you do not know. */
            actor: "PARTNER" | "OPERATOR" | (string & {});
            /** @description The id of the request that made the change. For your own requests it is the `X-Request-Id` of the response. Operators can search for it. */
            requestId: string;
            data: components["schemas"]["CourtBooking"];
        };
        /**
         * CourtBookingVersionResetChange
         * @description An operator reset the `externalUpdatedAt` that updates of a booking are compared with.
         */
        CourtBookingVersionResetChange: {
            /**
             * Format: int64
             * @description The sequence number of the change. It is dense per external service and follows the order of the changes.
             */
            sequence: number;
            /**
             * Format: uuid
             * @description The id of the change, the same in the feed and in webhooks. Use it to detect duplicates.
             */
            id: string;
            /** @constant */
            type: "court_booking.version_reset";
            /**
             * Format: date-time
             * @description When the change was made. In UTC, with three or six digits after the second, so it does not sort as text.
             */
            timestamp: string;
            /** @description Who made the change. `PARTNER` is an external service, yours or another one. Accept values that you do not know. */
            actor: "PARTNER" | "OPERATOR" | (string & {});
            /** @description The id of the request that made the change. For your own requests it is the `X-Request-Id` of the response. Operators can search for it. */
            requestId: string;
            data: components["schemas"]["CourtBooking"];
        };
        /**
         * UserCreatedChange
         * @description A user was created.
         */
        UserCreatedChange: {
            /**
             * Format: int64
             * @description The sequence number of the change. It is dense per external service and follows the order of the changes.
             */
            sequence: number;
            /**
             * Format: uuid
             * @description The id of the change, the same in the feed and in webhooks. Use it to detect duplicates.
             */
            id: string;
            /** @constant */
            type: "user.created";
            /**
             * Format: date-time
             * @description When the change was made. In UTC, with three or six digits after the second, so it does not sort as text.
             */
            timestamp: string;
            /** @description Who made the change. `PARTNER` is an external service, yours or another one. Accept values that you do not know. */
            actor: "PARTNER" | "OPERATOR" | (string & {});
            /** @description The id of the request that made the change. For your own requests it is the `X-Request-Id` of the response. Operators can search for it. */
            requestId: string;
            data: components["schemas"]["User"];
        };
        /**
         * UserUpdatedChange
         * @description A user was updated.
         */
        UserUpdatedChange: {
            /**
             * Format: int64
             * @description The sequence number of the change. It is dense per external service and follows the order of the changes.
             */
            sequence: number;
            /**
             * Format: uuid
             * @description The id of the change, the same in the feed and in webhooks. Use it to detect duplicates.
             */
            id: string;
            /** @constant */
            type: "user.updated";
            /**
             * Format: date-time
             * @description When the change was made. In UTC, with three or six digits after the second, so it does not sort as text.
             */
            timestamp: string;
            /** @description Who made the change. `PARTNER` is an external service, yours or another one. Accept values that you do not know. */
            actor: "PARTNER" | "OPERATOR" | (string & {});
            /** @description The id of the request that made the change. For your own requests it is the `X-Request-Id` of the response. Operators can search for it. */
            requestId: string;
            data: components["schemas"]["User"];
        };
        /**
         * UserErasedChange
         * @description A user was erased.
         */
        UserErasedChange: {
            /**
             * Format: int64
             * @description The sequence number of the change. It is dense per external service and follows the order of the changes.
             */
            sequence: number;
            /**
             * Format: uuid
             * @description The id of the change, the same in the feed and in webhooks. Use it to detect duplicates.
             */
            id: string;
            /** @constant */
            type: "user.erased";
            /**
             * Format: date-time
             * @description When the change was made. In UTC, with three or six digits after the second, so it does not sort as text.
             */
            timestamp: string;
            /** @description Who made the change. `PARTNER` is an external service, yours or another one. Accept values that you do not know. */
            actor: "PARTNER" | "OPERATOR" | (string & {});
            /** @description The id of the request that made the change. For your own requests it is the `X-Request-Id` of the response. Operators can search for it. */
            requestId: string;
            data: components["schemas"]["User"];
        };
        /**
         * OrganizationAccessGrantedChange
         * @description The external service may book the courts of an organization.
         */
        OrganizationAccessGrantedChange: {
            /**
             * Format: int64
             * @description The sequence number of the change. It is dense per external service and follows the order of the changes.
             */
            sequence: number;
            /**
             * Format: uuid
             * @description The id of the change, the same in the feed and in webhooks. Use it to detect duplicates.
             */
            id: string;
            /** @constant */
            type: "organization_access.granted";
            /**
             * Format: date-time
             * @description When the change was made. In UTC, with three or six digits after the second, so it does not sort as text.
             */
            timestamp: string;
            /** @description Who made the change. `PARTNER` is an external service, yours or another one. Accept values that you do not know. */
            actor: "PARTNER" | "OPERATOR" | (string & {});
            /** @description The id of the request that made the change. For your own requests it is the `X-Request-Id` of the response. Operators can search for it. */
            requestId: string;
            data: components["schemas"]["Organization"];
        };
        /**
         * OrganizationAccessRevokedChange
         * @description The external service may no longer book the courts of an organization.
         */
        OrganizationAccessRevokedChange: {
            /**
             * Format: int64
             * @description The sequence number of the change. It is dense per external service and follows the order of the changes.
             */
            sequence: number;
            /**
             * Format: uuid
             * @description The id of the change, the same in the feed and in webhooks. Use it to detect duplicates.
             */
            id: string;
            /** @constant */
            type: "organization_access.revoked";
            /**
             * Format: date-time
             * @description When the change was made. In UTC, with three or six digits after the second, so it does not sort as text.
             */
            timestamp: string;
            /** @description Who made the change. `PARTNER` is an external service, yours or another one. Accept values that you do not know. */
            actor: "PARTNER" | "OPERATOR" | (string & {});
            /** @description The id of the request that made the change. For your own requests it is the `X-Request-Id` of the response. Operators can search for it. */
            requestId: string;
            data: components["schemas"]["Reference"];
        };
        /**
         * Reference
         * @description Only the id; nothing else is accessible.
         */
        Reference: {
            /** Format: uuid */
            id: string;
        };
        /**
         * UserAccessGrantedChange
         * @description The external service was granted access to a user.
         */
        UserAccessGrantedChange: {
            /**
             * Format: int64
             * @description The sequence number of the change. It is dense per external service and follows the order of the changes.
             */
            sequence: number;
            /**
             * Format: uuid
             * @description The id of the change, the same in the feed and in webhooks. Use it to detect duplicates.
             */
            id: string;
            /** @constant */
            type: "user_access.granted";
            /**
             * Format: date-time
             * @description When the change was made. In UTC, with three or six digits after the second, so it does not sort as text.
             */
            timestamp: string;
            /** @description Who made the change. `PARTNER` is an external service, yours or another one. Accept values that you do not know. */
            actor: "PARTNER" | "OPERATOR" | (string & {});
            /** @description The id of the request that made the change. For your own requests it is the `X-Request-Id` of the response. Operators can search for it. */
            requestId: string;
            data: components["schemas"]["User"];
        };
        /**
         * UserAccessRevokedChange
         * @description The external service no longer has access to a user.
         */
        UserAccessRevokedChange: {
            /**
             * Format: int64
             * @description The sequence number of the change. It is dense per external service and follows the order of the changes.
             */
            sequence: number;
            /**
             * Format: uuid
             * @description The id of the change, the same in the feed and in webhooks. Use it to detect duplicates.
             */
            id: string;
            /** @constant */
            type: "user_access.revoked";
            /**
             * Format: date-time
             * @description When the change was made. In UTC, with three or six digits after the second, so it does not sort as text.
             */
            timestamp: string;
            /** @description Who made the change. `PARTNER` is an external service, yours or another one. Accept values that you do not know. */
            actor: "PARTNER" | "OPERATOR" | (string & {});
            /** @description The id of the request that made the change. For your own requests it is the `X-Request-Id` of the response. Operators can search for it. */
            requestId: string;
            data: components["schemas"]["Reference"];
        };
        /**
         * CourtCreatedChange
         * @description An organization has a new court.
         */
        CourtCreatedChange: {
            /**
             * Format: int64
             * @description The sequence number of the change. It is dense per external service and follows the order of the changes.
             */
            sequence: number;
            /**
             * Format: uuid
             * @description The id of the change, the same in the feed and in webhooks. Use it to detect duplicates.
             */
            id: string;
            /** @constant */
            type: "court.created";
            /**
             * Format: date-time
             * @description When the change was made. In UTC, with three or six digits after the second, so it does not sort as text.
             */
            timestamp: string;
            /** @description Who made the change. `PARTNER` is an external service, yours or another one. Accept values that you do not know. */
            actor: "PARTNER" | "OPERATOR" | (string & {});
            /** @description The id of the request that made the change. For your own requests it is the `X-Request-Id` of the response. Operators can search for it. */
            requestId: string;
            data: components["schemas"]["Court"];
        };
        /**
         * CourtUpdatedChange
         * @description A court was renamed or reactivated.
         */
        CourtUpdatedChange: {
            /**
             * Format: int64
             * @description The sequence number of the change. It is dense per external service and follows the order of the changes.
             */
            sequence: number;
            /**
             * Format: uuid
             * @description The id of the change, the same in the feed and in webhooks. Use it to detect duplicates.
             */
            id: string;
            /** @constant */
            type: "court.updated";
            /**
             * Format: date-time
             * @description When the change was made. In UTC, with three or six digits after the second, so it does not sort as text.
             */
            timestamp: string;
            /** @description Who made the change. `PARTNER` is an external service, yours or another one. Accept values that you do not know. */
            actor: "PARTNER" | "OPERATOR" | (string & {});
            /** @description The id of the request that made the change. For your own requests it is the `X-Request-Id` of the response. Operators can search for it. */
            requestId: string;
            data: components["schemas"]["Court"];
        };
        /**
         * CourtDeactivatedChange
         * @description A court was deactivated. It accepts no new bookings; existing bookings remain.
         */
        CourtDeactivatedChange: {
            /**
             * Format: int64
             * @description The sequence number of the change. It is dense per external service and follows the order of the changes.
             */
            sequence: number;
            /**
             * Format: uuid
             * @description The id of the change, the same in the feed and in webhooks. Use it to detect duplicates.
             */
            id: string;
            /** @constant */
            type: "court.deactivated";
            /**
             * Format: date-time
             * @description When the change was made. In UTC, with three or six digits after the second, so it does not sort as text.
             */
            timestamp: string;
            /** @description Who made the change. `PARTNER` is an external service, yours or another one. Accept values that you do not know. */
            actor: "PARTNER" | "OPERATOR" | (string & {});
            /** @description The id of the request that made the change. For your own requests it is the `X-Request-Id` of the response. Operators can search for it. */
            requestId: string;
            data: components["schemas"]["Court"];
        };
        /**
         * WebhookEndpointPausedChange
         * @description A webhook endpoint was paused, because it failed for too long or by an operator. It receives nothing until it is resumed.
         */
        WebhookEndpointPausedChange: {
            /**
             * Format: int64
             * @description The sequence number of the change. It is dense per external service and follows the order of the changes.
             */
            sequence: number;
            /**
             * Format: uuid
             * @description The id of the change, the same in the feed and in webhooks. Use it to detect duplicates.
             */
            id: string;
            /** @constant */
            type: "webhook_endpoint.paused";
            /**
             * Format: date-time
             * @description When the change was made. In UTC, with three or six digits after the second, so it does not sort as text.
             */
            timestamp: string;
            /** @description Who made the change. `PARTNER` is an external service, yours or another one. Accept values that you do not know. */
            actor: "PARTNER" | "OPERATOR" | (string & {});
            /** @description The id of the request that made the change. For your own requests it is the `X-Request-Id` of the response. Operators can search for it. */
            requestId: string;
            data: components["schemas"]["WebhookEndpoint"];
        };
        /**
         * WebhookEndpoint
         * @description One of your webhook endpoints. New fields may be added.
         */
        WebhookEndpoint: {
            /** Format: uuid */
            id: string;
            url: string;
            /** @description The types of changes that the endpoint receives. */
            types: ("court_booking.created" | "court_booking.updated" | "court_booking.cancelled" | "court_booking.reinstated" | "court_booking.version_reset" | "user.created" | "user.updated" | "user.erased" | "organization_access.granted" | "organization_access.revoked" | "user_access.granted" | "user_access.revoked" | "court.created" | "court.updated" | "court.deactivated" | "webhook_endpoint.paused" | "webhook_endpoint.resumed" | (string & {}))[];
            /** @description Accept values that you do not know. */
            status: "ACTIVE" | "PAUSED" | (string & {});
            /**
             * Format: date-time
             * @description In UTC, with three or six digits after the second, so it does not sort as text.
             */
            lastSuccessAt?: string;
            /**
             * Format: date-time
             * @description In UTC, with three or six digits after the second, so it does not sort as text.
             */
            lastFailureAt?: string;
        };
        /**
         * WebhookEndpointResumedChange
         * @description A webhook endpoint was resumed. It first receives what it missed.
         */
        WebhookEndpointResumedChange: {
            /**
             * Format: int64
             * @description The sequence number of the change. It is dense per external service and follows the order of the changes.
             */
            sequence: number;
            /**
             * Format: uuid
             * @description The id of the change, the same in the feed and in webhooks. Use it to detect duplicates.
             */
            id: string;
            /** @constant */
            type: "webhook_endpoint.resumed";
            /**
             * Format: date-time
             * @description When the change was made. In UTC, with three or six digits after the second, so it does not sort as text.
             */
            timestamp: string;
            /** @description Who made the change. `PARTNER` is an external service, yours or another one. Accept values that you do not know. */
            actor: "PARTNER" | "OPERATOR" | (string & {});
            /** @description The id of the request that made the change. For your own requests it is the `X-Request-Id` of the response. Operators can search for it. */
            requestId: string;
            data: components["schemas"]["WebhookEndpoint"];
        };
        /**
         * OtherChange
         * @description A change of a type that is newer than this document. Ignore it. So that clients can narrow a change by its `type`, its discriminator is `OtherChange`, which the service never sends: it sends the new type.
         */
        OtherChange: {
            /**
             * Format: int64
             * @description The sequence number of the change. It is dense per external service and follows the order of the changes.
             */
            sequence: number;
            /**
             * Format: uuid
             * @description The id of the change, the same in the feed and in webhooks. Use it to detect duplicates.
             */
            id: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: `${string}.${string}` & {
                readonly "newer than this package": true;
            };
            /**
             * Format: date-time
             * @description When the change was made. In UTC, with three or six digits after the second, so it does not sort as text.
             */
            timestamp: string;
            /** @description Who made the change. `PARTNER` is an external service, yours or another one. Accept values that you do not know. */
            actor: "PARTNER" | "OPERATOR" | (string & {});
            /** @description The id of the request that made the change. For your own requests it is the `X-Request-Id` of the response. Operators can search for it. */
            requestId: string;
            data: unknown;
        };
        /** CursorExpiredResponse */
        CursorExpiredResponse: {
            error: components["schemas"]["CursorExpiredError"];
        };
        /**
         * CursorExpiredError
         * @description 410: changes after the cursor are no longer kept, or the cursor is not of this database.
         */
        CursorExpiredError: {
            /** @constant */
            type: "cursor_expired";
            /** @description Human-readable. May change; branch on `type`. */
            message: string;
        };
        /**
         * WebhookEndpointList
         * @description Your webhook endpoints.
         */
        WebhookEndpointList: {
            /** @description Sorted oldest first. */
            items: components["schemas"]["WebhookEndpoint"][];
        };
        /**
         * IssuedWebhookSecret
         * @description A webhook endpoint and its secret.
         */
        IssuedWebhookSecret: {
            /**
             * Format: uuid
             * @description The id of the webhook endpoint.
             */
            id: string;
            /** @description What you verify signatures with: `whsec_…`, or for `ED25519` the public key, `whpk_…`. */
            secret: string;
        };
        /** CreateWebhookEndpointBadRequestResponse */
        CreateWebhookEndpointBadRequestResponse: {
            error: components["schemas"]["CreateWebhookEndpointBadRequestError"];
        };
        /** CreateWebhookEndpointBadRequestError */
        CreateWebhookEndpointBadRequestError: components["schemas"]["InvalidSchemaError"] | components["schemas"]["WebhookUrlRefusedError"];
        /**
         * WebhookUrlRefusedError
         * @description 400: the address of a webhook endpoint is not allowed; the message says why.
         */
        WebhookUrlRefusedError: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "webhook_url_refused";
            /** @description Human-readable. May change; branch on `type`. */
            message: string;
        };
        /** CreateWebhookEndpointConflictResponse */
        CreateWebhookEndpointConflictResponse: {
            error: components["schemas"]["CreateWebhookEndpointConflictError"];
        };
        /** CreateWebhookEndpointConflictError */
        CreateWebhookEndpointConflictError: components["schemas"]["TooManyWebhookEndpointsError"] | components["schemas"]["WebhookSecretsKeyMissingError"] | components["schemas"]["WebhookSecretUnreadableError"];
        /**
         * TooManyWebhookEndpointsError
         * @description 409: the external service has 20 webhook endpoints.
         */
        TooManyWebhookEndpointsError: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "too_many_webhook_endpoints";
            /** @description Human-readable. May change; branch on `type`. */
            message: string;
        };
        /**
         * WebhookSecretsKeyMissingError
         * @description 409: no key is configured to encrypt webhook secrets.
         */
        WebhookSecretsKeyMissingError: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "webhook_secrets_key_missing";
            /** @description Human-readable. May change; branch on `type`. */
            message: string;
        };
        /**
         * WebhookSecretUnreadableError
         * @description 409: a secret of a webhook endpoint was encrypted by another key.
         */
        WebhookSecretUnreadableError: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "webhook_secret_unreadable";
            /** @description Human-readable. May change; branch on `type`. */
            message: string;
        };
        /**
         * DeletedWebhookEndpoint
         * @description The end of a webhook endpoint.
         */
        DeletedWebhookEndpoint: {
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            status: "DELETED";
        };
        /** WebhookEndpointNotFoundResponse */
        WebhookEndpointNotFoundResponse: {
            error: components["schemas"]["WebhookEndpointNotFoundError"];
        };
        /**
         * WebhookEndpointNotFoundError
         * @description 404: no webhook endpoint has this id.
         */
        WebhookEndpointNotFoundError: {
            /** @constant */
            type: "webhook_endpoint_not_found";
            /** @description Human-readable. May change; branch on `type`. */
            message: string;
        };
        /**
         * WebhookEndpointId
         * @description The webhook endpoint that was changed. New fields may be added.
         */
        WebhookEndpointId: {
            /** Format: uuid */
            id: string;
        };
        /**
         * TestedWebhookEndpoint
         * @description The result of a test. New fields may be added.
         */
        TestedWebhookEndpoint: {
            /**
             * Format: uuid
             * @description The `webhook-id` that was sent.
             */
            webhookId: string;
            /** @description The status of your response. Absent if there was none, or if it is no status of HTTP. */
            status?: number;
            /** @description The time until your response. */
            milliseconds: number;
            /** @description Why there was no response, or why it was not accepted. Absent after a success. */
            failure?: string;
            /** @description The first 1,024 bytes of your response, as text. */
            response?: string;
        };
        /** TestWebhookEndpointConflictResponse */
        TestWebhookEndpointConflictResponse: {
            error: components["schemas"]["TestWebhookEndpointConflictError"];
        };
        /** TestWebhookEndpointConflictError */
        TestWebhookEndpointConflictError: components["schemas"]["WebhookSecretsKeyMissingError"] | components["schemas"]["WebhookSecretUnreadableError"];
        /** WebhookEndpointPausedResponse */
        WebhookEndpointPausedResponse: {
            error: components["schemas"]["WebhookEndpointPausedError"];
        };
        /**
         * WebhookEndpointPausedError
         * @description 409: an operator paused the webhook endpoint.
         */
        WebhookEndpointPausedError: {
            /** @constant */
            type: "webhook_endpoint_paused";
            /** @description Human-readable. May change; branch on `type`. */
            message: string;
        };
        /**
         * ResentWebhookDeliveries
         * @description The changes that are sent again.
         */
        ResentWebhookDeliveries: {
            /**
             * Format: uuid
             * @description The id of the webhook endpoint.
             */
            id: string;
            /** @description How many changes are sent. */
            count: number;
            /**
             * Format: int64
             * @description The `fromSequence` of the next call. Absent at the end.
             */
            nextSequence?: number;
        };
        /**
         * WebhookDeliveryPage
         * @description A page of webhook deliveries.
         */
        WebhookDeliveryPage: {
            items: components["schemas"]["WebhookDelivery"][];
            /** @description The cursor of the next page. Absent on the last page. */
            nextCursor?: string;
        };
        /**
         * WebhookDelivery
         * @description The delivery of a change to one of your webhook endpoints. New fields may be added.
         */
        WebhookDelivery: {
            /**
             * Format: uuid
             * @description The `webhook-id`, which is the `id` of the change.
             */
            webhookId: string;
            /** @description The type of the change. Accept values that you do not know. */
            type?: "court_booking.created" | "court_booking.updated" | "court_booking.cancelled" | "court_booking.reinstated" | "court_booking.version_reset" | "user.created" | "user.updated" | "user.erased" | "organization_access.granted" | "organization_access.revoked" | "user_access.granted" | "user_access.revoked" | "court.created" | "court.updated" | "court.deactivated" | "webhook_endpoint.paused" | "webhook_endpoint.resumed" | (string & {});
            /**
             * Format: int64
             * @description The `sequence` of the change. `resendWebhookDeliveries` sends it again.
             */
            sequence?: number;
            /** @description `PENDING`: an attempt is pending. `DELIVERED`: you responded with 2xx. `FAILED`: abandoned after the last attempt. Accept values that you do not know. */
            status: "PENDING" | "DELIVERED" | "FAILED" | (string & {});
            /**
             * Format: date-time
             * @description When the next attempt is due, unless the endpoint is paused. In UTC, with three or six digits after the second, so it does not sort as text.
             */
            dueAt?: string;
            /**
             * Format: date-time
             * @description When you accepted it. In UTC, with three or six digits after the second, so it does not sort as text.
             */
            deliveredAt?: string;
            /** @description The attempts, newest first, at most the last 21. */
            attempts: {
                /**
                 * Format: date-time
                 * @description When the attempt began. In UTC, with three or six digits after the second, so it does not sort as text.
                 */
                timestamp: string;
                /** @description The status of your response. Absent if there was none, or if it is no status of HTTP. */
                status?: number;
                /** @description The time until your response. */
                milliseconds: number;
                /** @description Why there was no response, or why it was not accepted. Absent after a success. */
                failure?: string;
                /** @description The first 1,024 bytes of your response, as text, if the token may read the change. */
                response?: string;
            }[];
        };
        /**
         * ApiTokenPage
         * @description A page of tokens.
         */
        ApiTokenPage: {
            items: components["schemas"]["ApiToken"][];
            /** @description The cursor of the next page. Absent on the last page. */
            nextCursor?: string;
        };
        /**
         * ApiToken
         * @description One of your tokens, without its secret. New fields may be added.
         */
        ApiToken: {
            /** Format: uuid */
            id: string;
            /** @description The label that the operator gave the token. */
            label: string;
            /** @description Accept values that you do not know. */
            scopes: ("userwrite" | "court-bookingwrite" | "userread" | "court-bookingread" | "webhookwrite" | (string & {}))[];
            /** @description Accept values that you do not know. */
            status: "ACTIVE" | "EXPIRED" | "REVOKED" | (string & {});
            /** @description True for the token of this request. */
            isCurrent: boolean;
            /**
             * Format: date-time
             * @description In UTC, with three or six digits after the second, so it does not sort as text.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description Absent if the token does not expire. In UTC, with three or six digits after the second, so it does not sort as text.
             */
            expiresAt?: string;
            /**
             * Format: date-time
             * @description In UTC, with three or six digits after the second, so it does not sort as text.
             */
            revokedAt?: string;
            /** @description Present if no operator revoked it. `POSSESSION`: somebody who had it, so you or a finder. `SECRET_SCANNING`: GitHub found it. Accept values that you do not know. */
            revokedBecause?: "POSSESSION" | "SECRET_SCANNING" | (string & {});
            /**
             * Format: date-time
             * @description Accurate to a few seconds. Absent if the token was never used. In UTC, with three or six digits after the second, so it does not sort as text.
             */
            lastUsedAt?: string;
            /**
             * Format: uuid
             * @description The id of the token that replaced it in a rotation.
             */
            replacedBy?: string;
        };
        /**
         * RotatedApiToken
         * @description A new token, and the end of the one that it replaces.
         */
        RotatedApiToken: {
            /**
             * Format: uuid
             * @description The id of the new token.
             */
            id: string;
            /** @description The new token, for `Authorization`. The service does not store it. */
            secret: string;
            /**
             * Format: date-time
             * @description The new token is rejected from this time on, as the old one would have been. Absent if it does not expire. In UTC, with three or six digits after the second, so it does not sort as text.
             */
            expiresAt?: string;
            /**
             * Format: date-time
             * @description The old token is rejected from this time on. In UTC, with three or six digits after the second, so it does not sort as text.
             */
            formerExpiresAt: string;
        };
        /** RotateApiTokenConflictResponse */
        RotateApiTokenConflictResponse: {
            error: components["schemas"]["RotateApiTokenConflictError"];
        };
        /** RotateApiTokenConflictError */
        RotateApiTokenConflictError: components["schemas"]["ApiTokenNotActiveError"] | components["schemas"]["TooManyApiTokensError"];
        /**
         * ApiTokenNotActiveError
         * @description 409: the API token is revoked, expired, or already rotated.
         */
        ApiTokenNotActiveError: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "api_token_not_active";
            /** @description Human-readable. May change; branch on `type`. */
            message: string;
        };
        /**
         * TooManyApiTokensError
         * @description 409: the external service has 100 valid API tokens.
         */
        TooManyApiTokensError: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "too_many_api_tokens";
            /** @description Human-readable. May change; branch on `type`. */
            message: string;
        };
        /**
         * RevokedApiToken
         * @description The end of a token.
         */
        RevokedApiToken: {
            /**
             * @description The token is not valid, whether or not it ever was.
             * @constant
             */
            outcome: "revoked";
        };
        /**
         * RequestDetails
         * @description One of your requests and its outcome. New fields may be added.
         */
        RequestDetails: {
            /** @description The `X-Request-Id` of the response. It is your own if you sent one. */
            requestId: string;
            /**
             * Format: date-time
             * @description When the response was sent. In UTC, with three or six digits after the second, so it does not sort as text.
             */
            timestamp: string;
            /** @description The `operationId`. */
            operation: string;
            /** @description Your own id of the booking or the user that was named. */
            externalId?: string;
            /**
             * Format: date-time
             * @description As it was sent, if the request was well-formed. In UTC, with three or six digits after the second, so it does not sort as text.
             */
            externalUpdatedAt?: string;
            /**
             * Format: uuid
             * @description As it was sent, if the request was well-formed.
             */
            courtId?: string;
            /**
             * Format: date-time
             * @description As it was sent, if the request was well-formed. In UTC, with three or six digits after the second, so it does not sort as text.
             */
            startDate?: string;
            /**
             * Format: date-time
             * @description As it was sent, if the request was well-formed. In UTC, with three or six digits after the second, so it does not sort as text.
             */
            endDate?: string;
            /** @description The HTTP status of the response, or of the item. */
            status: number;
            response?: components["schemas"]["RecordedResponse"];
            /** @description How long the service took. */
            milliseconds: number;
            /** @description Of a batch: the number of its items. */
            itemCount?: number;
            /** @description Of a batch: the number of its rejected items. Each has a record of its own. */
            rejectedItemCount?: number;
            /** @description Of a rejected item of a batch: its index, from 0. Status and error are those of the item. */
            itemIndex?: number;
            /** @description True if the request asked that nothing is written. */
            dryRun?: boolean;
            /** @description The number of requests that the record stands for. Requests that the rate limit rejected have one record per second, token and operation, and so has a flood of other errors. It has the time and id of the first request, and no ids of bookings or users. */
            requestCount: number;
            /** @description The rejected items of a batch, in their order. Empty for any other request. */
            rejectedItems: components["schemas"]["RequestRecord"][];
        };
        /**
         * RecordedResponse
         * @description The error response, as you received it; absent if the request succeeded. Issues have no messages, and a message that could repeat a value of the request is replaced by a general one.
         */
        RecordedResponse: {
            error: {
                /** @description The error type. Accept values that you do not know. */
                type: string;
                message: string;
                issues?: {
                    /** @description Where: the parameter, or the field, then its keys and indexes. Empty: the whole body. */
                    path: (string | number)[];
                    /** @description Which kind of fault, such as `invalid_type` or `unrecognized_keys`. */
                    code: string;
                }[];
                stored?: components["schemas"]["StoredVersion"];
                /** @description By start; the first ten. */
                conflicts?: components["schemas"]["Conflict"][];
            };
        };
        /**
         * RequestRecord
         * @description One of your requests and its outcome, or a rejected item of a batch. Bodies are not recorded. New fields may be added.
         */
        RequestRecord: {
            /** @description The `X-Request-Id` of the response. It is your own if you sent one. */
            requestId: string;
            /**
             * Format: date-time
             * @description When the response was sent. In UTC, with three or six digits after the second, so it does not sort as text.
             */
            timestamp: string;
            /** @description The `operationId`. */
            operation: string;
            /** @description Your own id of the booking or the user that was named. */
            externalId?: string;
            /**
             * Format: date-time
             * @description As it was sent, if the request was well-formed. In UTC, with three or six digits after the second, so it does not sort as text.
             */
            externalUpdatedAt?: string;
            /**
             * Format: uuid
             * @description As it was sent, if the request was well-formed.
             */
            courtId?: string;
            /**
             * Format: date-time
             * @description As it was sent, if the request was well-formed. In UTC, with three or six digits after the second, so it does not sort as text.
             */
            startDate?: string;
            /**
             * Format: date-time
             * @description As it was sent, if the request was well-formed. In UTC, with three or six digits after the second, so it does not sort as text.
             */
            endDate?: string;
            /** @description The HTTP status of the response, or of the item. */
            status: number;
            response?: components["schemas"]["RecordedResponse"];
            /** @description How long the service took. */
            milliseconds: number;
            /** @description Of a batch: the number of its items. */
            itemCount?: number;
            /** @description Of a batch: the number of its rejected items. Each has a record of its own. */
            rejectedItemCount?: number;
            /** @description Of a rejected item of a batch: its index, from 0. Status and error are those of the item. */
            itemIndex?: number;
            /** @description True if the request asked that nothing is written. */
            dryRun?: boolean;
            /** @description The number of requests that the record stands for. Requests that the rate limit rejected have one record per second, token and operation, and so has a flood of other errors. It has the time and id of the first request, and no ids of bookings or users. */
            requestCount: number;
        };
        /** RequestNotFoundResponse */
        RequestNotFoundResponse: {
            error: components["schemas"]["RequestNotFoundError"];
        };
        /**
         * RequestNotFoundError
         * @description 404: no recorded request has this id.
         */
        RequestNotFoundError: {
            /** @constant */
            type: "request_not_found";
            /** @description Human-readable. May change; branch on `type`. */
            message: string;
        };
        /**
         * RequestRecordPage
         * @description A page of requests.
         */
        RequestRecordPage: {
            items: components["schemas"]["RequestRecord"][];
            /** @description The cursor of the next page. Absent on the last page. */
            nextCursor?: string;
        };
        /**
         * CourtBookingCreatedEvent
         * @description A booking was created.
         */
        CourtBookingCreatedEvent: {
            /** @constant */
            type: "court_booking.created";
            /**
             * Format: date-time
             * @description When the change was made. In UTC, with three or six digits after the second, so it does not sort as text.
             */
            timestamp: string;
            /**
             * Format: int64
             * @description The sequence number of the change. It is dense per external service and follows the order of the changes.
             */
            sequence: number;
            data: components["schemas"]["CourtBooking"];
        };
        /**
         * CourtBookingUpdatedEvent
         * @description A booking was updated. This includes a booking that the partner had cancelled and that is active again.
         */
        CourtBookingUpdatedEvent: {
            /** @constant */
            type: "court_booking.updated";
            /**
             * Format: date-time
             * @description When the change was made. In UTC, with three or six digits after the second, so it does not sort as text.
             */
            timestamp: string;
            /**
             * Format: int64
             * @description The sequence number of the change. It is dense per external service and follows the order of the changes.
             */
            sequence: number;
            data: components["schemas"]["CourtBooking"];
        };
        /**
         * CourtBookingCancelledEvent
         * @description A booking was cancelled, by the partner or by an operator.
         */
        CourtBookingCancelledEvent: {
            /** @constant */
            type: "court_booking.cancelled";
            /**
             * Format: date-time
             * @description When the change was made. In UTC, with three or six digits after the second, so it does not sort as text.
             */
            timestamp: string;
            /**
             * Format: int64
             * @description The sequence number of the change. It is dense per external service and follows the order of the changes.
             */
            sequence: number;
            data: components["schemas"]["CourtBooking"];
        };
        /**
         * CourtBookingReinstatedEvent
         * @description An operator took back the cancellation by operators. If the partner cancelled it too, the booking stays cancelled.
         */
        CourtBookingReinstatedEvent: {
            /** @constant */
            type: "court_booking.reinstated";
            /**
             * Format: date-time
             * @description When the change was made. In UTC, with three or six digits after the second, so it does not sort as text.
             */
            timestamp: string;
            /**
             * Format: int64
             * @description The sequence number of the change. It is dense per external service and follows the order of the changes.
             */
            sequence: number;
            data: components["schemas"]["CourtBooking"];
        };
        /**
         * CourtBookingVersionResetEvent
         * @description An operator reset the `externalUpdatedAt` that updates of a booking are compared with.
         */
        CourtBookingVersionResetEvent: {
            /** @constant */
            type: "court_booking.version_reset";
            /**
             * Format: date-time
             * @description When the change was made. In UTC, with three or six digits after the second, so it does not sort as text.
             */
            timestamp: string;
            /**
             * Format: int64
             * @description The sequence number of the change. It is dense per external service and follows the order of the changes.
             */
            sequence: number;
            data: components["schemas"]["CourtBooking"];
        };
        /**
         * UserCreatedEvent
         * @description A user was created.
         */
        UserCreatedEvent: {
            /** @constant */
            type: "user.created";
            /**
             * Format: date-time
             * @description When the change was made. In UTC, with three or six digits after the second, so it does not sort as text.
             */
            timestamp: string;
            /**
             * Format: int64
             * @description The sequence number of the change. It is dense per external service and follows the order of the changes.
             */
            sequence: number;
            data: components["schemas"]["User"];
        };
        /**
         * UserUpdatedEvent
         * @description A user was updated.
         */
        UserUpdatedEvent: {
            /** @constant */
            type: "user.updated";
            /**
             * Format: date-time
             * @description When the change was made. In UTC, with three or six digits after the second, so it does not sort as text.
             */
            timestamp: string;
            /**
             * Format: int64
             * @description The sequence number of the change. It is dense per external service and follows the order of the changes.
             */
            sequence: number;
            data: components["schemas"]["User"];
        };
        /**
         * UserErasedEvent
         * @description A user was erased.
         */
        UserErasedEvent: {
            /** @constant */
            type: "user.erased";
            /**
             * Format: date-time
             * @description When the change was made. In UTC, with three or six digits after the second, so it does not sort as text.
             */
            timestamp: string;
            /**
             * Format: int64
             * @description The sequence number of the change. It is dense per external service and follows the order of the changes.
             */
            sequence: number;
            data: components["schemas"]["User"];
        };
        /**
         * OrganizationAccessGrantedEvent
         * @description The external service may book the courts of an organization.
         */
        OrganizationAccessGrantedEvent: {
            /** @constant */
            type: "organization_access.granted";
            /**
             * Format: date-time
             * @description When the change was made. In UTC, with three or six digits after the second, so it does not sort as text.
             */
            timestamp: string;
            /**
             * Format: int64
             * @description The sequence number of the change. It is dense per external service and follows the order of the changes.
             */
            sequence: number;
            data: components["schemas"]["Organization"];
        };
        /**
         * OrganizationAccessRevokedEvent
         * @description The external service may no longer book the courts of an organization.
         */
        OrganizationAccessRevokedEvent: {
            /** @constant */
            type: "organization_access.revoked";
            /**
             * Format: date-time
             * @description When the change was made. In UTC, with three or six digits after the second, so it does not sort as text.
             */
            timestamp: string;
            /**
             * Format: int64
             * @description The sequence number of the change. It is dense per external service and follows the order of the changes.
             */
            sequence: number;
            data: components["schemas"]["Reference"];
        };
        /**
         * UserAccessGrantedEvent
         * @description The external service was granted access to a user.
         */
        UserAccessGrantedEvent: {
            /** @constant */
            type: "user_access.granted";
            /**
             * Format: date-time
             * @description When the change was made. In UTC, with three or six digits after the second, so it does not sort as text.
             */
            timestamp: string;
            /**
             * Format: int64
             * @description The sequence number of the change. It is dense per external service and follows the order of the changes.
             */
            sequence: number;
            data: components["schemas"]["User"];
        };
        /**
         * UserAccessRevokedEvent
         * @description The external service no longer has access to a user.
         */
        UserAccessRevokedEvent: {
            /** @constant */
            type: "user_access.revoked";
            /**
             * Format: date-time
             * @description When the change was made. In UTC, with three or six digits after the second, so it does not sort as text.
             */
            timestamp: string;
            /**
             * Format: int64
             * @description The sequence number of the change. It is dense per external service and follows the order of the changes.
             */
            sequence: number;
            data: components["schemas"]["Reference"];
        };
        /**
         * CourtCreatedEvent
         * @description An organization has a new court.
         */
        CourtCreatedEvent: {
            /** @constant */
            type: "court.created";
            /**
             * Format: date-time
             * @description When the change was made. In UTC, with three or six digits after the second, so it does not sort as text.
             */
            timestamp: string;
            /**
             * Format: int64
             * @description The sequence number of the change. It is dense per external service and follows the order of the changes.
             */
            sequence: number;
            data: components["schemas"]["Court"];
        };
        /**
         * CourtUpdatedEvent
         * @description A court was renamed or reactivated.
         */
        CourtUpdatedEvent: {
            /** @constant */
            type: "court.updated";
            /**
             * Format: date-time
             * @description When the change was made. In UTC, with three or six digits after the second, so it does not sort as text.
             */
            timestamp: string;
            /**
             * Format: int64
             * @description The sequence number of the change. It is dense per external service and follows the order of the changes.
             */
            sequence: number;
            data: components["schemas"]["Court"];
        };
        /**
         * CourtDeactivatedEvent
         * @description A court was deactivated. It accepts no new bookings; existing bookings remain.
         */
        CourtDeactivatedEvent: {
            /** @constant */
            type: "court.deactivated";
            /**
             * Format: date-time
             * @description When the change was made. In UTC, with three or six digits after the second, so it does not sort as text.
             */
            timestamp: string;
            /**
             * Format: int64
             * @description The sequence number of the change. It is dense per external service and follows the order of the changes.
             */
            sequence: number;
            data: components["schemas"]["Court"];
        };
        /**
         * WebhookEndpointPausedEvent
         * @description A webhook endpoint was paused, because it failed for too long or by an operator. It receives nothing until it is resumed.
         */
        WebhookEndpointPausedEvent: {
            /** @constant */
            type: "webhook_endpoint.paused";
            /**
             * Format: date-time
             * @description When the change was made. In UTC, with three or six digits after the second, so it does not sort as text.
             */
            timestamp: string;
            /**
             * Format: int64
             * @description The sequence number of the change. It is dense per external service and follows the order of the changes.
             */
            sequence: number;
            data: components["schemas"]["WebhookEndpoint"];
        };
        /**
         * WebhookEndpointResumedEvent
         * @description A webhook endpoint was resumed. It first receives what it missed.
         */
        WebhookEndpointResumedEvent: {
            /** @constant */
            type: "webhook_endpoint.resumed";
            /**
             * Format: date-time
             * @description When the change was made. In UTC, with three or six digits after the second, so it does not sort as text.
             */
            timestamp: string;
            /**
             * Format: int64
             * @description The sequence number of the change. It is dense per external service and follows the order of the changes.
             */
            sequence: number;
            data: components["schemas"]["WebhookEndpoint"];
        };
        /**
         * WebhookEndpointTestedEvent
         * @description An operator tests the endpoint. Nothing has changed. Respond with 2xx and do nothing else.
         */
        WebhookEndpointTestedEvent: {
            /** @constant */
            type: "webhook_endpoint.tested";
            /**
             * Format: date-time
             * @description When the change was made. In UTC, with three or six digits after the second, so it does not sort as text.
             */
            timestamp: string;
            /** Format: int64 */
            sequence: number;
            data: components["schemas"]["WebhookEndpoint"];
        };
        /** OtherChangeVariant */
        OtherChangeVariant: components["schemas"]["OtherChange"];
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: {
        /** @description The id of the request: the one that the caller sent if it is well-formed, otherwise a generated one. */
        "X-Request-Id": string;
        /** @description The rest of the limit in `RateLimit-Policy`: `r` is the number of requests left, `t` the seconds until the next one is allowed (draft-ietf-httpapi-ratelimit-headers). */
        RateLimit: string;
        /** @description The limit that applies: `q` requests in `w` seconds. `"token"` is the limit of the API token. `"address"` is the limit of requests without a valid token from one address (draft-ietf-httpapi-ratelimit-headers). */
        "RateLimit-Policy": string;
        /** @description The version in the response, in quotes. */
        ETag: string;
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
                /** @description Only users with this e-mail address: the whole address, in any case. */
                email?: string;
                /** @description Only the user that is linked to this id of your own. The length counts Unicode code points. Must be well-formed Unicode (no lone surrogates) without the character NUL. */
                externalUserId?: string;
                /** @description Only users whose `updatedAt` is at or after this time. To follow changes use `listChanges`, because a transaction that commits late can have an earlier `updatedAt`. RFC 3339 with an offset, in the years 2000 to 2100 (UTC). Leap seconds are rejected. At most nine digits after the second, of which the seventh to ninth must be 0. */
                updatedFrom?: string;
                /** @description Only users whose `updatedAt` is before this time. RFC 3339 with an offset, in the years 2000 to 2100 (UTC). Leap seconds are rejected. At most nine digits after the second, of which the seventh to ninth must be 0. */
                updatedTo?: string;
                /** @description The `nextCursor` of the previous page, unchanged. Without a cursor, the list starts at its beginning. The length counts Unicode code points. Must be well-formed Unicode (no lone surrogates) without the character NUL. */
                cursor?: string;
                /** @description The number of items per page. */
                limit?: number;
            };
            header?: {
                /** @description Returned in the response, and recorded in the log and for operators. Generated if absent. */
                "X-Request-Id"?: string;
            };
            path: {
                /** @description The id of your external service. `getToken` returns it. */
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
                     *           "email": "ada@example.com",
                     *           "externalUserId": "member-1815",
                     *           "managed": true,
                     *           "status": "ACTIVE",
                     *           "updatedAt": "2026-11-20T12:00:01.417802Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["UserPage"];
                };
            };
            /**
             * @description `invalid_schema`: request validation failed.
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
                    "application/json": components["schemas"]["ListUsersBadRequestResponse"];
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
                    "application/json": components["schemas"]["UnauthorizedResponse"];
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
                    "application/json": components["schemas"]["ForbiddenResponse"];
                };
            };
            /** @description `rate_limit_exceeded`: too many requests; `Retry-After` says when to continue. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitExceededResponse"];
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
                    "application/json": components["schemas"]["InternalServerErrorResponse"];
                };
            };
            /** @description `service_unavailable`: overloaded, or the database is unavailable; `Retry-After` says when to try again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceUnavailableResponse"];
                };
            };
        };
    };
    createUser: {
        parameters: {
            query?: never;
            header?: {
                /** @description Returned in the response, and recorded in the log and for operators. Generated if absent. */
                "X-Request-Id"?: string;
            };
            path: {
                /** @description The id of your external service. `getToken` returns it. */
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
            /** @description The same user was already linked. The response is the stored user; nothing changed. */
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
                    "application/json": components["schemas"]["InvalidSchemaResponse"];
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
                    "application/json": components["schemas"]["UnauthorizedResponse"];
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
                    "application/json": components["schemas"]["ForbiddenResponse"];
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
                    "application/json": components["schemas"]["CreateUserConflictResponse"];
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
                    "application/json": components["schemas"]["PayloadTooLargeResponse"];
                };
            };
            /** @description `unsupported_media_type`: the body is not JSON by its content type, or it is compressed. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnsupportedMediaTypeResponse"];
                };
            };
            /** @description `rate_limit_exceeded`: too many requests; `Retry-After` says when to continue. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitExceededResponse"];
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
                    "application/json": components["schemas"]["InternalServerErrorResponse"];
                };
            };
            /** @description `service_unavailable`: overloaded, or the database is unavailable; `Retry-After` says when to try again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceUnavailableResponse"];
                };
            };
        };
    };
    getCourtBooking: {
        parameters: {
            query?: never;
            header?: {
                /** @description Returned in the response, and recorded in the log and for operators. Generated if absent. */
                "X-Request-Id"?: string;
            };
            path: {
                /** @description The id of your external service. `getToken` returns it. */
                externalServiceId: string;
                /** @description Your own id of the booking, case-sensitive and never trimmed; not `.` and not `..`. The length counts Unicode code points. Must be well-formed Unicode (no lone surrogates) without the character NUL. */
                externalCourtBookingId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The stored booking. */
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
                    "application/json": components["schemas"]["InvalidSchemaResponse"];
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
                    "application/json": components["schemas"]["UnauthorizedResponse"];
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
                    "application/json": components["schemas"]["ForbiddenResponse"];
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
                    "application/json": components["schemas"]["CourtBookingNotFoundResponse"];
                };
            };
            /** @description `rate_limit_exceeded`: too many requests; `Retry-After` says when to continue. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitExceededResponse"];
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
                    "application/json": components["schemas"]["InternalServerErrorResponse"];
                };
            };
            /** @description `service_unavailable`: overloaded, or the database is unavailable; `Retry-After` says when to try again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceUnavailableResponse"];
                };
            };
        };
    };
    upsertCourtBooking: {
        parameters: {
            query?: {
                /** @description If true, nothing is written. Status and body are those that the same call would get now without it, and the header `Dry-Run: true` is added. It costs as many permits. */
                dryRun?: boolean;
            };
            header?: {
                /** @description Returned in the response, and recorded in the log and for operators. Generated if absent. */
                "X-Request-Id"?: string;
            };
            path: {
                /** @description The id of your external service. `getToken` returns it. */
                externalServiceId: string;
                /** @description Your own id of the booking, case-sensitive and never trimmed; not `.` and not `..`. The length counts Unicode code points. Must be well-formed Unicode (no lone surrogates) without the character NUL. */
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
            /** @description The booking was updated, or it was already stored with the same content and nothing changed. */
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
                    "application/json": components["schemas"]["UpsertCourtBookingBadRequestResponse"];
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
                    "application/json": components["schemas"]["UnauthorizedResponse"];
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
                    "application/json": components["schemas"]["UpsertCourtBookingForbiddenResponse"];
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
                    "application/json": components["schemas"]["CourtNotFoundResponse"];
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
                    "application/json": components["schemas"]["UpsertCourtBookingConflictResponse"];
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
                    "application/json": components["schemas"]["PayloadTooLargeResponse"];
                };
            };
            /** @description `unsupported_media_type`: the body is not JSON by its content type, or it is compressed. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnsupportedMediaTypeResponse"];
                };
            };
            /** @description `rate_limit_exceeded`: too many requests; `Retry-After` says when to continue. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitExceededResponse"];
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
                    "application/json": components["schemas"]["InternalServerErrorResponse"];
                };
            };
            /** @description `service_unavailable`: overloaded, or the database is unavailable; `Retry-After` says when to try again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceUnavailableResponse"];
                };
            };
        };
    };
    cancelCourtBooking: {
        parameters: {
            query: {
                /** @description When it was cancelled in your system, to the microsecond. RFC 3339 with an offset, in the years 2000 to 2100 (UTC). Leap seconds are rejected. At most nine digits after the second, of which the seventh to ninth must be 0. */
                externalUpdatedAt: string;
                /** @description If true, nothing is written. Status and body are those that the same call would get now without it, and the header `Dry-Run: true` is added. It costs as many permits. */
                dryRun?: boolean;
            };
            header?: {
                /** @description Returned in the response, and recorded in the log and for operators. Generated if absent. */
                "X-Request-Id"?: string;
            };
            path: {
                /** @description The id of your external service. `getToken` returns it. */
                externalServiceId: string;
                /** @description Your own id of the booking, case-sensitive and never trimmed; not `.` and not `..`. The length counts Unicode code points. Must be well-formed Unicode (no lone surrogates) without the character NUL. */
                externalCourtBookingId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The booking is cancelled, by this request or an earlier one. */
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
                    "application/json": components["schemas"]["InvalidSchemaResponse"];
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
                    "application/json": components["schemas"]["UnauthorizedResponse"];
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
                    "application/json": components["schemas"]["ForbiddenResponse"];
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
                    "application/json": components["schemas"]["StaleWriteResponse"];
                };
            };
            /** @description `rate_limit_exceeded`: too many requests; `Retry-After` says when to continue. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitExceededResponse"];
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
                    "application/json": components["schemas"]["InternalServerErrorResponse"];
                };
            };
            /** @description `service_unavailable`: overloaded, or the database is unavailable; `Retry-After` says when to try again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceUnavailableResponse"];
                };
            };
        };
    };
    getToken: {
        parameters: {
            query?: never;
            header?: {
                /** @description Returned in the response, and recorded in the log and for operators. Generated if absent. */
                "X-Request-Id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The token of the request. */
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
                     *           "name": "Demo Tennis Club",
                     *           "timeZone": "UTC"
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
                    "application/json": components["schemas"]["InvalidSchemaResponse"];
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
                    "application/json": components["schemas"]["UnauthorizedResponse"];
                };
            };
            /** @description `rate_limit_exceeded`: too many requests; `Retry-After` says when to continue. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitExceededResponse"];
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
                    "application/json": components["schemas"]["InternalServerErrorResponse"];
                };
            };
            /** @description `service_unavailable`: overloaded, or the database is unavailable; `Retry-After` says when to try again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceUnavailableResponse"];
                };
            };
        };
    };
    listCourtBookings: {
        parameters: {
            query?: {
                /** @description Only bookings of this court. */
                courtId?: string;
                /** @description Only bookings that end after this time. RFC 3339 with an offset, in the years 2000 to 2100 (UTC). Leap seconds are rejected. At most nine digits after the second, of which the seventh to ninth must be 0. */
                from?: string;
                /** @description Only bookings that start before this time. RFC 3339 with an offset, in the years 2000 to 2100 (UTC). Leap seconds are rejected. At most nine digits after the second, of which the seventh to ninth must be 0. */
                to?: string;
                /** @description Only bookings whose `updatedAt` is at or after this time. To follow changes use `listChanges`, because a transaction that commits late can have an earlier `updatedAt`. RFC 3339 with an offset, in the years 2000 to 2100 (UTC). Leap seconds are rejected. At most nine digits after the second, of which the seventh to ninth must be 0. */
                updatedFrom?: string;
                /** @description Only bookings whose `updatedAt` is before this time. RFC 3339 with an offset, in the years 2000 to 2100 (UTC). Leap seconds are rejected. At most nine digits after the second, of which the seventh to ninth must be 0. */
                updatedTo?: string;
                /** @description Only bookings with this status. */
                status?: "ACTIVE" | "CANCELLED" | "ANY";
                /** @description Only bookings that name this user by id, or by email address if your external service has access to the user. */
                participantUserId?: string;
                /** @description Only bookings that name this email address, or by id a user with this address to whom your external service has access. */
                participantEmail?: string;
                /** @description The number of items per page. */
                limit?: number;
                /** @description The `nextCursor` of the previous page, unchanged. Without a cursor, the list starts at its beginning. The length counts Unicode code points. Must be well-formed Unicode (no lone surrogates) without the character NUL. */
                cursor?: string;
            };
            header?: {
                /** @description Returned in the response, and recorded in the log and for operators. Generated if absent. */
                "X-Request-Id"?: string;
            };
            path: {
                /** @description The id of your external service. `getToken` returns it. */
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
                    "application/json": components["schemas"]["ListCourtBookingsBadRequestResponse"];
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
                    "application/json": components["schemas"]["UnauthorizedResponse"];
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
                    "application/json": components["schemas"]["ForbiddenResponse"];
                };
            };
            /** @description `rate_limit_exceeded`: too many requests; `Retry-After` says when to continue. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitExceededResponse"];
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
                    "application/json": components["schemas"]["InternalServerErrorResponse"];
                };
            };
            /** @description `service_unavailable`: overloaded, or the database is unavailable; `Retry-After` says when to try again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceUnavailableResponse"];
                };
            };
        };
    };
    batchCourtBookings: {
        parameters: {
            query?: {
                /** @description If true, nothing is written. Status and body are those that the same call would get now without it, and the header `Dry-Run: true` is added. It costs as many permits. */
                dryRun?: boolean;
            };
            header?: {
                /** @description Returned in the response, and recorded in the log and for operators. Generated if absent. */
                "X-Request-Id"?: string;
                /** @description `return=minimal`: the response does not repeat what was sent (RFC 7240). Other preferences are ignored. */
                Prefer?: string;
            };
            path: {
                /** @description The id of your external service. `getToken` returns it. */
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
            /** @description The result of each item. */
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
                    "application/json": components["schemas"]["InvalidSchemaResponse"];
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
                    "application/json": components["schemas"]["UnauthorizedResponse"];
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
                    "application/json": components["schemas"]["ForbiddenResponse"];
                };
            };
            /** @description `batch_refused`: an item of an atomic batch was rejected, so no item was written. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BatchRefusedResponse"];
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
                    "application/json": components["schemas"]["PayloadTooLargeResponse"];
                };
            };
            /** @description `unsupported_media_type`: the body is not JSON by its content type, or it is compressed. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnsupportedMediaTypeResponse"];
                };
            };
            /** @description `rate_limit_exceeded`: too many requests; `Retry-After` says when to continue. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitExceededResponse"];
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
                    "application/json": components["schemas"]["InternalServerErrorResponse"];
                };
            };
            /** @description `service_unavailable`: overloaded, or the database is unavailable; `Retry-After` says when to try again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceUnavailableResponse"];
                };
            };
        };
    };
    listCourts: {
        parameters: {
            query?: {
                /** @description Only courts of this organization. The list is empty if access was not granted. */
                organizationId?: string;
                /** @description The number of items per page. */
                limit?: number;
                /** @description The `nextCursor` of the previous page, unchanged. Without a cursor, the list starts at its beginning. The length counts Unicode code points. Must be well-formed Unicode (no lone surrogates) without the character NUL. */
                cursor?: string;
            };
            header?: {
                /** @description Returned in the response, and recorded in the log and for operators. Generated if absent. */
                "X-Request-Id"?: string;
            };
            path: {
                /** @description The id of your external service. `getToken` returns it. */
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
                     *             "name": "Demo Tennis Club",
                     *             "timeZone": "UTC"
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
                    "application/json": components["schemas"]["InvalidSchemaResponse"];
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
                    "application/json": components["schemas"]["UnauthorizedResponse"];
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
                    "application/json": components["schemas"]["ForbiddenResponse"];
                };
            };
            /** @description `rate_limit_exceeded`: too many requests; `Retry-After` says when to continue. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitExceededResponse"];
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
                    "application/json": components["schemas"]["InternalServerErrorResponse"];
                };
            };
            /** @description `service_unavailable`: overloaded, or the database is unavailable; `Retry-After` says when to try again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceUnavailableResponse"];
                };
            };
        };
    };
    getCourtOccupancy: {
        parameters: {
            query: {
                /** @description The start of the range. RFC 3339 with an offset, in the years 2000 to 2100 (UTC). Leap seconds are rejected. At most nine digits after the second, of which the seventh to ninth must be 0. */
                from: string;
                /** @description The end of the range: after `from`, by at most 31 days. RFC 3339 with an offset, in the years 2000 to 2100 (UTC). Leap seconds are rejected. At most nine digits after the second, of which the seventh to ninth must be 0. */
                to: string;
            };
            header?: {
                /** @description Returned in the response, and recorded in the log and for operators. Generated if absent. */
                "X-Request-Id"?: string;
            };
            path: {
                /** @description The id of your external service. `getToken` returns it. */
                externalServiceId: string;
                /** @description The court. */
                courtId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The times when the court is occupied. */
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
                    "application/json": components["schemas"]["GetCourtOccupancyBadRequestResponse"];
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
                    "application/json": components["schemas"]["UnauthorizedResponse"];
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
                    "application/json": components["schemas"]["GetCourtOccupancyForbiddenResponse"];
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
                    "application/json": components["schemas"]["CourtNotFoundResponse"];
                };
            };
            /** @description `rate_limit_exceeded`: too many requests; `Retry-After` says when to continue. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitExceededResponse"];
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
                    "application/json": components["schemas"]["InternalServerErrorResponse"];
                };
            };
            /** @description `service_unavailable`: overloaded, or the database is unavailable; `Retry-After` says when to try again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceUnavailableResponse"];
                };
            };
        };
    };
    getOrganizationOccupancy: {
        parameters: {
            query: {
                /** @description The start of the range. RFC 3339 with an offset, in the years 2000 to 2100 (UTC). Leap seconds are rejected. At most nine digits after the second, of which the seventh to ninth must be 0. */
                from: string;
                /** @description The end of the range: after `from`, by at most 31 days. RFC 3339 with an offset, in the years 2000 to 2100 (UTC). Leap seconds are rejected. At most nine digits after the second, of which the seventh to ninth must be 0. */
                to: string;
                /** @description The `version` of the copy that you have. Ignored with `If-None-Match`. */
                version?: string;
                /** @description The maximum number of seconds that the response waits for a change if your version is current. */
                wait?: number;
            };
            header?: {
                /** @description Returned in the response, and recorded in the log and for operators. Generated if absent. */
                "X-Request-Id"?: string;
                /** @description The `ETag` of the copy that you have (RFC 9110, section 13.1.2). If it is current, the response is 304. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The id of your external service. `getToken` returns it. */
                externalServiceId: string;
                /** @description The organization. */
                organizationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The times when the courts are occupied. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "version": "5f0c2b9a-1d7e-4c3a-9b8e-2f6d1a7c4e90",
                     *       "courts": [
                     *         {
                     *           "courtId": "01990b2e-6f6c-7c1e-9a53-0f2a5a6f1c03",
                     *           "occupied": [
                     *             {
                     *               "startDate": "2026-12-01T09:00:00.000Z",
                     *               "endDate": "2026-12-01T10:00:00.000Z"
                     *             }
                     *           ]
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["OrganizationOccupancy"];
                };
            };
            /** @description The copy in `If-None-Match` is current. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
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
                    "application/json": components["schemas"]["GetCourtOccupancyBadRequestResponse"];
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
                    "application/json": components["schemas"]["UnauthorizedResponse"];
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
                    "application/json": components["schemas"]["GetCourtOccupancyForbiddenResponse"];
                };
            };
            /** @description `rate_limit_exceeded`: too many requests; `Retry-After` says when to continue. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitExceededResponse"];
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
                    "application/json": components["schemas"]["InternalServerErrorResponse"];
                };
            };
            /** @description `service_unavailable`: overloaded, or the database is unavailable; `Retry-After` says when to try again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceUnavailableResponse"];
                };
            };
        };
    };
    getUser: {
        parameters: {
            query?: never;
            header?: {
                /** @description Returned in the response, and recorded in the log and for operators. Generated if absent. */
                "X-Request-Id"?: string;
            };
            path: {
                /** @description The id of your external service. `getToken` returns it. */
                externalServiceId: string;
                /** @description The `id` of the user. */
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
                     *       "email": "ada@example.com",
                     *       "externalUserId": "member-1815",
                     *       "managed": true,
                     *       "status": "ACTIVE",
                     *       "updatedAt": "2026-11-20T12:00:01.417802Z"
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
                    "application/json": components["schemas"]["InvalidSchemaResponse"];
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
                    "application/json": components["schemas"]["UnauthorizedResponse"];
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
                    "application/json": components["schemas"]["GetUserForbiddenResponse"];
                };
            };
            /** @description `rate_limit_exceeded`: too many requests; `Retry-After` says when to continue. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitExceededResponse"];
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
                    "application/json": components["schemas"]["InternalServerErrorResponse"];
                };
            };
            /** @description `service_unavailable`: overloaded, or the database is unavailable; `Retry-After` says when to try again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceUnavailableResponse"];
                };
            };
        };
    };
    eraseUser: {
        parameters: {
            query?: never;
            header?: {
                /** @description Returned in the response, and recorded in the log and for operators. Generated if absent. */
                "X-Request-Id"?: string;
            };
            path: {
                /** @description The id of your external service. `getToken` returns it. */
                externalServiceId: string;
                /** @description The `id` of the user. */
                userId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The user is erased, by this request or an earlier one. */
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
                    "application/json": components["schemas"]["InvalidSchemaResponse"];
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
                    "application/json": components["schemas"]["UnauthorizedResponse"];
                };
            };
            /**
             * @description `scope_permission_denied`: insufficient permissions.
             *
             *     `external_service_access_denied`: token does not match the requested external service.
             *
             *     `user_access_denied`: service is not granted access to the user.
             *
             *     `user_not_managed`: the user is accessible, but another external service manages it.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UpdateUserForbiddenResponse"];
                };
            };
            /** @description `rate_limit_exceeded`: too many requests; `Retry-After` says when to continue. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitExceededResponse"];
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
                    "application/json": components["schemas"]["InternalServerErrorResponse"];
                };
            };
            /** @description `service_unavailable`: overloaded, or the database is unavailable; `Retry-After` says when to try again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceUnavailableResponse"];
                };
            };
        };
    };
    updateUser: {
        parameters: {
            query?: never;
            header?: {
                /** @description Returned in the response, and recorded in the log and for operators. Generated if absent. */
                "X-Request-Id"?: string;
            };
            path: {
                /** @description The id of your external service. `getToken` returns it. */
                externalServiceId: string;
                /** @description The `id` of the user. */
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
            /** @description The updated user. */
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
                     *       "email": "ada@example.com",
                     *       "externalUserId": "member-1815",
                     *       "managed": true,
                     *       "status": "ACTIVE",
                     *       "updatedAt": "2026-11-20T12:00:01.417802Z"
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
                    "application/json": components["schemas"]["InvalidSchemaResponse"];
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
                    "application/json": components["schemas"]["UnauthorizedResponse"];
                };
            };
            /**
             * @description `scope_permission_denied`: insufficient permissions.
             *
             *     `external_service_access_denied`: token does not match the requested external service.
             *
             *     `user_access_denied`: service is not granted access to the user.
             *
             *     `user_not_managed`: the user is accessible, but another external service manages it.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UpdateUserForbiddenResponse"];
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
                    "application/json": components["schemas"]["CreateUserConflictResponse"];
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
                    "application/json": components["schemas"]["PayloadTooLargeResponse"];
                };
            };
            /** @description `unsupported_media_type`: the body is not JSON by its content type, or it is compressed. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnsupportedMediaTypeResponse"];
                };
            };
            /** @description `rate_limit_exceeded`: too many requests; `Retry-After` says when to continue. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitExceededResponse"];
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
                    "application/json": components["schemas"]["InternalServerErrorResponse"];
                };
            };
            /** @description `service_unavailable`: overloaded, or the database is unavailable; `Retry-After` says when to try again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceUnavailableResponse"];
                };
            };
        };
    };
    getUserByExternalId: {
        parameters: {
            query?: never;
            header?: {
                /** @description Returned in the response, and recorded in the log and for operators. Generated if absent. */
                "X-Request-Id"?: string;
            };
            path: {
                /** @description The id of your external service. `getToken` returns it. */
                externalServiceId: string;
                /** @description Your own id, case-sensitive and never trimmed; not `.` and not `..`. The length counts Unicode code points. Must be well-formed Unicode (no lone surrogates) without the character NUL. */
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
                     *       "email": "ada@example.com",
                     *       "externalUserId": "member-1815",
                     *       "managed": true,
                     *       "status": "ACTIVE",
                     *       "updatedAt": "2026-11-20T12:00:01.417802Z"
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
                    "application/json": components["schemas"]["InvalidSchemaResponse"];
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
                    "application/json": components["schemas"]["UnauthorizedResponse"];
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
                    "application/json": components["schemas"]["GetUserForbiddenResponse"];
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
                    "application/json": components["schemas"]["UserNotFoundResponse"];
                };
            };
            /** @description `rate_limit_exceeded`: too many requests; `Retry-After` says when to continue. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitExceededResponse"];
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
                    "application/json": components["schemas"]["InternalServerErrorResponse"];
                };
            };
            /** @description `service_unavailable`: overloaded, or the database is unavailable; `Retry-After` says when to try again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceUnavailableResponse"];
                };
            };
        };
    };
    upsertUser: {
        parameters: {
            query?: never;
            header?: {
                /** @description Returned in the response, and recorded in the log and for operators. Generated if absent. */
                "X-Request-Id"?: string;
            };
            path: {
                /** @description The id of your external service. `getToken` returns it. */
                externalServiceId: string;
                /** @description Your own id of the user, case-sensitive and never trimmed; not `.` and not `..`. Must not be linked to a different user. The length counts Unicode code points. Must be well-formed Unicode (no lone surrogates) without the character NUL. */
                externalUserId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpsertUserRequest"];
            };
        };
        responses: {
            /** @description The user was updated, or had these values already. */
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
                     *       "email": "ada@example.com",
                     *       "externalUserId": "member-1815",
                     *       "managed": true,
                     *       "status": "ACTIVE",
                     *       "updatedAt": "2026-11-20T12:00:01.417802Z"
                     *     }
                     */
                    "application/json": components["schemas"]["User"];
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
                     *       "birthday": "1985-12-10T00:00:00.000Z",
                     *       "email": "ada@example.com",
                     *       "externalUserId": "member-1815",
                     *       "managed": true,
                     *       "status": "ACTIVE",
                     *       "updatedAt": "2026-11-20T12:00:01.417802Z"
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
                    "application/json": components["schemas"]["InvalidSchemaResponse"];
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
                    "application/json": components["schemas"]["UnauthorizedResponse"];
                };
            };
            /**
             * @description `scope_permission_denied`: insufficient permissions.
             *
             *     `external_service_access_denied`: token does not match the requested external service.
             *
             *     `user_access_denied`: service is not granted access to the user.
             *
             *     `user_not_managed`: the user is accessible, but another external service manages it.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UpdateUserForbiddenResponse"];
                };
            };
            /** @description `email_already_in_use`: submitted email is already linked to a different user. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmailAlreadyInUseResponse"];
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
                    "application/json": components["schemas"]["PayloadTooLargeResponse"];
                };
            };
            /** @description `unsupported_media_type`: the body is not JSON by its content type, or it is compressed. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnsupportedMediaTypeResponse"];
                };
            };
            /** @description `rate_limit_exceeded`: too many requests; `Retry-After` says when to continue. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitExceededResponse"];
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
                    "application/json": components["schemas"]["InternalServerErrorResponse"];
                };
            };
            /** @description `service_unavailable`: overloaded, or the database is unavailable; `Retry-After` says when to try again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceUnavailableResponse"];
                };
            };
        };
    };
    batchUsers: {
        parameters: {
            query?: never;
            header?: {
                /** @description Returned in the response, and recorded in the log and for operators. Generated if absent. */
                "X-Request-Id"?: string;
                /** @description `return=minimal`: the response does not repeat what was sent (RFC 7240). Other preferences are ignored. */
                Prefer?: string;
            };
            path: {
                /** @description The id of your external service. `getToken` returns it. */
                externalServiceId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BatchUsersRequest"];
            };
        };
        responses: {
            /** @description The result of each item. */
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
                     *         "unchanged": 0,
                     *         "erased": 1,
                     *         "refused": 0
                     *       },
                     *       "results": [
                     *         {
                     *           "status": 201,
                     *           "outcome": "created"
                     *         },
                     *         {
                     *           "status": 200,
                     *           "outcome": "erased",
                     *           "erased": {
                     *             "id": "01990b2e-6f6c-7c1e-9a53-0f2a5a6f1c01",
                     *             "status": "ERASED"
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["BatchUsersResponse"];
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
                    "application/json": components["schemas"]["InvalidSchemaResponse"];
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
                    "application/json": components["schemas"]["UnauthorizedResponse"];
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
                    "application/json": components["schemas"]["ForbiddenResponse"];
                };
            };
            /** @description `batch_refused`: an item of an atomic batch was rejected, so no item was written. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BatchRefusedResponse"];
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
                    "application/json": components["schemas"]["PayloadTooLargeResponse"];
                };
            };
            /** @description `unsupported_media_type`: the body is not JSON by its content type, or it is compressed. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnsupportedMediaTypeResponse"];
                };
            };
            /** @description `rate_limit_exceeded`: too many requests; `Retry-After` says when to continue. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitExceededResponse"];
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
                    "application/json": components["schemas"]["InternalServerErrorResponse"];
                };
            };
            /** @description `service_unavailable`: overloaded, or the database is unavailable; `Retry-After` says when to try again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceUnavailableResponse"];
                };
            };
        };
    };
    listChanges: {
        parameters: {
            query?: {
                /** @description The `nextCursor` of the previous page, unchanged. `latest` returns an empty page and the current cursor. Without a cursor, the feed begins at the oldest change that is kept. The length counts Unicode code points. Must be well-formed Unicode (no lone surrogates) without the character NUL. */
                cursor?: string;
                /** @description The number of items per page. */
                limit?: number;
                /** @description The maximum number of seconds that the response waits for the next change if there is none to return. `latest` never waits. */
                wait?: number;
            };
            header?: {
                /** @description Returned in the response, and recorded in the log and for operators. Generated if absent. */
                "X-Request-Id"?: string;
            };
            path: {
                /** @description The id of your external service. `getToken` returns it. */
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
                    "application/json": components["schemas"]["InvalidSchemaResponse"];
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
                    "application/json": components["schemas"]["UnauthorizedResponse"];
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
                    "application/json": components["schemas"]["ForbiddenResponse"];
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
                    "application/json": components["schemas"]["CursorExpiredResponse"];
                };
            };
            /** @description `rate_limit_exceeded`: too many requests; `Retry-After` says when to continue. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitExceededResponse"];
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
                    "application/json": components["schemas"]["InternalServerErrorResponse"];
                };
            };
            /** @description `service_unavailable`: overloaded, or the database is unavailable; `Retry-After` says when to try again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceUnavailableResponse"];
                };
            };
        };
    };
    listWebhookEndpoints: {
        parameters: {
            query?: never;
            header?: {
                /** @description Returned in the response, and recorded in the log and for operators. Generated if absent. */
                "X-Request-Id"?: string;
            };
            path: {
                /** @description The id of your external service. `getToken` returns it. */
                externalServiceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All endpoints. */
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
                    "application/json": components["schemas"]["InvalidSchemaResponse"];
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
                    "application/json": components["schemas"]["UnauthorizedResponse"];
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
                    "application/json": components["schemas"]["ForbiddenResponse"];
                };
            };
            /** @description `rate_limit_exceeded`: too many requests; `Retry-After` says when to continue. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitExceededResponse"];
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
                    "application/json": components["schemas"]["InternalServerErrorResponse"];
                };
            };
            /** @description `service_unavailable`: overloaded, or the database is unavailable; `Retry-After` says when to try again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceUnavailableResponse"];
                };
            };
        };
    };
    createWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: {
                /** @description Returned in the response, and recorded in the log and for operators. Generated if absent. */
                "X-Request-Id"?: string;
            };
            path: {
                /** @description The id of your external service. `getToken` returns it. */
                externalServiceId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateWebhookEndpointRequest"];
            };
        };
        responses: {
            /** @description The same endpoint exists. Nothing changed. */
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
                     *       "id": "01990b2e-7f6c-7c1e-9a53-0f2a5a6f1c07",
                     *       "secret": "whsec_…"
                     *     }
                     */
                    "application/json": components["schemas"]["IssuedWebhookSecret"];
                };
            };
            /** @description The endpoint was created. */
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
                     *       "id": "01990b2e-7f6c-7c1e-9a53-0f2a5a6f1c07",
                     *       "secret": "whsec_…"
                     *     }
                     */
                    "application/json": components["schemas"]["IssuedWebhookSecret"];
                };
            };
            /**
             * @description `invalid_schema`: request validation failed.
             *
             *     `webhook_url_refused`: the address of a webhook endpoint is not allowed; the message says why.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreateWebhookEndpointBadRequestResponse"];
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
                    "application/json": components["schemas"]["UnauthorizedResponse"];
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
                    "application/json": components["schemas"]["ForbiddenResponse"];
                };
            };
            /**
             * @description `too_many_webhook_endpoints`: the external service has 20 webhook endpoints.
             *
             *     `webhook_secrets_key_missing`: no key is configured to encrypt webhook secrets.
             *
             *     `webhook_secret_unreadable`: a secret of a webhook endpoint was encrypted by another key.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreateWebhookEndpointConflictResponse"];
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
                    "application/json": components["schemas"]["PayloadTooLargeResponse"];
                };
            };
            /** @description `unsupported_media_type`: the body is not JSON by its content type, or it is compressed. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnsupportedMediaTypeResponse"];
                };
            };
            /** @description `rate_limit_exceeded`: too many requests; `Retry-After` says when to continue. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitExceededResponse"];
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
                    "application/json": components["schemas"]["InternalServerErrorResponse"];
                };
            };
            /** @description `service_unavailable`: overloaded, or the database is unavailable; `Retry-After` says when to try again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceUnavailableResponse"];
                };
            };
        };
    };
    deleteWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: {
                /** @description Returned in the response, and recorded in the log and for operators. Generated if absent. */
                "X-Request-Id"?: string;
            };
            path: {
                /** @description The id of your external service. `getToken` returns it. */
                externalServiceId: string;
                /** @description The `id` of the webhook endpoint. */
                webhookEndpointId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The endpoint is deleted. */
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
                     *       "id": "01990b2e-7f6c-7c1e-9a53-0f2a5a6f1c07",
                     *       "status": "DELETED"
                     *     }
                     */
                    "application/json": components["schemas"]["DeletedWebhookEndpoint"];
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
                    "application/json": components["schemas"]["InvalidSchemaResponse"];
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
                    "application/json": components["schemas"]["UnauthorizedResponse"];
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
                    "application/json": components["schemas"]["ForbiddenResponse"];
                };
            };
            /** @description `webhook_endpoint_not_found`: no webhook endpoint has this id. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpointNotFoundResponse"];
                };
            };
            /** @description `rate_limit_exceeded`: too many requests; `Retry-After` says when to continue. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitExceededResponse"];
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
                    "application/json": components["schemas"]["InternalServerErrorResponse"];
                };
            };
            /** @description `service_unavailable`: overloaded, or the database is unavailable; `Retry-After` says when to try again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceUnavailableResponse"];
                };
            };
        };
    };
    updateWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: {
                /** @description Returned in the response, and recorded in the log and for operators. Generated if absent. */
                "X-Request-Id"?: string;
            };
            path: {
                /** @description The id of your external service. `getToken` returns it. */
                externalServiceId: string;
                /** @description The `id` of the webhook endpoint. */
                webhookEndpointId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateWebhookEndpointRequest"];
            };
        };
        responses: {
            /** @description The endpoint has these values. */
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
                     *       "id": "01990b2e-7f6c-7c1e-9a53-0f2a5a6f1c07"
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookEndpointId"];
                };
            };
            /**
             * @description `invalid_schema`: request validation failed.
             *
             *     `webhook_url_refused`: the address of a webhook endpoint is not allowed; the message says why.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreateWebhookEndpointBadRequestResponse"];
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
                    "application/json": components["schemas"]["UnauthorizedResponse"];
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
                    "application/json": components["schemas"]["ForbiddenResponse"];
                };
            };
            /** @description `webhook_endpoint_not_found`: no webhook endpoint has this id. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpointNotFoundResponse"];
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
                    "application/json": components["schemas"]["PayloadTooLargeResponse"];
                };
            };
            /** @description `unsupported_media_type`: the body is not JSON by its content type, or it is compressed. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnsupportedMediaTypeResponse"];
                };
            };
            /** @description `rate_limit_exceeded`: too many requests; `Retry-After` says when to continue. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitExceededResponse"];
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
                    "application/json": components["schemas"]["InternalServerErrorResponse"];
                };
            };
            /** @description `service_unavailable`: overloaded, or the database is unavailable; `Retry-After` says when to try again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceUnavailableResponse"];
                };
            };
        };
    };
    testWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: {
                /** @description Returned in the response, and recorded in the log and for operators. Generated if absent. */
                "X-Request-Id"?: string;
            };
            path: {
                /** @description The id of your external service. `getToken` returns it. */
                externalServiceId: string;
                /** @description The `id` of the webhook endpoint. */
                webhookEndpointId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The event was sent. `status` shows how your endpoint responded. */
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
                     *       "webhookId": "01990b2e-7f6c-7c1e-9a53-0f2a5a6f1c0a",
                     *       "status": 204,
                     *       "milliseconds": 87,
                     *       "response": ""
                     *     }
                     */
                    "application/json": components["schemas"]["TestedWebhookEndpoint"];
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
                    "application/json": components["schemas"]["InvalidSchemaResponse"];
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
                    "application/json": components["schemas"]["UnauthorizedResponse"];
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
                    "application/json": components["schemas"]["ForbiddenResponse"];
                };
            };
            /** @description `webhook_endpoint_not_found`: no webhook endpoint has this id. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpointNotFoundResponse"];
                };
            };
            /**
             * @description `webhook_secrets_key_missing`: no key is configured to encrypt webhook secrets.
             *
             *     `webhook_secret_unreadable`: a secret of a webhook endpoint was encrypted by another key.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TestWebhookEndpointConflictResponse"];
                };
            };
            /** @description `rate_limit_exceeded`: too many requests; `Retry-After` says when to continue. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitExceededResponse"];
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
                    "application/json": components["schemas"]["InternalServerErrorResponse"];
                };
            };
            /** @description `service_unavailable`: overloaded, or the database is unavailable; `Retry-After` says when to try again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceUnavailableResponse"];
                };
            };
        };
    };
    rotateWebhookSecret: {
        parameters: {
            query?: never;
            header?: {
                /** @description Returned in the response, and recorded in the log and for operators. Generated if absent. */
                "X-Request-Id"?: string;
            };
            path: {
                /** @description The id of your external service. `getToken` returns it. */
                externalServiceId: string;
                /** @description The `id` of the webhook endpoint. */
                webhookEndpointId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RotateWebhookSecretRequest"];
            };
        };
        responses: {
            /** @description The secret of an earlier call, whose overlap has not ended. Nothing changed. */
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
                     *       "id": "01990b2e-7f6c-7c1e-9a53-0f2a5a6f1c07",
                     *       "secret": "whsec_…"
                     *     }
                     */
                    "application/json": components["schemas"]["IssuedWebhookSecret"];
                };
            };
            /** @description The secret was made. */
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
                     *       "id": "01990b2e-7f6c-7c1e-9a53-0f2a5a6f1c07",
                     *       "secret": "whsec_…"
                     *     }
                     */
                    "application/json": components["schemas"]["IssuedWebhookSecret"];
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
                    "application/json": components["schemas"]["InvalidSchemaResponse"];
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
                    "application/json": components["schemas"]["UnauthorizedResponse"];
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
                    "application/json": components["schemas"]["ForbiddenResponse"];
                };
            };
            /** @description `webhook_endpoint_not_found`: no webhook endpoint has this id. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpointNotFoundResponse"];
                };
            };
            /**
             * @description `webhook_secrets_key_missing`: no key is configured to encrypt webhook secrets.
             *
             *     `webhook_secret_unreadable`: a secret of a webhook endpoint was encrypted by another key.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TestWebhookEndpointConflictResponse"];
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
                    "application/json": components["schemas"]["PayloadTooLargeResponse"];
                };
            };
            /** @description `unsupported_media_type`: the body is not JSON by its content type, or it is compressed. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnsupportedMediaTypeResponse"];
                };
            };
            /** @description `rate_limit_exceeded`: too many requests; `Retry-After` says when to continue. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitExceededResponse"];
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
                    "application/json": components["schemas"]["InternalServerErrorResponse"];
                };
            };
            /** @description `service_unavailable`: overloaded, or the database is unavailable; `Retry-After` says when to try again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceUnavailableResponse"];
                };
            };
        };
    };
    pauseWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: {
                /** @description Returned in the response, and recorded in the log and for operators. Generated if absent. */
                "X-Request-Id"?: string;
            };
            path: {
                /** @description The id of your external service. `getToken` returns it. */
                externalServiceId: string;
                /** @description The `id` of the webhook endpoint. */
                webhookEndpointId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The endpoint is paused. */
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
                     *       "id": "01990b2e-7f6c-7c1e-9a53-0f2a5a6f1c07"
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookEndpointId"];
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
                    "application/json": components["schemas"]["InvalidSchemaResponse"];
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
                    "application/json": components["schemas"]["UnauthorizedResponse"];
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
                    "application/json": components["schemas"]["ForbiddenResponse"];
                };
            };
            /** @description `webhook_endpoint_not_found`: no webhook endpoint has this id. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpointNotFoundResponse"];
                };
            };
            /** @description `rate_limit_exceeded`: too many requests; `Retry-After` says when to continue. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitExceededResponse"];
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
                    "application/json": components["schemas"]["InternalServerErrorResponse"];
                };
            };
            /** @description `service_unavailable`: overloaded, or the database is unavailable; `Retry-After` says when to try again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceUnavailableResponse"];
                };
            };
        };
    };
    resumeWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: {
                /** @description Returned in the response, and recorded in the log and for operators. Generated if absent. */
                "X-Request-Id"?: string;
            };
            path: {
                /** @description The id of your external service. `getToken` returns it. */
                externalServiceId: string;
                /** @description The `id` of the webhook endpoint. */
                webhookEndpointId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The endpoint is active. */
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
                     *       "id": "01990b2e-7f6c-7c1e-9a53-0f2a5a6f1c07"
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookEndpointId"];
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
                    "application/json": components["schemas"]["InvalidSchemaResponse"];
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
                    "application/json": components["schemas"]["UnauthorizedResponse"];
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
                    "application/json": components["schemas"]["ForbiddenResponse"];
                };
            };
            /** @description `webhook_endpoint_not_found`: no webhook endpoint has this id. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpointNotFoundResponse"];
                };
            };
            /** @description `webhook_endpoint_paused`: an operator paused the webhook endpoint. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpointPausedResponse"];
                };
            };
            /** @description `rate_limit_exceeded`: too many requests; `Retry-After` says when to continue. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitExceededResponse"];
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
                    "application/json": components["schemas"]["InternalServerErrorResponse"];
                };
            };
            /** @description `service_unavailable`: overloaded, or the database is unavailable; `Retry-After` says when to try again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceUnavailableResponse"];
                };
            };
        };
    };
    resendWebhookDeliveries: {
        parameters: {
            query?: never;
            header?: {
                /** @description Returned in the response, and recorded in the log and for operators. Generated if absent. */
                "X-Request-Id"?: string;
            };
            path: {
                /** @description The id of your external service. `getToken` returns it. */
                externalServiceId: string;
                /** @description The `id` of the webhook endpoint. */
                webhookEndpointId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ResendWebhookDeliveriesRequest"];
            };
        };
        responses: {
            /** @description They are sent from now on. */
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
                     *       "id": "01990b2e-7f6c-7c1e-9a53-0f2a5a6f1c07",
                     *       "count": 17
                     *     }
                     */
                    "application/json": components["schemas"]["ResentWebhookDeliveries"];
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
                    "application/json": components["schemas"]["InvalidSchemaResponse"];
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
                    "application/json": components["schemas"]["UnauthorizedResponse"];
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
                    "application/json": components["schemas"]["ForbiddenResponse"];
                };
            };
            /** @description `webhook_endpoint_not_found`: no webhook endpoint has this id. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpointNotFoundResponse"];
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
                    "application/json": components["schemas"]["PayloadTooLargeResponse"];
                };
            };
            /** @description `unsupported_media_type`: the body is not JSON by its content type, or it is compressed. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnsupportedMediaTypeResponse"];
                };
            };
            /** @description `rate_limit_exceeded`: too many requests; `Retry-After` says when to continue. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitExceededResponse"];
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
                    "application/json": components["schemas"]["InternalServerErrorResponse"];
                };
            };
            /** @description `service_unavailable`: overloaded, or the database is unavailable; `Retry-After` says when to try again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceUnavailableResponse"];
                };
            };
        };
    };
    listWebhookDeliveries: {
        parameters: {
            query?: {
                /** @description Only deliveries with this status. */
                status?: "PENDING" | "DELIVERED" | "FAILED";
                /** @description If true, only deliveries whose last attempt failed. They are repeated, or were abandoned. */
                failed?: boolean;
                /** @description Only changes that got their `sequence` at this time or later, which is shortly after the change. RFC 3339 with an offset, in the years 2000 to 2100 (UTC). Leap seconds are rejected. At most nine digits after the second, of which the seventh to ninth must be 0. */
                from?: string;
                /** @description Only changes that got their `sequence` before this time. RFC 3339 with an offset, in the years 2000 to 2100 (UTC). Leap seconds are rejected. At most nine digits after the second, of which the seventh to ninth must be 0. */
                to?: string;
                /** @description The number of items per page. */
                limit?: number;
                /** @description The `nextCursor` of the previous page, unchanged. Without a cursor, the list starts at its beginning. The length counts Unicode code points. Must be well-formed Unicode (no lone surrogates) without the character NUL. */
                cursor?: string;
            };
            header?: {
                /** @description Returned in the response, and recorded in the log and for operators. Generated if absent. */
                "X-Request-Id"?: string;
            };
            path: {
                /** @description The id of your external service. `getToken` returns it. */
                externalServiceId: string;
                /** @description The `id` of the webhook endpoint. */
                webhookEndpointId: string;
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
                     *           "webhookId": "01990b2e-7f6c-7c1e-8a53-0f2a00000411",
                     *           "type": "court_booking.cancelled",
                     *           "sequence": 1041,
                     *           "status": "PENDING",
                     *           "dueAt": "2026-11-20T12:35:06.000Z",
                     *           "attempts": [
                     *             {
                     *               "timestamp": "2026-11-20T12:30:06.000Z",
                     *               "milliseconds": 31,
                     *               "status": 500,
                     *               "failure": "The response was 500.",
                     *               "response": "database is locked"
                     *             },
                     *             {
                     *               "timestamp": "2026-11-20T12:30:01.000Z",
                     *               "milliseconds": 15000,
                     *               "failure": "partner.example.com did not respond within 15 s."
                     *             }
                     *           ]
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookDeliveryPage"];
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
                    "application/json": components["schemas"]["GetCourtOccupancyBadRequestResponse"];
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
                    "application/json": components["schemas"]["UnauthorizedResponse"];
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
                    "application/json": components["schemas"]["ForbiddenResponse"];
                };
            };
            /** @description `webhook_endpoint_not_found`: no webhook endpoint has this id. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpointNotFoundResponse"];
                };
            };
            /** @description `rate_limit_exceeded`: too many requests; `Retry-After` says when to continue. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitExceededResponse"];
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
                    "application/json": components["schemas"]["InternalServerErrorResponse"];
                };
            };
            /** @description `service_unavailable`: overloaded, or the database is unavailable; `Retry-After` says when to try again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceUnavailableResponse"];
                };
            };
        };
    };
    listApiTokens: {
        parameters: {
            query?: {
                /** @description The number of items per page. */
                limit?: number;
                /** @description The `nextCursor` of the previous page, unchanged. Without a cursor, the list starts at its beginning. The length counts Unicode code points. Must be well-formed Unicode (no lone surrogates) without the character NUL. */
                cursor?: string;
            };
            header?: {
                /** @description Returned in the response, and recorded in the log and for operators. Generated if absent. */
                "X-Request-Id"?: string;
            };
            path?: never;
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
                     *           "id": "01990b2e-7f6c-7c1e-9a53-0f2a5a6f1c09",
                     *           "label": "production",
                     *           "scopes": [
                     *             "userwrite",
                     *             "court-bookingwrite"
                     *           ],
                     *           "status": "ACTIVE",
                     *           "isCurrent": true,
                     *           "createdAt": "2026-11-20T12:00:00.000Z",
                     *           "lastUsedAt": "2026-11-20T12:30:00.000Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ApiTokenPage"];
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
                    "application/json": components["schemas"]["InvalidSchemaResponse"];
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
                    "application/json": components["schemas"]["UnauthorizedResponse"];
                };
            };
            /** @description `rate_limit_exceeded`: too many requests; `Retry-After` says when to continue. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitExceededResponse"];
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
                    "application/json": components["schemas"]["InternalServerErrorResponse"];
                };
            };
            /** @description `service_unavailable`: overloaded, or the database is unavailable; `Retry-After` says when to try again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceUnavailableResponse"];
                };
            };
        };
    };
    rotateApiToken: {
        parameters: {
            query?: never;
            header?: {
                /** @description Returned in the response, and recorded in the log and for operators. Generated if absent. */
                "X-Request-Id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RotateApiTokenRequest"];
            };
        };
        responses: {
            /** @description The token of an earlier call, which is not used yet. Nothing changed. */
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
                     *       "id": "01990b2e-7f6c-7c1e-9a53-0f2a5a6f1c09",
                     *       "secret": "cbp_…",
                     *       "formerExpiresAt": "2026-11-21T12:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["RotatedApiToken"];
                };
            };
            /** @description The token was issued. */
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
                     *       "id": "01990b2e-7f6c-7c1e-9a53-0f2a5a6f1c09",
                     *       "secret": "cbp_…",
                     *       "formerExpiresAt": "2026-11-21T12:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["RotatedApiToken"];
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
                    "application/json": components["schemas"]["InvalidSchemaResponse"];
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
                    "application/json": components["schemas"]["UnauthorizedResponse"];
                };
            };
            /**
             * @description `api_token_not_active`: the API token is revoked, expired, or already rotated.
             *
             *     `too_many_api_tokens`: the external service has 100 valid API tokens.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RotateApiTokenConflictResponse"];
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
                    "application/json": components["schemas"]["PayloadTooLargeResponse"];
                };
            };
            /** @description `unsupported_media_type`: the body is not JSON by its content type, or it is compressed. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnsupportedMediaTypeResponse"];
                };
            };
            /** @description `rate_limit_exceeded`: too many requests; `Retry-After` says when to continue. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitExceededResponse"];
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
                    "application/json": components["schemas"]["InternalServerErrorResponse"];
                };
            };
            /** @description `service_unavailable`: overloaded, or the database is unavailable; `Retry-After` says when to try again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceUnavailableResponse"];
                };
            };
        };
    };
    revokeApiToken: {
        parameters: {
            query?: never;
            header?: {
                /** @description Returned in the response, and recorded in the log and for operators. Generated if absent. */
                "X-Request-Id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RevokeApiTokenRequest"];
            };
        };
        responses: {
            /** @description The token is not valid. */
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
                     *       "outcome": "revoked"
                     *     }
                     */
                    "application/json": components["schemas"]["RevokedApiToken"];
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
                    "application/json": components["schemas"]["InvalidSchemaResponse"];
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
                    "application/json": components["schemas"]["PayloadTooLargeResponse"];
                };
            };
            /** @description `unsupported_media_type`: the body is not JSON by its content type, or it is compressed. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnsupportedMediaTypeResponse"];
                };
            };
            /** @description `rate_limit_exceeded`: too many requests; `Retry-After` says when to continue. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitExceededResponse"];
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
                    "application/json": components["schemas"]["InternalServerErrorResponse"];
                };
            };
            /** @description `service_unavailable`: overloaded, or the database is unavailable; `Retry-After` says when to try again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceUnavailableResponse"];
                };
            };
        };
    };
    getRequest: {
        parameters: {
            query?: never;
            header?: {
                /** @description Returned in the response, and recorded in the log and for operators. Generated if absent. */
                "X-Request-Id"?: string;
            };
            path: {
                /** @description The id of your external service. `getToken` returns it. */
                externalServiceId: string;
                /** @description The `X-Request-Id` of the response, percent-encoded. The length counts Unicode code points. Must be well-formed Unicode (no lone surrogates) without the character NUL. */
                requestId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request. */
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
                     *       "requestId": "import-7:booking-44",
                     *       "timestamp": "2026-11-20T12:00:01.204Z",
                     *       "operation": "upsertCourtBooking",
                     *       "externalId": "booking-44",
                     *       "externalUpdatedAt": "2026-11-20T12:00:00.000Z",
                     *       "courtId": "01990b2e-6f6c-7c1e-9a53-0f2a5a6f1c03",
                     *       "startDate": "2026-12-02T10:00:00.000Z",
                     *       "endDate": "2026-12-02T11:00:00.000Z",
                     *       "status": 409,
                     *       "response": {
                     *         "error": {
                     *           "type": "stale_write",
                     *           "message": "A newer version of this court booking is stored; the older one was not written. Do not resend it.",
                     *           "stored": {
                     *             "externalUpdatedAt": "2026-11-20T12:30:00.000Z",
                     *             "status": "ACTIVE"
                     *           }
                     *         }
                     *       },
                     *       "milliseconds": 4,
                     *       "requestCount": 1,
                     *       "rejectedItems": []
                     *     }
                     */
                    "application/json": components["schemas"]["RequestDetails"];
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
                    "application/json": components["schemas"]["InvalidSchemaResponse"];
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
                    "application/json": components["schemas"]["UnauthorizedResponse"];
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
                    "application/json": components["schemas"]["ForbiddenResponse"];
                };
            };
            /** @description `request_not_found`: no recorded request has this id. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RequestNotFoundResponse"];
                };
            };
            /** @description `rate_limit_exceeded`: too many requests; `Retry-After` says when to continue. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitExceededResponse"];
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
                    "application/json": components["schemas"]["InternalServerErrorResponse"];
                };
            };
            /** @description `service_unavailable`: overloaded, or the database is unavailable; `Retry-After` says when to try again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceUnavailableResponse"];
                };
            };
        };
    };
    listRequests: {
        parameters: {
            query?: {
                /** @description If true, only requests and items with an error: status 400 or higher. */
                failed?: boolean;
                /** @description Only requests and items that name this booking or user, by your own id. The length counts Unicode code points. Must be well-formed Unicode (no lone surrogates) without the character NUL. */
                externalId?: string;
                /** @description Only requests to this operation. */
                operation?: "createUser" | "upsertCourtBooking" | "getToken" | "getCourtBooking" | "listCourtBookings" | "cancelCourtBooking" | "batchCourtBookings" | "listCourts" | "getCourtOccupancy" | "getOrganizationOccupancy" | "getUser" | "getUserByExternalId" | "listUsers" | "upsertUser" | "batchUsers" | "updateUser" | "eraseUser" | "listChanges" | "listWebhookEndpoints" | "createWebhookEndpoint" | "deleteWebhookEndpoint" | "testWebhookEndpoint" | "rotateWebhookSecret" | "updateWebhookEndpoint" | "pauseWebhookEndpoint" | "resumeWebhookEndpoint" | "resendWebhookDeliveries" | "listWebhookDeliveries" | "listApiTokens" | "rotateApiToken" | "revokeApiToken" | "getRequest" | "listRequests";
                /** @description Only requests with a response at this time or later. RFC 3339 with an offset, in the years 2000 to 2100 (UTC). Leap seconds are rejected. At most nine digits after the second, of which the seventh to ninth must be 0. */
                from?: string;
                /** @description Only requests with a response before this time. RFC 3339 with an offset, in the years 2000 to 2100 (UTC). Leap seconds are rejected. At most nine digits after the second, of which the seventh to ninth must be 0. */
                to?: string;
                /** @description The number of items per page. */
                limit?: number;
                /** @description The `nextCursor` of the previous page, unchanged. Without a cursor, the list starts at its beginning. The length counts Unicode code points. Must be well-formed Unicode (no lone surrogates) without the character NUL. */
                cursor?: string;
            };
            header?: {
                /** @description Returned in the response, and recorded in the log and for operators. Generated if absent. */
                "X-Request-Id"?: string;
            };
            path: {
                /** @description The id of your external service. `getToken` returns it. */
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
                     *           "requestId": "import-7:booking-44",
                     *           "timestamp": "2026-11-20T12:00:01.204Z",
                     *           "operation": "upsertCourtBooking",
                     *           "externalId": "booking-44",
                     *           "externalUpdatedAt": "2026-11-20T12:00:00.000Z",
                     *           "courtId": "01990b2e-6f6c-7c1e-9a53-0f2a5a6f1c03",
                     *           "startDate": "2026-12-02T10:00:00.000Z",
                     *           "endDate": "2026-12-02T11:00:00.000Z",
                     *           "status": 409,
                     *           "response": {
                     *             "error": {
                     *               "type": "stale_write",
                     *               "message": "A newer version of this court booking is stored; the older one was not written. Do not resend it.",
                     *               "stored": {
                     *                 "externalUpdatedAt": "2026-11-20T12:30:00.000Z",
                     *                 "status": "ACTIVE"
                     *               }
                     *             }
                     *           },
                     *           "milliseconds": 4,
                     *           "requestCount": 1
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["RequestRecordPage"];
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
                    "application/json": components["schemas"]["GetCourtOccupancyBadRequestResponse"];
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
                    "application/json": components["schemas"]["UnauthorizedResponse"];
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
                    "application/json": components["schemas"]["ForbiddenResponse"];
                };
            };
            /** @description `rate_limit_exceeded`: too many requests; `Retry-After` says when to continue. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitExceededResponse"];
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
                    "application/json": components["schemas"]["InternalServerErrorResponse"];
                };
            };
            /** @description `service_unavailable`: overloaded, or the database is unavailable; `Retry-After` says when to try again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceUnavailableResponse"];
                };
            };
        };
    };
    onCourtBookingCreatedEvent: {
        parameters: {
            query?: never;
            header: {
                /** @description The `id` of the change, which is the same in each attempt. Use it to detect duplicates. */
                "webhook-id": string;
                /** @description The time of the attempt in Unix seconds. */
                "webhook-timestamp": string;
                /** @description A signature according to Standard Webhooks 1.0. Verify it before you use the body. */
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
            /** @description The receiver no longer exists. The endpoint is paused. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The webhook was received. After any other response, or none within 15 seconds, it is sent again later. */
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
                /** @description The `id` of the change, which is the same in each attempt. Use it to detect duplicates. */
                "webhook-id": string;
                /** @description The time of the attempt in Unix seconds. */
                "webhook-timestamp": string;
                /** @description A signature according to Standard Webhooks 1.0. Verify it before you use the body. */
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
            /** @description The receiver no longer exists. The endpoint is paused. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The webhook was received. After any other response, or none within 15 seconds, it is sent again later. */
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
                /** @description The `id` of the change, which is the same in each attempt. Use it to detect duplicates. */
                "webhook-id": string;
                /** @description The time of the attempt in Unix seconds. */
                "webhook-timestamp": string;
                /** @description A signature according to Standard Webhooks 1.0. Verify it before you use the body. */
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
            /** @description The receiver no longer exists. The endpoint is paused. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The webhook was received. After any other response, or none within 15 seconds, it is sent again later. */
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
                /** @description The `id` of the change, which is the same in each attempt. Use it to detect duplicates. */
                "webhook-id": string;
                /** @description The time of the attempt in Unix seconds. */
                "webhook-timestamp": string;
                /** @description A signature according to Standard Webhooks 1.0. Verify it before you use the body. */
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
            /** @description The receiver no longer exists. The endpoint is paused. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The webhook was received. After any other response, or none within 15 seconds, it is sent again later. */
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
                /** @description The `id` of the change, which is the same in each attempt. Use it to detect duplicates. */
                "webhook-id": string;
                /** @description The time of the attempt in Unix seconds. */
                "webhook-timestamp": string;
                /** @description A signature according to Standard Webhooks 1.0. Verify it before you use the body. */
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
            /** @description The receiver no longer exists. The endpoint is paused. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The webhook was received. After any other response, or none within 15 seconds, it is sent again later. */
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
                /** @description The `id` of the change, which is the same in each attempt. Use it to detect duplicates. */
                "webhook-id": string;
                /** @description The time of the attempt in Unix seconds. */
                "webhook-timestamp": string;
                /** @description A signature according to Standard Webhooks 1.0. Verify it before you use the body. */
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
            /** @description The receiver no longer exists. The endpoint is paused. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The webhook was received. After any other response, or none within 15 seconds, it is sent again later. */
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
                /** @description The `id` of the change, which is the same in each attempt. Use it to detect duplicates. */
                "webhook-id": string;
                /** @description The time of the attempt in Unix seconds. */
                "webhook-timestamp": string;
                /** @description A signature according to Standard Webhooks 1.0. Verify it before you use the body. */
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
            /** @description The receiver no longer exists. The endpoint is paused. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The webhook was received. After any other response, or none within 15 seconds, it is sent again later. */
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
                /** @description The `id` of the change, which is the same in each attempt. Use it to detect duplicates. */
                "webhook-id": string;
                /** @description The time of the attempt in Unix seconds. */
                "webhook-timestamp": string;
                /** @description A signature according to Standard Webhooks 1.0. Verify it before you use the body. */
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
            /** @description The receiver no longer exists. The endpoint is paused. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The webhook was received. After any other response, or none within 15 seconds, it is sent again later. */
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
                /** @description The `id` of the change, which is the same in each attempt. Use it to detect duplicates. */
                "webhook-id": string;
                /** @description The time of the attempt in Unix seconds. */
                "webhook-timestamp": string;
                /** @description A signature according to Standard Webhooks 1.0. Verify it before you use the body. */
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
            /** @description The receiver no longer exists. The endpoint is paused. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The webhook was received. After any other response, or none within 15 seconds, it is sent again later. */
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
                /** @description The `id` of the change, which is the same in each attempt. Use it to detect duplicates. */
                "webhook-id": string;
                /** @description The time of the attempt in Unix seconds. */
                "webhook-timestamp": string;
                /** @description A signature according to Standard Webhooks 1.0. Verify it before you use the body. */
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
            /** @description The receiver no longer exists. The endpoint is paused. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The webhook was received. After any other response, or none within 15 seconds, it is sent again later. */
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
                /** @description The `id` of the change, which is the same in each attempt. Use it to detect duplicates. */
                "webhook-id": string;
                /** @description The time of the attempt in Unix seconds. */
                "webhook-timestamp": string;
                /** @description A signature according to Standard Webhooks 1.0. Verify it before you use the body. */
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
            /** @description The receiver no longer exists. The endpoint is paused. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The webhook was received. After any other response, or none within 15 seconds, it is sent again later. */
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
                /** @description The `id` of the change, which is the same in each attempt. Use it to detect duplicates. */
                "webhook-id": string;
                /** @description The time of the attempt in Unix seconds. */
                "webhook-timestamp": string;
                /** @description A signature according to Standard Webhooks 1.0. Verify it before you use the body. */
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
            /** @description The receiver no longer exists. The endpoint is paused. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The webhook was received. After any other response, or none within 15 seconds, it is sent again later. */
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
                /** @description The `id` of the change, which is the same in each attempt. Use it to detect duplicates. */
                "webhook-id": string;
                /** @description The time of the attempt in Unix seconds. */
                "webhook-timestamp": string;
                /** @description A signature according to Standard Webhooks 1.0. Verify it before you use the body. */
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
            /** @description The receiver no longer exists. The endpoint is paused. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The webhook was received. After any other response, or none within 15 seconds, it is sent again later. */
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
                /** @description The `id` of the change, which is the same in each attempt. Use it to detect duplicates. */
                "webhook-id": string;
                /** @description The time of the attempt in Unix seconds. */
                "webhook-timestamp": string;
                /** @description A signature according to Standard Webhooks 1.0. Verify it before you use the body. */
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
            /** @description The receiver no longer exists. The endpoint is paused. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The webhook was received. After any other response, or none within 15 seconds, it is sent again later. */
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
                /** @description The `id` of the change, which is the same in each attempt. Use it to detect duplicates. */
                "webhook-id": string;
                /** @description The time of the attempt in Unix seconds. */
                "webhook-timestamp": string;
                /** @description A signature according to Standard Webhooks 1.0. Verify it before you use the body. */
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
            /** @description The receiver no longer exists. The endpoint is paused. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The webhook was received. After any other response, or none within 15 seconds, it is sent again later. */
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
                /** @description The `id` of the change, which is the same in each attempt. Use it to detect duplicates. */
                "webhook-id": string;
                /** @description The time of the attempt in Unix seconds. */
                "webhook-timestamp": string;
                /** @description A signature according to Standard Webhooks 1.0. Verify it before you use the body. */
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
            /** @description The receiver no longer exists. The endpoint is paused. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The webhook was received. After any other response, or none within 15 seconds, it is sent again later. */
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
                /** @description The `id` of the change, which is the same in each attempt. Use it to detect duplicates. */
                "webhook-id": string;
                /** @description The time of the attempt in Unix seconds. */
                "webhook-timestamp": string;
                /** @description A signature according to Standard Webhooks 1.0. Verify it before you use the body. */
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
            /** @description The receiver no longer exists. The endpoint is paused. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The webhook was received. After any other response, or none within 15 seconds, it is sent again later. */
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
                /** @description The `id` of the change, which is the same in each attempt. Use it to detect duplicates. */
                "webhook-id": string;
                /** @description The time of the attempt in Unix seconds. */
                "webhook-timestamp": string;
                /** @description A signature according to Standard Webhooks 1.0. Verify it before you use the body. */
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
            /** @description The receiver no longer exists. The endpoint is paused. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The webhook was received. After any other response, or none within 15 seconds, it is sent again later. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
