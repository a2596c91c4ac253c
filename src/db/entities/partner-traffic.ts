import { defineEntity, p } from '@mikro-orm/core';
import { InstantType } from './instant-type.ts';

/** Bounds of the latency histogram in milliseconds: below 1 ms, below 2.5 ms, …, and from 2.5 s. */
export const latencyBounds = [1, 2.5, 5, 10, 25, 50, 100, 250, 500, 1_000, 2_500] as const;

/** SQL: an expression for each interval of the latency histogram. */
export const perInterval = (toSql: (latencies: string) => string): string =>
  Array.from({ length: latencyBounds.length + 1 }, (_, n) => toSql(`latencies[${n + 1}]`)).join(', ');

/** The external service of requests without a valid token. */
export const noExternalService = '00000000-0000-0000-0000-000000000000';

const sums = {
  /** No foreign key: see `noExternalService`. */
  externalServiceId: p.uuid().primary(),
  operation: p.text().primary(),
  status: p.smallint().primary(),
  /** Empty for successful requests. */
  errorType: p.text().primary(),
  requests: p.bigint('number'),
  /** Number of requests per interval of `latencyBounds`. */
  latencies: p.array().columnType('bigint[]'),
};
const times = { firstAt: p.type(InstantType), lastAt: p.type(InstantType) };
/** The start of the day, in UTC. */
const day = p.type(InstantType).primary();

const PartnerTrafficSchema = defineEntity({
  name: 'PartnerTraffic',
  tableName: 'partner_traffic',
  properties: {
    /** The hour, in UTC. */
    hour: p.type(InstantType).primary(),
    ...sums,
    ...times,
    /** Of the last request. */
    requestId: p.text(),
    /** The last version of our SDK that was used. */
    sdkVersion: p.text().nullable(),
  },
});

/** Traffic of partners by hour. Updated as requests are recorded, so that reading needs no counting. */
export class PartnerTraffic extends PartnerTrafficSchema.class {}
PartnerTrafficSchema.setClass(PartnerTraffic);

const faults = {
  externalServiceId: p.uuid().primary(),
  operation: p.text().primary(),
  errorType: p.text().primary(),
  /** The place of the error, with `*` for indexes, such as `items.*.courtId`. Empty if the error has no place. */
  place: p.text().primary(),
  requests: p.bigint('number'),
  ...times,
};

const PartnerFaultSchema = defineEntity({
  name: 'PartnerFault',
  tableName: 'partner_faults',
  properties: { hour: p.type(InstantType).primary(), ...faults, requestId: p.text() },
});

/** Errors in partners' requests and their places, by hour. */
export class PartnerFault extends PartnerFaultSchema.class {}
PartnerFaultSchema.setClass(PartnerFault);

const PartnerFaultByDaySchema = defineEntity({
  name: 'PartnerFaultByDay',
  tableName: 'partner_faults_by_day',
  properties: { day, ...faults },
});

/** Errors of a completed day and their places. */
export class PartnerFaultByDay extends PartnerFaultByDaySchema.class {}
PartnerFaultByDaySchema.setClass(PartnerFaultByDay);

const PartnerTrafficByDaySchema = defineEntity({
  name: 'PartnerTrafficByDay',
  tableName: 'partner_traffic_by_day',
  // The SDK was last used at `sdkAt`.
  properties: { day, ...sums, ...times, sdkAt: p.type(InstantType).nullable() },
});

/** Traffic of a completed day, so that months of many partners can be read quickly. */
export class PartnerTrafficByDay extends PartnerTrafficByDaySchema.class {}
PartnerTrafficByDaySchema.setClass(PartnerTrafficByDay);

const PartnerTrafficDaySchema = defineEntity({
  name: 'PartnerTrafficDay',
  tableName: 'partner_traffic_days',
  properties: { day, ...sums },
});

/** The same with less. Only the previous release uses the table, and the next one drops it. */
export class PartnerTrafficDay extends PartnerTrafficDaySchema.class {}
PartnerTrafficDaySchema.setClass(PartnerTrafficDay);
