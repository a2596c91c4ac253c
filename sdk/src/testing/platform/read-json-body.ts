import { isJson } from '../../../../src/rules/requests/is-json.ts';
import {
  encodedMessage,
  isEncoded,
  parseJsonBody,
  tooLargeMessage,
} from '../../../../src/rules/requests/parse-json-body.ts';
import { ApiError, shapeError } from './api-error.ts';

/**
 * Parses the body of a request, up to a maximum number of bytes.
 *
 * @throws ApiError `unsupported_media_type`, `payload_too_large`, `invalid_schema`
 */
export async function readJsonBody(request: Request, maximum: number): Promise<unknown> {
  if (!isJson(request.headers.get('content-type'))) throw new ApiError('unsupported_media_type');
  if (isEncoded(request.headers.get('content-encoding')))
    throw new ApiError('unsupported_media_type', { message: encodedMessage });
  const bytes = new Uint8Array(await request.arrayBuffer());
  if (bytes.byteLength > maximum)
    throw new ApiError('payload_too_large', { message: tooLargeMessage(maximum) });
  const parsed = parseJsonBody(bytes);
  if ('faults' in parsed) throw shapeError(parsed.faults);
  return parsed.value;
}
