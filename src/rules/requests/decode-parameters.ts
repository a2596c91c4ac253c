interface Fault {
  path: string[];
  code: string;
  message: string;
}

export type Decoded = { parameters: Record<string, string> } | { issues: Fault[] };

/** Percent-decodes each parameter once (RFC 3986, section 2.1), or returns an issue for each invalid one. */
export function decodeParameters(raw: Record<string, string>): Decoded {
  const parameters: Record<string, string> = {};
  const issues: Fault[] = [];
  for (const [name, value] of Object.entries(raw)) {
    try {
      parameters[name] = decodeURIComponent(value);
    } catch {
      issues.push(notDecodable([name]));
    }
  }
  return issues.length > 0 ? { issues } : { parameters };
}

export const notDecodable = (path: string[]): Fault => ({
  path,
  code: 'invalid_percent_encoding',
  message: 'Must be percent-encoded UTF-8 (RFC 3986, section 2.1).',
});
