import { z } from 'zod';
import { maxBatchItems } from '../../services/batches/batch-items.ts';
import { ErasedUser, exampleUser, toUser, User } from '../../services/resources/user-response.ts';
import {
  BatchUsersInput,
  batchUsers,
  batchUsersErrors,
  type UserBatchResult,
} from '../../services/users/batch/batch-users.ts';
import { UserBatchItem, userBatchItemErrors } from '../../services/users/batch/user-batch-item.ts';
import {
  documentedBatch,
  itemCount,
  itemStatus,
  maxBatchBytes,
  permitsOfBatch,
  rejectedItem,
  toRejectedItem,
} from '../transport/batch-response.ts';
import { defineOperation } from '../transport/operation.ts';

const BatchUsersResponse = z
  .object({
    summary: z.object({
      created: itemCount('Users that were created and linked.'),
      updated: itemCount('Users that had other values before.'),
      unchanged: itemCount('Users that had these values before, and ids to erase that no user is linked to.'),
      erased: itemCount('Users that were erased.'),
      refused: itemCount('Items that were rejected.'),
    }),
    results: z
      .array(
        z.union([
          z
            .object({
              status: itemStatus(),
              outcome: z.enum(['created', 'updated', 'unchanged']),
              user: User.optional(),
            })
            .meta({
              id: 'BatchUserUpsertResult',
              description:
                'An upsert that was done, or an item that changes nothing. The user is omitted with `Prefer: return=minimal`, ' +
                'and if an erased id is not linked.',
            }),
          z
            .object({ status: itemStatus(), outcome: z.literal('erased'), erased: ErasedUser })
            .meta({ id: 'BatchUserErasureResult', description: 'A user that was erased.' }),
          rejectedItem(userBatchItemErrors, {
            result: 'BatchUserRefusalResult',
            error: 'BatchUserItemError',
          }),
        ]),
      )
      .max(maxBatchItems)
      .describe('One result per item, in the order of the request.'),
  })
  .meta({ id: 'BatchUsersResponse', description: 'The results of a batch. New fields may be added.' });

/** `POST …/users/batch`. Not in the document. */
export const batchUsersOperation = (today: () => string) =>
  defineOperation({
    operationId: 'batchUsers',
    tag: 'users',
    method: 'POST',
    path: '/api/v1/external-services/{externalServiceId}/users/batch',
    summary: 'Create, update and erase many users',
    description:
      `Upserts and erases up to ${maxBatchItems} users by your own ids. An upsert follows the rules of "Create or update user". An erasure follows the rules of ` +
      '"Erase user". An id that no user is linked to, for example after an earlier erasure, is `unchanged`.\n\n' +
      'By default a batch is not atomic. Items are processed in the given order, as if each were sent alone. A rejected item does ' +
      'not stop the others. If you receive no response, send the whole batch again. Items that were already written are then ' +
      '`unchanged`.\n\n' +
      'An atomic batch writes all items or none. Its items are checked against the outcome of the whole batch, so users can ' +
      'exchange e-mail addresses. If any item fails, the response is `batch_refused`, which lists every failing item. Addresses are ' +
      'checked only if every item is valid and names another user.\n\n' +
      'An item costs a tenth of a request. An address of another user costs a whole request, and so does each upsert of an atomic ' +
      'batch that fails although its items are valid. With `Prefer: return=minimal`, results omit the users.',
    scope: 'userwrite',
    body: BatchUsersInput,
    batch: {
      types: 'UserBatch',
      id: 'externalUserId',
      actions: {
        upsert: {
          operationId: 'upsertUser',
          outcomes: { created: 'user?', updated: 'user?', unchanged: 'user?' },
        },
        erase: { operationId: 'eraseUser', outcomes: { erased: 'erased', unchanged: null } },
      },
    },
    documentedBody: BatchUsersInput.extend(
      documentedBatch(
        UserBatchItem(today),
        'users can exchange their e-mail addresses',
        ' An atomic batch erases users first.',
      ),
    ).meta({ id: 'BatchUsersRequest', description: `Up to ${maxBatchItems} users.` }),
    honorsPrefer: true,
    maxBodyBytes: maxBatchBytes,
    requestExamples: {
      members: {
        summary: 'A member who joined, and one who left',
        value: {
          items: [
            {
              action: 'upsert',
              externalUserId: 'member-1906',
              email: 'grace@example.com',
              firstName: 'Grace',
              lastName: 'Hopper',
              birthday: '1906-12-09',
            },
            { action: 'erase', externalUserId: 'member-1791' },
          ],
        },
      },
    },
    response: BatchUsersResponse,
    successes: {
      200: {
        description: 'The result of each item.',
        example: {
          summary: { created: 1, updated: 0, unchanged: 0, erased: 1, refused: 0 },
          results: [
            { status: 201, outcome: 'created' },
            { status: 200, outcome: 'erased', erased: { id: exampleUser.id, status: 'ERASED' } },
          ],
        },
      },
    },
    errors: batchUsersErrors,
    permitsOf: permitsOfBatch,
    run: async (context, partner, { body, prefersMinimal }) => {
      const { results, rejectedItems } = await batchUsers(context, partner, body, today);
      const summary = { created: 0, updated: 0, unchanged: 0, erased: 0, refused: 0 };
      for (const { outcome } of results) summary[outcome] += 1;
      const shown = results.map((one) => toResult(one, prefersMinimal));
      // Its other addresses were written, or not judged.
      const disclosed = rejectedItems.filter(({ error }) => error.conflictingIds).length;
      return { body: { summary, results: shown }, rejectedItems, disclosed };
    },
  });

function toResult(
  result: UserBatchResult,
  prefersMinimal: boolean,
): z.output<typeof BatchUsersResponse>['results'][number] {
  if (result.outcome === 'refused') return toRejectedItem(result.error);
  if (result.outcome === 'erased')
    return { status: 200, outcome: 'erased', erased: { id: result.userId, status: 'ERASED' } };
  const { outcome, user } = result;
  const status = outcome === 'created' ? 201 : 200;
  return prefersMinimal || !user ? { status, outcome } : { status, outcome, user: toUser(user) };
}
