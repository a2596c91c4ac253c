import { type Html, html } from '../html.ts';
import { languages } from './languages.ts';

const strings = /"""[\s\S]*?"""|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`/;
// Request bodies in shell examples span several lines.
const shellStrings = /"(?:[^"\\]|\\[\s\S])*"|'[^']*'/;
const numbers = /\b\d+(?:\.\d+)?\b/;

/** Returns code as HTML. Highlights comments, strings, numbers and keywords. */
export function highlight(code: string, name: string): Html {
  const language = languages[name];
  if (!language) return html`${code}`;
  const kinds: [string, RegExp | undefined][] = [
    ['c', language.comment],
    ['s', name === 'sh' ? shellStrings : strings],
    ['k', language.keywords ? new RegExp(`\\b(?:${language.keywords.replaceAll(' ', '|')})\\b`) : undefined],
    ['n', numbers],
  ];
  const known = kinds.filter(([, pattern]) => pattern !== undefined);
  const all = new RegExp(known.map(([kind, pattern]) => `(?<${kind}>${pattern!.source})`).join('|'), 'gm');
  const parts: (Html | string)[] = [];
  let end = 0;
  for (const match of code.matchAll(all)) {
    const [kind] = Object.entries(match.groups!).find(([, text]) => text !== undefined)!;
    parts.push(code.slice(end, match.index), html`<span class="${kind}">${match[0]}</span>`);
    end = match.index + match[0].length;
  }
  return html`${parts}${code.slice(end)}`;
}
