import { createPublicKey, type KeyObject, verify } from 'node:crypto';
import { z } from 'zod';
import { canonicalJson } from '../../rules/canonical-json.ts';

/** A report is current for this long after its run. */
export const reportDays = 30;

/** What the check reads of a signed report of the sandbox. */
const SignedReport = z.object({
  report: z.looseObject({
    id: z.string().max(100),
    externalServiceName: z.string(),
    isPassed: z.boolean(),
    endedAt: z.iso.datetime().nullish(),
    scenarios: z.array(z.looseObject({ name: z.string(), grade: z.string() })),
    notRun: z.array(z.string()),
  }),
  signature: z.string(),
});

/** A report that lets its partner go live. */
export interface PassedReport {
  id: string;
  endedAt: string;
}

/**
 * Checks a signed report of the sandbox: genuine, of this partner, complete, passed, and current.
 *
 * @param text the JSON that the sandbox returned
 * @param now Unix milliseconds
 * @returns the report, or why it is rejected
 */
export function readReport(
  text: string,
  { key, partner, now }: { key: SandboxKey; partner: string; now: number },
): PassedReport | string {
  const signed = parseReport(text);
  if (!signed) return 'It is no signed report of the sandbox. Send the file as the sandbox returned it.';
  const { report, signature } = signed.parsed;
  if (!verify(null, Buffer.from(signed.canonical), key, Buffer.from(signature, 'base64')))
    return 'Its signature is not that of our sandbox: it was changed, or comes from another sandbox.';
  const { externalServiceName: name, endedAt } = report;
  if (comparable(name) !== comparable(partner))
    return `It is the report of “${name}”, and not of “${partner}”.`;
  if (!endedAt) return 'Its run has not ended. Send the report of a complete run.';
  const failed = report.scenarios.filter(({ grade }) => grade !== 'passed');
  if (!report.isPassed || failed.length > 0 || report.notRun.length > 0) {
    const faults = [
      ...failed.map((scenario) => `${scenario.name} (${scenario.grade})`),
      ...report.notRun.map((scenario) => `${scenario} (not run)`),
    ];
    return `It is not passed: ${faults.join(', ') || 'a scenario is missing'}.`;
  }
  const age = now - Date.parse(endedAt);
  // The clocks of two machines may differ a little.
  if (age < -300_000) return `Its run ends in the future: ${endedAt}.`;
  if (age > reportDays * 86_400_000)
    return `It is older than ${reportDays} days: its run ended at ${endedAt}.`;
  return { id: report.id, endedAt };
}

const comparable = (name: string) => name.trim().normalize('NFC').toLowerCase();

function parseReport(text: string) {
  try {
    const value = JSON.parse(text);
    const { success, data } = SignedReport.safeParse(value);
    return success ? { parsed: data, canonical: canonicalJson(value.report) } : undefined;
  } catch {
    // No JSON, or nested too deeply.
    return undefined;
  }
}

/** The public key of the sandbox. */
export type SandboxKey = KeyObject;

/** @param x of its JSON Web Key (RFC 8037) */
export const sandboxKeyOf = (x: string): SandboxKey =>
  createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
