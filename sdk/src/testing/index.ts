export type { OperationName, PartnerErrorType, ResponseBody } from '../operation.ts';
export { createTestPartnerApi } from './create-test-partner-api.ts';
export { createTestPlatform } from './create-test-platform.ts';
export type { Planning } from './plans.ts';
export type { Operation } from './platform/operations.ts';
export type { Scope } from './platform/scope.ts';
export type {
  AnswerOptions,
  FailNetworkOptions,
  PlanOptions,
  RefuseOptions,
  SentBody,
  SucceedOptions,
  TestCall,
  TestPartnerApi,
} from './test-partner-api.ts';
export type {
  CourtSeed,
  Outage,
  TestClientOptions,
  TestExternalService,
  TestPlatform,
  TestPlatformOptions,
  TestRequest,
  UserSeed,
} from './test-platform.ts';
export type {
  TestChange,
  TestCourt,
  TestCourtBooking,
  TestUser,
  TestWebhookEndpoint,
} from './test-platform-state.ts';
