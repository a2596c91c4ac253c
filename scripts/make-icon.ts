import { readFileSync, writeFileSync } from 'node:fs';
import { launchBrowser } from '../test/harness/clients/browser.ts';

// Draws `favicon.ico` from `favicon.svg`, its only source, in Chromium. It is for clients that do not show SVG icons.
const folder = new URL('../src/pages/files/', import.meta.url);
const size = 32;

const browser = await launchBrowser();
const page = await browser.newPage({ viewport: { width: size, height: size } });
const svg = readFileSync(new URL('favicon.svg', folder), 'utf8');
await page.setContent(`<style>body { margin: 0 } svg { display: block }</style>${svg}`);
const png = await page.screenshot({ omitBackground: true });
await browser.close();

// The file has one picture, with a header, a directory entry, and the PNG itself.
const head = Buffer.alloc(22);
head.writeUInt16LE(1, 2);
head.writeUInt16LE(1, 4);
head.writeUInt8(size, 6);
head.writeUInt8(size, 7);
head.writeUInt16LE(1, 10);
head.writeUInt16LE(32, 12);
head.writeUInt32LE(png.length, 14);
head.writeUInt32LE(head.length, 18);
writeFileSync(new URL('favicon.ico', folder), Buffer.concat([head, png]));
