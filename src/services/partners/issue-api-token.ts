import { z } from 'zod';
import { errorFactory } from '../../api-error.ts';
import { scopes } from '../../rules/requests/scope.ts';
import type { Administrator } from '../access/authorize-operator.ts';
import { recordChange } from '../audit/record-change.ts';
import type { ServiceContext } from '../service-context.ts';
import { displayName, instant, reasonText, text, uuid } from '../values/fields.ts';
import { requireFuture } from '../values/require-future.ts';
import { addApiToken } from './add-api-token.ts';
import { findExternalService } from './find-external-service.ts';
import { readReport, type SandboxKey } from './sandbox-report.ts';

export const IssueApiTokenInput = z.strictObject({
  externalServiceId: uuid(),
  scopes: z.array(z.enum(scopes)).min(1),
  label: displayName(),
  expiresAt: instant().optional(),
  report: text(1, 200_000).optional(),
  overrideReason: reasonText(1_000).optional(),
});

export const issueApiTokenErrors = [
  'invalid_schema',
  'external_service_not_found',
  'sandbox_report_rejected',
] as const;
const createError = errorFactory(issueApiTokenErrors);

/** A new token. Its secret is returned once and never stored. */
export interface IssuedApiToken {
  id: string;
  secret: string;
}

/** Where partners go live, tokens need a report of the sandbox with this key. */
export interface GoLiveContext extends ServiceContext {
  sandboxKey?: SandboxKey | undefined;
}

/**
 * Issues an API token to an external service. If the key of the sandbox is configured, the token is for production: it needs a
 * passed, current report of this partner's client, or an administrator's reason to do without. The audit event has either.
 *
 * @throws ApiError `invalid_schema` (already expired), `external_service_not_found`, `sandbox_report_rejected`.
 */
export function issueApiToken(
  context: GoLiveContext,
  administrator: Administrator,
  { externalServiceId, report, overrideReason, ...input }: z.output<typeof IssueApiTokenInput>,
): Promise<IssuedApiToken> {
  requireFuture(context, ['expiresAt'], input.expiresAt, createError);
  return context.database.transaction(async (em) => {
    const externalService = await findExternalService(em, externalServiceId);
    if (!externalService) throw createError('external_service_not_found');
    const passed =
      overrideReason === undefined ? checkReport(context, externalService.name, report) : undefined;
    const id = context.newId();
    const token = { externalServiceId, ...input, scopes: [...new Set(input.scopes)] };
    const secret = addApiToken(em, { id, ...token });
    await recordChange(em, context, administrator, {
      action: 'issueApiToken',
      subjectId: id,
      after: {
        ...token,
        ...(passed ? { report: passed } : {}),
        ...(overrideReason ? { overrideReason } : {}),
      },
    });
    return { id, secret };
  });
}

function checkReport({ sandboxKey: key, now }: GoLiveContext, partner: string, report: string | undefined) {
  if (!key) {
    if (report === undefined) return undefined;
    throw createError('sandbox_report_rejected', {
      message:
        'This service has no key of a sandbox, so it cannot check the report. Leave it out, or configure SANDBOX_KEY.',
    });
  }
  if (report === undefined) throw createError('sandbox_report_rejected');
  const passed = readReport(report, { key, partner, now: now() });
  if (typeof passed !== 'string') return passed;
  throw createError('sandbox_report_rejected', {
    message: `The report is rejected, so no token was issued. ${passed} Ask the partner for a new report.`,
  });
}
