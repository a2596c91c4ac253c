import type { ProgramLanguage } from './programs.ts';

/** Parses a block's output: the status, if printed, and the body or the error type. */
export function printedAnswer(language: ProgramLanguage, output: string): unknown {
  if (language === 'ts') return output.startsWith('{') ? JSON.parse(output) : output.trim();
  const [, status, body] = /^\(?(\d{3}),? ([\s\S]*?)\)?\n$/.exec(output)!;
  return { status: Number(status), body: JSON.parse(body!) };
}
