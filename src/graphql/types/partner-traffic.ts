import type { GraphQLResolveInfo } from 'graphql';
import { ExternalService } from '../../db/entities/external-service.ts';
import type { TrafficBucket, TrafficGroup } from '../../db/queries/operators/partner-traffic.ts';
import { authorizeAnyOperator } from '../../services/access/authorize-operator.ts';
import {
  type FaultRow,
  readPartnerFaults,
  readPartnerTraffic,
  type TrafficRow,
} from '../../services/traffic/read-partner-traffic.ts';
import { listCost, listSize } from '../limits/list-size.ts';
import { builder } from '../schema/builder.ts';
import { checkedIds, checkedRange } from '../schema/checked.ts';
import { maxRows, timeOrNull } from '../schema/common-fields.ts';
import type { GraphqlContext } from '../schema/context.ts';
import { enumType } from '../schema/enum-type.ts';
import { selectionOf } from '../schema/selection-of.ts';
import { OperationType } from './partner-request.ts';
import { ErrorTypeType, ExternalServiceType } from './types.ts';

const BucketType = enumType<TrafficBucket>(
  'TrafficBucket',
  'The time that each row covers: an hour, a day in UTC, or the whole time.',
  { HOUR: 'One row per hour.', DAY: 'One row per day, in UTC.', WHOLE: 'One row for the whole time.' },
);
const GroupType = enumType<TrafficGroup>('TrafficGroup', 'How traffic is grouped.', {
  SERVICE: 'Group by partner.',
  OPERATION: 'Group by operation.',
  STATUS: 'Group by HTTP status.',
  ERROR_TYPE: 'Group by error type.',
});

const errorType = { type: ErrorTypeType, description: 'The error type; null if the request succeeded.' };
const requestTimes = {
  firstAt: { type: 'DateTime', description: 'Time of the first request.' },
  lastAt: { type: 'DateTime', description: 'Time of the last request.' },
} as const;
const counted = {
  description: 'Number of requests, an integer. Each item of a batch counts as a request.',
};
const ofInterface = { type: OperationType, description: 'The operation of the partner interface.' };

const readPartner = (
  { externalServiceId: id }: { externalServiceId: string | null },
  _args: object,
  { reader }: GraphqlContext,
  info: GraphQLResolveInfo,
) => (id === null ? null : reader.byId(ExternalService, id, selectionOf(info)));
const partner = { type: ExternalServiceType, nullable: true, resolve: readPartner } as const;

const TrafficType = builder.objectRef<TrafficRow>('PartnerTraffic');
TrafficType.implement({
  description: 'The traffic of partners in a time range. Fields that are not grouped by are null.',
  fields: (t) => ({
    startsAt: t.expose(
      'startsAt',
      timeOrNull('Start of the hour or day; null if the row covers the whole time.'),
    ),
    externalService: t.field({
      ...partner,
      description: 'The external service. Also null for requests without a valid token.',
    }),
    operation: t.expose('operation', { ...ofInterface, nullable: true }),
    status: t.exposeInt('status', { nullable: true, description: 'The HTTP status of the response.' }),
    errorType: t.expose('errorType', { ...errorType, nullable: true }),
    requests: t.exposeFloat('requests', counted),
    refused: t.exposeFloat('refused', {
      description: 'Number of rejected requests and items (status 400 or higher).',
    }),
    perSecond: t.exposeFloat('perSecond', {
      description: 'Requests per second, averaged over the whole time.',
    }),
    p50: t.exposeFloat('p50', {
      description: 'Median response time in milliseconds. Estimated from a histogram.',
    }),
    p95: t.exposeFloat('p95', { description: '95th percentile of the response time in milliseconds.' }),
    firstAt: t.expose('firstAt', requestTimes.firstAt),
    lastAt: t.expose('lastAt', requestTimes.lastAt),
    requestId: t.exposeString('requestId', {
      description: 'Request id of the last request; see partnerRequests.',
    }),
    sdkVersion: t.exposeString('sdkVersion', {
      nullable: true,
      description: 'The last version of @courtbridge/sdk that was used; null if none was used.',
    }),
  }),
});

const FaultType = builder.objectRef<FaultRow>('PartnerFault');
FaultType.implement({
  description: 'An error in requests of a partner, and its place in the request.',
  fields: (t) => ({
    externalService: t.field({
      ...partner,
      description: 'The external service; null for requests without a valid token.',
    }),
    operation: t.expose('operation', ofInterface),
    errorType: t.expose('errorType', errorType),
    place: t.exposeString('place', {
      description:
        'The place in the request, such as items.*.courtId. Empty if the error concerns the whole request.',
    }),
    requests: t.exposeFloat('requests', counted),
    firstAt: t.expose('firstAt', requestTimes.firstAt),
    lastAt: t.expose('lastAt', requestTimes.lastAt),
    requestId: t.exposeString('requestId', {
      description: 'Request id of the last request, as a sample; see partnerRequests.',
    }),
  }),
});

builder.queryFields((t) => {
  const range = {
    from: t.arg({ type: 'DateTime', required: true, description: 'Start of the range, inclusive.' }),
    to: t.arg({ type: 'DateTime', required: true, description: 'End of the range, exclusive.' }),
    externalServiceId: t.arg.id({ description: 'Only this external service.' }),
  };
  const checked = (args: { from: string; to: string; externalServiceId?: string | null | undefined }) => ({
    ...checkedRange(args, 'from', 'to'),
    ...(args.externalServiceId ? checkedIds(args, ['externalServiceId']) : {}),
  });
  return {
    partnerTraffic: t.field({
      type: [TrafficType],
      description:
        'Traffic of partners, in hourly totals. Shows which partner fails, in which operation and since when. Sorted by time, then by most requests. At most 2,000 rows.',
      args: {
        ...range,
        bucket: t.arg({
          type: BucketType,
          defaultValue: 'WHOLE',
          required: true,
          description: 'The time that each row covers.',
        }),
        groupBy: t.arg({
          type: [GroupType],
          defaultValue: ['SERVICE'],
          required: true,
          description: 'The fields to group by.',
        }),
      },
      complexity: { field: 1, multiplier: 50 },
      resolve: (_root, args, { database, operator }) =>
        readPartnerTraffic(database, authorizeAnyOperator(operator), {
          ...checked(args),
          bucket: args.bucket,
          groupBy: args.groupBy,
        }),
    }),
    partnerFaults: t.field({
      type: [FaultType],
      description:
        'Errors in the requests of partners, and their places. The most frequent come first, each with a sample.',
      args: { ...range, first: t.arg.int(maxRows) },
      complexity: listCost,
      resolve: (_root, args, { database, operator }) =>
        readPartnerFaults(database, authorizeAnyOperator(operator), checked(args), listSize(args.first)),
    }),
  };
});
