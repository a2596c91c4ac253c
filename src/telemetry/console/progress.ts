/** Writes a line of progress to standard output: as plain text, or in production as a log line. */
export function writeProgress(line: string): void {
  const isProduction = process.env.NODE_ENV === 'production';
  const logged = { level: 'info', time: new Date().toISOString(), msg: line };
  process.stdout.write(`${isProduction ? JSON.stringify(logged) : line}\n`);
}
