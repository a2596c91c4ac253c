import { existsSync } from 'node:fs';
import { type Browser, chromium, type Page } from 'playwright-core';

const candidates = [
  process.env.CHROMIUM_PATH,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

export const browserPath = candidates.find((path) => path !== undefined && existsSync(path));

export function warnWithoutBrowser(): void {
  if (browserPath !== undefined) return;
  process.stderr.write(
    '\nSKIPPED: the tests in a real browser. Install Chromium (Debian: apt-get install chromium) or set CHROMIUM_PATH.\n\n',
  );
}

/** Starts the browser without its own background network traffic. */
export function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: browserPath!,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}

/** Opens a page of operators, signs in with a token, and waits for the page. */
export async function signInAt(page: Page, address: string, token: string): Promise<void> {
  await page.goto(address);
  await page.fill('#token', token);
  await page.click('button[type=submit]');
  await page.waitForURL(address);
}
