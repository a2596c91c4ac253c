import { spawnSync } from 'node:child_process';
import { chownSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bookingBody, userBody } from '../../test/harness/data/factories.ts';
import { changedVersion } from '../../test/harness/data/versions.ts';
import { nobody } from '../../test/harness/servers/postgresql.ts';
import { call, operate, pathOf } from './calls.ts';
import type { Cleanup, ScalePart } from './cleanup.ts';
import { rowOf, seenFailing } from './seen-failing.ts';
import { startService } from './service.ts';
import { type MigratedDatabase, postgresql15, startDatabase, startServer } from './setup.ts';

const delaySeconds = 2;
const rounds = 20;

/** Both reads go to the replica where the service reads its own writes. */
const faults = {
  'src/services/users/get-user-by-external-id.ts': (source: string) =>
    source.replace(
      'findUserByExternalId(database.query,',
      "findUserByExternalId((text, values) => database.read('replica', text, values),",
    ),
  'src/graphql/schema/define-mutation.ts': (source: string) =>
    source.replaceAll("new Reader(database, 'primary')", "new Reader(context.database, 'replica')"),
};

/** Writes and reads again at once, next to a replica that applies each change two seconds late. */
export const replica: ScalePart = async ({ cleanup, note }) => {
  const primary = await startDatabase(cleanup, { bin: postgresql15 });
  const replicaUrl = await startReplica(cleanup, primary);
  const measured = await cleanup.within((inner) => staleReads(inner, primary, replicaUrl));
  note('the same on a broken copy');
  const copy = changedVersion(faults);
  const broken = await cleanup.within((inner) => staleReads(inner, primary, replicaUrl, copy.entry));
  const rowOfPartner = (reads: StaleReads) =>
    rowOf(
      `a partner reads what it has just written, at another process, with a replica ${delaySeconds} s behind`,
      reads.partner,
      `0 stale of ${rounds * 3} reads`,
    );
  const rowOfMutation = (reads: StaleReads) =>
    rowOf("an operator's change returns what it wrote", reads.mutation, `0 stale of ${rounds} responses`);
  const { behind } = measured;
  return [
    rowOfPartner(measured),
    rowOfMutation(measured),
    {
      figure: "the replica is in use: an operator's next query, in a request of its own, may be older",
      goal: 'older at least once, as documented',
      measured: `${behind} of ${rounds} older`,
      met: behind > 0,
    },
    seenFailing('a read of partners goes to the replica', rowOfPartner(broken)),
    seenFailing('a change reads its result from the replica', rowOfMutation(broken)),
  ];
};

async function startReplica(cleanup: Cleanup, { server }: MigratedDatabase): Promise<string> {
  const parent = mkdtempSync(join(tmpdir(), 'basebackup-'));
  const asNobody = process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {};
  if ('uid' in asNobody) chownSync(parent, nobody, nobody);
  const data = join(parent, 'data');
  const options = ['-d', server.url, '-D', data, '-R', '-X', 'stream', '-c', 'fast'];
  const { status, stderr, error } = spawnSync(join(postgresql15, 'pg_basebackup'), options, {
    ...asNobody,
    cwd: parent,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`pg_basebackup failed: ${stderr ?? error}`);
  const settings = [`recovery_min_apply_delay=${delaySeconds}s`];
  const standby = await startServer(cleanup, { bin: postgresql15, initialized: data, settings });
  const url = new URL(standby.url);
  url.pathname = '/courtbridge';
  return url.href;
}

interface StaleReads {
  partner: string[];
  mutation: string[];
  /** Queries of operators that did not return the latest change. */
  behind: number;
}

async function staleReads(
  cleanup: Cleanup,
  primary: MigratedDatabase,
  replicaUrl: string,
  entry?: string,
): Promise<StaleReads> {
  const service = await startService(cleanup, primary.url, {
    count: 2,
    env: { DATABASE_REPLICA_URL: replicaUrl },
    ...(entry ? { entry } : {}),
  });
  const operator = await primary.factories.operator('ADMIN');
  const reads: StaleReads = { partner: [], mutation: [], behind: 0 };
  const tenant = await primary.factories.tenant();
  const { token, courtIds } = tenant;
  const at = (index: number) => service.processes[index % 2]!.address;
  for (let round = 0; round < rounds; round += 1) {
    const id = `read-${round}`;
    const booking = `${pathOf(tenant)}/court-bookings/by-external-id/${id}`;
    const user = `${pathOf(tenant)}/users/by-external-id/${id}`;
    const written = [
      await call(at(round), token, 'PUT', booking, bookingBody(courtIds[0], {}, round)),
      await call(at(round), token, 'POST', `${pathOf(tenant)}/users`, userBody({ externalUserId: id })),
    ];
    const read = [
      await call(at(round + 1), token, 'GET', booking),
      await call(at(round + 1), token, 'GET', user),
      await call(at(round + 1), token, 'GET', `${pathOf(tenant)}/changes?limit=100`),
    ];
    const statuses = [...written, ...read].map(({ status }) => status);
    if (String(statuses) !== '201,201,200,200,200') reads.partner.push(`${id}: ${statuses}`);
    else if (!JSON.stringify(read[2]!.body.items).includes(id)) reads.partner.push(`${id} not in the feed`);

    const name = `Club ${round} of ${entry ? 'a broken copy' : 'the service'}`;
    const document =
      'mutation ($name: String!) { createOrganization(input: { name: $name }) { ... on Organization { id name courts { id } } } }';
    const changed = await operate(at(round), operator.secret, document, { name }).catch((error: Error) => ({
      createOrganization: { name: error.message },
    }));
    const returned = changed.createOrganization?.name;
    if (returned !== name) reads.mutation.push(`${name}: returned ${returned}`);
    const { id: organizationId } = changed.createOrganization ?? {};
    if (organizationId === undefined) continue;
    const lookUp = 'query ($id: ID!) { organization(id: $id) { name } }';
    const found = await operate(at(round), operator.secret, lookUp, { id: organizationId });
    if (found.organization?.name !== name) reads.behind += 1;
  }
  return reads;
}
