import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Files that take over five seconds, in seconds on an idle machine with two cores. Other files follow in the order of their last duration
 * in vitest, or of their size.
 */
const seconds: Record<string, number> = {
  'test/release/process/sandbox-clients.test.ts': 40,
  'test/release/process/start.test.ts': 40,
  'test/release/process/sdk-faults.test.ts': 34,
  'test/release/process/two-versions.test.ts': 22,
  'test/services/changes/change-watch.test.ts': 20,
  'test/release/process/configuration.test.ts': 17,
  'test/release/process/starvation.test.ts': 15,
  'test/release/process/lists-at-size.test.ts': 15,
  'test/release/browser/site.test.ts': 15,
  'test/release/browser/operators.test.ts': 15,
  'test/release/browser/sandbox.test.ts': 20,
  'test/sdk/rules/rules.test.ts': 14,
  'test/rest/operations/list-changes.test.ts': 14,
  'test/services/webhook-deliveries/send-webhooks.test.ts': 14,
  'test/release/process/changes-moved.test.ts': 12,
  'test/release/process/sync-examples.test.ts': 11,
  'test/release/process/sync-killed.test.ts': 11,
  'test/release/process/webhooks-killed.test.ts': 15,
  'test/sdk/rules/moves.test.ts': 10,
  'test/db/changes.test.ts': 6,
  'test/release/process/database-away.test.ts': 9,
  'test/db/races.test.ts': 9,
  'test/rest/hostile-input.test.ts': 9,
  'test/http/connection.test.ts': 8,
  'test/release/browser/first-steps.test.ts': 8,
  'test/graphql/export/export-list.test.ts': 10,
  'test/graphql/graphiql/playbook.test.ts': 7,
  'test/db/migrations.test.ts': 7,
  'test/sdk/sync.test.ts': 7,
  'test/release/cli/sandbox.test.ts': 15,
  'test/release/cli/listen.test.ts': 7,
  'test/release/cli/doctor.test.ts': 7,
  'test/rest/operations/upsert-court-booking.test.ts': 6,
  'test/rest/rate-limit.test.ts': 6,
  'test/services/traffic.test.ts': 6,
  'test/sdk/retries.test.ts': 6,
  'test/release/process/guides-by-hand.test.ts': 14,
  'test/release/process/guides.test.ts': 12,
  'test/release/process/example-in.test.ts': 7,
  'test/release/process/erase-beside-writers.test.ts': 12,
};

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { root } = this.ctx.config;
    const secondsOf = ({ moduleId }: TestSpecification) => seconds[moduleId.slice(root.length + 1)] ?? 0;
    return (await super.sort(files)).sort((one, other) => secondsOf(other) - secondsOf(one));
  }
}
