// `npm run bench -- where`: where the time of a create and of a create user goes. One connection sends the calls, so nothing waits for a
// processor. A first turn measures CPU and WAL. A second one counts all statements, also those inside of functions, which costs time itself.
import { startBenchServer } from './bench-server.ts';
import { callsOf } from './calls.ts';
import { startContender } from './contender.ts';
import { courtbridge } from './contenders.ts';
import { lengthOf } from './length.ts';
import { table } from './measured.ts';
import { countingSettings, track } from './page/statements.ts';
import { seedCalls } from './seed-calls.ts';
import { settleMillis, type Turn, takeTurn } from './turn.ts';

const { requests } = lengthOf({ requests: 2_000, rounds: 1 });
const figures = ['create', 'create user'];

/** A statement as `pg_stat_statements` counts it. Times are microseconds. */
interface Statement {
  text: string;
  /** Sent by the service. The others run inside of a function or a constraint. */
  toplevel: boolean;
  calls: number;
  micros: number;
  wal: number;
}

/** Statements inside of other nested statements, whose time already includes them: foreign keys, and the inserts of two functions. */
const isInner = ({ text }: Statement) =>
  /^(SELECT \S+ FROM ONLY|insert into (audit_events|change_outbox) )/.test(text);
/** Statements of timers run less than once per call. */
const isOfCall = ({ calls }: Statement) => calls >= requests / 2;

const server = await startBenchServer(countingSettings);
try {
  const seeded = await seedCalls(server, 'seed');
  const service = await startContender(courtbridge, server.urlOf('seed'));
  const taker = { ...service, token: seeded.tenant.token, databasePid: server.pid, settleMillis };
  await server.run('seed', 'create extension pg_stat_statements');
  for (const figure of figures) {
    const turnOf = (round: number) =>
      takeTurn(
        taker,
        Array.from({ length: requests }, (_, n) => callsOf(seeded)[figure]!(n, round, requests)),
        1,
      );
    await track(server, 'none');
    await turnOf(0);
    const [before] = await server.run<{ lsn: string }>('seed', 'select pg_current_wal_lsn() as lsn');
    const turn = await turnOf(1);
    const [after] = await server.run<{ wal: number }>('seed', {
      text: 'select (pg_current_wal_lsn() - $1::pg_lsn)::float8 as wal',
      values: [before!.lsn],
    });
    await track(server, 'all');
    // Connections may notice it late.
    await turnOf(2);
    await server.run('seed', 'select pg_stat_statements_reset()');
    const counted = await turnOf(3);
    await track(server, 'none');
    print(figure, { turn, counted, wal: after!.wal }, await readStatements());
  }
  await service.stop();
} finally {
  await server.stop();
}

function readStatements(): Promise<Statement[]> {
  return server.run<Statement & Record<string, unknown>>(
    'seed',
    `select regexp_replace(regexp_replace(query, '\\s+', ' ', 'g'), 'functions_\\w+\\.', '', 'g') as text, toplevel, calls::int,
       total_exec_time * 1000 as micros, wal_bytes::float8 as wal
     from pg_stat_statements s join pg_database d on d.oid = s.dbid
     where d.datname = current_database() and query !~ 'pg_stat_statements|pg_current_wal' order by total_exec_time desc`,
  );
}

function print(
  figure: string,
  { turn, counted, wal }: { turn: Turn; counted: Turn; wal: number },
  all: Statement[],
): void {
  const sent = all.filter(({ toplevel }) => toplevel);
  const nested = all.filter((statement) => !statement.toplevel && isOfCall(statement));
  const sum = (statements: Statement[], of: 'micros' | 'wal') =>
    statements.reduce((total, statement) => total + statement[of], 0) / requests;
  const row = (what: string, micros: number, bytes: number, calls = '') => [
    what,
    calls,
    micros.toFixed(0),
    bytes.toFixed(0),
  ];
  const rowOf = (indent: string) => (statement: Statement) =>
    row(
      // PostgreSQL 18 counts those of all tables as one statement.
      indent +
        statement.text
          .replace(/^SELECT \S+ FROM ONLY .*/, 'foreign keys')
          .slice(0, 80)
          .replaceAll('|', '\\|'),
      sum([statement], 'micros'),
      sum([statement], 'wal'),
      (statement.calls / requests).toFixed(statement.calls < requests ? 3 : 0),
    );
  const outer = nested.filter((statement) => !isInner(statement));
  const calls = sent.filter(isOfCall);
  const background = sent.filter((statement) => !isOfCall(statement));
  if (!calls.some((statement) => statement.calls === requests))
    throw new Error(`Not every ${figure} was counted.`);
  const rest = counted.databaseMillis * 1_000 - sum(sent, 'micros');
  process.stdout.write(`
${figure}: ${(turn.serviceMillis * 1_000).toFixed(0)} µs of CPU in the service, ${(turn.databaseMillis * 1_000).toFixed(0)} µs in the database, ${(wal / requests).toFixed(0)} bytes of WAL. While statements are counted, ${(counted.databaseMillis * 1_000).toFixed(0)} µs in the database:

${table(
  ['per call', 'times', 'µs', 'bytes of WAL'],
  [
    ...calls.map(rowOf('')),
    ...outer.map(rowOf('– ')),
    row(
      '– the rest of the function: PL/pgSQL, JSON, starting and ending its statements',
      sum(calls, 'micros') - sum(outer, 'micros'),
      sum(calls, 'wal') - sum(outer, 'wal'),
    ),
    ...nested.filter(isInner).map(rowOf('– – included above: ')),
    ...background.filter((statement) => sum([statement], 'micros') >= 1).map(rowOf('background: ')),
    row('outside of statements: protocol, commit, server processes', rest, wal / requests - sum(sent, 'wal')),
  ],
)}`);
}
