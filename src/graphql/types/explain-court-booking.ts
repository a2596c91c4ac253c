import { inTransaction } from '../../db/connection/in-transaction.ts';
import { CourtBooking } from '../../db/entities/court-booking.ts';
import { idIn } from '../../db/queries/conditions.ts';
import { Reader } from '../../db/queries/operators/reader.ts';
import type { Row } from '../../db/queries/operators/row.ts';
import { sql } from '../../db/queries/sql.ts';
import {
  ExplainCourtBookingInput,
  type ExplainedCourtBooking,
  explainCourtBooking,
} from '../../services/bookings/explain-court-booking.ts';
import { builder } from '../schema/builder.ts';
import { withoutNulls } from '../schema/define-mutation.ts';
import { inputType } from '../schema/input-type.ts';
import { selectionOf } from '../schema/selection-of.ts';
import { CourtBookingType, ErrorTypeType, participantInput } from './types.ts';

const OutcomeType = builder.enumType('UpsertOutcome', {
  description: 'What an upsert of a booking would do.',
  values: {
    CREATED: { description: 'A new booking is written.' },
    UPDATED: { description: 'The stored booking is replaced.' },
    REPLAYED: { description: 'It is stored just so already: nothing is written.' },
    REFUSED: { description: 'Nothing is written; errorType says why.' },
  },
});

const RuleType = builder.objectRef<ExplainedCourtBooking['rules'][number]>('ExplainedRule').implement({
  description: 'A rule that an upsert is held to.',
  fields: (t) => ({
    rule: t.field({
      type: ErrorTypeType,
      description: 'By what is answered where it does not hold.',
      resolve: ({ rule }) => rule,
    }),
    passed: t.exposeBoolean('passed', {
      nullable: true,
      description: 'Whether it holds; null: not looked at, since the answer was known before.',
    }),
    message: t.exposeString('message', {
      nullable: true,
      description: 'Of the rule that does not hold: what the partner is told.',
    }),
  }),
});

type Explained = ExplainedCourtBooking & { stored: Row<CourtBooking> | null; conflicts: Row<CourtBooking>[] };

const ExplainedType = builder.objectRef<Explained>('ExplainedCourtBooking').implement({
  description:
    'What an upsert would be answered at this moment. Its token’s scope and expiry, and the rate limit, are left out.',
  fields: (t) => ({
    outcome: t.expose('outcome', { type: OutcomeType, description: 'What would be done.' }),
    status: t.exposeInt('status', { description: 'The HTTP status of the answer.' }),
    errorType: t.expose('errorType', {
      type: ErrorTypeType,
      nullable: true,
      description: 'Why it would be refused; null where it would not.',
    }),
    rules: t.expose('rules', {
      type: [RuleType],
      description: 'All rules, in the order in which they are looked at.',
      complexity: { field: 1, multiplier: 1 },
    }),
    stored: t.expose('stored', {
      type: CourtBookingType,
      nullable: true,
      description: 'The booking that is stored under this id, where the answer depends on it.',
    }),
    conflicts: t.expose('conflicts', {
      type: [CourtBookingType],
      description: 'The bookings that are in the way, whosever they are; ten at most.',
      complexity: { field: 1, multiplier: 10 },
    }),
  }),
});

const InputRef = inputType('ExplainCourtBookingInput', ExplainCourtBookingInput, {
  description: 'What a partner would send.',
  parts: { participants: participantInput },
});

builder.queryField('explainCourtBooking', (t) =>
  t.field({
    type: ExplainedType,
    description:
      'Tells what an upsert of an external service would be answered, and why, rule by rule. A dry run: nothing is written, nobody is held up.',
    args: { input: t.arg({ type: InputRef, required: true, description: 'What would be sent.' }) },
    resolve: (_root, { input }, { database, newId, now, requestId }, info) => {
      const selection = (field: string) => selectionOf(info, [[field]]);
      // One snapshot for all of it, which cannot be written to.
      return database.transaction(async (em) => {
        await em.execute('set transaction isolation level repeatable read, read only');
        const within = inTransaction(database, em);
        const context = { database: within, newId, now, requestId };
        const explained = await explainCourtBooking(context, withoutNulls(input));
        const reader = new Reader(within, 'primary');
        const { storedId, conflictingIds } = explained;
        const conflicting = {
          entity: CourtBooking,
          conditions: [idIn(sql`select unnest(${conflictingIds}::uuid[])`)],
        };
        return {
          ...explained,
          stored: storedId && (await reader.byId(CourtBooking, storedId, selection('stored'))),
          conflicts:
            conflictingIds.length === 0
              ? []
              : await reader.page(
                  conflicting,
                  { order: 'asc', limit: conflictingIds.length },
                  selection('conflicts'),
                ),
        } as Explained;
      });
    },
  }),
);
