import { type Html, html } from '../../pages/html.ts';
import { layout, pageHeaders } from '../../pages/layout.ts';

/** The live page reads itself again. Its forms are rejected without a referrer, because browsers then send `Origin: null`. */
export const sandboxPageHeaders = {
  ...pageHeaders,
  'Content-Type': 'text/html; charset=utf-8',
  'Referrer-Policy': 'same-origin',
};

interface SandboxPage {
  title: string;
  body: Html;
  /** True if the page shows what changes. */
  isLive?: boolean;
}

/** The frame of the sandbox's pages. */
export function sandboxLayout({ title, body, isLive = false }: SandboxPage): string {
  return layout({
    title: `${title} · Sandbox · Courtbridge`,
    description: 'Injects faults into the responses, and reports what your client does about them.',
    section: '/sandbox',
    head: html`<link rel="stylesheet" href="/sandbox/sandbox.css">
${isLive && html`<script src="/sandbox/live.js" defer></script>\n`}`,
    body,
  });
}
