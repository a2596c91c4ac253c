import { expect, it } from 'vitest';
import { identityProviderOf } from '../../src/bin/configure-sign-in.ts';
import { ConfigurationError, readEnv } from '../../src/env.ts';

const whole = {
  OIDC_ISSUER: 'https://login.example.com/realms/club',
  OIDC_CLIENT_ID: 'courtbridge',
  OIDC_CLIENT_SECRET: 'secret',
  OIDC_ADMIN_GROUP: 'admins',
};

it('requires the other OIDC settings with OIDC_ISSUER, and https unless the issuer is local', () => {
  expect(identityProviderOf(readEnv({}))).toBeUndefined();
  expect(identityProviderOf(readEnv(whole))).toEqual({
    issuer: new URL('https://login.example.com/realms/club'),
    clientId: 'courtbridge',
    clientSecret: 'secret',
    scope: 'openid profile email',
    groupOfRole: { ADMIN: 'admins', SUPPORT: undefined, VIEWER: undefined },
  });
  const faults = (env: Record<string, string>) => {
    try {
      readEnv(env);
      return [];
    } catch (error) {
      expect(error).toBeInstanceOf(ConfigurationError);
      return (error as Error).message.split('\n').map((line) => line.split(/[ ,]/)[0]);
    }
  };
  for (const name of ['OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET', 'OIDC_ADMIN_GROUP'])
    expect(faults({ ...whole, [name]: '' })).toEqual([name]);
  expect(faults({ ...whole, OIDC_ADMIN_GROUP: '', OIDC_VIEWER_GROUP: 'viewers' })).toEqual([]);
  for (const issuer of ['http://login.example.com', 'login.example.com', 'ftp://127.0.0.1'])
    expect(faults({ ...whole, OIDC_ISSUER: issuer })).toEqual(['OIDC_ISSUER']);
  for (const issuer of ['http://localhost:9000', 'http://127.0.0.1:9000/x'])
    expect(faults({ ...whole, OIDC_ISSUER: issuer })).toEqual([]);
});
