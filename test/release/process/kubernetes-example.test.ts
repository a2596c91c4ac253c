import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { variables } from '../../../src/env.ts';
import { execute, withDatabase } from '../../harness/global-setup.ts';
import { startOwnPostgresql } from '../../harness/servers/own-postgresql.ts';
import { forTest } from '../../harness/servers/use-test-service.ts';

const top = fileURLToPath(new URL('../../..', import.meta.url));
const read = (path: string) => readFileSync(`${top}/${path}`, 'utf8');

// biome-ignore lint/suspicious/noExplicitAny: documents of several kinds
type Manifest = any;
const folder = 'deploy/kubernetes';
const files = readdirSync(`${top}/${folder}`).sort();
const manifests: Manifest[] = files.flatMap((file) =>
  parseAllDocuments(read(`${folder}/${file}`)).map((document) => document.toJS({ mapAsMap: false })),
);
const ofKind = (kind: string): Manifest => manifests.find((manifest) => manifest.kind === kind)!;
const titleOf = ({ kind, metadata }: Manifest) => `${kind} ${metadata.name}`;

/**
 * The module of a kind, generated from the OpenAPI document of Kubernetes or the Go types of CloudNativePG. Its interface rejects unknown
 * fields and wrong types; its class checks values, such as those of an enumeration.
 */
const moduleOf = ({ apiVersion, kind }: Manifest) =>
  `${apiVersion.includes('cnpg.io') ? '@kubernetes-models/cloudnative-pg' : 'kubernetes-models'}/${apiVersion}/${kind}`;

/** Compiles each manifest as an object of its kind. Returns the errors of each. */
function typeErrors(all: Manifest[]): string[][] {
  const sources = new Map(
    all.map((manifest, index) => [
      join(top, `manifest-${index}.ts`),
      `import type { I${manifest.kind} } from '${moduleOf(manifest)}';\n` +
        `export const manifest: I${manifest.kind} = ${JSON.stringify(manifest)};\n`,
    ]),
  );
  const { options } = ts.parseJsonConfigFileContent({ extends: './tsconfig.json', files: [] }, ts.sys, top);
  const host = ts.createCompilerHost(options);
  const onDisk = { ...host };
  host.fileExists = (path) => sources.has(path) || onDisk.fileExists(path);
  host.readFile = (path) => sources.get(path) ?? onDisk.readFile(path);
  host.getSourceFile = (path, version) => {
    const text = host.readFile(path);
    return text === undefined ? undefined : ts.createSourceFile(path, text, version);
  };
  const program = ts.createProgram([...sources.keys()], { ...options, types: [] }, host);
  return [...sources.keys()].map((path) =>
    program
      .getSemanticDiagnostics(program.getSourceFile(path))
      .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n')),
  );
}

/** Returns what the published schema of the kind rejects. */
async function schemaErrors(manifest: Manifest): Promise<string[]> {
  try {
    const { [manifest.kind]: Kind } = await import(moduleOf(manifest));
    new Kind(manifest).validate();
    return [];
  } catch (error) {
    return [(error as Error).message];
  }
}

describe('the Kubernetes example', () => {
  it('each file says that it was checked, but not run', () => {
    const heads = files.map((file) => read(`${folder}/${file}`).split('\n')[0]);
    expect(heads).toEqual(
      Array(files.length).fill('# Example. Checked against the published schemas; not run here.'),
    );
    expect(manifests.map(titleOf)).toEqual([
      'Deployment courtbridge',
      'Service courtbridge',
      'PodDisruptionBudget courtbridge',
      'HorizontalPodAutoscaler courtbridge',
      'Cluster courtbridge-db',
      'Job courtbridge-migrate',
    ]);
  });

  it('matches the published schemas', async () => {
    expect(typeErrors(manifests)).toEqual(manifests.map(() => []));
    for (const manifest of manifests) expect(await schemaErrors(manifest), titleOf(manifest)).toEqual([]);
  });

  const planted: [fault: string, kind: string, plant: (manifest: Manifest) => unknown, error: string][] = [
    [
      'a misspelled field of a pod',
      'Deployment',
      ({ spec }) => Object.assign(spec.template.spec, { terminationGracePeriodSecond: 30 }),
      `"terminationGracePeriodSecond"' does not exist in type 'IPodSpec'`,
    ],
    [
      'a misspelled field of synchronous replication',
      'Cluster',
      ({ spec }) => Object.assign(spec.postgresql.synchronous, { dataDurabilty: 'required' }),
      `"dataDurabilty"`,
    ],
  ];
  it('reports planted faults', () => {
    const broken = planted.map(([, kind, plant]) => {
      const copy = structuredClone(ofKind(kind));
      plant(copy);
      return copy;
    });
    const errors = typeErrors(broken);
    for (const [index, [fault, , , error]] of planted.entries())
      expect(errors[index]!.join('\n'), fault).toContain(error);
  });

  it('the schemas also reject values', async () => {
    const service = structuredClone(ofKind('Service'));
    service.spec.ports[0].port = 'eighty';
    expect(await schemaErrors(service)).toEqual([expect.stringContaining('/spec/ports/0/port')]);
  });
});

describe('the Kubernetes example and the service', () => {
  const { spec: pod } = ofKind('Deployment').spec.template;
  const [container] = pod.containers;
  const job = ofKind('Job').spec.template.spec;
  const [migration] = job.containers;
  const cluster = ofKind('Cluster');
  const env = Object.fromEntries(container.env.map(({ name, value }: Manifest) => [name, value]));
  const dockerfile = read('Dockerfile');

  it('sets only variables that exist', () => {
    const names = [...container.env, ...migration.env].map(({ name }: Manifest) => name);
    const known = [...Object.keys(variables), 'DATABASE_PASSWORD'];
    expect(names.length).toBeGreaterThan(8);
    expect(names.filter((name) => !known.includes(name))).toEqual([]);
    for (const [name, value] of Object.entries(env))
      if (value !== undefined && !value.includes('$('))
        expect(() => variables[name as keyof typeof variables].read(value as never), name).not.toThrow();
    // The kubelet replaces only variables that are listed before.
    for (const { env } of [container, migration]) expect(env[0].name).toBe('DATABASE_PASSWORD');
  });

  it('uses the ports of the image, and the probes and the grace period of the service', () => {
    const ports = Object.fromEntries(
      container.ports.map(({ name, containerPort }: Manifest) => [name, String(containerPort)]),
    );
    expect(ports).toEqual({ http: /PORT=(\d+)/.exec(dockerfile)![1], metrics: env.METRICS_PORT });
    expect(ofKind('Service').spec.ports.map(({ targetPort }: Manifest) => targetPort)).toEqual(['http']);
    const paths = ['startupProbe', 'livenessProbe', 'readinessProbe'].map(
      (probe) => container[probe].httpGet,
    );
    expect(paths).toEqual(['/healthz', '/healthz', '/readyz'].map((path) => ({ path, port: 'http' })));
    // The database check of /readyz ends after 2 s.
    expect(container.readinessProbe.timeoutSeconds).toBeGreaterThan(2);
    // 10 s for open requests and 5 s for the database.
    const drainSeconds = Number(env.DRAIN_GRACE_MS) / 1_000 + 15;
    expect(pod.terminationGracePeriodSeconds).toBeGreaterThan(drainSeconds);
    // While it drains, the pod is found not ready before it stops taking connections.
    const { periodSeconds, failureThreshold } = container.readinessProbe;
    expect(Number(env.DRAIN_GRACE_MS)).toBeGreaterThan(periodSeconds * failureThreshold * 1_000);
  });

  it('runs an unprivileged user on a read-only file system', () => {
    for (const { securityContext, automountServiceAccountToken } of [pod, job]) {
      // The image names its user, and the kubelet verifies only numbers.
      expect(securityContext).toEqual({
        runAsNonRoot: true,
        runAsUser: 1000,
        seccompProfile: { type: 'RuntimeDefault' },
      });
      expect(automountServiceAccountToken).toBe(false);
    }
    expect(dockerfile).toMatch(/^USER node$/m);
    for (const { securityContext } of [container, migration])
      expect(securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
  });

  it('runs at least two processes, and never stops two of them at once', () => {
    const { spec } = ofKind('HorizontalPodAutoscaler');
    expect(spec.minReplicas).toBeGreaterThanOrEqual(2);
    expect(ofKind('Deployment').spec).not.toHaveProperty('replicas');
    expect(ofKind('Deployment').spec.strategy.rollingUpdate).toEqual({ maxUnavailable: 0, maxSurge: 1 });
    expect(ofKind('PodDisruptionBudget').spec.maxUnavailable).toBe(1);
    const labels = ofKind('Deployment').spec.template.metadata.labels;
    for (const kind of ['Deployment', 'PodDisruptionBudget'])
      expect(ofKind(kind).spec.selector.matchLabels).toEqual(labels);
    expect(ofKind('Service').spec.selector).toEqual(labels);
    expect(spec.scaleTargetRef.name).toBe(ofKind('Deployment').metadata.name);
  });

  it('all processes together open fewer connections than PostgreSQL allows', () => {
    // A process also has one connection for /readyz. During a deployment there is one process more, and the migration.
    const most = ofKind('HorizontalPodAutoscaler').spec.maxReplicas + 1;
    const connections = most * (Number(env.DATABASE_POOL_SIZE) + 1) + 10;
    expect(Number(cluster.spec.postgresql.parameters.max_connections)).toBeGreaterThan(connections);
  });

  it('keeps each acknowledged write on two of three instances', () => {
    expect(cluster.spec.instances).toBe(3);
    expect(cluster.spec.postgresql.synchronous).toEqual({
      method: 'any',
      number: 1,
      dataDurability: 'required',
      failoverQuorum: true,
    });
    expect(cluster.spec.affinity.podAntiAffinityType).toBe('required');
  });

  it('connects as the roles of create-roles.sql, with TLS, and migrates as the owner of the schema', () => {
    const addresses = [
      env.DATABASE_URL,
      env.DATABASE_REPLICA_URL,
      ...migration.env.map(({ value }: Manifest) => value).filter(Boolean),
    ].map((address) => new URL(address));
    const { database, owner, secret, postInitApplicationSQLRefs } = cluster.spec.bootstrap.initdb;
    const [role] = cluster.spec.managed.roles;
    const cert = `${container.volumeMounts[0].mountPath}/ca.crt`;
    expect(addresses.map(({ username }) => username)).toEqual([role.name, role.name, owner]);
    const hosts = addresses.map(({ hostname }) => hostname.replace(cluster.metadata.name, ''));
    expect(hosts).toEqual(['-rw', '-ro', '-rw']);
    for (const { pathname, search } of addresses)
      expect([pathname, search]).toEqual([`/${database}`, `?sslmode=verify-full&sslrootcert=${cert}`]);
    const secretsOf = ({ env }: Manifest) => env[0].valueFrom.secretKeyRef.name;
    expect([secretsOf(container), secretsOf(migration)]).toEqual([role.passwordSecret.name, secret.name]);
    expect(env.MIGRATE_ON_START).toBe('0');
    expect(migration.command.slice(0, 2)).toEqual(['node', 'src/bin/start.cjs']);
    expect(migration.image).toBe(container.image);
    const roles = [...read('deploy/create-roles.sql').matchAll(/^ *create role (\w+) login;$/gm)];
    expect(roles.map(([, name]) => name)).toEqual([owner, role.name]);
    expect(postInitApplicationSQLRefs.configMapRefs[0].key).toBe('create-roles.sql');
    for (const { volumes } of [pod, job])
      expect(volumes[0].secret.items).toEqual([{ key: 'ca.crt', path: 'ca.crt' }]);
  });

  it('the commands of docs/running.md create each Secret and ConfigMap, with the keys that are read', () => {
    const section = /### Kubernetes\n[\s\S]*?```sh\n([\s\S]*?)```/.exec(read('docs/running.md'))![1]!;
    const made = [...section.matchAll(/(?:^secret|create configmap) ([\w-]+)/gm)].map(([, name]) => name);
    // CloudNativePG makes the Secret with the certificate of its authority.
    const read_ = [
      ...new Set(
        [
          ...JSON.stringify(manifests).matchAll(
            /"(?:secretKeyRef|secretRef|secret|passwordSecret)":\{"name":"([^"]+)"/g,
          ),
        ].map(([, name]) => name),
      ),
      'courtbridge-roles',
    ];
    expect(made.toSorted()).toEqual(read_.toSorted());
    for (const file of files) expect(section).toContain(`deploy/kubernetes/${file}`);
  });
});

describe('create-roles.sql in a database that CloudNativePG has made', () => {
  it('keeps the owner that exists, and creates the role of the service', async () => {
    const server = await forTest(startOwnPostgresql({ settings: ['fsync=off'] }));
    await execute(server.url, 'create role courtbridge_owner login');
    await execute(server.url, 'create database courtbridge owner courtbridge_owner');
    const url = withDatabase(server.url, 'courtbridge');
    await execute(url, read('deploy/create-roles.sql'));
    await execute(
      url,
      `set role courtbridge_owner; create extension btree_gist; create table things (id int);
       reset role; set role courtbridge; insert into things values (1)`,
    );
    await expect(execute(url, 'set role courtbridge; drop table things')).rejects.toMatchObject({
      code: '42501',
    });
  });
});
