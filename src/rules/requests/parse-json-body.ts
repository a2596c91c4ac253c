import { repeatedKeys } from './repeated-keys.ts';

interface Fault {
  path: (string | number)[];
  code: string;
  message: string;
}

/** Not in the document: bodies are not compressed. `identity` means the same (RFC 9110, section 12.5.3). */
export function isEncoded(contentEncoding: string | null): boolean {
  const codings = contentEncoding?.toLowerCase().split(',') ?? [];
  return codings.some((coding) => !['', 'identity'].includes(coding.trim()));
}

export const encodedMessage = 'The body has a "Content-Encoding". Send it uncompressed, without this header.';

export const tooLargeMessage = (maximum: number) =>
  `The body is larger than ${maximum} bytes (${maximum / 1024} KiB). Send less in one request.`;

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Parses a body. Returns its faults if it is not UTF-8, not JSON, or has a repeated key. */
export function parseJsonBody(bytes: Uint8Array): { value: unknown } | { faults: Fault[] } {
  let text: string;
  try {
    text = utf8.decode(bytes);
  } catch {
    return notJson('invalid_utf8', 'The body is not valid UTF-8.');
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // The parser's own message quotes the body, which may contain personal data or secrets.
    return notJson(
      'invalid_json',
      text === '' ? 'The body is empty.' : 'The body is not valid JSON (RFC 8259).',
    );
  }
  const message = 'Was sent more than once in one object. Send it once.';
  const faults = repeatedKeys(text).map((path) => ({ path, code: 'duplicate_key', message }));
  return faults.length > 0 ? { faults } : { value };
}

const notJson = (code: string, message: string) => ({ faults: [{ path: [], code, message }] });
