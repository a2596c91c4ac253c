import { isPaced } from '../checks/pauses.ts';
import { isImported, reportsOnce } from '../checks/results.ts';
import type { Row, Scenario } from '../scenario.ts';

const members = 2_000;
/** Every twentieth row is wrong. */
const wrongEvery = 20;

/** The wrong rows have these mistakes in turn. */
const mistakes: ((row: Row) => Row)[] = [
  (row) => ({ ...row, email: 'not an address' }),
  (row) => ({ ...row, firstName: '' }),
  (row) => ({ ...row, birthday: '1990-02-30' }),
  (row) => ({ ...row, email: String(row.email).replace('@', ' at ') }),
];

export const importMembers: Scenario = {
  name: 'import',
  title: 'Import',
  description: `${members.toLocaleString('en')} members are imported, and 5 % of the rows are wrong.`,
  steps: ({ tenant, random }) => {
    const offset = Math.floor(random() * wrongEvery);
    const domain = tenant.users[0]!.email.split('@')[1];
    const rows = Array.from({ length: members }, (_, n): Row => {
      const row = {
        externalUserId: `import-${n}`,
        email: `import-${n}@${domain}`,
        firstName: 'Member',
        lastName: `Number ${n}`,
      };
      if (n % wrongEvery !== offset) return row;
      return { ...mistakes[Math.floor(n / wrongEvery) % mistakes.length]!(row), isWrong: true };
    });
    const text = `Import these ${rows.length} members, and report the rows that are rejected.`;
    return [{ action: 'import', text, rows }];
  },
  checks: [isImported, isPaced, reportsOnce],
};
