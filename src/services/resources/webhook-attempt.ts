import { z } from 'zod';

/** The fields of an attempt to deliver that tell how the receiver responded. */
export const attemptFields = {
  status: z
    .int()
    .min(100)
    .max(599)
    .describe('The status of your response. Absent if there was none, or if it is no status of HTTP.')
    .optional(),
  milliseconds: z.int32().min(0).describe('The time until your response.'),
  failure: z
    .string()
    .describe('Why there was no response, or why it was not accepted. Absent after a success.')
    .optional(),
};

interface StoredAttempt {
  status: number | null;
  milliseconds: number;
  error: string | null;
  /** The beginning of the body. */
  answer: string | null;
}

/** Returns the fields of an attempt, with the beginning of the response. */
export function toAttempt({ status, milliseconds, error: failure, answer: response }: StoredAttempt) {
  // A receiver may send any three digits.
  const isStatus = status !== null && status >= 100 && status <= 599;
  const present = Object.entries({ status: isStatus ? status : null, failure, response });
  return {
    milliseconds: Math.round(milliseconds),
    ...Object.fromEntries(present.filter(([, value]) => value !== null)),
  };
}
