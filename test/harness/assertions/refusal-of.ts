import { ApiError } from '../../../src/errors.ts';

/** What something is refused with; throws where it is not. */
export async function refusalOf(work: Promise<unknown> | (() => unknown)): Promise<ApiError> {
  try {
    await (typeof work === 'function' ? work() : work);
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
  throw new Error('It was not refused.');
}
