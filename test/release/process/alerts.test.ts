import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { alertCases } from '../../harness/data/alert-cases.ts';

const rules = fileURLToPath(new URL('../../../docs/metrics/alerts.yaml', import.meta.url));
const dashboard = fileURLToPath(new URL('../../../docs/metrics/dashboard.json', import.meta.url));
const declared = [...readFileSync(rules, 'utf8').matchAll(/^ +- alert: (\w+)$/gm)].map(([, name]) => name!);
const folder = mkdtempSync(join(tmpdir(), 'courtbridge-alerts-'));
afterAll(() => rmSync(folder, { recursive: true }));

const promtool = (...args: string[]) => {
  const { status, stdout, stderr } = spawnSync('promtool', args, { encoding: 'utf8' });
  return { status, output: `${stdout}${stderr}` };
};
const isInstalled = promtool('--version').status === 0;
const needs = isInstalled ? '' : ' (not run: needs promtool)';
if (!isInstalled)
  process.stderr.write('promtool is not installed: alerts are not tested (apt-get install prometheus).\n');

/** Evaluates the rules every minute. Expects this number of firing alerts of the name at the given time. */
function evaluate(alert: string, series: Record<string, string>, at: string, firing: 0 | 1) {
  const file = join(folder, `${alert}.json`);
  const test = {
    interval: '1m',
    input_series: Object.entries(series).map(([name, values]) => ({ series: name, values })),
    promql_expr_test: [
      {
        expr: `count(ALERTS{alertname="${alert}",alertstate="firing"}) or vector(0)`,
        eval_time: at,
        exp_samples: [{ labels: '{}', value: firing }],
      },
    ],
  };
  // JSON is YAML.
  writeFileSync(file, JSON.stringify({ rule_files: [rules], evaluation_interval: '1m', tests: [test] }));
  expect(promtool('test', 'rules', file)).toMatchObject({ status: 0 });
}

describe.skipIf(!isInstalled)(`the alert rules for Prometheus${needs}`, () => {
  it('are valid', () => {
    expect(promtool('check', 'rules', rules)).toMatchObject({ status: 0 });
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
    expect(promtool('check', 'rules', file)).toMatchObject({ status: 0 });
  });

  it.each(alertCases.map((one) => [one.alert, one.fires, one] as const))(
    '%s fires: %s',
    (alert, _when, { series, at }) => evaluate(alert, series, at, 1),
  );

  const quiet = alertCases.flatMap(({ alert, quiet, at: usual }) =>
    quiet.map(({ when, series, at = usual }) => ({ alert, when, series, at })),
  );
  it.each(quiet.map((one) => [one.alert, one.when, one] as const))(
    '%s does not fire: %s',
    (alert, _when, { series, at }) => evaluate(alert, series, at, 0),
  );
});

it('every alert has a case in which it fires and one in which it does not', () => {
  expect(declared.length).toBeGreaterThan(10);
  expect(alertCases.map(({ alert }) => alert)).toEqual(declared);
  expect(alertCases.filter(({ quiet }) => quiet.length === 0)).toEqual([]);
});
