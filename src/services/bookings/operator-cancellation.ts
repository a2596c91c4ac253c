import { reasonText } from '../values/fields.ts';

/** Maximum per transaction, so that its locks and writes finish within the time limit of operators' requests. */
export const maxCancellations = 500;

/** The reason. The partner can read it. */
export const cancellationReason = () => reasonText(1_000);
