'use strict';
// `node src/bin/start.cjs main` runs src/bin/main.ts. In a syntax that every Node reads, so that one which is too old for the rest
// can say so; `npm ci --omit=dev` does not bring the right one.

const needed = require('../../package.json').engines.node.replace('>=', '').split('.').map(Number);
const present = process.versions.node.split('.').map(Number);

if (present[0] < needed[0] || (present[0] === needed[0] && present[1] < needed[1])) {
  process.stderr.write(
    `Courtbridge needs Node ${needed.join('.')} or later, and ${process.execPath} is Node ${process.versions.node}. ` +
      'Install a later one, or run npm ci without --omit=dev, which brings one.\n',
  );
  process.exit(1);
}

// Keeps the compiled modules: the next start takes two thirds of the CPU. If this folder cannot be written, nothing is kept.
require('node:module').enableCompileCache(`${__dirname}/../../node_modules/.cache/compiled`);

const name = process.argv.splice(2, 1)[0];
import(`./${name}.ts`);
