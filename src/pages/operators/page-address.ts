import { type Html, html } from '../html.ts';

/** The address of a page of the playbook, such as `failed-requests`, with values for its form. */
export const pageAddress = (page: string, values: Record<string, string>): string =>
  `/operators/${page}?${new URLSearchParams(values)}`;

/** A number that links to the page that explains it. */
export const numberLink = (text: string, address: string): Html =>
  html`<a class="number" href="${address}">${text}</a>`;
