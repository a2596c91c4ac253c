import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

type Content = string | Buffer;

export const compress: (content: Content) => Promise<Buffer> = promisify(gzip);

/**
 * A response with `content`, compressed if the client accepts that (RFC 9110, section 12.5.3). Not the middleware of Hono,
 * which compresses the same content again for each request.
 *
 * @param compressed the compressed content, if it is known
 */
export async function compressibleResponse(
  request: Pick<Request, 'headers'>,
  content: Content,
  init: { status?: number; headers: Record<string, string> },
  compressed?: Buffer,
): Promise<Response> {
  const headers = new Headers(init.headers);
  headers.append('Vary', 'Accept-Encoding');
  if (!acceptsGzip(request.headers.get('accept-encoding') ?? ''))
    return new Response(content as BodyInit, { ...init, headers });
  headers.set('Content-Encoding', 'gzip');
  return new Response((compressed ?? (await compress(content))) as BodyInit, { ...init, headers });
}

/** Without the header nothing is compressed: clients that cannot decompress send none. */
export function acceptsGzip(acceptEncoding: string): boolean {
  const weights = new Map(
    acceptEncoding.split(',').map((entry) => {
      const [coding, ...parameters] = entry.split(';').map((part) => part.trim().toLowerCase());
      const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
      return [coding, weight === undefined ? 1 : Number(weight)] as const;
    }),
  );
  const weight = weights.get('gzip') ?? weights.get('x-gzip') ?? weights.get('*') ?? 0;
  return weight > 0 && weight >= (weights.get('identity') ?? 0);
}
