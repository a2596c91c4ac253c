import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { variables } from '../src/env.ts';
import { comparable } from './harness/comparable.ts';
import { type BlockGroup, groupsOf, guides } from './harness/guides/guide-blocks.ts';
import { printedAnswer } from './harness/guides/printed-answer.ts';
import {
  type Chapter,
  type ProgramLanguage,
  programLanguages,
  programOf,
} from './harness/guides/programs.ts';
import { afterCrash, missingFor, runProgram } from './harness/guides/run-program.ts';
import { startTestService, type TestService } from './harness/test-service.ts';

/** What the page shows, as far as a block of the language prints it. */
function shownAnswer(
  language: ProgramLanguage,
  { status, body }: NonNullable<BlockGroup['answer']>,
): unknown {
  if (language !== 'ts') return { status, body };
  return status >= 400 ? (body as { error: { type: string } }).error.type : body;
}

describe('the blocks of the guides', () => {
  let service: TestService;
  beforeAll(async () => {
    const [perSecond, burst] = [variables.RATE_LIMIT_PER_SECOND, variables.RATE_LIMIT_BURST];
    service = await startTestService('postgresql', {
      rateLimit: { perSecond: Number(perSecond.default), burst: Number(burst.default) },
    });
  });
  afterAll(() => service.stop());

  /** An address is one person on the whole platform, and each page and language has a partner of its own. */
  const domainOf = (externalServiceId: string) => `@${externalServiceId}.example.com`;

  describe.each(programLanguages)('in %s', (language) => {
    const { isMissing, note } = missingFor(language);

    it.skipIf(isMissing)(`answer what the page shows, one after the other${note}`, afterCrash, async () => {
      const chapters: Chapter[] = [];
      const expected = new Map<string, unknown>();
      for (const page of guides) {
        const groups = groupsOf(page).filter(({ blocks, name }) => language in blocks && name === undefined);
        if (groups.length === 0) continue;
        const { token, externalServiceId, courtIds } = await service.factories.tenant();
        const own = (text: string) => text.replaceAll('@example.com', domainOf(externalServiceId));
        const blocks = groups.map(({ id, blocks }) => ({ id, text: own(blocks[language]!) }));
        chapters.push({
          token,
          externalServiceId,
          courtId: courtIds[0],
          blocks,
          isOneStory: page.endsWith('getting-started.md'),
        });
        for (const { id, answer } of groups)
          if (answer)
            expected.set(id, comparable(JSON.parse(own(JSON.stringify(shownAnswer(language, answer))))));
      }
      expect(expected.size).toBeGreaterThan(15);
      const outputs = await runProgram(language, programOf[language](chapters), {
        BASE_URL: service.address,
      });
      for (const [id, answer] of expected) {
        const printed = comparable(printedAnswer(language, outputs.get(id)!));
        // The SDK tells more of a batch.
        if (language === 'ts' && /batch|moving/.test(id)) expect(printed, id).toMatchObject(answer as object);
        else expect(printed, `${id} in ${language}`).toEqual(answer);
      }
    });
  });
});
