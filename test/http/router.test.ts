import { describe, expect, it } from 'vitest';
import { openRaw } from '../harness/clients/raw-connection.ts';
import { useTestService } from '../harness/servers/use-test-service.ts';

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND'];

const allowed: Record<string, string> = {
  '/': 'GET, HEAD',
  '/docs': 'GET, HEAD',
  '/docs/reference': 'GET, HEAD',
  '/docs/reference/createUser': 'GET, HEAD',
  '/docs/search': 'GET, HEAD',
  '/docs/try': 'GET, HEAD',
  '/docs/webhooks': 'GET, HEAD',
  '/docs/sdk-readme': 'GET, HEAD',
  '/docs/webhooks.md': 'GET, HEAD',
  '/assets/site.js': 'GET, HEAD',
  '/favicon.ico': 'GET, HEAD',
  '/llms.txt': 'GET, HEAD',
  '/sdk.tgz': 'GET, HEAD',
  '/sdk/1.0.0/x.tgz': 'GET, HEAD',
  '/api/v1/openapi.json': 'GET, HEAD',
  '/healthz': 'GET, HEAD',
  '/readyz': 'GET, HEAD',
  '/sign-in': 'GET, HEAD, POST',
  '/sign-out': 'GET, HEAD, POST',
  '/graphql': 'GET, POST',
  '/api/v1/external-services/x/users': 'POST, GET, HEAD',
  '/api/v1/external-services//users': 'POST, GET, HEAD',
  '/api/v1/external-services/x/users/batch': 'POST',
  '/api/v1/external-services/x/court-bookings/by-external-id/a': 'PUT, GET, HEAD, DELETE',
  '/api/v1/external-services/x/court-bookings/by-external-id/': 'PUT, GET, HEAD, DELETE',
  '/api/v1/external-services/x/court-bookings/by-external-id/..': 'PUT, GET, HEAD, DELETE',
  '/api/v1/external-services/x/court-bookings/by-external-id/%2E+%2f': 'PUT, GET, HEAD, DELETE',
};

const typeOf = ({
  error,
  errors,
}: {
  error?: { type: string };
  errors?: { extensions: { type: string } }[];
}) => error?.type ?? errors?.[0]?.extensions.type;

describe('router', () => {
  const service = useTestService('postgresql');

  const send = async (method: string, target: string) => {
    const connection = openRaw(service.address);
    connection.socket.write(`${method} ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
    await connection.ended;
    const [head, body] = connection.text().split('\r\n\r\n') as [string, string];
    return {
      status: Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1]),
      allow: /^Allow: (.*)$/im.exec(head)?.[1],
      type: body.startsWith('{') ? typeOf(JSON.parse(body)) : undefined,
    };
  };

  it.each(Object.entries(allowed))(
    '%s: rejects any method but %s with 405 and an `Allow` header',
    async (path, allow) => {
      for (const method of methods) {
        const answer = await send(method, path);
        if (allow.split(', ').includes(method)) {
          expect(answer.allow, method).toBe(answer.status === 405 ? allow : undefined);
          continue;
        }
        expect(answer.status, method).toBe(405);
        expect(answer.allow, method).toBe(allow);
        expect(answer.type, method).toBe(method === 'HEAD' ? undefined : 'method_not_allowed');
      }
    },
  );

  it('responds to an unregistered method with 405 and `Allow` on a known path, and with 404 elsewhere', async () => {
    for (const method of ['FOO', 'CONNECT'])
      expect(await send(method, '/api/v1/token?x=1'), method).toEqual({
        status: 405,
        allow: 'GET, HEAD',
        type: 'method_not_allowed',
      });
    expect(await send('FOO', '/nowhere')).toEqual({ status: 404, allow: undefined, type: 'route_not_found' });
  });
});
