import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { generate } from '@graphql-codegen/cli';
import { buildSchema, findBreakingChanges } from 'graphql';
import { describe, expect, it } from 'vitest';
import { createOpenApiDocument } from '../codegen/openapi-document.ts';
import config from '../codegen.ts';
import { schema } from '../src/graphql/schema.ts';
import { breakingChanges } from './harness/openapi-breaking-changes.ts';

const committed = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');

describe('generated files', () => {
  it('are what `npm run codegen` would write', async () => {
    const files = (await generate(config, false)) as { filename: string; content: string }[];
    expect(files.map(({ filename }) => relative('.', filename)).sort()).toEqual(
      Object.keys(config.generates).sort(),
    );
    for (const { filename, content } of files) {
      const path = relative('.', filename);
      expect(committed(path), `${path} is stale: run npm run codegen`).toBe(content);
    }
  });
});

// A breaking change is named here before the file is written anew, so that it is only ever made on purpose.
describe('breaking changes against the committed contract', () => {
  it('GraphQL: none', () => {
    const before = buildSchema(committed('src/graphql/schema.graphql'));
    expect(findBreakingChanges(before, schema).map(({ description }) => description)).toEqual([]);
  });

  it('OpenAPI: none', () => {
    expect(breakingChanges(JSON.parse(committed('src/rest/openapi.json')), createOpenApiDocument())).toEqual(
      [],
    );
  });

  it('OpenAPI: they would be named', () => {
    const before = JSON.parse(committed('src/rest/openapi.json'));
    const after = structuredClone(before);
    const path = Object.keys(after.paths)[0]!;
    delete after.paths[path].post.responses['409'];
    delete after.components.schemas.UserResponse.properties.gender;
    after.components.schemas.CreateUserRequest.required.push('birthday');
    after.components.schemas.UpsertCourtBookingRequest.properties.courtId.type = 'integer';
    delete after.paths[Object.keys(after.paths)[1]!].put;
    expect(breakingChanges(before, after)).toEqual([
      'createUser no longer answers 409.',
      'upsertCourtBooking is gone.',
      'CreateUserRequest: birthday is now required.',
      'UpsertCourtBookingRequest.courtId is now integer, was string.',
      'UserResponse.gender is gone.',
    ]);
  });
});
