import { z } from 'zod';
import { changeScopes } from '../../services/changes/list-changes.ts';
import { getRequest, getRequestErrors } from '../../services/traffic/get-request.ts';
import { externalId } from '../../services/values/fields.ts';
import { defineOperation } from '../transport/operation.ts';
import { exampleRequest, RequestRecord, toRequestRecord } from './list-requests.ts';

/** `GET …/requests/{requestId}`. */
export const getRequestOperation = () =>
  defineOperation({
    operationId: 'getRequest',
    tag: 'access',
    method: 'GET',
    path: '/api/v1/external-services/{externalServiceId}/requests/{requestId}',
    summary: 'Get request',
    description:
      'Returns one of your requests by the `X-Request-Id` of its response: what happened, and why. A batch has its rejected items. ' +
      'If you sent the same id several times, it returns the newest request.\n\n' +
      'A request can be read about a second after its response. Until then, the response is `request_not_found`.',
    scope: changeScopes,
    pathParameters: z.object({
      requestId: externalId()
        .describe('The `X-Request-Id` of the response, percent-encoded.')
        .meta({ example: exampleRequest.requestId }),
    }),
    response: RequestRecord.extend({
      rejectedItems: z
        .array(RequestRecord)
        .max(200)
        .describe('The rejected items of a batch, in their order. Empty for any other request.'),
    }).meta({
      id: 'RequestDetails',
      description: 'One of your requests and its outcome. New fields may be added.',
    }),
    successes: { 200: { description: 'The request.', example: { ...exampleRequest, rejectedItems: [] } } },
    errors: getRequestErrors,
    run: async (context, partner, { parameters: { requestId } }) => {
      const { request, rejectedItems } = await getRequest(context, partner, requestId);
      const body = { ...toRequestRecord(request), rejectedItems: rejectedItems.map(toRequestRecord) };
      return { body };
    },
  });
