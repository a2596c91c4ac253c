export type {
  Client as RawClient,
  ClientMethod as RawMethod,
  ClientOptions as RawClientOptions,
  ClientRequestMethod as RawRequestMethod,
  DefaultParamsOption as RawDefaultParams,
  FetchResponse as RawResponse,
  Middleware as RawMiddleware,
  MiddlewareCallbackParams as RawMiddlewareCallback,
  MiddlewareRequestParams as RawMiddlewareRequest,
} from 'openapi-fetch';
export type { AnswerInfo } from './answer-info.ts';
export {
  type BatchAction,
  type BatchItem,
  BatchItemsRefusedError,
  type BatchOutcome,
  type BatchRefusal,
  type BatchRequest,
  type BatchResult,
  type BatchSuccess,
  type ResultOf as BatchResultOf,
} from './batch.ts';
export {
  type ResultOf as UserBatchResultOf,
  type UserBatchAction,
  type UserBatchItem,
  UserBatchItemsRefusedError,
  type UserBatchOutcome,
  type UserBatchRefusal,
  type UserBatchRequest,
  type UserBatchResult,
  type UserBatchSuccess,
} from './batch-users.ts';
export type { BatchOptions, CallOptions, RetryOptions } from './call-options.ts';
export { compareInstants } from './compare-instants.ts';
export { createPartnerClient } from './create-partner-client.ts';
export type { DocumentedError, SuccessStatus } from './documented-responses.ts';
export type { Fetch, FetchInit, FetchResponse } from './fetch.ts';
export type { AttemptEvent, Hooks, RequestEvent, ResponseEvent, RetryEvent } from './hooks.ts';
export type { Listing } from './listing.ts';
export type { Logger } from './logging.ts';
export type { components, operations, paths } from './openapi.generated.ts';
export type * from './operation.ts';
export type {
  Operations,
  PartnerClient,
  PartnerClientOptions,
  SafeOperations,
} from './partner-client.ts';
export {
  type AbortedError,
  type CallErrorOf,
  type ErrorClass,
  type InvalidArgumentError,
  type NetworkError,
  PartnerApiError,
  PartnerError,
  type PartnerErrorOf,
  type TimeoutError,
  type TokenUnavailableError,
  type UnexpectedAnswerError,
} from './partner-error.ts';
export type { PacingOptions } from './request-queue.ts';
export type { CallFields, PartnerRefusal, PartnerResult, PartnerSuccess } from './result.ts';
export { type SendItemsOptions, sendItems } from './send-items.ts';
export { toCourtBookingRequest } from './to-court-booking-request.ts';
export { toUserRequest } from './to-user-request.ts';
export { sdkVersion } from './version.generated.ts';
