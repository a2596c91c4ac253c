import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { alertCases } from '../../harness/data/alert-cases.ts';
import { clusterAlertCases } from '../../harness/data/cluster-alert-cases.ts';
import { scratchFolder } from '../../harness/data/made-once.ts';

const pathTo = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url));
const dashboard = pathTo('docs/metrics/dashboard.json');

interface Rule {
  alert: string;
  expr: string;
  labels: { severity: string };
  annotations: { description: string };
}
const sets = [
  { path: 'docs/metrics/alerts.yaml', cases: alertCases },
  { path: 'deploy/prometheus/cluster-alerts.yaml', cases: clusterAlertCases },
].map(({ path, cases }) => ({
  path,
  cases,
  rules: parse(readFileSync(pathTo(path), 'utf8')).groups.flatMap(
    ({ rules }: { rules: Rule[] }) => rules,
  ) as Rule[],
}));
const folder = scratchFolder();

const promtool = (...args: string[]) => {
  const { status, stdout, stderr } = spawnSync('promtool', args, { encoding: 'utf8' });
  expect(status, `${stdout}${stderr}`.replaceAll(/\n\s*\n/g, '\n')).toBe(0);
};
const isInstalled = spawnSync('promtool', ['--version']).status === 0;
const needs = isInstalled ? '' : ' (not run: needs promtool)';
if (!isInstalled)
  process.stderr.write('promtool is not installed: alerts are not tested (apt-get install prometheus).\n');

/** Evaluates the rules every minute. Expects this number of firing alerts of the name at the given time. A failure shows the comment. */
const test = (comment: string, alert: string, series: Record<string, string>, at: string, firing: 0 | 1) => ({
  interval: '1m',
  input_series: Object.entries(series).map(([series, values]) => ({ series, values })),
  promql_expr_test: [
    {
      expr: `count(ALERTS{alertname="${alert}",alertstate="firing"}) or vector(0) # ${comment}`,
      eval_time: at,
      exp_samples: [{ labels: '{}', value: firing }],
    },
  ],
});

describe.skipIf(!isInstalled)(`the alert rules for Prometheus${needs}`, () => {
  it.each(sets)('$path: is valid', ({ path }) => {
    promtool('check', 'rules', pathTo(path));
  });

  it('the queries of the dashboard are valid', () => {
    const { panels } = JSON.parse(readFileSync(dashboard, 'utf8')) as {
      panels: { targets: { expr: string }[] }[];
    };
    const queries = panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
    expect(queries.length).toBeGreaterThan(10);
    // Grafana replaces its variables before Prometheus reads a query.
    const recorded = queries.map((expr, n) => ({
      record: `dashboard_${n}`,
      expr: expr.replaceAll('$__rate_interval', '5m').replaceAll('$instance', '.*'),
    }));
    const file = join(folder, 'dashboard.json');
    writeFileSync(file, JSON.stringify({ groups: [{ name: 'dashboard', rules: recorded }] }));
    promtool('check', 'rules', file);
  });

  it.each(sets)(
    '$path: each alert fires in its case, and in no case that is not its own',
    ({ path, cases }) => {
      const tests = cases.flatMap(({ alert, fires, series, at, quiet }) => [
        test(`fires: ${fires}`, alert, series, at, 1),
        ...Object.entries(quiet).map(([when, given]) => {
          const [series, own] = Array.isArray(given) ? given : [given, at];
          return test(`does not fire: ${when}`, alert, series, own, 0);
        }),
      ]);
      const file = join(folder, 'cases.json');
      // JSON is YAML.
      writeFileSync(file, JSON.stringify({ rule_files: [pathTo(path)], evaluation_interval: '1m', tests }));
      promtool('test', 'rules', file);
    },
  );
});

it('every alert has a case in which it fires and one in which it does not', () => {
  for (const { rules, cases } of sets) {
    expect(rules.length).toBeGreaterThan(6);
    expect(cases.map(({ alert }) => alert)).toEqual(rules.map(({ alert }) => alert));
    expect(cases.filter(({ quiet }) => Object.keys(quiet).length === 0)).toEqual([]);
  }
});

it('every alert has a severity, and says what partners notice and which steps to take', () => {
  for (const { alert, labels, annotations } of sets.flatMap(({ rules }) => rules)) {
    expect(['page', 'warn', 'info'], alert).toContain(labels.severity);
    const [notice, ...steps] = annotations.description.trim().split(/\n(?=\d\. )/);
    expect(notice, alert).toMatch(/^[A-Z].+\.$/s);
    expect(steps.length, alert).toBeGreaterThan(1);
    expect(
      steps.map((step) => Number.parseInt(step, 10)),
      alert,
    ).toEqual(steps.map((_step, index) => index + 1));
  }
});
