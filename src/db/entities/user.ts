import { defineEntity, p } from '@mikro-orm/core';
import { searchKeyOf } from '../search-key.ts';
import { ExternalService } from './external-service.ts';
import { InstantType } from './instant-type.ts';

/**
 * The values of a user's enumerations.
 * Not in the document: the complete lists. They can grow within a version of the interface.
 */
export const genders = ['MALE', 'FEMALE', 'OTHER'] as const;
export const mainSportTypes = ['TENNIS', 'PADEL', 'PICKLEBALL', 'SQUASH', 'BADMINTON'] as const;
export const playingHands = ['LEFT', 'RIGHT'] as const;

const oneOf = (column: string, values: readonly string[]) =>
  `${column} = any (array[${values.map((value) => `'${value}'::text`).join(', ')}])`;

const UserSchema = defineEntity({
  name: 'User',
  tableName: 'users',
  properties: {
    id: p.uuid().primary(),
    // Null for an erased user.
    email: p.text().nullable(),
    firstName: p.text().nullable(),
    lastName: p.text().nullable(),
    birthday: p.date().nullable(),
    gender: p.text().$type<(typeof genders)[number]>().nullable(),
    mainSportType: p.text().$type<(typeof mainSportTypes)[number]>().nullable(),
    playingHand: p.text().$type<(typeof playingHands)[number]>().nullable(),
    managedBy: () => p.manyToOne(ExternalService).foreignKeyName('users_managed_by_fk').ref(),
    createdAt: p.type(InstantType).defaultRaw('now()'),
    updatedAt: p.type(InstantType).defaultRaw('now()'),
    /** When the personal data was erased. The row is kept, because bookings refer to it. */
    erasedAt: p.type(InstantType).nullable(),
    links: () => p.oneToMany(UserLink).mappedBy('user'),
  },
  uniques: [{ name: 'users_email_unique', properties: ['email'] }],
  indexes: [
    { name: 'users_managed_by_newest_index', properties: ['managedBy', 'id'] },
    // Not partial: before the first analysis, PostgreSQL would prefer a small partial index to that of the e-mail addresses.
    { name: 'users_managed_by_changed_index', properties: ['managedBy', 'updatedAt', 'id'] },
    // For searches by the beginning of an address, or of a name in either order.
    {
      name: 'users_email_prefix_index',
      expression: `create index "users_email_prefix_index" on "users" ("email" text_pattern_ops)`,
    },
    {
      name: 'users_name_key_index',
      expression: `create index "users_name_key_index" on "users" (${searchKeyOf("first_name || ' ' || last_name")} text_pattern_ops)`,
    },
    {
      name: 'users_last_name_key_index',
      expression: `create index "users_last_name_key_index" on "users" (${searchKeyOf("last_name || ' ' || first_name")} text_pattern_ops)`,
    },
    // The previous release searches with it. The next one drops it.
    {
      name: 'users_name_index',
      expression: `create index "users_name_index" on "users" (lower(first_name || ' ' || last_name) text_pattern_ops)`,
    },
    {
      name: 'users_last_name_index',
      expression: `create index "users_last_name_index" on "users" (lower(last_name || ' ' || first_name) text_pattern_ops)`,
    },
  ],
  checks: [
    {
      name: 'users_erased',
      expression:
        'case when erased_at is null then num_nulls(email, first_name, last_name) = 0 else num_nonnulls(email, first_name, last_name, birthday, gender, main_sport_type, playing_hand) = 0 end',
    },
    { name: 'users_email_lower_case', expression: 'email = lower(email)' },
    { name: 'users_gender_known', expression: oneOf('gender', genders) },
    { name: 'users_main_sport_type_known', expression: oneOf('main_sport_type', mainSportTypes) },
    { name: 'users_playing_hand_known', expression: oneOf('playing_hand', playingHands) },
  ],
  triggers: [
    {
      name: 'users_keep_former_email',
      timing: 'after',
      events: ['update'],
      // Erased users have no names to keep.
      expression: `create trigger "users_keep_former_email" after update of "email" on "users" for each row when (old.email is distinct from new.email and new.erased_at is null) execute function keep_former_email()`,
    },
  ],
});

/** A user account. Its e-mail address is unique on the platform, and one external service manages it. */
export class User extends UserSchema.class {}
UserSchema.setClass(User);

const UserLinkSchema = defineEntity({
  name: 'UserLink',
  tableName: 'user_links',
  properties: {
    externalService: () =>
      p.manyToOne(ExternalService).primary().foreignKeyName('user_links_external_service_fk').ref(),
    externalUserId: p.text().primary(),
    user: () => p.manyToOne(User).foreignKeyName('user_links_user_fk').ref(),
    createdAt: p.type(InstantType).defaultRaw('now()'),
  },
  uniques: [{ name: 'user_links_user_unique', properties: ['user', 'externalService'] }],
  triggers: [
    {
      name: 'user_links_keep_former_id',
      timing: 'after',
      events: ['update'],
      expression: `create trigger "user_links_keep_former_id" after update of "external_user_id" on "user_links" for each row when (old.external_user_id <> new.external_user_id) execute function keep_former_external_user_id()`,
    },
  ],
});

/** The link of a user to an external service, with the user's id in the partner's system. */
export class UserLink extends UserLinkSchema.class {}
UserLinkSchema.setClass(UserLink);

const UserGrantSchema = defineEntity({
  name: 'UserGrant',
  tableName: 'user_grants',
  properties: {
    externalService: () =>
      p.manyToOne(ExternalService).primary().foreignKeyName('user_grants_external_service_fk').ref(),
    user: () => p.manyToOne(User).primary().foreignKeyName('user_grants_user_fk').ref(),
    createdAt: p.type(InstantType).defaultRaw('now()'),
  },
  indexes: [{ name: 'user_grants_user_index', properties: ['user'] }],
});

/** Allows an external service to name a user of another external service in its bookings. */
export class UserGrant extends UserGrantSchema.class {}
UserGrantSchema.setClass(UserGrant);

const FormerUserNameSchema = defineEntity({
  name: 'FormerUserName',
  tableName: 'former_user_names',
  properties: {
    id: p.bigint().primary().autoincrement(),
    user: () => p.manyToOne(User).foreignKeyName('former_user_names_user_fk').ref(),
    // Either this, or both of the others.
    email: p.text().nullable(),
    externalServiceId: p.uuid().nullable(),
    externalUserId: p.text().nullable(),
  },
  checks: [
    {
      name: 'former_user_names_one',
      expression:
        'num_nonnulls(email, external_user_id) = 1 and num_nulls(external_service_id, external_user_id) <> 1',
    },
  ],
  indexes: [
    {
      name: 'former_user_names_unique',
      expression: `create unique index "former_user_names_unique" on "former_user_names" ("user_id", "email", "external_service_id", "external_user_id") nulls not distinct`,
    },
    {
      name: 'former_user_names_name_index',
      expression: `create index "former_user_names_name_index" on "former_user_names" ((coalesce("email", "external_user_id")))`,
    },
  ],
});

/**
 * A former address or external id of a user. It is erased with the user.
 *
 * Triggers of `users` and `user_links` write it, so that changes by any release are covered.
 */
export class FormerUserName extends FormerUserNameSchema.class {}
FormerUserNameSchema.setClass(FormerUserName);
