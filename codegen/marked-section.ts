/**
 * Replaces what stands between `<!-- name: … -->` and `<!-- /name -->` in a page.
 *
 * @throws where the page has no such place: a section that nobody shows would go unnoticed
 */
export function fillSections(page: string, sections: Record<string, string[]>): string {
  return Object.entries(sections).reduce((text, [name, lines]) => {
    const between = new RegExp(`(<!-- ${name}: [^>]*-->\\n)[\\s\\S]*?(<!-- /${name} -->)`);
    if (!between.test(text)) throw new Error(`there is no place for "${name}"`);
    return text.replace(between, (_all, start, end) => `${start}\n${lines.join('\n')}\n\n${end}`);
  }, page);
}
