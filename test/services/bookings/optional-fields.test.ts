import { readdirSync, readFileSync } from 'node:fs';
import { type FieldNode, type GraphQLInputObjectType, type GraphQLObjectType, Kind } from 'graphql';
import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { optionalColumns } from '../../../src/db/entities/court-booking-columns.ts';
import { withOptionalFields } from '../../../src/db/functions/functions.ts';
import { readPlaybook } from '../../../src/graphql/graphiql/read-playbook.ts';
import { schema } from '../../../src/graphql/schema/schema.ts';
import { optionalFields } from '../../../src/services/bookings/optional-fields.ts';
import { read } from '../../harness/assertions/pages.ts';
import { optionalExamples } from '../../harness/data/optional-fields.ts';

const fields: [string, z.ZodType][] = Object.entries(optionalFields);

describe('the optional fields of a booking', () => {
  it('each have a column, a description and two different examples', () => {
    expect(Object.keys(optionalColumns)).toEqual(Object.keys(optionalFields));
    expect(fields.filter(([, { description }]) => !description)).toEqual([]);
    expect(Object.entries(optionalExamples).filter(([, examples]) => new Set(examples).size < 2)).toEqual([]);
  });

  it('are repeated in SQL where a line says so', () => {
    const text =
      'a,\n  item.optional_column = "optionalField" optional_type, -- for each optional field\nb\n';
    expect(withOptionalFields(text, {})).toBe('a,\nb\n');
    expect(withOptionalFields(text, { label: 'text', courtNote: 'text' })).toBe(
      'a,\n  item.label = "label" text,\n  item.court_note = "courtNote" text,\nb\n',
    );
  });

  it.each(fields)('GraphQL has %s with its own description, as output and input', (name, { description }) => {
    for (const type of ['CourtBooking', 'UpsertCourtBookingInput', 'ExplainCourtBookingInput']) {
      const { [name]: field } = (
        schema.getType(type) as GraphQLObjectType | GraphQLInputObjectType
      ).getFields();
      expect(field?.description, type).toBe(description);
    }
  });

  it.each(fields)('the page of a booking shows %s', async (name) => {
    const operations = (await readPlaybook()).flatMap((task) => task.operations);
    const { definition } = operations.find((operation) => operation.name === 'Booking')!;
    const [booking] = definition.selectionSet.selections as FieldNode[];
    const shown = booking!.selectionSet!.selections.map((node) =>
      node.kind === Kind.FIELD ? node.name.value : '',
    );
    expect(shown).toContain(name);
  });

  it.each(fields)('the changelog of the interface names %s', (name) => {
    expect(read('docs/partners/changelog.md')).toContain(`\`${name}\``);
  });

  it.each(fields)('the changelog of the SDK, or a changeset, names %s', (name) => {
    const folder = new URL('../../../.changeset/', import.meta.url);
    const changes = readdirSync(folder).map((file) => readFileSync(new URL(file, folder), 'utf8'));
    expect([read('sdk/CHANGELOG.md'), ...changes].join('\n')).toContain(`\`${name}\``);
  });
});
