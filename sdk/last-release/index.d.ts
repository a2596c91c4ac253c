interface paths {
    "/api/v1/external-services/{externalServiceId}/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
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
        get?: never;
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
             * @description The first instant that the booking occupies.
             */
            startDate: Date | string;
            /**
             * Format: date-time
             * @description The first instant that the booking no longer occupies; after `startDate`.
             */
            endDate: Date | string;
            /**
             * Format: date-time
             * @description Time of the last update in the partner's system, to the microsecond: what versions are compared by.
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
        /** Error, with issues */
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
            /** @description Where: the path parameter, or the field, then its keys and indexes. Empty: the whole body. */
            path: (string | number)[];
            /** @description Which kind of fault, such as `invalid_type` or `unrecognized_keys`. */
            code: string;
            /** @description Why, for a person. */
            message: string;
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
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: {
        /** @description The request's id: the caller's own when it sent a well-formed one. */
        "X-Request-Id": string;
        /** @description What is left of the limit: `r` requests (draft-ietf-httpapi-ratelimit-headers). */
        RateLimit: string;
        /** @description The limit of the API token: `q` requests in `w` seconds (draft-ietf-httpapi-ratelimit-headers). */
        "RateLimit-Policy": string;
        /** @description Seconds to wait before resending the same request (RFC 9110, section 10.2.3). */
        "Retry-After": number;
        /** @description The challenge (RFC 6750, section 3). */
        "WWW-Authenticate": string;
    };
    pathItems: never;
}
interface operations {
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
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            type: "missing_api_token" | "invalid_api_token";
                            /** @description Human-readable. May change; branch on `type`. */
                            message: string;
                        };
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
                        error: {
                            /** @enum {string} */
                            type: "scope_permission_denied" | "external_service_access_denied";
                            /** @description Human-readable. May change; branch on `type`. */
                            message: string;
                        };
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
                        error: {
                            /** @enum {string} */
                            type: "email_already_in_use" | "external_user_id_already_in_use";
                            /** @description Human-readable. May change; branch on `type`. */
                            message: string;
                        };
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
                        error: {
                            /** @enum {string} */
                            type: "payload_too_large";
                            /** @description Human-readable. May change; branch on `type`. */
                            message: string;
                        };
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
                        error: {
                            /** @enum {string} */
                            type: "unsupported_media_type";
                            /** @description Human-readable. May change; branch on `type`. */
                            message: string;
                        };
                    };
                };
            };
            /** @description `rate_limit_exceeded`: too many requests; `Retry-After` says when to go on. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            type: "rate_limit_exceeded";
                            /** @description Human-readable. May change; branch on `type`. */
                            message: string;
                        };
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
                        error: {
                            /** @enum {string} */
                            type: "internal_server_error";
                            /** @description Human-readable. May change; branch on `type`. */
                            message: string;
                        };
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
                        error: {
                            /** @enum {string} */
                            type: "service_unavailable";
                            /** @description Human-readable. May change; branch on `type`. */
                            message: string;
                        };
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
                        error: components["schemas"]["InvalidSchemaError"] | {
                            /** @enum {string} */
                            type: "mutually_exclusive_fields_violation" | "duplicate_entries_provided" | "invalid_time_range";
                            /** @description Human-readable. May change; branch on `type`. */
                            message: string;
                        };
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
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            type: "missing_api_token" | "invalid_api_token";
                            /** @description Human-readable. May change; branch on `type`. */
                            message: string;
                        };
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
                        error: {
                            /** @enum {string} */
                            type: "scope_permission_denied" | "external_service_access_denied" | "organization_access_denied" | "user_access_denied";
                            /** @description Human-readable. May change; branch on `type`. */
                            message: string;
                        };
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
                        error: {
                            /** @enum {string} */
                            type: "court_not_found";
                            /** @description Human-readable. May change; branch on `type`. */
                            message: string;
                        };
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
                        error: {
                            /** @enum {string} */
                            type: "stale_write" | "version_conflict" | "court_booking_overlap";
                            /** @description Human-readable. May change; branch on `type`. */
                            message: string;
                        };
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
                        error: {
                            /** @enum {string} */
                            type: "payload_too_large";
                            /** @description Human-readable. May change; branch on `type`. */
                            message: string;
                        };
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
                        error: {
                            /** @enum {string} */
                            type: "unsupported_media_type";
                            /** @description Human-readable. May change; branch on `type`. */
                            message: string;
                        };
                    };
                };
            };
            /** @description `rate_limit_exceeded`: too many requests; `Retry-After` says when to go on. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            type: "rate_limit_exceeded";
                            /** @description Human-readable. May change; branch on `type`. */
                            message: string;
                        };
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
                        error: {
                            /** @enum {string} */
                            type: "internal_server_error";
                            /** @description Human-readable. May change; branch on `type`. */
                            message: string;
                        };
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
                        error: {
                            /** @enum {string} */
                            type: "service_unavailable";
                            /** @description Human-readable. May change; branch on `type`. */
                            message: string;
                        };
                    };
                };
            };
        };
    };
}

/** The operations of the partner interface. */
type OperationName = keyof operations;
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
/** A refusal of an operation: its status, its code, and its issues where the document has some. */
type RefusalWith<Status, Body> = Body extends {
    type: infer Type;
} ? Type extends string ? {
    readonly status: Status;
    readonly type: Type;
    readonly issues: Body extends {
        issues: infer Issues;
    } ? Issues : undefined;
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
/** What each operation answers when it was done: the documented body. */
interface ResponseBodies {
    createUser: UserResponse;
    upsertCourtBooking: CourtBookingResponse;
}
/** What an operation answers when it was done: the documented body. */
type ResponseBody<Operation extends OperationName> = ResponseBodies[Operation];
/** One fault of a request: where (`path`), which kind (`code`), and why, for a person (`message`). */
type Issue = Schemas['Issue'];

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
}
/** An error of a call, which has a request id. */
interface CallErrorOf<Type extends string> extends PartnerErrorOf<Type> {
    /** The operation that was called. */
    readonly operation: OperationName;
    /** The request's id, the same in every attempt: name it when you ask an operator. */
    readonly requestId: string;
}
/**
 * An answer that this version does not know: a code that is newer than it, which is then `code`, or something that is no
 * answer of the service, such as a proxy's page.
 */
interface UnexpectedAnswerError extends CallErrorOf<'unexpected_answer'> {
    /** The HTTP status of the answer. */
    readonly status: number;
}
/** No whole answer came: refused, reset, cut off, unresolvable. `cause` has the platform's own error. */
interface NetworkError extends CallErrorOf<'network_error'> {
    /** What `fetch` threw. */
    readonly cause: unknown;
}
/** The answer took too long. */
interface TimeoutError extends CallErrorOf<'timeout'> {
    /** Which limit was reached: of one attempt (`attemptTimeoutMs`), or of the whole call (`timeoutMs`). */
    readonly limit: 'attempt' | 'call';
}
/** The caller's `signal` ended the call. `cause` has its reason. */
interface AbortedError extends CallErrorOf<'aborted'> {
    /** The signal's `reason`. */
    readonly cause: unknown;
}
/** An argument that cannot be right: nothing was sent. `issues` says which and why. */
interface InvalidArgumentError extends PartnerErrorOf<'invalid_argument'> {
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
type PartnerError<Operation extends OperationName = OperationName> = PartnerApiError<Operation> | UnexpectedAnswerError | NetworkError | TimeoutError | AbortedError | InvalidArgumentError;
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
 * Codes and statuses: the interface document, section 7, and `/docs` of the service.
 */
type PartnerApiError<Operation extends OperationName = OperationName> = Operation extends OperationName ? CallErrorOf<string> & {
    /** The operation that refused. */
    readonly operation: Operation;
} & DocumentedRefusal<Operation> : never;
/** The class of documented refusals. */
declare const PartnerApiError: ErrorClass<PartnerApiError>;

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

/** What every error and every success tells of its call. */
interface CallFields<Operation extends OperationName> {
    /** The operation that was called. */
    readonly operation: Operation;
    /** The request's id, the same in every attempt. */
    readonly requestId: string;
    /** How many attempts were made. */
    attempts: number;
}
/** The operation was done. */
interface PartnerSuccess<Operation extends OperationName> extends CallFields<Operation> {
    /** Tells it from a refusal. */
    readonly ok: true;
    /** 201: created. 200: a stored booking that was updated or is just so; a stored user, of whom nothing is changed. */
    readonly status: SuccessStatus<Operation>;
    /** The documented body. */
    readonly data: ResponseBody<Operation>;
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

/** What a client is made of. The retry options are the defaults of its calls. */
interface PartnerClientOptions extends RetryOptions {
    /** Where the service is, such as `https://partners.example.com`; a path in front of `/api` is kept. */
    baseUrl: string | URL;
    /** The API token, `cbp_…`. A secret: never in a browser. */
    token: string;
    /** Your external service: the UUID that came with the token. */
    externalServiceId: string;
    /**
     * What sends requests: called with an address and an `init` whose `headers` are a `Headers`; by `raw` with a `Request`.
     * Default: the platform's `fetch`, looked up at each attempt.
     */
    fetch?: ((input: string | Request, init?: RequestInit) => Promise<Response>) | undefined;
}
/** What one call may set for itself. */
interface CallOptions extends RetryOptions {
    /** Ends the call: an open attempt is cut off, and none is begun after it. */
    signal?: AbortSignal | undefined;
    /** 1 to 128 of `A-Z a-z 0-9 _ . : = + / -`, the same for every attempt; kept in the service's records. Default: a UUID. */
    requestId?: string | undefined;
}
/** The operations; what each resolves with stands in `Answers`. */
interface Operations<Answers extends Record<OperationName, unknown>> {
    /**
     * Creates a user account that is linked to your external service and managed by it.
     *
     * Safe to repeat: the very pair of `email` and `externalUserId` that was linked before answers the stored user (200), of
     * whom nothing is changed. Needs the scope `userwrite`.
     *
     * @throws PartnerError<'createUser'>
     * @see the interface document, section 4.1, and `/docs#/users/createUser` of the service
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
     * @see the interface document, section 4.2, and `/docs#/court%20bookings/upsertCourtBooking` of the service
     */
    upsertCourtBooking: (externalCourtBookingId: string, body: UpsertCourtBookingRequest, options?: CallOptions) => Promise<Answers['upsertCourtBooking']>;
}
/**
 * A client of the partner interface. Its calls reject with a {@link PartnerError}; they need no `this`, and there is
 * nothing to close.
 */
interface PartnerClient extends Operations<ResponseBodies> {
    /** The same calls, which never reject: `{ ok: true, data, status, … }` or `{ ok: false, error }`. */
    readonly safe: Operations<Results>;
    /**
     * The typed openapi-fetch client underneath, for whatever this package has no function for: it sends the token and the
     * User-Agent, and has no retries, no limits and no local checks.
     */
    readonly raw: Client<paths, 'application/json'>;
}
/**
 * Makes a client. Nothing is sent yet.
 *
 * @throws PartnerError of type `invalid_argument` when `baseUrl`, `token` or `externalServiceId` cannot be right.
 */
declare function createPartnerClient(options: PartnerClientOptions): PartnerClient;
type Results = {
    [Operation in OperationName]: PartnerResult<Operation>;
};

/** The version of this package; `npm run release` writes it. */
declare const sdkVersion: string;

export { PartnerApiError, PartnerError, createPartnerClient, sdkVersion };
export type { AbortedError, CallOptions, CourtBookingResponse, CreateUserRequest, ErrorClass, InvalidArgumentError, Issue, NetworkError, OperationName, Operations, ParticipantRequest, PartnerClient, PartnerClientOptions, PartnerErrorType, PartnerRefusal, PartnerResult, PartnerSuccess, ResponseBody, RetryOptions, TimeoutError, UnexpectedAnswerError, UpsertCourtBookingRequest, UserResponse, components, operations, paths };
