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

/** A partner interface in memory, for your own tests. Without a plan it answers with success. */
interface TestPartnerApi {
    /** For `createPartnerClient`: an address, a token and an external service that exist nowhere, and `fetch`. */
    readonly clientOptions: {
        baseUrl: string;
        token: string;
        externalServiceId: string;
        fetch: (input: string | Request, init?: RequestInit) => Promise<Response>;
    };
    /** Every attempt that was made, also where the network was told to fail. */
    readonly calls: TestCall[];
    /** Answers success, with fields of the body as given: over those that are made from the request. */
    readonly succeed: <Operation extends OperationName>(operation: Operation, body?: Partial<ResponseBody<Operation>>, options?: SucceedOptions) => void;
    /** Answers a documented error of the operation. */
    readonly refuse: <Operation extends OperationName>(operation: Operation, type: PartnerErrorType<Operation>, options?: RefuseOptions) => void;
    /** Answers anything: a code that does not exist yet, a proxy's page. A string is sent as it is. */
    readonly answer: (operation: OperationName, status: number, body: unknown, options?: AnswerOptions) => void;
    /** Lets the connection fail. */
    readonly failNetwork: (operation: OperationName, options?: FailNetworkOptions) => void;
    /** Forgets plans, calls, and what was created. */
    readonly reset: () => void;
}
interface RequestBodies {
    createUser: CreateUserRequest;
    upsertCourtBooking: UpsertCourtBookingRequest;
}
type Sent<Value> = Value extends Date ? never : Value extends readonly (infer Item)[] ? Sent<Item>[] : Value extends object ? {
    [Field in keyof Value]: Sent<Value[Field]>;
} : Value;
/** The body of a request as it was sent: JSON, so that every date is a string. */
type SentBody<Operation extends OperationName> = Sent<RequestBodies[Operation]>;
/** One attempt, in the order of arrival; `operation` narrows `body` and `path`. */
type TestCall = {
    [Operation in OperationName]: {
        /** Which operation was called. */
        readonly operation: Operation;
        /** The parameters of the path, decoded. */
        readonly path: {
            externalServiceId: string;
        } & (Operation extends 'upsertCourtBooking' ? {
            externalCourtBookingId: string;
        } : unknown);
        /** The body as it was sent. */
        readonly body: SentBody<Operation>;
        /** `X-Request-Id`: the same for every attempt of a call. */
        readonly requestId: string | undefined;
        /** Every header of the request. */
        readonly headers: Headers;
    };
}[OperationName];
/** For how many attempts something is planned, and how late it comes. */
interface PlanOptions {
    /** Attempts of the operation that it holds for; `Infinity`: all. Default: 1. */
    times?: number;
    /** Milliseconds until the answer. Default: 0. */
    delayMs?: number;
}
/** How a success is planned. */
interface SucceedOptions extends PlanOptions {
    /** Default: 201 the first time, then 200. */
    status?: 200 | 201;
}
/** How an answer is planned that is not documented. */
interface AnswerOptions extends PlanOptions {
    /** Over those that every answer has. */
    headers?: Record<string, string>;
}
/** How a failure of the network is planned. */
interface FailNetworkOptions extends PlanOptions {
    /** Fail only after the request has arrived: it counts as carried out. Default: it has not. */
    afterDelivery?: boolean;
}
/** What a refusal may say otherwise than the document's example. */
interface RefuseOptions extends PlanOptions {
    /** Instead of the example's message. */
    message?: string;
    /** For `invalid_schema`: instead of the example's issues. */
    issues?: Issue[];
    /** `Retry-After` of 429 and 503, in seconds. Default: 1. */
    retryAfterSeconds?: number;
}

/**
 * Makes a partner interface in memory, for your own tests: `createPartnerClient(api.clientOptions)`.
 *
 * It does not validate requests and knows no versions or overlaps: plan the refusals that your code shall meet. What is
 * planned for an operation is used up in the order of planning.
 */
declare function createTestPartnerApi(): TestPartnerApi;

export { createTestPartnerApi };
export type { AnswerOptions, FailNetworkOptions, OperationName, PartnerErrorType, PlanOptions, RefuseOptions, ResponseBody, SentBody, SucceedOptions, TestCall, TestPartnerApi };
