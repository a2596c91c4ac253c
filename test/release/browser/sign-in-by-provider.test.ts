import { describe, expect, it } from 'vitest';
import { browserPath, useBrowser } from '../../harness/clients/browser.ts';
import { startIdentityProvider } from '../../harness/servers/identity-provider.ts';
import { startTestService } from '../../harness/servers/test-service.ts';
import { forTest } from '../../harness/servers/use-test-service.ts';

describe.skipIf(browserPath === undefined)('sign-in with an identity provider, in a browser', () => {
  const browser = useBrowser();

  it('a member of a group signs in with one session cookie and reaches GraphiQL', async () => {
    const members = { ada: { name: 'Ada Lovelace', groups: ['court-admins'] } };
    const provider = await forTest(startIdentityProvider(members));
    const identityProvider = provider.settings;
    const service = await forTest(startTestService('postgresql', { identityProvider }));
    provider.register(service.address);
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
  });
});
