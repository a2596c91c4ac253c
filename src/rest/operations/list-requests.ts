import { z } from 'zod';
import type { RequestRow } from '../../db/queries/partners/requests.ts';
import { catalogue } from '../../errors.ts';
import { changeScopes } from '../../services/changes/list-changes.ts';
import { demoIds } from '../../services/demo/demo-ids.ts';
import { presentFields } from '../../services/resources/present-fields.ts';
import {
  booleanParameter,
  instantParameter,
  page,
  pageDescription,
  pageParameters,
} from '../../services/resources/schemas.ts';
import { listRequests, listRequestsErrors } from '../../services/traffic/list-requests.ts';
import { recordedResponseOf } from '../../services/traffic/recorded-response.ts';
import { cursor } from '../../services/values/cursor.ts';
import { dateTime, externalId, uuid } from '../../services/values/fields.ts';
import { itemCount } from '../transport/batch-response.ts';
import { RecordedResponse } from '../transport/error-response.ts';
import { defineOperation } from '../transport/operation.ts';

export const RequestRecord = z
  .object({
    requestId: z.string().describe('The `X-Request-Id` of the response. It is your own if you sent one.'),
    timestamp: dateTime().describe('When the response was sent.'),
    operation: z.string().describe('The `operationId`.'),
    externalId: z.string().describe('Your own id of the booking or the user that was named.').optional(),
    externalUpdatedAt: dateTime().describe('As it was sent, if the request was well-formed.').optional(),
    courtId: uuid().describe('As it was sent, if the request was well-formed.').optional(),
    startDate: dateTime().describe('As it was sent, if the request was well-formed.').optional(),
    endDate: dateTime().describe('As it was sent, if the request was well-formed.').optional(),
    status: z.int().min(100).max(599).describe('The HTTP status of the response, or of the item.'),
    response: RecordedResponse.optional(),
    milliseconds: z.int32().min(0).describe('How long the service took.'),
    itemCount: itemCount('Of a batch: the number of its items.').optional(),
    rejectedItemCount: itemCount(
      'Of a batch: the number of its rejected items. Each has a record of its own.',
    ).optional(),
    itemIndex: itemCount(
      'Of a rejected item of a batch: its index, from 0. Status and error are those of the item.',
    ).optional(),
    dryRun: z.boolean().describe('True if the request asked that nothing is written.').optional(),
    requestCount: z
      .int32()
      .min(1)
      .describe(
        'The number of requests that the record stands for. Requests that the rate limit rejected have one record per second, ' +
          'token and operation, and so has a flood of other errors. It has the time and id of the first request, and no ids of bookings or users.',
      ),
  })
  .meta({
    id: 'RequestRecord',
    description:
      'One of your requests and its outcome, or a rejected item of a batch. Bodies are not recorded. New fields may be added.',
  });

/** `GET …/requests`. `operationIds`: of all operations. */
export const listRequestsOperation = (operationIds: readonly string[]) =>
  defineOperation({
    operationId: 'listRequests',
    tag: 'access',
    method: 'GET',
    path: '/api/v1/external-services/{externalServiceId}/requests',
    summary: 'List requests',
    description:
      'Lists the requests with a valid token of your external service, and the rejected items of your batches, newest first. ' +
      'Filters are combined with AND.\n\n' +
      'A request appears about a second after its response, and is kept for 30 days by default. Left out are requests without a ' +
      'valid token, to an unknown path or method, and those that were rejected before they were read.',
    scope: changeScopes,
    query: z.object({
      failed: booleanParameter().describe(
        'If true, only requests and items with an error: status 400 or higher.',
      ),
      externalId: externalId()
        .describe('Only requests and items that name this booking or user, by your own id.')
        .optional(),
      operation: z.enum(operationIds).describe('Only requests to this operation.').optional(),
      from: instantParameter().describe('Only requests with a response at this time or later.').optional(),
      to: instantParameter().describe('Only requests with a response before this time.').optional(),
      ...pageParameters(cursor([z.literal('request'), uuid()])),
    }),
    response: page(RequestRecord).meta({ id: 'RequestRecordPage', description: 'A page of requests.' }),
    successes: { 200: { description: pageDescription, example: { items: [exampleRequest] } } },
    errors: listRequestsErrors,
    run: async (context, partner, { query }) => {
      const { items, nextCursor } = await listRequests(context, partner, query);
      return { body: { items: items.map(toRequestRecord), nextCursor } };
    },
  });

const instants = ['timestamp', 'externalUpdatedAt', 'startDate', 'endDate'];

export function toRequestRecord(row: RequestRow): z.output<typeof RequestRecord> {
  const {
    id: _id,
    errorType: _type,
    issuePaths: _paths,
    issueCodes: _codes,
    response: _body,
    ...fields
  } = row;
  const response = recordedResponseOf(row);
  return {
    ...presentFields<z.output<typeof RequestRecord>>(fields, instants),
    milliseconds: Math.round(row.milliseconds),
    ...(response && { response }),
  };
}

export const exampleRequest = {
  requestId: 'import-7:booking-44',
  timestamp: '2026-11-20T12:00:01.204Z',
  operation: 'upsertCourtBooking',
  externalId: 'booking-44',
  externalUpdatedAt: '2026-11-20T12:00:00.000Z',
  courtId: demoIds.court,
  startDate: '2026-12-02T10:00:00.000Z',
  endDate: '2026-12-02T11:00:00.000Z',
  status: 409,
  response: {
    error: {
      type: 'stale_write',
      message: catalogue.stale_write.message,
      stored: { externalUpdatedAt: '2026-11-20T12:30:00.000Z', status: 'ACTIVE' },
    },
  },
  milliseconds: 4,
  requestCount: 1,
};
