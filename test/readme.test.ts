import { existsSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import packageJson from '../package.json' with { type: 'json' };
import { paste } from './harness/paste.ts';
import { startTestService, type TestService } from './harness/test-service.ts';

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
const shellBlocks = [...readme.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block]) => block!);

describe('the README', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService('embedded');
  });
  afterAll(() => service.stop());

  const examples = shellBlocks.filter((block) => block.startsWith('curl'));

  it('has a curl example of each operation', () => {
    expect(examples).toHaveLength(2);
  });

  it.each(examples)('its example works: %s', async (example) => {
    const { externalServiceId, token, courtIds } = await service.factories.tenant();
    const values: Record<string, string> = {
      BASE_URL: service.address,
      EXTERNAL_SERVICE_ID: externalServiceId,
      TOKEN: token,
      COURT_ID: courtIds[0],
    };
    // A shell puts the variables in; so that none is needed, the test does.
    const line = example
      .replaceAll(/\\\n\s*/g, '')
      .replaceAll(/'"\$(\w+)"'/g, (_all, name) => values[name]!)
      .replaceAll(/"([^"'{}]*\$[^"'{}]*)"/g, "'$1'")
      .replaceAll(/\$(\w+)/g, (_all, name) => values[name]!);
    expect((await paste(line.replace('curl', 'curl -s -i'))).status).toBe(201);
  });

  it('every file that it links to is there', () => {
    const links = [...readme.matchAll(/\]\(([^)#]+)\)/g)].map(([, target]) => target!);
    expect(links.length).toBeGreaterThan(10);
    for (const link of links) expect(existsSync(new URL(`../${link}`, import.meta.url)), link).toBe(true);
  });

  it('every npm script that it names is there, and the other way round', () => {
    const mentions = [...readme.matchAll(/npm (?:run ([\w:-]+)|(start|test)\b)/g)];
    const named = new Set(mentions.map(([, script, short]) => script ?? short!));
    expect(named).toEqual(new Set(Object.keys(packageJson.scripts)));
  });
});
