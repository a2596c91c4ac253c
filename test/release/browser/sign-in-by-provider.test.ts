import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browserPath, launchBrowser, warnWithoutBrowser } from '../../harness/clients/browser.ts';
import { startIdentityProvider } from '../../harness/servers/identity-provider.ts';
import { startTestService, type TestService } from '../../harness/servers/test-service.ts';

warnWithoutBrowser();

describe.skipIf(browserPath === undefined)('sign-in with an identity provider, in a browser', () => {
  let provider: Awaited<ReturnType<typeof startIdentityProvider>>;
  let service: TestService;
  beforeAll(async () => {
    provider = await startIdentityProvider({ ada: { name: 'Ada Lovelace', groups: ['court-admins'] } });
    service = await startTestService('postgresql', { identityProvider: provider.settings });
    provider.register(service.address);
  });
  afterAll(async () => {
    await service.stop();
    await provider.stop();
  });

  it('a member of a group signs in with one session cookie and reaches GraphiQL', async () => {
    const browser = await launchBrowser();
    try {
      const page = await browser.newPage();
      await page.goto(`${service.address}/graphql`);
      await page.getByRole('link', { name: /Sign in with 127/ }).click();
      await page.locator('input[name=login]').fill('ada');
      await page.locator('input[name=password]').fill('x');
      await page.locator('button[type=submit]').click();
      await page.locator('button[type=submit]').click();
      await page.waitForURL(`${service.address}/graphql`);
      await page.locator('.graphiql-container').first().waitFor();
      const cookies = await page.context().cookies(service.address);
      const own = cookies.filter(({ name }) => name.startsWith('courtbridge'));
      expect(own.map(({ name, httpOnly, sameSite }) => [name, httpOnly, sameSite])).toEqual([
        ['courtbridge_session', true, 'Strict'],
      ]);
    } finally {
      await browser.close();
    }
  });
});
