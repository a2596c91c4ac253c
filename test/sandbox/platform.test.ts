import { describe, expect, it } from 'vitest';
import { Platform } from '../../src/sandbox/platform.ts';

const answering = (...responses: Response[]) => {
  const platform = new Platform(async () => responses.shift()!, 'token');
  return { read: () => platform.list('token', '/courts'), left: responses };
};
const busy = () => Response.json({ error: { type: 'service_unavailable' } }, { status: 503 });
const busyResolver = () => Response.json({ errors: [{ extensions: { code: 'service_unavailable' } }] });

describe('calls of the sandbox itself', () => {
  it('are repeated while the service is busy', async () => {
    const { read, left } = answering(busy(), busyResolver(), Response.json({ items: [1] }));
    expect(await read()).toEqual([1]);
    expect(left).toEqual([]);
  });

  it('are not repeated after another error', async () => {
    const { read, left } = answering(Response.json({}, { status: 500 }), Response.json({ items: [] }));
    await expect(read()).rejects.toThrow('GET /courts?limit=100 returned 500');
    expect(left).toHaveLength(1);
  });
});
