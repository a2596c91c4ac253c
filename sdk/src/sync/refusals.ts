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
