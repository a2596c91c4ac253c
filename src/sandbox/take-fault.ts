import { cursorOf, type Exchange } from './exchange.ts';
import type { Fault, FaultRule } from './faults.ts';
import type { StepState } from './run-state.ts';

/** Returns the fault of the current step for a request, and counts it. */
export function takeFault({ step, used }: StepState, exchange: Exchange): Fault | undefined {
  for (const rule of step.faults ?? []) {
    const counts = used.get(rule) ?? new Map<string, number>();
    const due = keysOf(rule, exchange).filter((key) => isDue(rule, counts, key));
    if (due.length === 0) continue;
    used.set(rule, counts);
    for (const key of due) counts.set(key, (counts.get(key) ?? 0) + 1);
    return rule.fault.kind === 'postpone' ? { ...rule.fault, rows: due } : rule.fault;
  }
  return undefined;
}

/** Returns what a rule counts: rows, cursors or an operation. */
function keysOf({ rows = [], operation, withCursor, fault }: FaultRule, exchange: Exchange): string[] {
  if (operation === undefined) return exchange.writes.map(({ id }) => id).filter((id) => rows.includes(id));
  if (operation !== exchange.operation) return [];
  const cursor = cursorOf(exchange);
  // An empty page has the cursor of its request.
  if ((withCursor || fault.kind === 'empty-page') && cursor === undefined) return [];
  return [withCursor ? cursor! : operation];
}

/** An expired cursor stays expired, and no other one expires. */
const isDue = (rule: FaultRule, counts: Map<string, number>, key: string) =>
  rule.withCursor ? counts.size === 0 || counts.has(key) : (counts.get(key) ?? 0) < rule.times;
