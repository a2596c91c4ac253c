import { ExternalService } from '../../db/entities/external-service.ts';
import { trafficBuckets, trafficGroups } from '../../db/queries/operators/partner-traffic.ts';
import { authorizeAnyOperator } from '../../services/access/authorize-operator.ts';
import {
  type FaultRow,
  readPartnerFaults,
  readPartnerTraffic,
  type TrafficRow,
} from '../../services/traffic/read-partner-traffic.ts';
import { listCost, listSize } from '../limits/list-size.ts';
import { builder } from '../schema/builder.ts';
import { checkId, checkInstant } from '../schema/checked.ts';
import { selectionOf } from '../schema/selection-of.ts';
import { OperationType } from './partner-request.ts';
import { ErrorTypeType, ExternalServiceType } from './types.ts';

const BucketType = builder.enumType('TrafficBucket', {
  description: 'The time that each row covers: an hour, a day in UTC, or the whole time.',
  values: Object.keys(trafficBuckets) as (keyof typeof trafficBuckets)[],
});
const GroupType = builder.enumType('TrafficGroup', {
  description: 'How traffic is grouped.',
  values: Object.keys(trafficGroups) as (keyof typeof trafficGroups)[],
});

const TrafficType = builder.objectRef<TrafficRow>('PartnerTraffic');
TrafficType.implement({
  description: 'The traffic of partners in a time range. Fields that are not grouped by are null.',
  fields: (t) => ({
    startsAt: t.expose('startsAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Start of the hour or day; null if the row covers the whole time.',
    }),
    externalService: t.field({
      type: ExternalServiceType,
      nullable: true,
      description: 'The external service. Also null for requests without a valid token.',
      resolve: ({ externalServiceId }, _args, { reader }, info) =>
        externalServiceId === null
          ? null
          : reader.byId(ExternalService, externalServiceId, selectionOf(info)),
    }),
    operation: t.expose('operation', { type: OperationType, nullable: true }),
    status: t.exposeInt('status', { nullable: true }),
    errorType: t.expose('errorType', { type: ErrorTypeType, nullable: true }),
    requests: t.exposeFloat('requests', { description: 'Number of requests, an integer.' }),
    refused: t.exposeFloat('refused', { description: 'Number of rejected requests (status 400 or higher).' }),
    perSecond: t.exposeFloat('perSecond'),
    p50: t.exposeFloat('p50', {
      description: 'Median response time in milliseconds. Estimated from a histogram.',
    }),
    p95: t.exposeFloat('p95', { description: '95th percentile of the response time in milliseconds.' }),
    firstAt: t.expose('firstAt', { type: 'DateTime' }),
    lastAt: t.expose('lastAt', { type: 'DateTime' }),
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
      type: ExternalServiceType,
      nullable: true,
      description: 'The external service; null for requests without a valid token.',
      resolve: ({ externalServiceId }, _args, { reader }, info) =>
        externalServiceId === null
          ? null
          : reader.byId(ExternalService, externalServiceId, selectionOf(info)),
    }),
    operation: t.expose('operation', { type: OperationType }),
    errorType: t.expose('errorType', { type: ErrorTypeType }),
    place: t.exposeString('place', {
      description:
        'The place in the request, such as items.*.courtId. Empty if the error concerns the whole request.',
    }),
    requests: t.exposeFloat('requests', { description: 'Number of requests, an integer.' }),
    firstAt: t.expose('firstAt', { type: 'DateTime' }),
    lastAt: t.expose('lastAt', { type: 'DateTime' }),
    requestId: t.exposeString('requestId', {
      description: 'Request id of the last request, as a sample; see partnerRequests.',
    }),
  }),
});

builder.queryFields((t) => {
  const range = {
    from: t.arg({ type: 'DateTime', required: true }),
    to: t.arg({ type: 'DateTime', required: true, description: 'End of the range, exclusive.' }),
    externalServiceId: t.arg.id({ description: 'Only this external service.' }),
  };
  const checked = (args: { from: string; to: string; externalServiceId?: string | null | undefined }) => ({
    from: checkInstant(args.from, 'from'),
    to: checkInstant(args.to, 'to'),
    externalServiceId: args.externalServiceId
      ? checkId(args.externalServiceId, 'externalServiceId')
      : undefined,
  });
  return {
    partnerTraffic: t.field({
      type: [TrafficType],
      description:
        'Traffic of partners, in hourly totals. Shows which partner fails, in which operation and since when. Sorted by time, then by most requests. At most 2,000 rows.',
      args: {
        ...range,
        bucket: t.arg({ type: BucketType, defaultValue: 'WHOLE', required: true }),
        groupBy: t.arg({ type: [GroupType], defaultValue: ['SERVICE'], required: true }),
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
      args: { ...range, first: t.arg.int() },
      complexity: listCost,
      resolve: (_root, args, { database, operator }) =>
        readPartnerFaults(database, authorizeAnyOperator(operator), checked(args), listSize(args.first)),
    }),
  };
});
