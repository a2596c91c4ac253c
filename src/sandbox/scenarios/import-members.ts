import { isPaced } from '../checks/pauses.ts';
import { isFinal, isImported, reportsRejections } from '../checks/results.ts';
import { shuffled } from '../random.ts';
import type { Row, Scenario } from '../scenario.ts';

const members = 2_000;
/** Every twentieth row is wrong. */
const wrongEvery = 20;

/** So many members are left out of their batch at first. */
const postponed = 8;

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
  description: `${members.toLocaleString('en')} members are imported, 5 % of the rows are wrong, and some are left out as retryable.`,
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
    const good = rows.filter(({ isWrong }) => !isWrong).map(({ externalUserId }) => externalUserId!);
    const later = shuffled(good, random).slice(0, postponed);
    return [
      { action: 'import', text, rows, faults: [{ rows: later, fault: { kind: 'postpone' }, times: 1 }] },
    ];
  },
  checks: [isImported, isPaced, isFinal, reportsRejections],
};
