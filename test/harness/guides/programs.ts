import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type ExampleLanguage, exampleLanguages } from '../../../src/pages/examples/example-call.ts';
import { namedBlock } from './guide-blocks.ts';

/** Blocks that run in order, as one partner. */
export interface Chapter {
  token: string;
  externalServiceId: string;
  courtId: string;
  organizationId?: string;
  blocks: { id: string; text: string }[];
  /** If true, later blocks use the names that earlier blocks define. Otherwise each block runs alone. */
  isOneStory: boolean;
}

/** The languages whose examples run in the tests. .NET is not in Debian. */
export type ProgramLanguage = Exclude<ExampleLanguage, 'sh' | 'csharp'>;
export const programLanguages = exampleLanguages.filter(
  (language) => language !== 'sh' && language !== 'csharp',
);

const start = 'docs/partners/getting-started.md';
const sdk = fileURLToPath(new URL('../../../sdk/src', import.meta.url));
const textOf = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8');
const text = (value = '') => JSON.stringify(value);
const withoutTag = (block: string) => block.replace('<?php\n', '');

/** Moves lines that are valid only at the top of a file out of the block. */
function hoisted(block: string, pattern: RegExp, taken: Set<string>): string {
  return block.replaceAll(pattern, (line) => {
    taken.add(line.trim());
    return '';
  });
}

const fromSdk = /^import [\s\S]*? from '[^']+';\n/gm;
const toSdk = (line: string) =>
  line.replace(/'@courtbridge\/sdk(\/\w+)?'/, (_all, entry = '') => `'${sdk}${entry}/index.ts'`);

const service = ({ externalServiceId }: Chapter) => text(`/api/v1/external-services/${externalServiceId}`);

export interface Definitions {
  /** A block that replaces the first `call`. */
  call?: string | undefined;
  /** Blocks with definitions that the chapters use. */
  blocks?: string[];
}

export const programOf: Record<ProgramLanguage, (chapters: Chapter[], definitions?: Definitions) => string> =
  {
    ts: (chapters, { blocks: defining = [] } = {}) => {
      const imports = new Set<string>();
      const client = hoisted(namedBlock(start, 'client', 'ts'), fromSdk, imports);
      const defined = defining.map((block) => hoisted(block, fromSdk, imports));
      const parts = chapters.map((chapter, index) => {
        const blocks = chapter.blocks.map(({ id, text: block }) => {
          const code = hoisted(block, fromSdk, imports);
          return `begin(${text(id)});\n${chapter.isOneStory ? code : `{\n${code}\n}\nuserId = lastId() || userId;`}`;
        });
        const given = chapter.isOneStory
          ? ''
          : `let courtId = ${text(chapter.courtId)}, organizationId = ${text(chapter.organizationId)}, userId = '';`;
        return `async function chapter${index}() {\nprocess.env.TOKEN = ${text(chapter.token)};\n${client}${given}\n${blocks.join('\n')}\n}`;
      });
      const run = chapters.map((_chapter, index) => `await chapter${index}();`);
      return [...[...imports].map(toSdk), ...defined, textOf('prelude.ts.txt'), ...parts, ...run].join('\n');
    },
    python: (chapters, { call = namedBlock(start, 'call', 'python'), blocks: defining = [] } = {}) => {
      const parts = chapters.map((chapter) => {
        const blocks = chapter.blocks.map(
          ({ id, text: block }) => `begin(${text(id)})\n${block}\nuser_id = last_id() or user_id`,
        );
        return `os.environ["TOKEN"] = ${text(chapter.token)}\nservice = ${service(chapter)}\ncourt_id = ${text(chapter.courtId)}\norganization_id = ${text(chapter.organizationId)}\nuser_id = ""\n${blocks.join('\n')}`;
      });
      return [call, ...defining, textOf('prelude.py.txt'), ...parts, 'end()\n'].join('\n');
    },
    php: (chapters, { call = namedBlock(start, 'call', 'php'), blocks: defining = [] } = {}) => {
      const parts = chapters.map((chapter) => {
        const blocks = chapter.blocks.map(
          ({ id, text: block }) =>
            `begin(${text(id)});\n${withoutTag(block)}\n$userId = lastId() ?? $userId;`,
        );
        return `putenv('TOKEN=${chapter.token}');\n$service = ${service(chapter)};\n$courtId = ${text(chapter.courtId)};\n$organizationId = ${text(chapter.organizationId)};\n$userId = '';\n${blocks.join('\n')}`;
      });
      return [call, ...defining.map(withoutTag), textOf('prelude.php.txt'), ...parts, 'finish();\n'].join(
        '\n',
      );
    },
  };
