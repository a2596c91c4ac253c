import { ExternalService } from '../../db/entities/external-service.ts';
import {
  type FaultRow,
  readPartnerFaults,
  readPartnerTraffic,
  type TrafficRow,
  trafficBuckets,
  trafficGroups,
} from '../../services/traffic/read-partner-traffic.ts';
import { listCost, listSize } from '../limits/list-size.ts';
import { builder } from '../schema/builder.ts';
import { checkId, checkInstant } from '../schema/checked.ts';
import { selectionOf } from '../schema/selection-of.ts';
import { OperationType } from './partner-request.ts';
import { ErrorTypeType, ExternalServiceType } from './types.ts';

const BucketType = builder.enumType('TrafficBucket', {
  description: 'For how long traffic is added up: each hour or day in UTC, or all of the time in one.',
  values: Object.keys(trafficBuckets) as (keyof typeof trafficBuckets)[],
});
const GroupType = builder.enumType('TrafficGroup', {
  description: 'By what traffic is told apart.',
  values: Object.keys(trafficGroups) as (keyof typeof trafficGroups)[],
});

const TrafficType = builder.objectRef<TrafficRow>('PartnerTraffic');
TrafficType.implement({
  description: 'What partners sent in some time. What it was not grouped by is null.',
  fields: (t) => ({
    startsAt: t.expose('startsAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the hour or day begins; null where all is in one.',
    }),
    externalService: t.field({
      type: ExternalServiceType,
      nullable: true,
      description: 'Null also of requests whose token was nobody’s.',
      resolve: ({ externalServiceId }, _args, { reader }, info) =>
        externalServiceId === null
          ? null
          : reader.byId(ExternalService, externalServiceId, selectionOf(info)),
    }),
    operation: t.expose('operation', { type: OperationType, nullable: true }),
    status: t.exposeInt('status', { nullable: true }),
    errorType: t.expose('errorType', { type: ErrorTypeType, nullable: true }),
    requests: t.exposeFloat('requests', { description: 'A whole number.' }),
    refused: t.exposeFloat('refused', { description: 'Of them, those answered with 400 or more.' }),
    perSecond: t.exposeFloat('perSecond'),
    p50: t.exposeFloat('p50', {
      description: 'Milliseconds: half took no longer. Told from counts within bounds.',
    }),
    p95: t.exposeFloat('p95', { description: 'Milliseconds: 95 % took no longer.' }),
    firstAt: t.expose('firstAt', { type: 'DateTime' }),
    lastAt: t.expose('lastAt', { type: 'DateTime' }),
    requestId: t.exposeString('requestId', { description: 'Of the last: see partnerRequests.' }),
    sdkVersion: t.exposeString('sdkVersion', {
      nullable: true,
      description: 'The version of @courtbridge/sdk that was used last; null: none.',
    }),
  }),
});

const FaultType = builder.objectRef<FaultRow>('PartnerFault');
FaultType.implement({
  description: 'What was wrong with requests of a partner, and where in them.',
  fields: (t) => ({
    externalService: t.field({
      type: ExternalServiceType,
      nullable: true,
      description: 'Null of requests whose token was nobody’s.',
      resolve: ({ externalServiceId }, _args, { reader }, info) =>
        externalServiceId === null
          ? null
          : reader.byId(ExternalService, externalServiceId, selectionOf(info)),
    }),
    operation: t.expose('operation', { type: OperationType }),
    errorType: t.expose('errorType', { type: ErrorTypeType }),
    place: t.exposeString('place', {
      description: 'Where in the request, such as items.*.courtId; empty where the refusal is of all of it.',
    }),
    requests: t.exposeFloat('requests', { description: 'A whole number.' }),
    firstAt: t.expose('firstAt', { type: 'DateTime' }),
    lastAt: t.expose('lastAt', { type: 'DateTime' }),
    requestId: t.exposeString('requestId', { description: 'Of the last, as a sample: see partnerRequests.' }),
  }),
});

builder.queryFields((t) => {
  const range = {
    from: t.arg({ type: 'DateTime', required: true }),
    to: t.arg({ type: 'DateTime', required: true, description: 'Not included.' }),
    externalServiceId: t.arg.id({ description: 'Of this external service only.' }),
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
        'Which partner fails now, at what, since when? What they sent, added up by the hour; by time, the most requests first, 2,000 rows at most.',
      args: {
        ...range,
        bucket: t.arg({ type: BucketType, defaultValue: 'WHOLE', required: true }),
        groupBy: t.arg({ type: [GroupType], defaultValue: ['SERVICE'], required: true }),
      },
      complexity: { field: 1, multiplier: 50 },
      resolve: (_root, args, { database }) =>
        readPartnerTraffic(database, { ...checked(args), bucket: args.bucket, groupBy: args.groupBy }),
    }),
    partnerFaults: t.field({
      type: [FaultType],
      description:
        'What is wrong with what partners send, and where: the most frequent first, each with a sample.',
      args: { ...range, first: t.arg.int() },
      complexity: listCost,
      resolve: (_root, args, { database }) =>
        readPartnerFaults(database, checked(args), listSize(args.first)),
    }),
  };
});
