import { escapeHtml } from '../escape-html.ts';
import { highlight } from './highlight.ts';
import { languages } from './languages.ts';

export interface Code {
  /** One of `languages`, or another. */
  language: string;
  text: string;
}

/** A block of code. Wide code scrolls inside the block, also with the keyboard. */
export function codeBlock({ language, text }: Code, label = languages[language]?.label ?? 'Code'): string {
  return `<div class="code"><pre tabindex="0" role="group" aria-label="${escapeHtml(label)}"><code>${highlight(text, language)}</code></pre></div>\n`;
}

/**
 * The same code in several languages. The choice is made with radio buttons, so it needs no script. `name` must be
 * unique on the page.
 */
export function codeTabs(codes: Code[], name: string): string {
  const tabs = codes.map(({ language }, index) => {
    const id = `${name}-${language}`;
    const checked = index === 0 ? ' checked' : '';
    return `<input type="radio" name="${name}" id="${id}" value="${language}"${checked}><label for="${id}">${escapeHtml(languages[language]!.label)}</label>`;
  });
  return `<fieldset class="tabs"><legend>Language</legend>${tabs.join('')}
${codes.map((code) => codeBlock(code)).join('')}</fieldset>
`;
}
