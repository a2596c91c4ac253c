interface Report<Refusal> {
  ok: boolean;
  summary: { refused: number };
  refused: Refusal[];
}

/** Adds rejections to a report. */
export function addRefusals<Refusal>(report: Report<Refusal>, refusals: readonly Refusal[]): void {
  report.refused = report.refused.concat(refusals);
  report.summary.refused = report.refused.length;
  report.ok = report.refused.length === 0;
}

/** Takes rejections out of a report, and returns them. */
export function takeRefusals<Refusal>(
  report: Report<Refusal>,
  isMeant: (refusal: Refusal) => boolean,
): Refusal[] {
  const taken = report.refused.filter(isMeant);
  report.refused = report.refused.filter((refusal) => !isMeant(refusal));
  addRefusals(report, []);
  return taken;
}
