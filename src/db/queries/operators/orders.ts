import { sql } from 'kysely';
import { naturalKeyOf } from '../natural-key.ts';
import type { Sql } from '../statement.ts';

/** The sort keys of a list by their names in the schema. Null means ids, which are in the order of time. */
export type Orders = Readonly<Record<string, SortKey | null>>;

/** A sort key. Rows with the same value are sorted by id. Rows without a value come last in both directions. */
export interface SortKey {
  /** Names of `Row`. A cursor contains their values. */
  columns: readonly string[];
  type: 'text' | 'timestamptz';
  /** The value to compare, from the columns of a row or a cursor. */
  value: (...columns: Sql[]) => Sql;
  isNullable: boolean;
}

const time = (column: string, isNullable = false): SortKey => ({
  columns: [column],
  type: 'timestamptz',
  value: (at) => at!,
  isNullable,
});

/** In natural order, without regard to case. By code points, so the order does not depend on the database's locale. */
const name: SortKey = {
  columns: ['name'],
  type: 'text',
  value: (text) => naturalKeyOf(text!),
  isNullable: false,
};

// Lists without a named index are short enough to sort completely.
export const organizationOrders = { CREATED_AT: null, NAME: name };
export const courtOrders = { CREATED_AT: null, NAME: name };
export const externalServiceOrders = { CREATED_AT: null, NAME: name };
export const operatorOrders = { CREATED_AT: null, NAME: name, EXPIRES_AT: time('expiresAt', true) };
export const apiTokenOrders = {
  CREATED_AT: null,
  EXPIRES_AT: time('expiresAt', true),
  LAST_USED_AT: time('lastUsedAt', true),
};
export const webhookEndpointOrders = {
  CREATED_AT: null,
  FAILING_SINCE: time('failingSince', true),
  LAST_SUCCESS_AT: time('lastSuccessAt', true),
};

export const userOrders = {
  CREATED_AT: null,
  /** Uses `users_last_name_index`. Erased users have no name. */
  NAME: {
    columns: ['lastName', 'firstName'],
    type: 'text',
    value: (last, first) => sql`lower(${last!} || ' ' || ${first!})`,
    isNullable: true,
  },
  /** Uses `users_email_prefix_index`. */
  EMAIL: { columns: ['email'], type: 'text', value: (email) => email!, isNullable: true },
} satisfies Orders;

/** Sorted without extra indexes; see `partsOf` in court-booking-list.ts. */
export const courtBookingOrders = {
  CREATED_AT: null,
  START_DATE: time('startDate'),
  UPDATED_AT: time('updatedAt'),
};

/** Uses `court_bookings_cancelled_at_index` and `court_bookings_court_cancelled_at_index`. */
export const cancellationOrder = { CANCELLED_AT: time('cancelledAt') };

/** Uses `webhook_deliveries_due_index`. */
export const webhookDeliveryOrders = { CREATED_AT: null, DUE_AT: time('dueAt', true) };

/** For rows that never change. */
export const recordOrders = { CREATED_AT: null };
