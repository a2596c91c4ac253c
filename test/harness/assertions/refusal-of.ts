import { ApiError } from '../../../src/api-error.ts';

/** Returns the error that the work is rejected with. Throws if the work succeeds. */
export async function refusalOf(work: Promise<unknown> | (() => unknown)): Promise<ApiError> {
  try {
    await (typeof work === 'function' ? work() : work);
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
  throw new Error('It was not refused.');
}
