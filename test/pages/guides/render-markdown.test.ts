import { describe, expect, it } from 'vitest';
import { renderMarkdown } from '../../../src/pages/guides/render-markdown.ts';

const block = (info: string, text: string) => `\`\`\`${info}\n${text}\n\`\`\`\n`;
const htmlOf = (markdown: string) => String(renderMarkdown(markdown).html);
const count = (html: string, text: string) => html.split(text).length - 1;

describe('consecutive code blocks', () => {
  it('joins blocks in different languages into one choice, in order', () => {
    const html = htmlOf(
      block('sh', 'curl x') + block('ts verify', 'const a = 1;') + block('python', 'a = 1'),
    );
    expect(count(html, '<fieldset')).toBe(1);
    expect([...html.matchAll(/<label[^>]*>([^<]+)/g)].map(([, label]) => label)).toEqual([
      'curl',
      'TypeScript',
      'Python',
    ]);
    expect(html.match(/ checked/g)).toHaveLength(1);
  });

  it('keeps blocks separate for a repeated language, for text between them and for a response', () => {
    expect(htmlOf(block('sh', 'a') + block('sh', 'b'))).not.toContain('<fieldset');
    expect(htmlOf(`${block('sh', 'a')}\nThen:\n\n${block('ts', 'b')}`)).not.toContain('<fieldset');
    expect(htmlOf(block('sh', 'a') + block('http', 'HTTP/1.1 200 OK'))).not.toContain('<fieldset');
  });

  it('gives two choices on a page different names and ids', () => {
    const choice = block('sh', 'a') + block('ts', 'b');
    const html = htmlOf(`${choice}\ntext\n\n${choice}`);
    const names = new Set([...html.matchAll(/ name="([^"]+)"/g)].map(([, name]) => name));
    expect(names.size).toBe(2);
    const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });
});

it('gives headings the same unique ids as GitHub', () => {
  const { html, headings } = renderMarkdown(
    '# A page\n\n## What may I `do`?\n\n## Rights & wrongs\n\n## Rights & wrongs\n',
  );
  expect(headings.map(({ id }) => id)).toEqual([
    'a-page',
    'what-may-i-do',
    'rights--wrongs',
    'rights--wrongs-1',
  ]);
  expect(String(html)).toContain(
    '<a class="anchor" href="#what-may-i-do" aria-label="Link to: What may I do?">',
  );
});

it('makes a row about an error code linkable, unless a heading has its id', () => {
  const table = '| status | type |\n|---|---|\n| 409 | `stale_write` |\n| 409 | `version_conflict` |\n';
  const html = htmlOf(`${table}\n## version_conflict\n`);
  expect(html).toContain('<tr id="stale_write" role="row">');
  expect(html).toContain('<code>stale_<wbr>write</code>');
  expect(count(html, 'id="version_conflict"')).toBe(1);
  expect(html).toContain('<h2 id="version_conflict">');
});

it('renders a checklist item as a checkbox with its text', () => {
  const html = htmlOf('- [ ] Keep the **token**.\n- no point\n');
  expect(html).toContain(
    '<li class="task"><label><input type="checkbox"> Keep the <strong>token</strong>.</label></li>',
  );
  expect(html).toContain('<li>no point</li>');
});

it('turns links between files into links between pages', () => {
  const html = htmlOf('[a](webhooks.md#verify) [b](README.md) [c](#here) [d](https://x.example/y.md)');
  expect([...html.matchAll(/href="([^"]+)"/g)].map(([, href]) => href)).toEqual([
    '/docs/webhooks#verify',
    '/docs',
    '#here',
    'https://x.example/y.md',
  ]);
});

it('escapes HTML in Markdown', () => {
  const html = htmlOf(
    'a <b onclick="x">b</b> <script>c</script>\n\n<script>d</script>\n\n`<i>` [e](javascript:f) [g](/"<b>)\n',
  );
  expect(html).not.toMatch(/<script|<b |<i>/);
  expect(html).toContain('<a href="/&quot;&lt;b&gt;">g</a>');
});

it('keeps the text of highlighted code', () => {
  const code = 'const a = "x < y && \'z\'"; // "no string" <b>\nreturn 42;';
  const html = htmlOf(block('ts', code));
  const entities: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', '#39': "'" };
  const text = /<code>([\s\S]*)<\/code>/
    .exec(html)![1]!
    .replaceAll(/<[^>]+>/g, '')
    .replaceAll(/&(#39|\w+);/g, (_all, name: string) => entities[name]!);
  expect(text).toBe(code);
  expect(html).toContain('<span class="k">const</span>');
  expect(html).toContain('<span class="c">// &quot;no string&quot; &lt;b&gt;</span>');
});
