import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Files that take ten seconds or more, in seconds of a run of all files on two cores. A long file that starts late delays the end of the run.
 * Other files follow in the order of their last duration in vitest, or of their size.
 */
const seconds: Record<string, number> = {
  'test/release/process/sandbox.test.ts': 120,
  'test/release/process/sandbox-guides.test.ts': 106,
  'test/release/browser/document-pages.test.ts': 100,
  'test/release/process/start.test.ts': 98,
  'test/release/browser/graphiql.test.ts': 80,
  'test/release/process/sdk-package.test.ts': 80,
  'test/release/process/programs-killed.test.ts': 74,
  'test/release/process/guides-by-hand.test.ts': 69,
  'test/release/browser/site.test.ts': 67,
  'test/release/browser/operator-questions.test.ts': 61,
  'test/release/process/after-restore.test.ts': 60,
  'test/release/process/lists-at-size.test.ts': 49,
  'test/release/process/plans-at-size.test.ts': 49,
  'test/release/cli/sandbox.test.ts': 49,
  'test/release/browser/sandbox.test.ts': 48,
  'test/release/process/two-versions.test.ts': 43,
  'test/release/browser/onboarding.test.ts': 39,
  'test/release/process/examples.test.ts': 38,
  'test/release/process/documented-addresses.test.ts': 35,
  'test/release/process/sdk-faults.test.ts': 34,
  'test/release/process/runbook.test.ts': 32,
  'test/release/process/configuration.test.ts': 31,
  'test/release/process/starvation.test.ts': 29,
  'test/release/process/webhooks-killed.test.ts': 28,
  'test/release/browser/calendar.test.ts': 27,
  'test/release/process/sync-examples.test.ts': 26,
  'test/release/cli/listen.test.ts': 25,
  'test/release/process/tracing.test.ts': 24,
  'test/sdk/rules/rules.test.ts': 21,
  'test/release/process/changes-moved.test.ts': 20,
  'test/release/browser/first-steps.test.ts': 20,
  'test/release/browser/operators.test.ts': 20,
  'test/release/process/production-log.test.ts': 18,
  'test/release/process/replica-away.test.ts': 18,
  'test/services/users/batch/batch-users.test.ts': 18,
  'test/services/changes/change-watch.test.ts': 18,
  'test/release/process/standby-away.test.ts': 17,
  'test/telemetry/metrics.test.ts': 17,
  'test/release/cli/doctor.test.ts': 16,
  'test/db/plans.test.ts': 15,
  'test/release/process/example-in.test.ts': 14,
  'test/release/process/guides.test.ts': 14,
  'test/release/process/readyz-reason.test.ts': 13,
  'test/db/connection/session-settings.test.ts': 13,
  'test/release/process/webhooks-locally.test.ts': 12,
  'test/release/process/pooler.test.ts': 12,
  'test/rest/operations/erase-user.test.ts': 12,
  'test/db/connection/database.test.ts': 12,
  'test/graphql/schema/order.test.ts': 11,
  'test/rest/rate-limit.test.ts': 11,
  'test/graphql/document-pages/malformed-values.test.ts': 10,
  'test/release/process/erase-beside-writers.test.ts': 10,
  'test/http/connection.test.ts': 10,
};

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { root } = this.ctx.config;
    const secondsOf = ({ moduleId }: TestSpecification) => seconds[moduleId.slice(root.length + 1)] ?? 0;
    return (await super.sort(files)).sort((one, other) => secondsOf(other) - secondsOf(one));
  }
}
