import { describe, expect, it } from 'vitest';
import { variables } from '../../../src/env.ts';
import { comparable } from '../../harness/assertions/comparable.ts';
import { faultsOfProgram } from '../../harness/assertions/typescript.ts';
import { type BlockGroup, groupsOf, guides } from '../../harness/guides/guide-blocks.ts';
import { printedAnswer } from '../../harness/guides/printed-answer.ts';
import {
  type Chapter,
  type ProgramLanguage,
  programLanguages,
  programOf,
} from '../../harness/guides/programs.ts';
import { missingFor, runProgram } from '../../harness/guides/run-program.ts';
import { useTestService } from '../../harness/servers/use-test-service.ts';

/** The part of a documented response that a block in this language prints. */
function shownAnswer(
  language: ProgramLanguage,
  { status, body }: NonNullable<BlockGroup['answer']>,
): unknown {
  if (language !== 'ts') return { status, body };
  return status >= 400 ? (body as { error: { type: string } }).error.type : body;
}

/** The blocks of a page that have no name. */
const plainGroups = (page: string, language: ProgramLanguage) =>
  groupsOf(page).filter(({ blocks, name }) => language in blocks && name === undefined);

const isOneStory = (page: string) => page.endsWith('getting-started.md');

it('the TypeScript blocks of the guides compile strictly, except the intentionally invalid one', () => {
  const chapterOf = (page: string): Chapter => ({
    token: 'none',
    externalServiceId: '',
    courtId: '',
    blocks: plainGroups(page, 'ts').map(({ id, blocks }) => ({ id, text: blocks.ts! })),
    isOneStory: isOneStory(page),
  });
  const program = programOf.ts(guides.map(chapterOf));
  const faults = faultsOfProgram(program);
  // errors.md shows an invalid request, which the compiler rejects.
  expect(faults).toEqual([expect.stringMatching(/^TS2353 .*'nickname' does not exist/)]);
  const planted = faultsOfProgram(program.replace('client.getToken()', "client.getToken('one')"));
  expect(planted).toEqual([...faults, expect.stringMatching(/^TS2559 /)]);
});

describe('blocks of the guides', () => {
  const [perSecond, burst] = [variables.RATE_LIMIT_PER_SECOND, variables.RATE_LIMIT_BURST];
  const service = useTestService('postgresql', {
    rateLimit: { perSecond: Number(perSecond.default), burst: Number(burst.default) },
  });

  /** An address is one person on the whole platform, and each page and language has a partner of its own. */
  const domainOf = (externalServiceId: string) => `@${externalServiceId}.example.com`;

  describe.each(programLanguages)('in %s', (language) => {
    const { isMissing, note } = missingFor(language);

    it.skipIf(isMissing)(`print the documented responses in order${note}`, async () => {
      const chapters: Chapter[] = [];
      const expected = new Map<string, unknown>();
      for (const page of guides) {
        const groups = plainGroups(page, language);
        if (groups.length === 0) continue;
        const { token, externalServiceId, organizationId, courtIds } = await service.factories.tenant();
        const own = (text: string) => text.replaceAll('@example.com', domainOf(externalServiceId));
        const blocks = groups.map(({ id, blocks }) => ({ id, text: own(blocks[language]!) }));
        chapters.push({
          token,
          externalServiceId,
          courtId: courtIds[0],
          organizationId,
          blocks,
          isOneStory: isOneStory(page),
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
        // The SDK returns more fields for a batch.
        if (language === 'ts' && /batch|moving|members/.test(id))
          expect(printed, id).toMatchObject(answer as object);
        else expect(printed, `${id} in ${language}`).toEqual(answer);
      }
    });
  });
});
