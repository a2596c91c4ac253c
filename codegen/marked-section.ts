/**
 * Replaces the text between `<!-- name: … -->` and `<!-- /name -->` in a page.
 *
 * @throws Error if the page does not have these marks, because otherwise the section would be lost unnoticed
 */
export function fillSections(page: string, sections: Record<string, string[]>): string {
  return Object.entries(sections).reduce((text, [name, lines]) => {
    const between = new RegExp(`(<!-- ${name}: [^>]*-->\\n)[\\s\\S]*?(<!-- /${name} -->)`);
    if (!between.test(text)) throw new Error(`The page has no marks for the section "${name}".`);
    const filled = lines.length === 0 ? '' : `${lines.join('\n')}\n\n`;
    return text.replace(between, (_all, start, end) => `${start}\n${filled}${end}`);
  }, page);
}
