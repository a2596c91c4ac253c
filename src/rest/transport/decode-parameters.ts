import type { Issue } from '../../api-error.ts';
import type { RawParameters } from '../../http/router.ts';

/** Percent-decodes each parameter once (RFC 3986, section 2.1), or returns an issue for each invalid one. */
export function decodeParameters(
  raw: RawParameters,
): { parameters: Record<string, string> } | { issues: Issue[] } {
  const parameters: Record<string, string> = {};
  const issues: Issue[] = [];
  for (const [name, value] of Object.entries(raw)) {
    try {
      parameters[name] = decodeURIComponent(value);
    } catch {
      const message = 'Must be percent-encoded UTF-8 (RFC 3986, section 2.1).';
      issues.push({ path: [name], code: 'invalid_percent_encoding', message });
    }
  }
  return issues.length > 0 ? { issues } : { parameters };
}
