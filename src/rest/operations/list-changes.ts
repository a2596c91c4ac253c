import { z } from 'zod';
import {
  changeScopes,
  listChanges,
  listChangesErrors,
  maxWaitSeconds,
} from '../../services/changes/list-changes.ts';
import { cursor, maxLimit, toCursor } from '../../services/values/cursor.ts';
import { uuid } from '../../services/values/fields.ts';
import { Change, exampleChange, toChange } from '../resources/change-response.ts';
import {
  cursorParameter,
  externalServiceIdParameter,
  limitParameter,
  wholeNumberParameter,
} from '../resources/schemas.ts';
import { defineOperation } from '../transport/operation.ts';

const waitParameter = () =>
  wholeNumberParameter(0, maxWaitSeconds, 0).describe(
    'Seconds: where nothing is left to show, the answer waits for the next change, for so long at most. `latest` never waits.',
  );

const Query = z.strictObject({
  // The literal distinguishes it from cursors of other lists.
  cursor: cursorParameter(
    cursor([z.literal('change'), uuid(), z.string().regex(/^(?:0|[1-9]\d{0,14})$/)], ['latest']),
  ).describe(
    'The `nextCursor` of the page before, unchanged; or `latest`: an empty page, and the cursor of now. Without one the ' +
      'changes are read from the oldest that is kept.',
  ),
  limit: limitParameter(),
  wait: waitParameter(),
});

/** `GET …/changes`. */
export const listChangesOperation = () =>
  defineOperation({
    operationId: 'listChanges',
    tag: 'changes',
    method: 'GET',
    path: '/api/v1/external-services/{externalServiceId}/changes',
    summary: 'List changes',
    description:
      "Everything that happened to the external service's bookings, users, courts and grants, by whomever, in the order in " +
      'which it happened. Nothing that was committed is ever left out, or told later than what came after it.\n\n' +
      'To begin, take the cursor of `cursor=latest`, then list what you need, then follow from that cursor, with `wait`. ' +
      'The same after `cursor_expired`. Deduplicate by `id`, order by `sequence`.\n\n' +
      '`user.*` and `user_access.*` are shown to `userread`, everything else to `court-bookingread`; for who has only one of ' +
      'them `sequence` has gaps.',
    scope: changeScopes,
    pathParameters: z.object({ externalServiceId: externalServiceIdParameter() }),
    query: Query,
    response: z
      .object({
        items: z.array(Change).max(maxLimit),
        nextCursor: z.string().describe('Where the next page begins: always there.'),
        caughtUp: z
          .boolean()
          .describe(
            'Whether that was all for now. Where it is false, ask again at once, also after an empty page.',
          ),
      })
      .meta({ id: 'ChangePage' }),
    successes: {
      200: {
        description: 'A page.',
        example: {
          items: [exampleChange],
          nextCursor: toCursor(['change', exampleChange.id, String(exampleChange.sequence)]),
          caughtUp: true,
        },
      },
    },
    errors: listChangesErrors,
    run: async (context, partner, { query, pause }) => {
      const { changes, nextCursor, caughtUp } = await listChanges(context, partner, query, pause);
      return { status: 200, body: { items: changes.map(toChange), nextCursor, caughtUp } };
    },
  });
