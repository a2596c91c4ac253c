import { readFileSync } from 'node:fs';
import { buildSchema, findBreakingChanges } from 'graphql';
import { describe, expect, it } from 'vitest';
import { createOpenApiDocument } from '../codegen/openapi-document.ts';
import { generateFiles } from '../codegen.ts';
import { schema } from '../src/graphql/schema/schema.ts';
import { breakingChanges } from './harness/assertions/openapi-breaking-changes.ts';
import { readLastRelease } from './harness/data/versions.ts';

const committed = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');

describe('generated files', () => {
  it('are equal to the output of `npm run codegen`', async () => {
    let count = 0;
    for await (const [path, content] of generateFiles()) {
      count += 1;
      expect(committed(path), `${path} is stale: run npm run codegen`).toBe(content);
    }
    expect(count).toBeGreaterThan(20);
  });
});

// Reports a breaking change before the files are generated again, so that it is always intentional.
describe('breaking changes against the committed contract', () => {
  it('the GraphQL schema has no breaking change', () => {
    const before = buildSchema(committed('src/graphql/schema/schema.graphql'));
    expect(findBreakingChanges(before, schema).map(({ description }) => description)).toEqual([]);
  });

  const present = createOpenApiDocument();
  // biome-ignore lint/suspicious/noExplicitAny: a document as any other
  type AnyDocument = any;
  const before = JSON.parse(committed('src/rest/openapi.json')) as AnyDocument;
  const lastRelease = JSON.parse(readLastRelease('src/rest/openapi.json')) as AnyDocument;
  const create = '/api/v1/external-services/{externalServiceId}/users';
  const upsert =
    '/api/v1/external-services/{externalServiceId}/court-bookings/by-external-id/{externalCourtBookingId}';

  /** The ids `.` and `..` could be written but never read, and are now rejected. */
  const intended = [
    'CreateUserRequest.externalUserId takes less than before.',
    'upsertCourtBooking: path externalCourtBookingId takes less than before.',
  ];
  const unintended = (document: AnyDocument, since: AnyDocument) =>
    breakingChanges(since, document).filter((change) => !intended.includes(change));

  it('the OpenAPI document has no breaking change', () => {
    expect(unintended(present, before)).toEqual([]);
    expect(unintended(present, lastRelease)).toEqual([]);
  });

  it.each<[change: string, plant: (document: AnyDocument) => unknown]>([
    ['createUser no longer answers 409.', ({ paths }) => delete paths[create].post.responses[409]],
    ['upsertCourtBooking is gone.', ({ paths }) => delete paths[upsert].put],
    [
      'createUser now answers 404.',
      ({ paths }) => Object.assign(paths[create].post.responses, { 404: paths[create].post.responses[409] }),
    ],
    ['createUser needs more.', ({ paths }) => paths[create].post.security[0].apiToken.push('more')],
    [
      'createUser: query dryRun is now required.',
      ({ paths }) => paths[create].post.parameters.push({ in: 'query', name: 'dryRun', required: true }),
    ],
    ['UserResponse.gender is gone.', ({ schemas }) => delete schemas.UserResponse.properties.gender],
    ['UserResponse: lastName may now be absent.', ({ schemas }) => schemas.UserResponse.required.pop()],
    [
      'UserResponse.gender is now null or string, was string.',
      ({ schemas }) => schemas.UserResponse.properties.gender.anyOf.push({ type: 'null' }),
    ],
    [
      'CourtBookingResponse.startDate may now be more than before.',
      ({ schemas }) => delete schemas.CourtBookingResponse.properties.startDate.format,
    ],
    [
      'CreateUserRequest: birthday is now required.',
      ({ schemas }) => schemas.CreateUserRequest.required.push('birthday'),
    ],
    [
      'UpsertCourtBookingRequest.courtId is now integer, was string.',
      ({ schemas }) =>
        Object.assign(schemas.UpsertCourtBookingRequest.properties.courtId, { type: 'integer' }),
    ],
    [
      'UpsertCourtBookingRequest.participants takes less than before.',
      ({ schemas }) =>
        Object.assign(schemas.UpsertCourtBookingRequest.properties.participants, { maxItems: 49 }),
    ],
    [
      'createUser 409.error is no longer email_already_in_use.',
      ({ schemas }) => schemas.CreateUserConflictError.oneOf.shift(),
    ],
    [
      'upsertCourtBooking 404.error is now also stale_write.',
      ({ schemas }) => {
        const { properties } = schemas.CourtNotFoundResponse;
        properties.error = { anyOf: [properties.error, { $ref: '#/components/schemas/StaleWriteError' }] };
      },
    ],
    [
      'InvalidSchemaError invalid_schema.issues is gone.',
      ({ schemas }) => delete schemas.InvalidSchemaError.properties.issues,
    ],
    ['Issue: message may now be absent.', ({ schemas }) => schemas.Issue.required.pop()],
    [
      'upsertCourtBooking 409.error stale_write: message may now be absent.',
      ({ schemas }) => Object.assign(schemas.StaleWriteError, { required: ['type'] }),
    ],
    [
      'createUser 403.error is no longer scope_permission_denied.',
      ({ schemas }) =>
        Object.assign(schemas.ScopePermissionDeniedError.properties.type, { const: 'scope_denied' }),
    ],
  ])('a breaking change of the OpenAPI document is reported: %s', (change, plant) => {
    // In the last release, the errors of a status were one schema with an enumeration of types.
    for (const was of [before, lastRelease]) {
      const after = structuredClone(before);
      plant({ ...after, schemas: after.components.schemas });
      expect(breakingChanges(was, after)).toContain(change);
    }
  });

  it('a scope that is no longer sufficient is reported, and a further alternative is not', () => {
    const after = structuredClone(before);
    after.paths[create].get.security.shift();
    expect(breakingChanges(before, after)).toEqual(['listUsers needs userwrite.']);
    expect(breakingChanges(after, before)).toEqual([]);
  });

  it('renamed components and allowed additions in OpenAPI are not reported', () => {
    const text = JSON.stringify(before);
    const renamed = JSON.parse(text.replaceAll(/#\/components\/schemas\/(\w+)/g, '$&V2'));
    renamed.components.schemas = Object.fromEntries(
      Object.entries(renamed.components.schemas).map(([name, schema]) => [`${name}V2`, schema]),
    );
    expect(breakingChanges(before, renamed)).toEqual([]);
    // The interface may add response fields, values of open enumerations and optional request fields.
    const grown = structuredClone(before);
    const { UserResponse, CreateUserRequest, StaleWriteError } = grown.components.schemas;
    UserResponse.properties.nickname = { type: 'string' };
    UserResponse.properties.gender.anyOf[0].enum.push('ANOTHER');
    CreateUserRequest.properties.nickname = { type: 'string' };
    StaleWriteError.properties.hint = { type: 'string' };
    expect(unintended(grown, before)).toEqual([]);
    expect(unintended(grown, lastRelease)).toEqual([]);
  });
});
