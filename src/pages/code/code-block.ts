import { type Html, html } from '../html.ts';
import { highlight } from './highlight.ts';
import { languages } from './languages.ts';

export interface Code {
  /** One of `languages`, or another. */
  language: string;
  text: string;
}

/** A block of code. Wide code scrolls inside the block, also with the keyboard. */
export function codeBlock({ language, text }: Code, label = languages[language]?.label ?? 'Code'): Html {
  return html`<div class="code"><pre tabindex="0" role="group" aria-label="${label}"><code>${highlight(text, language)}</code></pre></div>\n`;
}

/**
 * The same code in several languages. The choice is made with radio buttons, so it needs no script. `name` must be
 * unique on the page.
 */
export function codeTabs(codes: Code[], name: string): Html {
  const tabs = codes.map(({ language }, index) => {
    const id = `${name}-${language}`;
    return html`<input type="radio" name="${name}" id="${id}" value="${language}"${index === 0 && html` checked`}><label for="${id}">${languages[language]!.label}</label>`;
  });
  return html`<fieldset class="tabs"><legend>Language</legend>${tabs}
${codes.map((code) => codeBlock(code))}</fieldset>
`;
}
