import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { compileConsumer, createConsumer, faultsIn } from '../../harness/clients/sdk-consumer.ts';
import { installed, installSdk } from './installed.ts';
import { versionsOf } from './matrix.ts';

/** From the oldest supported version to the newest. */
const compilers = {
  '5.4': installed('typescript-5.4/bin/tsc'),
  '5.5': installed('typescript-5.5/bin/tsc'),
  '5.6': installed('typescript-5.6/bin/tsc'),
  '5.7': installed('typescript-5.7/bin/tsc'),
  '5.8': installed('typescript-5.8/bin/tsc'),
  '5.9': fileURLToPath(new URL('../../../node_modules/typescript/bin/tsc', import.meta.url)),
  '6.0': installed('typescript-6.0/bin/tsc'),
  '7.0': installed('typescript-7.0/bin/tsc'),
};

let folder: string;
beforeAll(async () => {
  folder = createConsumer();
  await installSdk(folder);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe.each(versionsOf(Object.entries(compilers)))(
  'TypeScript %s, strict, skipLibCheck: false',
  (_version, tsc) => {
    it('compiles the README with the types of Node', () => {
      expect(compileConsumer(folder, { tsc })).toBe('');
    });

    it.each([
      [
        'a browser or a worker',
        { lib: ['es2022', 'dom', 'dom.iterable'], types: [], module: 'esnext', moduleResolution: 'bundler' },
      ],
      ['CommonJS', { lib: ['es2022', 'dom'], types: [], module: 'node16', moduleResolution: 'node16' }],
    ])('compiles a program without the types of Node: %s', (kind, options) => {
      const other = mkdtempSync(join(tmpdir(), 'courtbridge-consumer-'));
      onTestFinished(() => rmSync(other, { recursive: true, force: true }));
      cpSync(join(folder, 'node_modules'), join(other, 'node_modules'), { recursive: true });
      mkdirSync(join(other, 'src'));
      writeFileSync(join(other, 'package.json'), kind === 'CommonJS' ? '{}' : '{ "type": "module" }');
      const program = readFileSync(join(folder, 'src/switch.ts'), 'utf8')
        .replace(
          "import { client } from './client.js';",
          "import { createPartnerClient } from '@courtbridge/sdk';\nimport { createTestPartnerApi } from '@courtbridge/sdk/testing';\nimport { createWebhookHandler } from '@courtbridge/sdk/webhooks';\nexport const { fetchHandler } = createWebhookHandler({ secrets: [], onEvent: (event) => event.type === 'court.updated' && event.data.name });\nconst client = createPartnerClient(createTestPartnerApi().clientOptions);",
        )
        .replace(/const \[hour, next\][\s\S]*$/, '');
      writeFileSync(join(other, 'src/switch.ts'), program);
      const wrong = program.replace("    case 'stale_write':", "    case 'email_already_in_use':");
      writeFileSync(join(other, 'src/wrong.ts'), wrong);
      expect(faultsIn(compileConsumer(other, { tsc, ...options }))).toEqual(
        ['TS2339', 'TS2366', 'TS2678'].map((code) => `wrong.ts ${code}`),
      );
    });
  },
);
