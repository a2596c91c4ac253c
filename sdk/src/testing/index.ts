export type { OperationName, PartnerErrorType, ResponseBody } from '../operation.ts';
export {
  createTestPartnerApi,
  type PlanOptions,
  type RefuseOptions,
  type SentBody,
  type TestCall,
  type TestPartnerApi,
} from './create-test-partner-api.ts';
