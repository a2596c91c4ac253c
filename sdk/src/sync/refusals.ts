import { isObject } from '../from-outside.ts';

const areObjects = (list: unknown): list is { size?: number }[] =>
  Array.isArray(list) && list.every(isObject);

/** Returns true for a whole report, and for a plan as far as both are the same. What was stored may come back in part. */
export const isReport = (given: unknown): boolean => {
  const { summary, refused } = Object(given);
  return isObject(summary) && areObjects(refused);
};

/** Returns true for a whole plan: its batches have all its changes. */
export const isPlan = (given: unknown): boolean => {
  const { version, changes, batches } = Object(given);
  if (version !== 1 || !isReport(given) || !areObjects(changes) || !areObjects(batches)) return false;
  return batches.reduce((left, { size = Number.NaN }) => left - size, changes.length) === 0;
};

/** The rejections in a report. */
export interface Refusals<Refusal> {
  ok: boolean;
  summary: { refused: number };
  refused: Refusal[];
}

/** Adds rejections to a report, and counts them. */
export function addRefusals<Refusal>(report: Refusals<Refusal>, refusals: readonly Refusal[]): void {
  report.refused = report.refused.concat(refusals);
  report.summary.refused = report.refused.length;
  report.ok = report.refused.length === 0;
}

/** Takes rejections out of a report, and returns them. */
export function takeRefusals<Refusal>(
  report: Refusals<Refusal>,
  isMeant: (refusal: Refusal) => boolean,
): Refusal[] {
  const taken = report.refused.filter(isMeant);
  report.refused = report.refused.filter((refusal) => !isMeant(refusal));
  addRefusals(report, []);
  return taken;
}
