/** The maximum length of the path of an issue. Deeper than the path of any request field. */
export const maxPathLength = 10;

type Path = (string | number)[];

/** An object or array whose end is not reached. `at`: the key or index of its current value. */
type Open = { keys: Map<string, 'once' | 'repeated'>; at: string } | { keys: undefined; at: number };

/**
 * Finds the keys that occur more than once in their object. `JSON.parse` would keep the last value of each, and lose the
 * others silently (RFC 8259, section 4).
 *
 * @param text valid JSON
 * @returns one path per repeated key, in the order of the text. A longer path than `maxPathLength` lacks its middle.
 */
export function repeatedKeys(text: string): Path[] {
  const paths: Path[] = [];
  const open: Open[] = [];
  let isKeyNext = false;
  for (let at = 0; at < text.length; at += 1) {
    const inner = open.at(-1);
    switch (text[at]) {
      case '"': {
        const end = endOfString(text, at);
        if (isKeyNext && inner?.keys) {
          const key = readString(text.slice(at, end + 1));
          inner.at = key;
          const seen = inner.keys.get(key);
          if (seen === 'once') paths.push(pathOf(open));
          inner.keys.set(key, seen ? 'repeated' : 'once');
        }
        isKeyNext = false;
        at = end;
        break;
      }
      case '{':
        open.push({ keys: new Map(), at: '' });
        isKeyNext = true;
        break;
      case '[':
        open.push({ keys: undefined, at: 0 });
        isKeyNext = false;
        break;
      case '}':
      case ']':
        open.pop();
        isKeyNext = false;
        break;
      case ',':
        if (inner?.keys) isKeyNext = true;
        else if (inner) inner.at += 1;
        break;
    }
  }
  return paths;
}

function pathOf(open: Open[]): Path {
  return [...open.slice(0, Math.min(open.length, maxPathLength) - 1), ...open.slice(-1)].map(({ at }) => at);
}

/** Returns the index of the quotation mark that ends the string. */
function endOfString(text: string, start: number): number {
  let end = start;
  let backslashes = 0;
  do {
    end = text.indexOf('"', end + 1);
    for (backslashes = 0; text[end - 1 - backslashes] === '\\'; ) backslashes += 1;
  } while (backslashes % 2 === 1);
  return end;
}

const readString = (quoted: string): string =>
  quoted.includes('\\') ? (JSON.parse(quoted) as string) : quoted.slice(1, -1);
