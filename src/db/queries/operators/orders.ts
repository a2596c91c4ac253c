import { type Sql, sql } from '../sql.ts';

/** What a list can be sorted by, under the names of the schema; null: its ids, which are in the order of time. */
export type Orders = Readonly<Record<string, SortKey | null>>;

/** What rows are sorted by; those of the same value by their ids. Rows that have none stand last, in either direction. */
export interface SortKey {
  /** Names of `Row`; a cursor holds them. */
  columns: readonly string[];
  type: 'text' | 'timestamptz';
  /** What is compared, made of the columns: of a row, or of a cursor. */
  value: (...columns: Sql[]) => Sql;
  isNullable: boolean;
}

const time = (column: string, isNullable = false): SortKey => ({
  columns: [column],
  type: 'timestamptz',
  value: (at) => at!,
  isNullable,
});

/** In lower case, by the codes of its characters: the same in every database, whatever its locale is. */
const name: SortKey = {
  columns: ['name'],
  type: 'text',
  value: (text) => sql`lower(${text!})`,
  isNullable: false,
};

// Where no index is named, there is so little that it is sorted as a whole.
export const organizationOrders = { CREATED_AT: null, NAME: name };
export const courtOrders = { CREATED_AT: null, NAME: name };
export const externalServiceOrders = { CREATED_AT: null, NAME: name };
export const operatorOrders = { CREATED_AT: null, NAME: name, EXPIRES_AT: time('expiresAt', true) };
export const savedQueryOrders = { CREATED_AT: null, NAME: name, UPDATED_AT: time('updatedAt') };
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
  /** As `users_last_name_index` has it. Who is erased has none. */
  NAME: {
    columns: ['lastName', 'firstName'],
    type: 'text',
    value: (last, first) => sql`lower(${last!} || ' ' || ${first!})`,
    isNullable: true,
  },
  /** As `users_email_prefix_index` has it. */
  EMAIL: { columns: ['email'], type: 'text', value: (email) => email!, isNullable: true },
} satisfies Orders;

/** How they are found without indexes of their own: `partsOf` of court-booking-list.ts. */
export const courtBookingOrders = {
  CREATED_AT: null,
  START_DATE: time('startDate'),
  UPDATED_AT: time('updatedAt'),
};

/** As `webhook_deliveries_due_index` has what is due. */
export const webhookDeliveryOrders = { CREATED_AT: null, DUE_AT: time('dueAt', true) };

/** Of what is written once: the time. */
export const recordOrders = { CREATED_AT: null };
