import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLOutputType,
  getNamedType,
  getNullableType,
  isListType,
  isObjectType,
  isRequiredArgument,
} from 'graphql';
import { v7 as uuidv7 } from 'uuid';
import { beforeAll, describe, expect, it } from 'vitest';
import { schema } from '../../src/graphql/schema/schema.ts';
import { loadDemoData } from '../../src/services/demo/load-demo-data.ts';
import { createWorld } from '../harness/data/world.ts';
import { useOperator, useTestService } from '../harness/servers/use-test-service.ts';

const iso8601 = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.(?:\d{3}|\d{6}))?Z$/;
const range = 'from: "2026-01-01T00:00:00Z", to: "2099-01-01T00:00:00Z"';
const roots: Record<string, string> = {
  partnerTraffic: `(${range}, bucket: HOUR)`,
  partnerFaults: `(${range})`,
};

const fieldsOf = (type: GraphQLObjectType) => Object.values(type.getFields());
const isTime = ({ type }: GraphQLField<unknown, unknown>) => getNamedType(type).name === 'DateTime';
const isFree = ({ args }: { args: readonly GraphQLArgument[] }) => !args.some(isRequiredArgument);

/** Returns the type of the rows of a list or a connection, and the selection around one of them. */
function rowsOf(
  type: GraphQLOutputType,
): { row: GraphQLObjectType; wrap: (inner: string) => string } | undefined {
  const named = getNamedType(type);
  if (!isObjectType(named)) return undefined;
  const { nodes } = named.getFields();
  if (nodes)
    return { row: getNamedType(nodes.type) as GraphQLObjectType, wrap: (inner) => `{ nodes { ${inner} } }` };
  return isListType(getNullableType(type)) ? { row: named, wrap: (inner) => `{ ${inner} }` } : undefined;
}

/** One query for each list: the times of its rows, and of the objects in them. */
function queries(): { list: string; query: string }[] {
  return fieldsOf(schema.getQueryType()!).flatMap((list) => {
    const rows = rowsOf(list.type);
    if (!rows || !(isFree(list) || roots[list.name])) return [];
    const own = fieldsOf(rows.row).filter(isTime);
    const inner = fieldsOf(rows.row)
      .filter((field) => isFree(field) && isObjectType(getNamedType(field.type)))
      .flatMap((field) => {
        const nested = rowsOf(field.type);
        const type = nested?.row ?? (getNamedType(field.type) as GraphQLObjectType);
        const times = isObjectType(type) ? fieldsOf(type).filter(isTime) : [];
        const wrap = nested?.wrap ?? ((some: string) => `{ ${some} }`);
        return times.length === 0
          ? []
          : [`${field.name} ${wrap(`__typename ${times.map(({ name }) => name).join(' ')}`)}`];
      });
    const text = (some: string) =>
      `{ ${list.name}${roots[list.name] ?? ''} ${rows.wrap(`__typename ${some}`)} }`;
    // One object at a time: together they can exceed the limits of a query.
    return [own.map(({ name }) => name).join(' '), ...inner]
      .filter(Boolean)
      .map((some) => ({ list: list.name, query: text(some) }));
  });
}

const service = useTestService('postgresql');
const admin = useOperator(service);
beforeAll(async () => {
  const secrets = { seal: (text: Uint8Array) => Buffer.from(text), open: Buffer.from };
  await loadDemoData(service.database, uuidv7, Date.now, secrets as never);
  const { services, operators } = await createWorld(service);
  const times: [table: string, columns: string[], where: string][] = [
    ['api_tokens', ['last_used_at', 'revoked_at'], `id = '${services.gamma.token.id}'`],
    ['operators', ['expires_at', 'former_secret_until', 'revoked_at'], `id = '${operators.viewer.id}'`],
    ['partner_requests', ['external_updated_at', 'start_date', 'end_date'], 'true'],
    ['webhook_endpoints', ['former_secret_until', 'last_success_at'], 'true'],
  ];
  const temporaryRateLimit = { requestsPerSecond: 1, burst: 1, until: '2099-01-01T00:00:00Z' };
  const limited = { externalServiceId: services.gamma.id, temporaryRateLimit };
  await admin.mutate('setTemporaryRateLimit', limited, '__typename');
  for (const [table, columns, where] of times)
    await service.database.query(
      `update ${table} set ${columns.map((column) => `${column} = clock_timestamp()`).join(', ')} where ${where}`,
      [],
    );
});

describe('DateTime in GraphQL', () => {
  it('each field returns ISO 8601 in UTC', async () => {
    const seen = new Map<string, unknown>();
    const read = (value: unknown): void => {
      if (Array.isArray(value)) for (const each of value) read(each);
      if (Array.isArray(value) || typeof value !== 'object' || value === null) return;
      const { __typename, ...fields } = value as Record<string, unknown>;
      for (const [name, inner] of Object.entries(fields)) {
        if (typeof inner === 'string') seen.set(`${__typename}.${name}`, inner);
        else read(inner);
      }
    };
    for (const { query } of queries()) {
      const data = await admin.data(query);
      read(data);
    }
    expect([...seen].filter(([, value]) => !iso8601.test(String(value)))).toEqual([]);
    const all = Object.values(schema.getTypeMap())
      .filter((type) => isObjectType(type) && !type.name.startsWith('__'))
      .flatMap((type) =>
        fieldsOf(type as GraphQLObjectType)
          .filter(isTime)
          .map(({ name }) => `${type.name}.${name}`),
      );
    expect(seen.size).toBeGreaterThan(30);
    // Objects that this data lacks, or that no list contains.
    const absent =
      /^(?:Alert|AlertDelivery|AlertEndpoint|AlertResolution|Change|Confirmation|WebhookAttempt)\.|^User\.erasedAt$/;
    expect(all.filter((field) => !seen.has(field) && !absent.test(field))).toEqual([]);
  });
});
