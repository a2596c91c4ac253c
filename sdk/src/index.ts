export { createPartnerClient } from './create-partner-client.ts';
export type { AttemptEvent, Hooks, RequestEvent, ResponseEvent, RetryEvent } from './hooks.ts';
export type { Logger } from './logging.ts';
export type { components, operations, paths } from './openapi.generated.ts';
export type {
  CourtBookingResponse,
  CreateUserRequest,
  Issue,
  OperationName,
  ParticipantRequest,
  PartnerErrorType,
  ResponseBody,
  UpsertCourtBookingRequest,
  UserResponse,
} from './operation.ts';
export type { CallOptions, Operations, PartnerClient, PartnerClientOptions } from './partner-client.ts';
export {
  type AbortedError,
  type ErrorClass,
  type InvalidArgumentError,
  type NetworkError,
  PartnerApiError,
  PartnerError,
  type TimeoutError,
  type UnexpectedAnswerError,
} from './partner-error.ts';
export type { PartnerRefusal, PartnerResult, PartnerSuccess } from './result.ts';
export type { RetryOptions } from './retry.ts';
export type { PacingOptions } from './turns.ts';
export { sdkVersion } from './version.generated.ts';
