import { createHash } from 'node:crypto';
import { compress, compressibleResponse } from '../http/compress.ts';
import { isKnown } from '../http/if-none-match.ts';
import type { Route } from '../http/router.ts';

interface Kept {
  /** The media type. */
  type: string;
  /** Called on the first request, and again after a failure. */
  make: () => string | Buffer | Promise<string | Buffer>;
  headers?: Record<string, string>;
  cacheControl?: string;
  /** True if the content is already compressed. It is then sent as it is, with a strong `ETag`. */
  isCompressed?: boolean;
}

interface Made {
  plain: Buffer;
  /** Undefined if the content is compressed itself. */
  gzipped: Buffer | undefined;
  etag: string;
}

/**
 * Returns a handler for content that is the same for everybody until the next release. The content is created,
 * compressed and hashed once.
 *
 * Browsers cache it, but revalidate it with its `ETag` each time. So during a rolling update, a page of one release is
 * combined with styles of the other only until it is reloaded.
 */
export function keptResponse({
  type,
  make,
  headers,
  cacheControl = 'public, no-cache',
  isCompressed = false,
}: Kept): Route['answer'] {
  let making: Promise<Made> | undefined;
  return async (request) => {
    making ??= prepare(make, isCompressed);
    const { plain, gzipped, etag } = await making.catch((error: unknown) => {
      making = undefined;
      throw error;
    });
    const common = { ETag: etag, 'Cache-Control': cacheControl };
    if (isKnown(request.headers.get('if-none-match'), etag)) {
      const vary = gzipped ? { Vary: 'Accept-Encoding' } : {};
      return new Response(null, { status: 304, headers: { ...common, ...vary } });
    }
    const all = { headers: { 'Content-Type': type, ...headers, ...common } };
    if (!gzipped) return new Response(plain as BodyInit, all);
    return compressibleResponse(request, plain, all, gzipped);
  };
}

async function prepare(make: Kept['make'], isCompressed: boolean): Promise<Made> {
  const plain = Buffer.from(await make());
  const hash = createHash('sha256').update(plain).digest('base64url').slice(0, 22);
  if (isCompressed) return { plain, gzipped: undefined, etag: `"${hash}"` };
  // Weak, because compressed and plain content have different bytes (RFC 9110, section 8.8.1).
  return { plain, gzipped: await compress(plain), etag: `W/"${hash}"` };
}
