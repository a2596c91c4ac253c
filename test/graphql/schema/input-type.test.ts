import type { GraphQLInputObjectType } from 'graphql';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { genders } from '../../../src/db/entities/user.ts';
import { inputType } from '../../../src/graphql/schema/input-type.ts';
import { schema } from '../../../src/graphql/schema/schema.ts';
import { UpsertCourtBookingInput } from '../../../src/services/bookings/upsert-court-booking.ts';

const fieldsOf = (name: string) => {
  const type = schema.getType(name) as GraphQLInputObjectType;
  return Object.fromEntries(
    Object.entries(type.getFields()).map(([field, { type }]) => [field, String(type)]),
  );
};

describe('input of a mutation', () => {
  it('has the fields of the Zod schema with the same types and required fields', () => {
    expect(fieldsOf('UpdateUserInput')).toEqual({
      userId: 'ID!',
      firstName: 'String',
      lastName: 'String',
      birthday: 'Date',
      email: 'String',
      externalUserId: 'String',
      gender: 'Gender',
      mainSportType: 'MainSportType',
      playingHand: 'PlayingHand',
    });
    expect(fieldsOf('UpsertCourtBookingInput')).toMatchObject({
      startDate: 'DateTime!',
      participants: '[ParticipantInput!]',
    });
    expect(fieldsOf('ParticipantInput')).toEqual({ userId: 'ID', email: 'String', erased: 'Boolean' });
    expect(fieldsOf('IssueApiTokenInput')).toMatchObject({ scopes: '[Scope!]!', expiresAt: 'DateTime' });
    expect(fieldsOf('RotateApiTokenInput')).toEqual({ apiTokenId: 'ID!', overlapMinutes: 'Int!' });
  });

  // Each one is rejected before anything is added to the shared schema.
  it.each([
    [
      'a kind that GraphQL has no type for',
      { at: z.bigint() },
      {},
      'Planted.at: there is no GraphQL type for bigint',
    ],
    ['a fraction', { share: z.number() }, {}, 'Planted.share: there is no GraphQL type for number'],
    [
      'an object without a name',
      { of: z.strictObject({}) },
      {},
      'Planted.of: there is no GraphQL type for object',
    ],
    [
      'an enumeration with a value more',
      { gender: z.enum([...genders, 'NEW']) },
      {},
      'Planted.gender: 0 enumerations',
    ],
    [
      'a description of a removed field',
      { name: z.string() },
      { fields: { label: '…' } },
      'Planted has no field label',
    ],
  ])('rejects %s', (_what, shape, notes, message) => {
    expect(() => inputType('Planted', z.strictObject(shape as z.ZodRawShape), notes)).toThrow(message);
  });

  it('rejects two schemas under one name', () => {
    expect(() => inputType('UpsertCourtBookingInput', UpsertCourtBookingInput)).toThrow(
      'the input of two schemas',
    );
  });
});
