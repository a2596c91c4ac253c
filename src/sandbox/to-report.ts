import type { DescribedRun } from './describe-run.ts';
import { scenarios } from './scenarios.ts';

/**
 * Returns the part of a run that is signed: for whom it was, and its result, without secrets, rows and requests.
 * `isPassed` is true only if every scenario of the sandbox was run and passed.
 */
export function toReport(run: DescribedRun): object {
  const { id, seed, version, scenario, externalServiceId, externalServiceName } = run;
  const { status, startedAt, endedAt, scenarios: ofRun } = run;
  const missing = notRun(run);
  return {
    id,
    seed,
    version,
    scenario,
    externalServiceId,
    externalServiceName,
    status,
    startedAt,
    endedAt,
    isPassed: missing.length === 0 && ofRun.every(({ grade }) => grade === 'passed'),
    scenarios: ofRun,
    notRun: missing,
  };
}

/** Returns the scenarios of the sandbox that a run leaves out, or has not begun. */
export function notRun({ scenarios: ofRun }: DescribedRun): string[] {
  const begun = new Set(
    ofRun.flatMap(({ name, grade }) => (grade === 'waiting' || grade === 'not seen' ? [] : [name])),
  );
  return scenarios.map(({ name }) => name).filter((name) => !begun.has(name));
}
