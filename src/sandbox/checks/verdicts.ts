import type { Verdict } from '../scenario.ts';

/** A request, a webhook, or what belongs to one. */
interface Numbered {
  number: number;
}

const verdictOf =
  (verdict: 'passed' | 'failed') =>
  (explanation: string, requests: readonly Numbered[] = []): Verdict => ({
    verdict,
    explanation,
    requests: [...new Set(requests.map(({ number }) => number))],
  });

export const passed = verdictOf('passed');
export const failed = verdictOf('failed');

export const notSeen = (explanation: string): Verdict => ({ verdict: 'not seen', explanation, requests: [] });

/**
 * Judges each subject. One failure is enough to fail. Without a subject, nothing was seen.
 *
 * @param missing what would have to happen
 * @param find returns why the subject fails, or undefined
 */
export function judgeEach<Subject extends Numbered>(
  subjects: readonly Subject[],
  { missing, right }: { missing: string; right: string },
  find: (subject: Subject) => Verdict | undefined,
): Verdict {
  if (subjects.length === 0) return notSeen(missing);
  const failures = subjects.map(find).filter((failure) => failure !== undefined);
  if (failures.length === 0) return passed(right, subjects);
  return { ...failures[0]!, requests: [...new Set(failures.flatMap(({ requests }) => requests))] };
}
