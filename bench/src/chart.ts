/** One figure: milliseconds of CPU a request, of Courtbridge and of the hand-written version. */
export interface Bar {
  figure: string;
  ours: number;
  theirs: number;
}

const width = 760;
const left = 170;
const rowHeight = 52;

/** A bar chart as SVG. */
export function chart(bars: Bar[]): string {
  const longest = Math.max(...bars.flatMap(({ ours, theirs }) => [ours, theirs]));
  const scale = (width - left - 130) / longest;
  const bar = (y: number, value: number, color: string, text: string) =>
    `<rect x="${left}" y="${y}" width="${(value * scale).toFixed(1)}" height="17" rx="3" fill="${color}"/>` +
    `<text x="${(left + value * scale + 8).toFixed(1)}" y="${y + 13.5}" font-size="12.5" fill="#4c5f55">${text}</text>`;
  const rows = bars.map(({ figure, ours, theirs }, index) => {
    const y = 62 + index * rowHeight;
    return [
      `<text x="${left - 12}" y="${y + 22}" text-anchor="end" fill="#14231c">${figure}</text>`,
      bar(y, ours, '#0f6b47', `${ours.toFixed(2)} ms (${(ours / theirs).toFixed(2)})`),
      bar(y + 20, theirs, '#b9c9c0', `${theirs.toFixed(2)} ms`),
    ].join('\n');
  });
  const height = 62 + bars.length * rowHeight + 12;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="system-ui, sans-serif" font-size="14" role="img" aria-label="CPU a request, service and PostgreSQL together">
<rect width="${width}" height="${height}" rx="12" fill="#f3f7f4"/>
<text x="24" y="34" font-size="15" fill="#14231c">CPU a request, service and PostgreSQL together</text>
<rect x="${width - 300}" y="22" width="14" height="14" rx="3" fill="#0f6b47"/><text x="${width - 280}" y="34" fill="#14231c">Courtbridge</text>
<rect x="${width - 180}" y="22" width="14" height="14" rx="3" fill="#b9c9c0"/><text x="${width - 160}" y="34" fill="#14231c">Fastify + pg, by hand</text>
${rows.join('\n')}
</svg>
`;
}
