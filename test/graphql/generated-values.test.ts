import fc from 'fast-check';
import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputType,
  getNamedType,
  getNullableType,
  isCompositeType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql';
import { v7 as uuidv7 } from 'uuid';
import { beforeAll, describe, expect, it } from 'vitest';
import { exportableLists } from '../../src/graphql/export/export-document.ts';
import { schema } from '../../src/graphql/schema/schema.ts';
import { inputsOf, oddTexts } from '../harness/data/odd-values.ts';
import { runs } from '../harness/data/runs.ts';
import { createWorld } from '../harness/data/world.ts';
import '../harness/property-limit.ts';
import { catalog } from '../harness/data/catalog.ts';
import { useOperator, useTestService } from '../harness/servers/use-test-service.ts';

/** Calls that run at the same time. */
const atOnce = 5;
const together = <T>(call: fc.Arbitrary<T>) => fc.array(call, { minLength: atOnce, maxLength: atOnce });

describe('generated values of operators', () => {
  const service = useTestService('postgresql');
  // It is in no list of ids, so that no generated task ends its token.
  const admin = useOperator(service);
  let ids: string[];
  beforeAll(async () => {
    const world = await createWorld(service);
    const { alpha } = world.services;
    ids = [
      ...[world.organizations.riverside.id, world.courts.centre.id, alpha.id, alpha.token.id],
      ...[alpha.booking.id, alpha.cancelled.id, alpha.endpoints.active, world.users.ada.id],
    ];
  });

  const headers = () => ({ Authorization: `Bearer ${admin.secret}`, Accept: 'text/html' });
  const anyId = fc.nat(20).map((n) => ids[n] ?? uuidv7());
  const anyText = fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...oddTexts) },
    { weight: 3, arbitrary: anyId },
    { weight: 1, arbitrary: fc.string({ unit: 'binary' }).map((text) => text.toWellFormed()) },
  );

  describe('in pages', () => {
    const pages = [...catalog.pages.values()].map(({ path, variables, cursors, isMutation }) => {
      const inputs = variables.flatMap(({ name, type }) => inputsOf(type, name));
      const own = isMutation ? ['edit', 'form', 'confirmToken'] : ['download', ...cursors];
      return {
        path,
        isForm: isMutation,
        names: [...inputs.map(({ name }) => name), ...own, 'sent', 'timeZone'],
      };
    });
    const others = [
      { path: '/operators', isForm: false, names: ['period'] },
      {
        path: '/operators/calendar',
        isForm: false,
        names: ['courtId', 'organizationId', 'date', 'days', 'timeZone'],
      },
      { path: '/operators/playbook', isForm: false, names: [] },
      {
        path: '/operators/onboarding',
        isForm: true,
        names: ['step', 'organizationId', 'externalServiceId', 'sent', 'timeZone', 'form'],
      },
      ...exportableLists(schema).map((list) => ({
        path: `/operators/export/${list}.csv`,
        isForm: false,
        names: ['arguments'],
      })),
    ];

    const anyCall = fc.constantFrom(...pages, ...others).chain(({ path, isForm, names }) =>
      fc.record({
        path: fc.constant(path),
        isPosted: isForm ? fc.boolean() : fc.constant(false),
        fields: fc.array(
          fc.tuple(
            fc.oneof(
              { weight: 20, arbitrary: fc.constantFrom('sent', ...names) },
              { weight: 1, arbitrary: fc.constantFrom(...oddTexts) },
            ),
            anyText,
          ),
          { maxLength: Math.min(names.length + 1, 6) },
        ),
        // Once for each name, unless it is the fault.
        isRepeating: fc.nat(9).map((n) => n === 0),
      }),
    );

    it('never cause a 5xx, and each error is a page', async () => {
      await fc.assert(
        fc.asyncProperty(together(anyCall), async (calls) => {
          await Promise.all(
            calls.map(async ({ path, isPosted, fields, isRepeating }) => {
              const sent = isRepeating ? fields : Object.entries(Object.fromEntries(fields));
              const query = [...sent, ...(isPosted ? [['form', uuidv7()]] : [])] as [string, string][];
              const { status, headers, html: text } = await admin[isPosted ? 'post' : 'get'](path, query);
              // Node rejects an address of more than 16 KiB.
              if (status === 431) return;
              expect(status, `${path} ${query}\n${text}`).toBeLessThan(500);
              if (status < 400) return;
              expect(headers.get('content-type')).toContain('text/html');
              expect(text).toContain('<h1>');
              expect(text).not.toMatch(/\0|\$\d|syntax error|at \w+ \(/);
            }),
          );
        }),
        { numRuns: runs(80) },
      );
    });
  });

  describe('in GraphQL', () => {
    const fieldsOf = (name: 'Query' | 'Mutation') =>
      Object.values((name === 'Query' ? schema.getQueryType() : schema.getMutationType())!.getFields());

    /** A value for an argument: mostly of its type. */
    const anyOf = (given: GraphQLInputType, depth = 0): fc.Arbitrary<unknown> => {
      const type = getNullableType(given);
      const none = isNonNullType(given) ? [] : [{ weight: 2, arbitrary: fc.constant(undefined) }];
      if (depth > 4) return fc.constant(undefined);
      const own = isListType(type)
        ? fc.array(anyOf(type.ofType as GraphQLInputType, depth + 1), { maxLength: 3 })
        : isInputObjectType(type)
          ? fc.record(
              Object.fromEntries(
                Object.values(type.getFields()).map((field) => [field.name, anyOf(field.type, depth + 1)]),
              ),
            )
          : isEnumType(type)
            ? fc.constantFrom(...type.getValues().map(({ name }) => name))
            : (scalars[type.toString()] ?? anyText);
      return fc.oneof(...none, { weight: 20, arbitrary: own }, { weight: 1, arbitrary: odd });
    };
    const loneSurrogate = fc.constantFrom('\ud800', 'a\udc00');
    const odd: fc.Arbitrary<unknown> = fc.oneof(anyText, loneSurrogate, fc.jsonValue({ maxDepth: 2 }));
    const scalars: Record<string, fc.Arbitrary<unknown>> = {
      Int: fc.oneof(fc.nat(100), fc.constantFrom(-1, 0, 2 ** 31 - 1, -(2 ** 31)), fc.double()),
      Boolean: fc.boolean(),
      String: fc.oneof(anyText, loneSurrogate),
      ID: fc.oneof({ weight: 9, arbitrary: anyId }, { weight: 1, arbitrary: anyText }),
      DateTime: fc.oneof(fc.constantFrom('2026-12-01T10:00:00Z', '2100-12-31T23:59:59.999999Z'), anyText),
      Date: fc.oneof(fc.constantFrom('1985-12-10', '0001-01-01', '9999-12-31'), anyText),
    };

    interface Argument extends Pick<GraphQLArgument, 'name' | 'type'> {
      variable: string;
    }
    const variablesOf = ({ args }: GraphQLField<unknown, unknown>, prefix: string): Argument[] =>
      args.map(({ name, type }) => ({ name, type, variable: `${prefix}_${name}` }));
    const given = (args: Argument[]) =>
      args.length === 0 ? '' : `(${args.map(({ name, variable }) => `${name}: $${variable}`).join(', ')})`;

    /** The lists inside the rows, which have arguments too. */
    const inner = (field: GraphQLField<unknown, unknown>) => {
      const type = getNamedType(field.type);
      const nodes = isObjectType(type) ? type.getFields().nodes : undefined;
      const row = nodes ? getNamedType(nodes.type) : type;
      const lists = isObjectType(row)
        ? Object.values(row.getFields()).filter(
            ({ args, type }) => args.length > 0 && isCompositeType(getNamedType(type)),
          )
        : [];
      const parts = lists.map((each) => ({ each, args: variablesOf(each, each.name) }));
      const selected = [
        '__typename',
        ...parts.map(({ each, args }) => `${each.name}${given(args)} { __typename }`),
      ];
      const text = nodes ? `{ nodes { ${selected.join(' ')} } }` : `{ ${selected.join(' ')} }`;
      return { text: isCompositeType(type) ? text : '', args: parts.flatMap(({ args }) => args) };
    };

    const operations = [
      ...fieldsOf('Query').map((field) => ({ kind: 'query', field })),
      ...fieldsOf('Mutation').map((field) => ({ kind: 'mutation', field })),
    ].map(({ kind, field }) => {
      const below = kind === 'query' ? inner(field) : { text: '{ __typename }', args: [] };
      const own = variablesOf(field, 'own');
      const args = [...own, ...below.args];
      const declared = args.map(({ variable, type }) => `$${variable}: ${type}`).join(', ');
      const document = `${kind} Generated${declared && `(${declared})`} { ${field.name}${given(own)} ${below.text} }`;
      return { document, args };
    });
    const anyOperation = fc.constantFrom(...operations).chain(({ document, args }) =>
      fc.record({
        document: fc.constant(document),
        variables: fc.record(Object.fromEntries(args.map(({ variable, type }) => [variable, anyOf(type)]))),
      }),
    );

    it('are errors of the user, and never internal ones', async () => {
      await fc.assert(
        fc.asyncProperty(together(anyOperation), async (calls) => {
          await Promise.all(
            calls.map(async ({ document, variables }) => {
              const response = await fetch(`${service.address}/graphql`, {
                method: 'POST',
                headers: { ...headers(), Accept: 'application/json', 'Content-Type': 'application/json' },
                body: JSON.stringify({ query: document, variables }),
              });
              const text = await response.text();
              const what = `${document}\n${JSON.stringify(variables)}\n${text}`;
              expect(response.status, what).toBeLessThan(500);
              expect(text, what).not.toMatch(/internal_server_error|service_unavailable|UNEXPECTED/i);
            }),
          );
        }),
        { numRuns: runs(80) },
      );
    });
  });
});
