import { defineEntity, p } from '@mikro-orm/core';
import { InstantType } from './instant-type.ts';

/** Milliseconds by which latencies are counted: below 1 ms, below 2.5 ms, …, and from 2.5 s. */
export const latencyBounds = [1, 2.5, 5, 10, 25, 50, 100, 250, 500, 1_000, 2_500] as const;

/** Stands where there is no external service: a request whose token was nobody's. */
export const noExternalService = '00000000-0000-0000-0000-000000000000';

const PartnerTrafficSchema = defineEntity({
  name: 'PartnerTraffic',
  tableName: 'partner_traffic',
  properties: {
    /** The hour, in UTC. */
    hour: p.type(InstantType).primary(),
    /** No foreign key: see `noExternalService`. */
    externalServiceId: p.uuid().primary(),
    operation: p.text().primary(),
    status: p.smallint().primary(),
    /** Empty where it was done. */
    errorType: p.text().primary(),
    requests: p.bigint('number'),
    /** How many took how long, by `latencyBounds`. */
    latencies: p.array().columnType('bigint[]'),
    firstAt: p.type(InstantType),
    lastAt: p.type(InstantType),
    /** Of the last. */
    requestId: p.text(),
    /** The version of our SDK that was used last. */
    sdkVersion: p.text().nullable(),
  },
});

/** What partners sent, hour by hour: added up when requests are recorded, so that nobody has to count them. */
export class PartnerTraffic extends PartnerTrafficSchema.class {}
PartnerTrafficSchema.setClass(PartnerTraffic);

const PartnerFaultSchema = defineEntity({
  name: 'PartnerFault',
  tableName: 'partner_faults',
  properties: {
    hour: p.type(InstantType).primary(),
    externalServiceId: p.uuid().primary(),
    operation: p.text().primary(),
    errorType: p.text().primary(),
    /** Where it was, with `*` for numbers, such as `items.*.courtId`; empty where a refusal has no place. */
    place: p.text().primary(),
    requests: p.bigint('number'),
    firstAt: p.type(InstantType),
    lastAt: p.type(InstantType),
    requestId: p.text(),
  },
});

/** What was wrong with it, and where, hour by hour. */
export class PartnerFault extends PartnerFaultSchema.class {}
PartnerFaultSchema.setClass(PartnerFault);

const PartnerTrafficDaySchema = defineEntity({
  name: 'PartnerTrafficDay',
  tableName: 'partner_traffic_days',
  properties: {
    /** Its first hour, in UTC. */
    day: p.type(InstantType).primary(),
    externalServiceId: p.uuid().primary(),
    operation: p.text().primary(),
    status: p.smallint().primary(),
    errorType: p.text().primary(),
    requests: p.bigint('number'),
    latencies: p.array().columnType('bigint[]'),
  },
});

/** The hours of a day that is over, added up: so that a month of many partners is read at once. */
export class PartnerTrafficDay extends PartnerTrafficDaySchema.class {}
PartnerTrafficDaySchema.setClass(PartnerTrafficDay);
