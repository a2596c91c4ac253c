import { dateFault } from '../../../../src/rules/requests/calendar-date.ts';
import { tooLong } from '../../../../src/rules/requests/text-fault.ts';
import { isDate } from '../../from-outside.ts';
import type { UpsertUserRequest } from '../../operations.generated.ts';
import { type Fault, fieldFault, formFaults } from '../../text-faults.ts';
import { userFields } from '../../user-fields.generated.ts';
import { isId, nameOf } from '../rows.ts';
import type { UserSyncRefusal, WantedUser } from './user-plan.ts';

/** A member of your system: your id, and the body of an upsert. A birthday that is left out is kept, and `null` clears it. */
export interface SourceUser extends UpsertUserRequest {
  /** Your id of the member. */
  externalUserId: string;
}

export interface UserSourceContents {
  /** The members that can be sent, by id. */
  wanted: Map<string, WantedUser>;
  /** Every id in the source, so that none of them counts as missing. */
  named: Set<string>;
  /** The number of rows, whether valid or not. */
  rows: number;
  /** True if a row has no readable id. It may be any member. */
  hasUnnamed: boolean;
  refused: UserSyncRefusal[];
}

/**
 * Reads the source, and rejects rows that the service would reject by themselves or because of another row.
 *
 * @param today `YYYY-MM-DD`, in UTC
 */
export async function readUsers(
  source: AsyncIterable<SourceUser> | Iterable<SourceUser>,
  today: string,
  onRead: (count: number) => void = () => {},
): Promise<UserSourceContents> {
  const valid: WantedUser[] = [];
  const named = new Map<string, number>();
  const refused: UserSyncRefusal[] = [];
  let hasUnnamed = false;
  let position = 0;
  for await (const given of source) {
    const id = given?.externalUserId;
    if (isId(id)) named.set(id, (named.get(id) ?? 0) + 1);
    else hasUnnamed = true;
    const wanted = toWantedUser(given, today, position);
    if ('type' in wanted) refused.push(wanted);
    else valid.push(wanted);
    position += 1;
    if (position % 1_000 === 0) onRead(position);
  }
  onRead(position);

  // It is not known which of them is right.
  const unique = valid.filter((user) => {
    if (named.get(user.externalUserId) === 1) return true;
    refused.push(refusalOf(user, 'duplicate_id', 'The source has this id more than once, so none was sent.'));
    return false;
  });
  const wanted = withoutSharedAddresses(unique, refused);
  refused.sort((a, b) => a.position! - b.position!);
  return {
    wanted: new Map(wanted.map((user) => [user.externalUserId, user])),
    named: new Set(named.keys()),
    rows: position,
    hasUnnamed,
    refused,
  };
}

/** Rejects all users that have the address of another one. */
export function withoutSharedAddresses(users: WantedUser[], refused: UserSyncRefusal[]): WantedUser[] {
  const counts = new Map<string, number>();
  for (const { send } of users) counts.set(send.email, (counts.get(send.email) ?? 0) + 1);
  return users.filter((user) => {
    if (counts.get(user.send.email) === 1) return true;
    const message = 'Another member of the source has the same e-mail address, so none of them was sent.';
    refused.push(refusalOf(user, 'duplicate_email', message));
    return false;
  });
}

export const refusalOf = (
  { externalUserId, position }: { externalUserId: string; position: number },
  type: string,
  message: string,
): UserSyncRefusal => ({ externalUserId, position, type, message, by: 'plan' });

type FieldName = keyof typeof userFields;

/** Normalizes a member like the service, or returns the rejection. Fields that the service does not know are ignored. */
export function toWantedUser(
  given: SourceUser,
  today: string,
  position: number,
): WantedUser | UserSyncRefusal {
  const row = Object(given) as SourceUser;
  const { externalUserId } = row;
  const send = {
    email: lowerCase(row.email),
    firstName: row.firstName,
    lastName: row.lastName,
    ...(row.birthday === undefined ? {} : { birthday: dayOf(row.birthday) }),
  };
  const issues = Object.entries({ externalUserId, ...send }).flatMap(([field, value]) => {
    const fault = faultOf(field as FieldName, value, today);
    return fault ? [{ path: [field], ...fault }] : [];
  });
  if (issues.length === 0) return { externalUserId, position, send };
  return {
    externalUserId: nameOf(externalUserId, position),
    position,
    type: 'invalid_user',
    message: issues.map(({ path, message }) => `${path[0]}: ${message}`).join(' '),
    by: 'plan',
    issues,
  };
}

function faultOf(field: FieldName, value: unknown, today: string): Fault | undefined {
  const shape = userFields[field];
  if (value === null && 'nullable' in shape) return undefined;
  if (typeof value !== 'string')
    return { code: 'invalid_type', message: value === undefined ? 'Required.' : 'Must be a string.' };
  switch (shape.type) {
    case 'text':
      return fieldFault(value, shape);
    case 'email':
      if (!new RegExp(shape.pattern).test(value)) return formFaults.email;
      return value.length > shape.maximum ? tooLong(shape.maximum) : undefined;
    case 'date':
      return dateFault(value, today);
  }
}

const lowerCase = (email: unknown) =>
  (typeof email === 'string' ? email.toLowerCase() : email) as WantedUser['send']['email'];

/** Returns a day as `YYYY-MM-DD`, given a `Date` or midnight UTC as in responses. */
function dayOf(birthday: unknown): string | null {
  const text = isDate(birthday) ? (birthday.toJSON()?.slice(0, 10) ?? '') : birthday;
  return typeof text === 'string' ? text.replace(/T00:00:00(\.0+)?Z$/, '') : (text as null);
}
