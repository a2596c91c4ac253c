import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const top = fileURLToPath(new URL('../../..', import.meta.url));

it('TypeDoc documents every entry without a warning or a broken link', () => {
  const out = mkdtempSync(join(tmpdir(), 'courtbridge-reference-'));
  try {
    execFileSync(join(top, 'node_modules/.bin/typedoc'), ['--options', 'sdk/typedoc.json', '--out', out], {
      cwd: top,
      stdio: 'pipe',
    });
    for (const page of [
      'index.html',
      'modules/index.html',
      'modules/sync.html',
      'modules/webhooks.html',
      'modules/testing.html',
    ])
      expect(existsSync(join(out, page)), page).toBe(true);
  } finally {
    rmSync(out, { recursive: true });
  }
});
