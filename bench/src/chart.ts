interface Chart {
  title: string;
  /** The contenders, Courtbridge first. */
  names: string[];
  rows: {
    figure: string;
    /** Milliseconds, one value per contender. */
    values: number[];
    /** Courtbridge's value divided by the first peer's. */
    ratio: number;
  }[];
}

const width = 760;
const left = 190;
const right = 130;
const top = 84;
const barHeight = 15;
const barStep = 19;
const rowGap = 16;
/** Approximate width of a letter in the legend. SVG cannot measure text. */
const letter = 7.2;

// The chart has its own background, so that it is readable when the page and the system use different color schemes.
const style = `
  .card { fill: #f3f7f4 } .ink { fill: #14231c } .soft { fill: #4c5f55; font-size: 12.5px }
  .bar0 { fill: #0f6b47 } .bar1 { fill: #7fa592 } .bar2 { fill: #a9beb2 } .bar3 { fill: #ccd6d0 }
  @media (prefers-color-scheme: dark) {
    .card { fill: #18221d } .ink { fill: #e6efe9 } .soft { fill: #a7b8ae }
    .bar0 { fill: #37a673 } .bar1 { fill: #5d7a6b } .bar2 { fill: #485b51 } .bar3 { fill: #35423b }
  }
`;

/** Draws a bar chart as SVG. Each figure is a row, each contender a bar with its value at the end. */
export function chart({ title, names, rows }: Chart): string {
  const longest = Math.max(...rows.flatMap(({ values }) => values));
  const scale = (width - left - right) / longest;
  const rowHeight = names.length * barStep + rowGap;
  const height = top + rows.length * rowHeight + 4;
  const drawn = rows.flatMap(({ figure, values, ratio }, row) => {
    const y = top + row * rowHeight;
    const middle = y + ((names.length - 1) * barStep + barHeight) / 2;
    return [
      `<text class="ink" x="${left - 12}" y="${middle + 5}" text-anchor="end">${figure}</text>`,
      ...values.map((value, index) => {
        const text = `${value.toFixed(2)} ms${index === 0 ? ` (${ratio.toFixed(2)})` : ''}`;
        return bar(index, y + index * barStep, value * scale, text);
      }),
    ];
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="system-ui, sans-serif" font-size="14" role="img" aria-label="${title}">
<style>${style}</style>
<rect class="card" width="${width}" height="${height}" rx="12"/>
<text class="ink" x="24" y="34" font-size="15">${title}</text>
${legend(names)}
${drawn.join('\n')}
</svg>
`;
}

function bar(index: number, y: number, length: number, text: string): string {
  return (
    `<rect class="bar${index}" x="${left}" y="${y}" width="${length.toFixed(1)}" height="${barHeight}" rx="3"/>` +
    `<text class="soft" x="${(left + length + 8).toFixed(1)}" y="${y + 12}">${text}</text>`
  );
}

function legend(names: string[]): string {
  let x = 24;
  return names
    .map((name, index) => {
      const entry =
        `<rect class="bar${index}" x="${x}" y="50" width="14" height="14" rx="3"/>` +
        `<text class="ink" x="${x + 20}" y="62">${name}</text>`;
      x += 20 + Math.ceil(name.length * letter) + 24;
      return entry;
    })
    .join('\n');
}
