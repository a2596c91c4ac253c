import { inTransaction } from '../../db/connection/in-transaction.ts';
import { CourtBooking } from '../../db/entities/court-booking.ts';
import { idAmong } from '../../db/queries/conditions.ts';
import { Reader } from '../../db/queries/operators/reader.ts';
import type { Row } from '../../db/queries/operators/row.ts';
import { authorizeAnyOperator } from '../../services/access/authorize-operator.ts';
import {
  ExplainCourtBookingInput,
  type ExplainedCourtBooking,
  explainCourtBooking,
} from '../../services/bookings/explain-court-booking.ts';
import { builder } from '../schema/builder.ts';
import { externalBookingId, partnerVersion } from '../schema/common-fields.ts';
import { withoutNulls } from '../schema/define-mutation.ts';
import { inputType } from '../schema/input-type.ts';
import { selectionOf } from '../schema/selection-of.ts';
import { CourtBookingType, ErrorTypeType, participantInput } from './types.ts';

const OutcomeType = builder.enumType('UpsertOutcome', {
  description: 'The result of an upsert of a booking.',
  values: {
    CREATED: { description: 'A new booking is created.' },
    UPDATED: { description: 'The stored booking is replaced.' },
    REPLAYED: { description: 'The stored booking is identical. Nothing is written.' },
    REFUSED: { description: 'The request is rejected. See errorType.' },
  },
});

const RuleType = builder.objectRef<ExplainedCourtBooking['rules'][number]>('ExplainedRule').implement({
  description: 'A rule that applies to an upsert.',
  fields: (t) => ({
    rule: t.field({
      type: ErrorTypeType,
      description: 'The error type that a violation returns.',
      resolve: ({ rule }) => rule,
    }),
    passed: t.exposeBoolean('passed', {
      nullable: true,
      description:
        'True if the rule is met; null if it was not checked, because an earlier rule decided the result.',
    }),
    message: t.exposeString('message', {
      nullable: true,
      description: 'The error message that the partner receives, if the rule is not met.',
    }),
  }),
});

type Explained = ExplainedCourtBooking & { stored: Row<CourtBooking> | null; conflicts: Row<CourtBooking>[] };

const ExplainedType = builder.objectRef<Explained>('ExplainedCourtBooking').implement({
  description:
    'The response that an upsert would receive now. Scope and expiry of the token, and the rate limit, are not checked.',
  fields: (t) => ({
    outcome: t.expose('outcome', { type: OutcomeType, description: 'The result of the upsert.' }),
    status: t.exposeInt('status', { description: 'The HTTP status of the response.' }),
    errorType: t.expose('errorType', {
      type: ErrorTypeType,
      nullable: true,
      description: 'The error type of the response; null if the upsert would succeed.',
    }),
    rules: t.expose('rules', {
      type: [RuleType],
      description: 'All rules, in the order in which they are checked.',
      complexity: { field: 1, multiplier: 1 },
    }),
    stored: t.expose('stored', {
      type: CourtBookingType,
      nullable: true,
      description: 'The stored booking with this id, if the response depends on it.',
    }),
    conflicts: t.expose('conflicts', {
      type: [CourtBookingType],
      description: 'The conflicting bookings of all partners, ten at most.',
      complexity: { field: 1, multiplier: 10 },
    }),
  }),
});

const InputRef = inputType('ExplainCourtBookingInput', ExplainCourtBookingInput, {
  description: 'The request that a partner would send.',
  fields: { externalCourtBookingId: externalBookingId, externalUpdatedAt: partnerVersion },
  parts: { participants: participantInput },
});

builder.queryField('explainCourtBooking', (t) =>
  t.field({
    type: ExplainedType,
    description:
      'Returns the response that an upsert of an external service would receive, and the result of each rule. It is a dry run: it writes nothing and blocks nobody.',
    args: {
      input: t.arg({ type: InputRef, required: true, description: 'The request that would be sent.' }),
    },
    resolve: (_root, { input }, { operator, database, newId, now, requestId }, info) => {
      const selection = (field: string) => selectionOf(info, [[field]]);
      // A read-only snapshot for all reads.
      return database.transaction(async (em) => {
        await em.execute('set transaction isolation level repeatable read, read only');
        const within = inTransaction(database, em);
        const context = { database: within, newId, now, requestId };
        const explained = await explainCourtBooking(
          context,
          authorizeAnyOperator(operator),
          withoutNulls(input),
        );
        const reader = new Reader(within, 'primary');
        const { storedId, conflictingIds } = explained;
        const conflicting = {
          entity: CourtBooking,
          conditions: [idAmong(conflictingIds)],
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
