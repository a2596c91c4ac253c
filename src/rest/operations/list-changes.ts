import { z } from 'zod';
import {
  changeScopes,
  listChanges,
  listChangesErrors,
  maxWaitSeconds,
} from '../../services/changes/list-changes.ts';
import { Change, exampleChange, toChange } from '../../services/resources/change-response.ts';
import { cursorParameter, limitParameter, wholeNumberParameter } from '../../services/resources/schemas.ts';
import { cursor, maxLimit, toCursor } from '../../services/values/cursor.ts';
import { uuid } from '../../services/values/fields.ts';
import { defineOperation } from '../transport/operation.ts';

const waitParameter = () =>
  wholeNumberParameter(0, maxWaitSeconds, 0).describe(
    'The maximum number of seconds that the response waits for the next change if there is none to return. `latest` never waits.',
  );

const Query = z.object({
  // The literal distinguishes it from cursors of other lists.
  cursor: cursorParameter(
    cursor([z.literal('change'), uuid(), z.string().regex(/^(?:0|[1-9]\d{0,14})$/)], ['latest']),
  ).describe(
    'The `nextCursor` of the previous page, unchanged. `latest` returns an empty page and the current cursor. Without a ' +
      'cursor, the feed begins at the oldest change that is kept.',
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
      'Lists every change to your bookings, users, courts and grants, regardless of who made it, in the ' +
      'order in which they happened. No committed change is omitted or returned out of order.\n\n' +
      'To begin, get the cursor of `cursor=latest`. Then list what you need, and follow the changes from that cursor with `wait`. ' +
      'Do the same after `cursor_expired`. Deduplicate by `id`, and order by `sequence`.\n\n' +
      '`user.*` and `user_access.*` require `userread`; all other types require `court-bookingread`. With only one of the two ' +
      'scopes, `sequence` has gaps.',
    sdkNote:
      'Without `wait` the list ends when there are no more changes. With `wait` it continues until the `signal` ends it, which ' +
      'rejects with `aborted`.',
    scope: changeScopes,
    query: Query,
    response: z
      .object({
        items: z.array(Change).max(maxLimit),
        nextCursor: z.string().describe('Where the next page begins. Always present.'),
        caughtUp: z
          .boolean()
          .describe(
            'True if no further change exists at the moment. If false, request the next page immediately, even after an empty page.',
          ),
      })
      .meta({ id: 'ChangePage', description: 'A page of changes.' }),
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
      return { body: { items: changes.map(toChange), nextCursor, caughtUp } };
    },
  });
