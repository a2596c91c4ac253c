import type { Rejection } from './rejection.ts';
import { upsertErrors } from './upsert-court-booking.ts';

/** The rules of an upsert that do not depend on a token, in their order. The first violated rule determines the error. */
export const upsertRules = [
  'invalid_api_token',
  'external_service_access_denied',
  'invalid_schema',
  'mutually_exclusive_fields_violation',
  ...upsertErrors,
] as const;
export type UpsertRule = (typeof upsertRules)[number];

export interface ExplainedRule {
  rule: UpsertRule;
  /** null: not checked, because an earlier rule determined the result. */
  passed: boolean | null;
  message: string | null;
}

/** A violated rule. */
export interface Violation {
  rule: UpsertRule;
  message: string;
  stored?: Rejection['stored'] | undefined;
  /** The fault is in a path parameter. */
  isOfPath?: boolean;
}

/** Returns all rules: those before the end have passed, those after it were not checked. */
export function explainRules(end: 'written' | 'replayed' | Violation): ExplainedRule[] {
  const checked = upsertRules.indexOf(firstNotChecked(end)!);
  return upsertRules.map((rule, index) => {
    if (typeof end === 'object' && rule === end.rule) return { rule, passed: false, message: end.message };
    return { rule, passed: checked === -1 || index < checked ? true : null, message: null };
  });
}

/**
 * Normally the violated rule. Exceptions: a booking that an operator cancelled is not compared by version, and path
 * parameters are validated before the external service.
 */
function firstNotChecked(end: 'written' | 'replayed' | Violation): UpsertRule | undefined {
  if (end === 'written') return undefined;
  // A replay is returned before overlaps are checked.
  if (end === 'replayed') return 'court_booking_overlap';
  const { rule, stored, isOfPath } = end;
  if (rule === 'version_conflict' && stored?.cancelledBy?.includes('OPERATOR')) return 'stale_write';
  return rule === 'invalid_schema' && isOfPath ? 'external_service_access_denied' : rule;
}
