import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

describe('the OpenAPI document', () => {
  it('redocly lint finds nothing', () => {
    const top = fileURLToPath(new URL('../../..', import.meta.url));
    const cli = fileURLToPath(import.meta.resolve('@redocly/cli/bin/cli.js'));
    const output = execFileSync(
      process.execPath,
      [cli, 'lint', 'src/rest/openapi.json', '--format=json', '--extends=recommended-strict'],
      {
        cwd: top,
        encoding: 'utf8',
        env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    );
    expect(JSON.parse(output).problems).toEqual([]);
  });
});
