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
export * from './batches.generated.ts';
export type { BatchOptions, CallOptions, DryRunOption, RetryOptions } from './call-options.ts';
export { compareInstants } from './compare-instants.ts';
export { createPartnerClient } from './create-partner-client.ts';
export type {
  BatchIssue,
  DocumentedError,
  Issue,
  OperationName,
  PartnerErrorType,
  SuccessStatus,
} from './documented-responses.ts';
export type { Fetch, FetchInit, FetchResponse } from './fetch.ts';
export type { AttemptEvent, Hooks, RequestEvent, ResponseEvent, RetryEvent } from './hooks.ts';
export type { Listing } from './listing.ts';
export type { Logger } from './logging.ts';
export type { components, operations, paths } from './openapi.generated.ts';
export type * from './operations.generated.ts';
export type { CourtOccupancyQuery as OccupancyQuery } from './operations.generated.ts';
export type {
  Operations,
  PageQuery,
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
export type { CallFields, PartnerRefusal, PartnerResult, PartnerSuccess, ResponseBody } from './result.ts';
export { type SendItemsOptions, sendItems } from './send-items.ts';
export { toCourtBookingRequest } from './to-court-booking-request.ts';
export { toUserRequest } from './to-user-request.ts';
export { sdkVersion } from './version.generated.ts';
