export type { OperationName, PartnerErrorType, ResponseBody } from '../operation.ts';
export { createTestPartnerApi } from './create-test-partner-api.ts';
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
