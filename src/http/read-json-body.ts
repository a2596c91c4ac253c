import { ApiError, errorFactory } from '../api-error.ts';
import { maxBodyBytes } from '../errors.ts';
import { isJson } from '../rules/requests/is-json.ts';
import { listIssues } from '../rules/requests/list-issues.ts';
import {
  encodedMessage,
  isEncoded,
  parseJsonBody,
  tooLargeMessage,
} from '../rules/requests/parse-json-body.ts';

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
  return parseJson(await readBody(request, maximum));
}

/**
 * Reads the bytes of a JSON body.
 *
 * @throws ApiError `unsupported_media_type`, `payload_too_large`, `invalid_schema` (incomplete).
 */
export function readBody(request: Request, maximum: number): Promise<Uint8Array> {
  if (!isJson(request.headers.get('content-type'))) throw createError('unsupported_media_type');
  if (isEncoded(request.headers.get('content-encoding')))
    throw createError('unsupported_media_type', { message: encodedMessage });
  return readBytes(request, maximum);
}

/** @throws ApiError `invalid_schema` (not UTF-8, not JSON, a repeated key) */
export function parseJson(bytes: Uint8Array): unknown {
  const parsed = parseJsonBody(bytes);
  if ('faults' in parsed) throw createError('invalid_schema', listIssues(parsed.faults));
  return parsed.value;
}

/** @throws ApiError `payload_too_large`, `invalid_schema` (incomplete) */
export async function readBytes(request: Request, maximum: number): Promise<Uint8Array> {
  const length = request.headers.get('content-length');
  // The HTTP parser never passes on more than the announced length.
  const isBounded = length !== null && Number(length) <= maximum;
  try {
    return isBounded ? new Uint8Array(await request.arrayBuffer()) : await readUpTo(request, maximum);
  } catch (error) {
    if (error instanceof ApiError) throw error;
    // The client disconnected, broke the framing, or was too slow.
    const fault = { path: [], code: 'incomplete_body', message: 'The body did not arrive whole.' };
    throw createError('invalid_schema', listIssues([fault]));
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
  return createError('payload_too_large', { message: tooLargeMessage(maximum), closesConnection });
}
