const codes = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33 };

/** Writes a line to standard output. */
export function print(line = ''): void {
  process.stdout.write(`${line}\n`);
}

/** Colors a text on a terminal, unless `NO_COLOR` is set (no-color.org). */
export function colored(color: keyof typeof codes, text: string): string {
  return process.stdout.isTTY && !process.env.NO_COLOR ? `\x1b[${codes[color]}m${text}\x1b[0m` : text;
}

/** Returns a text from elsewhere on one line without control characters, which could change the terminal. */
export function plain(text: string, most = 200): string {
  const line = text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ').trim();
  return line.length > most ? `${line.slice(0, most)}…` : line;
}

/** Returns a signal that fires at Ctrl-C or SIGTERM. A second Ctrl-C ends the process at once. */
export function interruption(): AbortSignal {
  const controller = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => controller.abort());
  return controller.signal;
}

/**
 * Calls a function for each pressed key, if standard input is a terminal.
 *
 * @returns a function that stops this, so that the process can end
 */
export function onKey(pressed: (key: string) => void): () => void {
  const { stdin } = process;
  if (!stdin.isTTY) return () => {};
  const listen = (keys: string) => {
    for (const key of keys) {
      // In this mode the terminal sends Ctrl-C as a character instead of a signal.
      if (key !== '\x03') pressed(key);
      else if (!process.emit('SIGINT')) process.exit(130);
    }
  };
  stdin.setRawMode(true);
  stdin.setEncoding('utf8').on('data', listen);
  return () => {
    stdin.setRawMode(false);
    stdin.off('data', listen).pause();
  };
}
