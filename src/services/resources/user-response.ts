import { z } from 'zod';
import { genders, mainSportTypes, playingHands } from '../../db/entities/user.ts';
import type { UserSnapshot } from '../../db/queries/partners/user-snapshot.ts';
import { formatInstant } from '../../rules/instant.ts';
import type { ActiveUser } from '../users/writes/known-users.ts';
import { dateTime, uuid } from '../values/fields.ts';
import { openEnumeration } from './schemas.ts';

export const UserResponse = z
  .object({
    id: uuid(),
    firstName: z.string(),
    lastName: z.string(),
    birthday: z
      .string()
      .describe('The date of birth, as midnight UTC. Absent if unknown.')
      .meta({ format: 'date-time' })
      .optional(),
    gender: openEnumeration(genders).optional(),
    mainSportType: openEnumeration(mainSportTypes).optional(),
    playingHand: openEnumeration(playingHands).optional(),
  })
  .meta({
    id: 'UserResponse',
    description: 'The user as stored. A field without a value is omitted. New fields may be added.',
  });

/** Converts a stored user to the format of the document (section 2). */
export function toUserResponse(user: Omit<ActiveUser, 'managed' | 'status'>): z.output<typeof UserResponse> {
  return {
    id: user.id,
    firstName: user.firstName,
    lastName: user.lastName,
    // The document shows a date-time: midnight in UTC at the beginning of the date, in every server time zone.
    birthday: user.birthday === undefined ? undefined : `${user.birthday}T00:00:00.000Z`,
    gender: user.gender,
    mainSportType: user.mainSportType,
    playingHand: user.playingHand,
  };
}

const status = openEnumeration(['ACTIVE', 'ERASED']).describe('Accept values that you do not know.');

/**
 * A user as operations beyond the document return it: the documented response and its relation to the external
 * service.
 */
export const User = UserResponse.extend({
  firstName: z.string().describe('Absent once the user is erased.').optional(),
  lastName: z.string().describe('Absent once the user is erased.').optional(),
  email: z
    .string()
    .describe('The e-mail address, in lower case. Present if your external service manages the user.')
    .optional(),
  externalUserId: z.string().describe('Present if your external service has linked the user.').optional(),
  managed: z
    .boolean()
    .describe('True if your external service manages the user and can therefore update it.'),
  status,
  updatedAt: dateTime().describe('Time of the last change. Absent once the user is erased.').optional(),
}).meta({
  id: 'User',
  description:
    'A user. An erased user has only `id`, `managed` and `status`. A field without a value is omitted. New fields may be added.',
});

export const ErasedUser = z.object({ id: UserResponse.shape.id, status }).meta({
  id: 'ErasedUser',
  description: 'The remaining fields of an erased user.',
});

export function toUser({
  firstName,
  lastName,
  email,
  externalUserId,
  managed,
  status,
  updatedAt,
  ...user
}: UserSnapshot): z.output<typeof User> {
  return {
    ...toUserResponse({ ...user, firstName: '', lastName: '' }),
    firstName,
    lastName,
    email,
    externalUserId,
    managed,
    status,
    updatedAt: updatedAt === undefined ? undefined : formatInstant(updatedAt),
  };
}

export const exampleUser = {
  id: '01990b2e-6f6c-7c1e-9a53-0f2a5a6f1c01',
  firstName: 'Ada',
  lastName: 'Lovelace',
  birthday: '1985-12-10T00:00:00.000Z',
  email: 'ada@example.com',
  externalUserId: 'member-1815',
  managed: true,
  status: 'ACTIVE',
  updatedAt: '2026-11-20T12:00:01.417802Z',
};
