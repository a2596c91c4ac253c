import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const candidates = [
  process.env.CHROMIUM_PATH,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

/** A real browser of this machine; undefined when it has none. */
export const browserPath = candidates.find((path) => path !== undefined && existsSync(path));

/** Says aloud what is not tested here. */
export function warnWithoutBrowser(): void {
  if (browserPath !== undefined) return;
  process.stderr.write(
    '\nSKIPPED: the tests in a real browser. Install Chromium (Debian: apt-get install chromium) or set CHROMIUM_PATH.\n\n',
  );
}

/** Starts it without anything of its own that would go to the network. */
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
