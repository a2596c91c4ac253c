const codes = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33 };

export interface ColoredText {
  color: keyof typeof codes;
  text: string;
}
export type Line = (string | ColoredText)[];

/** Returns a part of a line that has a color on a terminal, unless `NO_COLOR` is set (no-color.org). */
export const colored = (color: ColoredText['color'], text: string): ColoredText => ({ color, text });

let isLost = false;

/** To be called if standard output cannot be written. What the command still says goes to standard error. Returns false if that is known. */
export function loseOutput(): boolean {
  if (isLost) return false;
  isLost = true;
  return true;
}

export const isOutputLost = () => isLost;

const write = (text: string) => void (isLost ? process.stderr : process.stdout).write(`${text}\n`);

/** Writes one line to standard output. Its parts may come from a server: each passes `plain`. */
export const print = (...line: Line): void => write(line.map(toTerminal).join(''));

/** Writes a value as one line of JSON. It has no control characters either, because JSON has the same escapes as `plain`. */
export const printJson = (value: object): void =>
  write(plain(JSON.stringify(value), Number.POSITIVE_INFINITY));

function toTerminal(part: Line[number]): string {
  if (typeof part === 'string') return plain(part);
  const text = plain(part.text);
  const isColored = process.stdout.isTTY && !process.env.NO_COLOR;
  return isColored ? `\x1b[${codes[part.color]}m${text}\x1b[0m` : text;
}

/**
 * Returns a text on one line, cut after `most` characters, without the secrets of the user. Characters that control the terminal, or change
 * the order of the text around them, become escapes, such as `\u001b`.
 */
export function plain(text: string, most = 4_000): string {
  const shown = [...secrets].reduce((rest, secret) => rest.replaceAll(secret, '…'), text);
  const cut = shown.length > most ? `${shown.slice(0, most)}…` : shown;
  return cut.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu, (character) => {
    const short = JSON.stringify(character).slice(1, -1);
    return short === character ? `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}` : short;
  });
}

const secrets = new Set<string>();
/** A shorter text may be an ordinary word. */
const leastSecret = 12;

/** Hides a secret of the user from now on, wherever it appears. A server may repeat it. */
export function hide(secret: string): void {
  if (secret.length >= leastSecret) secrets.add(secret);
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
