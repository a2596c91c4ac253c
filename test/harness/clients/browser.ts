import { existsSync } from 'node:fs';
import {
  type Browser,
  type BrowserContextOptions,
  type ConsoleMessage,
  chromium,
  type Page,
} from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';

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

/** A browser for the tests of a block, which must be skipped if there is none. */
export function useBrowser() {
  let browser: Browser | undefined;
  warnWithoutBrowser();
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(() => browser?.close());
  return {
    newContext: (options?: BrowserContextOptions) => browser!.newContext(options),
    newPage: (options?: BrowserContextOptions) => browser!.newPage(options),
  };
}

/**
 * Collects what a page does wrong: script errors, errors in its console, and requests to other hosts.
 * @param isExpected whether a message in the console is no fault
 */
export function watchPage(
  page: Page,
  address: string,
  faults: string[],
  isExpected: (message: ConsoleMessage) => boolean = () => false,
): void {
  page.on('pageerror', (error) => faults.push(`${page.url()}: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error' && !isExpected(message)) faults.push(`${page.url()}: ${message.text()}`);
  });
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(address) && !/^(?:blob|data):/.test(url)) faults.push(`${page.url()} loads ${url}`);
  });
}

/** Opens a page of operators, signs in with a token, and waits for the page. */
export async function signInAt(page: Page, address: string, token: string): Promise<void> {
  await page.goto(address);
  await page.fill('#token', token);
  await page.click('button[type=submit]');
  await page.waitForURL(address);
}
