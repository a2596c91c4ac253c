import type { TestService } from '../servers/test-service.ts';

/** Signs in as the form does. The cookie is empty if the token was rejected. */
export async function signIn({ address }: Pick<TestService, 'address'>, token: string) {
  const body = new URLSearchParams({ token });
  const { status, headers } = await fetch(`${address}/sign-in`, { method: 'POST', redirect: 'manual', body });
  return { status, headers, cookie: headers.get('set-cookie')?.split(';')[0] ?? '' };
}
