export type { Scope } from '../../../src/rules/requests/scope.ts';
export type { OperationName, PartnerErrorType } from '../documented-responses.ts';
export type { Change, Court, CourtBooking, User } from '../operations.generated.ts';
export type { ResponseBody } from '../result.ts';
export { createTestPartnerApi } from './create-test-partner-api.ts';
export { createTestPlatform } from './create-test-platform.ts';
export type {
  AnswerOptions,
  FailNetworkOptions,
  Planning,
  PlanOptions,
  RefuseOptions,
  SucceedOptions,
} from './planning.ts';
export type { SentBody, TestCall, TestPartnerApi } from './test-partner-api.ts';
export type {
  Outage,
  TestClientOptions,
  TestExternalService,
  TestPlatform,
  TestRequest,
  TestWebhookEndpoint,
} from './test-platform.ts';
export type { CourtSeed, TestPlatformOptions, UserSeed } from './test-platform-options.ts';
