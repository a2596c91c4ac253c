import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Files that take twenty seconds or more, in seconds of a run of all files on two cores (2026-11-28). A long file that starts late delays
 * the end of the run. Other files follow in the order of their last duration in vitest, or of their size.
 */
const seconds: Record<string, number> = {
  'test/release/process/sandbox.test.ts': 292,
  'test/release/process/sdk-package.test.ts': 262,
  'test/release/process/start.test.ts': 219,
  'test/release/browser/site.test.ts': 217,
  'test/release/process/after-restore.test.ts': 202,
  'test/release/process/sandbox-guides.test.ts': 191,
  'test/release/browser/document-pages.test.ts': 137,
  'test/release/process/lists-at-size.test.ts': 129,
  'test/release/cli/sandbox.test.ts': 108,
  'test/release/browser/operator-questions.test.ts': 95,
  'test/release/process/examples.test.ts': 95,
  'test/release/browser/graphiql.test.ts': 89,
  'test/release/process/two-versions.test.ts': 79,
  'test/release/process/sync-examples.test.ts': 78,
  'test/release/process/guides-by-hand.test.ts': 75,
  'test/release/process/configuration.test.ts': 70,
  'test/release/process/plans-at-size.test.ts': 63,
  'test/release/browser/onboarding.test.ts': 62,
  'test/release/process/webhooks-killed.test.ts': 59,
  'test/release/browser/sandbox.test.ts': 58,
  'test/sdk/rules/rules.test.ts': 49,
  'test/release/browser/calendar.test.ts': 44,
  'test/release/process/runbook.test.ts': 44,
  'test/release/cli/doctor.test.ts': 41,
  'test/graphql/document-pages/malformed-values.test.ts': 39,
  'test/release/browser/operators.test.ts': 39,
  'test/db/plans.test.ts': 38,
  'test/release/process/tracing.test.ts': 38,
  'test/graphql/document-pages.test.ts': 33,
  'test/release/cli/listen.test.ts': 31,
  'test/release/process/changes-moved.test.ts': 30,
  'test/release/process/sdk-faults.test.ts': 30,
  'test/release/process/starvation.test.ts': 29,
  'test/release/process/log.test.ts': 25,
  'test/release/cli/logs.test.ts': 21,
  'test/rest/rate-limit.test.ts': 21,
  'test/services/users/batch/batch-users.test.ts': 21,
  'test/release/cli/hostile-server.test.ts': 20,
  'test/release/process/pooler.test.ts': 20,
};

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { root } = this.ctx.config;
    const secondsOf = ({ moduleId }: TestSpecification) => seconds[moduleId.slice(root.length + 1)] ?? 0;
    return (await super.sort(files)).sort((one, other) => secondsOf(other) - secondsOf(one));
  }
}
