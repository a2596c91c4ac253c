import { ApiError, shapeError } from './api-error.ts';
import { repeatedKeys } from './repeated-keys.ts';

/**
 * Parses the body of a request, up to a maximum number of bytes.
 *
 * @throws ApiError `unsupported_media_type`, `payload_too_large`, `invalid_schema`
 */
export async function readJsonBody(request: Request, maximum = 65_536): Promise<unknown> {
  if (!isJson(request.headers.get('content-type'))) throw new ApiError('unsupported_media_type');
  if (isEncoded(request.headers.get('content-encoding')))
    throw new ApiError('unsupported_media_type', {
      message: 'The body has a "Content-Encoding". Send it uncompressed, without this header.',
    });
  const bytes = await request.arrayBuffer();
  if (bytes.byteLength > maximum)
    throw new ApiError('payload_too_large', {
      message: `The body is larger than ${maximum} bytes (${maximum / 1024} KiB). Send less in one request.`,
    });
  const text = decoded(bytes);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw notJson(
      'invalid_json',
      text === '' ? 'The body is empty.' : 'The body is not valid JSON (RFC 8259).',
    );
  }
  const message = 'Was sent more than once in one object. Send it once.';
  const issues = repeatedKeys(text).map((path) => ({ path, code: 'duplicate_key', message }));
  if (issues.length > 0) throw shapeError(issues);
  return value;
}

function isEncoded(contentEncoding: string | null): boolean {
  const codings = contentEncoding?.toLowerCase().split(',') ?? [];
  return codings.some((coding) => !['', 'identity'].includes(coding.trim()));
}

function isJson(contentType: string | null): boolean {
  const [type, ...parameters] = (contentType ?? '')
    .toLowerCase()
    .split(';')
    .map((part) => part.trim());
  return (
    type === 'application/json' &&
    parameters.every((parameter) => parameter === '' || /^charset="?utf-?8"?$/.test(parameter))
  );
}

function decoded(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw notJson('invalid_utf8', 'The body is not valid UTF-8.');
  }
}

const notJson = (code: string, message: string) => shapeError([{ path: [], code, message }]);
