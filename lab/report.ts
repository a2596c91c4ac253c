// Runs the parts of a proof one after another, and prints what was measured next to its goal.

/** One measured figure. */
export interface Row {
  figure: string;
  goal: string;
  measured: string;
  met: boolean;
}

/** Measures one part of a proof. `note` writes a line of progress. */
export type Part<Options> = (options: Options & { note: (text: string) => void }) => Promise<Row[]>;

export type Reported = Row & { part: string };

/** The figure of a part that threw. */
export const unmeasured = 'could not be measured';

/** The missed row of a part that threw. */
export const rowOfFailure = (error: unknown): Row => ({
  figure: unmeasured,
  goal: '',
  measured: firstLineOf(error),
  met: false,
});

const startedAt = performance.now();

/** Writes a line of progress to standard error, with the seconds since the start. */
export const note = (text: string): void =>
  void process.stderr.write(
    `${((performance.now() - startedAt) / 1_000).toFixed(0).padStart(5)} s  ${text}\n`,
  );

/**
 * Runs the named parts, or all of them. A part that throws is reported as a missed row, and the next part runs.
 *
 * @throws Error that names the parts, if a name is unknown
 */
export async function runParts<Options>(
  parts: Record<string, Part<Options>>,
  names: string[],
  options: Options,
): Promise<Reported[]> {
  const unknown = names.filter((name) => !Object.hasOwn(parts, name));
  if (unknown.length > 0)
    throw new Error(`Unknown: ${unknown.join(', ')}. Choose from: ${Object.keys(parts).join(', ')}.`);
  const reported: Reported[] = [];
  for (const [part, measure] of Object.entries(parts)) {
    if (names.length > 0 && !names.includes(part)) continue;
    note(part);
    const rows = await measure({ ...options, note }).catch((error: unknown) => [rowOfFailure(error)]);
    for (const { figure, measured, met } of rows) note(`${met ? 'met' : 'MISSED'}: ${figure}: ${measured}`);
    reported.push(...rows.map((row) => ({ part, ...row })));
  }
  return reported;
}

export const firstLineOf = (error: unknown) =>
  (error instanceof Error ? error.message.split('\n')[0] : undefined) ?? String(error);

/** A table in Markdown. */
export function table(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((text) => text.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |\n`;
  return [line(columns), `|${'---|'.repeat(columns.length)}\n`, ...rows.map(line)].join('');
}

/** Prints the table, and ends the process with exit code 1 if a goal is missed. `conditions` says how it was measured. */
export function report(rows: Reported[], conditions: string): void {
  const missed = rows.filter(({ met }) => !met).length;
  const cells = rows.map(({ part, figure, goal, measured, met }) => [
    ...[part, figure, goal, measured],
    met ? 'met' : '**missed**',
  ]);
  process.stdout.write(table(['part', 'figure', 'goal', 'measured', ''], cells));
  process.stdout.write(`\n${rows.length - missed} met, ${missed} missed (${conditions})\n`);
  process.exitCode = missed > 0 ? 1 : 0;
}
