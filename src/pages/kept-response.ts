import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
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
  gzipped: Buffer;
  etag: string;
}

const compress = promisify(gzip);

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
    const common = {
      ETag: etag,
      'Cache-Control': cacheControl,
      ...(isCompressed ? {} : { Vary: 'Accept-Encoding' }),
    };
    if (isKnown(request.headers.get('if-none-match'), etag))
      return new Response(null, { status: 304, headers: common });
    const isGzip = !isCompressed && takesGzip(request.headers.get('accept-encoding') ?? '');
    return new Response((isGzip ? gzipped : plain) as BodyInit, {
      headers: {
        'Content-Type': type,
        ...headers,
        ...common,
        ...(isGzip ? { 'Content-Encoding': 'gzip' } : {}),
      },
    });
  };
}

async function prepare(make: Kept['make'], isCompressed: boolean): Promise<Made> {
  const plain = Buffer.from(await make());
  const hash = createHash('sha256').update(plain).digest('base64url').slice(0, 22);
  if (isCompressed) return { plain, gzipped: plain, etag: `"${hash}"` };
  // Weak, because compressed and plain content have different bytes (RFC 9110, section 8.8.1).
  return { plain, gzipped: await compress(plain), etag: `W/"${hash}"` };
}

/** Compares weakly (RFC 9110, section 13.1.2). */
export function isKnown(ifNoneMatch: string | null, etag: string): boolean {
  const opaque = (tag: string) => tag.trim().replace(/^W\//, '');
  return (ifNoneMatch ?? '').split(',').some((tag) => tag.trim() === '*' || opaque(tag) === opaque(etag));
}

export const takesGzip = (acceptEncoding: string) =>
  /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i.test(acceptEncoding);
