import type { Reporter, TestModule } from 'vitest/node';

/** Prints the tests that passed at the second try, and a summary line that any tool can parse. */
export class SummaryReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    let [passed, failed, skipped, again] = [0, errors.length, 0, ''];
    for (const module of modules) {
      if (module.errors().length > 0) failed += 1;
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        if (test.diagnostic()?.flaky) again += `\nPassed at the second try: ${test.fullName}`;
        if (state === 'passed') passed += 1;
        else if (state === 'failed') failed += 1;
        else skipped += 1;
      }
    }
    // Printed after the report for people.
    setImmediate(() =>
      process.stdout.write(`${again}\n${passed} passed, ${failed} failed, ${skipped} skipped\n`),
    );
  }
}
