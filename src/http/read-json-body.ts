import { ApiError, errorFactory, faults } from '../api-error.ts';
import { maxBodyBytes } from '../errors.ts';
import { isJson } from './is-json.ts';
import { repeatedKeys } from './repeated-keys.ts';

const maxDiscardedBytes = 8 * 1024 * 1024;

export const readJsonBodyErrors = ['unsupported_media_type', 'payload_too_large', 'invalid_schema'] as const;
const createError = errorFactory(readJsonBodyErrors);

/**
 * Reads and parses the body of a request, up to `maximum` bytes.
 *
 * @throws ApiError `unsupported_media_type` (also a compressed body), `payload_too_large`, `invalid_schema` (incomplete,
 * not UTF-8, not JSON, a repeated key).
 */
export async function readJsonBody(request: Request, maximum = maxBodyBytes): Promise<unknown> {
  if (!isJson(request.headers.get('content-type'))) throw createError('unsupported_media_type');
  if (isEncoded(request.headers.get('content-encoding')))
    throw createError('unsupported_media_type', encoded);
  const bytes = await readBytes(request, maximum);
  return parseJson(decodeUtf8(bytes));
}

const encoded = {
  message: 'The body has a "Content-Encoding". Send it uncompressed, without this header.',
};

/** Not in the document: bodies are not compressed. `identity` means the same (RFC 9110, section 12.5.3). */
function isEncoded(contentEncoding: string | null): boolean {
  const codings = contentEncoding?.toLowerCase().split(',') ?? [];
  return codings.some((coding) => !['', 'identity'].includes(coding.trim()));
}

async function readBytes(request: Request, maximum: number): Promise<Uint8Array> {
  const length = request.headers.get('content-length');
  // The HTTP parser never passes on more than the announced length.
  const isBounded = length !== null && Number(length) <= maximum;
  try {
    return isBounded ? new Uint8Array(await request.arrayBuffer()) : await readUpTo(request, maximum);
  } catch (error) {
    if (error instanceof ApiError) throw error;
    // The client disconnected, broke the framing, or was too slow.
    throw notJson('incomplete_body', 'The body did not arrive whole.');
  }
}

async function readUpTo(request: Request, maximum: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of (request.body ?? []) as unknown as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    if (size <= maximum) chunks.push(chunk);
    // The rest is read and discarded. Otherwise a client that is still sending would lose its connection and the
    // response. A client that never stops is disconnected.
    else if (size > maxDiscardedBytes) throw tooLarge(maximum, true);
  }
  if (size > maximum) throw tooLarge(maximum);
  return Buffer.concat(chunks);
}

function tooLarge(maximum: number, closesConnection = false): ApiError {
  const message = `The body is larger than ${maximum} bytes (${maximum / 1024} KiB). Send less in one request.`;
  return createError('payload_too_large', { message, closesConnection });
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

function decodeUtf8(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw notJson('invalid_utf8', 'The body is not valid UTF-8.');
  }
}

/** @throws ApiError `invalid_schema` (not JSON, a repeated key) */
export function parseJson(text: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // The parser's own message quotes the body, which may contain personal data or secrets.
    throw notJson(
      'invalid_json',
      text === '' ? 'The body is empty.' : 'The body is not valid JSON (RFC 8259).',
    );
  }
  const message = 'Was sent more than once in one object. Send it once.';
  const issues = repeatedKeys(text).map((path) => ({ path, code: 'duplicate_key', message }));
  if (issues.length > 0) throw createError('invalid_schema', faults(issues));
  return value;
}

function notJson(code: string, message: string): ApiError {
  return createError('invalid_schema', { issues: [{ path: [], code, message }] });
}
