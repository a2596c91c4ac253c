import type { ProgramLanguage } from './programs.ts';

/** What a block prints: the status, where it prints one, and the body, or the type of a refusal. */
export function printedAnswer(language: ProgramLanguage, output: string): unknown {
  if (language === 'ts') return output.startsWith('{') ? JSON.parse(output) : output.trim();
  const [, status, body] = /^\(?(\d{3}),? ([\s\S]*?)\)?\n$/.exec(output)!;
  return { status: Number(status), body: JSON.parse(body!) };
}
