import { expect, it } from 'vitest';
import { statementName } from '../../src/telemetry/statement-name.ts';

it.each([
  ['select functions_1.upsert_court_booking(p_id => $1::uuid) as answer', 'upsert_court_booking'],
  ['select id, name from operators where secret_hash = $1', 'select operators'],
  ['/* planned for its values */ select "b"."id" from "court_bookings" "b"', 'select court_bookings'],
  [
    'with page as materialized (select id from audit_events where id > $1) select count(*) from page',
    'select audit_events',
  ],
  ['insert into operators (id) values ($1)', 'insert operators'],
  ['update public.operators set name = $1', 'update operators'],
  ['delete from only operators where id = $1', 'delete operators'],
  ['begin', 'begin'],
  ['start transaction', 'start'],
  ['commit', 'commit'],
])('names a statement by what it does: %s', (text, name) => {
  expect(statementName(text)).toBe(name);
});
