import { writeFileSync } from 'node:fs';
import { openEmbedded } from '../src/db/connection/open-embedded.ts';
import { migrateTables } from '../src/db/migrate.ts';

// `npm run db:migration -- name`: writes the difference between the migrations and the entities as a new migration.
const name = process.argv[2] ?? '';
if (!/^[a-z0-9-]+$/.test(name)) {
  process.stderr.write('Usage: npm run db:migration -- name-in-lower-case\n');
  process.exit(1);
}

const database = await openEmbedded(undefined);
// Without the functions: they may name a column that does not exist yet.
await database.withMigrationLock(
  () => {},
  (orm) => migrateTables(orm),
);
const difference = await database.orm.schema.getUpdateSchemaSQL();
await database.close();

const statements = difference
  .split('\n')
  .filter((line) => line.trim() !== '' && !line.startsWith('set names'));
if (statements.length === 0) {
  process.stdout.write('The entities match the migrations. There is nothing to migrate.\n');
  process.exit(0);
}

const stamp = new Date().toISOString().replace(/\D/g, '').slice(0, 14);
const className = `Migration${stamp}`;
const file = `${stamp}-${name}.ts`;
const calls = statements.map(
  (statement) => `    this.addSql(\n      \`${statement.replace(/;$/, '')}\`,\n    );`,
);
writeFileSync(
  new URL(`../src/db/migrations/${file}`, import.meta.url),
  `import { Migration } from '@mikro-orm/migrations';

export class ${className} extends Migration {
  override up(): void {
${calls.join('\n')}
  }
}
`,
);

process.stdout.write(`Wrote src/db/migrations/${file}. Review it, then run npm run format and npm test.\n`);
