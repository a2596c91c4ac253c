import fc from 'fast-check';

/** A move. Its numbers are small, so that bookings, courts, persons, hours and versions often coincide. */
export type Move =
  | { do: 'upsert'; by: 'partner' | 'other'; upsert: Upsert }
  | { do: 'cancel'; by: 'partner' | 'other'; id: number; stamp: number }
  | { do: 'batch'; atomic: boolean; items: (Upsert | { id: number; stamp: number })[] }
  | { do: 'create user'; by: 'partner' | 'other'; person: number; externalId: number }
  | { do: 'upsert user'; person: number; externalId: number }
  | { do: 'update user'; person: number; as: number; externalId: number | undefined }
  | { do: 'erase user'; person: number }
  | { do: 'user batch'; atomic: boolean; items: { externalId: number; person: number | undefined }[] }
  | { do: 'operator'; action: OperatorAction; id: number; stamp: number; person: number; court: number };

export interface Upsert {
  id: number;
  court: number;
  from: number;
  hours: number;
  stamp: number;
  people: Person[];
}

/** Named by id if the user exists, or else by address. */
interface Person {
  person: number;
  byId: boolean;
}

const operatorActions = [
  'cancel',
  'reinstate',
  'resetVersion',
  'resetCancellation',
  'closeCourt',
  'openCourt',
  'grantForeign',
  'revokeForeign',
  'grantUser',
  'revokeUser',
] as const;
export type OperatorAction = (typeof operatorActions)[number];

const small = (maximum: number) => fc.nat({ max: maximum });
const by = fc.constantFrom('partner' as const, 'partner' as const, 'other' as const);
const upsert: fc.Arbitrary<Upsert> = fc.record({
  id: small(2),
  // The last one belongs to a foreign organization.
  court: fc.constantFrom(0, 0, 0, 0, 1, 1, 1, 3),
  from: small(5),
  hours: fc.constantFrom(1, 1, 1, 2, 3, 0),
  stamp: small(3),
  people: fc.array(fc.record({ person: small(3), byId: fc.constantFrom(true, false, false, false) }), {
    maxLength: 2,
  }),
});
const cancellation = fc.record({ id: small(2), stamp: small(3) });

export const moves: fc.Arbitrary<Move[]> = fc.array(
  fc.oneof(
    { weight: 8, arbitrary: fc.record({ do: fc.constant('upsert' as const), by, upsert }) },
    {
      weight: 3,
      arbitrary: fc.record({ do: fc.constant('cancel' as const), by, id: small(2), stamp: small(3) }),
    },
    {
      weight: 4,
      arbitrary: fc.record({
        do: fc.constant('batch' as const),
        atomic: fc.boolean(),
        items: fc.array(fc.oneof({ weight: 3, arbitrary: upsert }, cancellation), {
          minLength: 1,
          maxLength: 6,
        }),
      }),
    },
    {
      weight: 3,
      arbitrary: fc.record({
        do: fc.constant('create user' as const),
        by,
        person: small(3),
        externalId: small(3),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        do: fc.constant('upsert user' as const),
        person: small(3),
        externalId: small(3),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        do: fc.constant('update user' as const),
        person: small(3),
        as: small(3),
        externalId: fc.option(small(3), { nil: undefined }),
      }),
    },
    {
      weight: 4,
      arbitrary: fc.record({
        do: fc.constant('user batch' as const),
        atomic: fc.boolean(),
        // Without a person, the user is erased.
        items: fc.array(
          fc.record({ externalId: small(3), person: fc.constantFrom(0, 1, 2, 3, 0, 1, 2, 3, undefined) }),
          { minLength: 1, maxLength: 5 },
        ),
      }),
    },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('erase user' as const), person: small(3) }) },
    {
      weight: 4,
      arbitrary: fc.record({
        do: fc.constant('operator' as const),
        action: fc.constantFrom(...operatorActions),
        id: small(2),
        stamp: small(3),
        person: small(3),
        court: small(1),
      }),
    },
  ),
  { minLength: 5, maxLength: 30, size: 'max' },
);
