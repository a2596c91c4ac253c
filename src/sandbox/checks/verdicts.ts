import type { Exchange } from '../exchange.ts';
import type { Verdict } from '../scenario.ts';

const numbersOf = (exchanges: readonly Exchange[]) => exchanges.map(({ number }) => number);

export const passed = (explanation: string, exchanges: readonly Exchange[] = []): Verdict => ({
  verdict: 'passed',
  explanation,
  requests: numbersOf(exchanges),
});

export const failed = (explanation: string, exchanges: readonly Exchange[] = []): Verdict => ({
  verdict: 'failed',
  explanation,
  requests: numbersOf(exchanges),
});

export const notSeen = (explanation: string): Verdict => ({ verdict: 'not seen', explanation, requests: [] });

/** The explanation of a failed subject, and the requests that show it. */
export interface Finding {
  explanation: string;
  exchanges: Exchange[];
}

/**
 * Judges each subject. One finding is enough to fail. Without a subject, nothing was seen.
 *
 * @param missing what would have to happen
 */
export function judgeEach(
  subjects: readonly Exchange[],
  { missing, right }: { missing: string; right: string },
  find: (subject: Exchange) => Finding | undefined,
): Verdict {
  if (subjects.length === 0) return notSeen(missing);
  const findings = subjects.map(find).filter((finding) => finding !== undefined);
  if (findings.length === 0) return passed(right, subjects);
  const exchanges = [...new Set(findings.flatMap((finding) => finding.exchanges))];
  return failed(findings[0]!.explanation, exchanges);
}
