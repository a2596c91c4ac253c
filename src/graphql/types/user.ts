import { CourtBookingParticipant } from '../../db/entities/court-booking.ts';
import { FormerUserName, UserGrant, UserLink } from '../../db/entities/user.ts';
import { userList } from '../../db/queries/operators/lists.ts';
import { userOrders } from '../../db/queries/operators/orders.ts';
import type { Row } from '../../db/queries/operators/row.ts';
import { relatedOf } from '../../db/queries/operators/select-rows.ts';
import type { Many, One } from '../../db/queries/operators/selection.ts';
import { actForPartner, errorsWhenActing, isForOperators } from '../../services/access/act-for-partner.ts';
import { authorizeSupporter } from '../../services/access/authorize-operator.ts';
import {
  describeExchange,
  describeGuestErasure,
  describeUserErasure,
} from '../../services/confirmations/describe-effect.ts';
import { CreateUserInput, createUser, createUserErrors } from '../../services/users/create-user.ts';
import * as eraseGuest from '../../services/users/erase-guest.ts';
import { EraseUserInput, eraseUser, eraseUserErrors } from '../../services/users/erase-user.ts';
import * as exchangeAddresses from '../../services/users/exchange-addresses.ts';
import * as exportPerson from '../../services/users/export-person.ts';
import { UpdateUserInput, updateUser, updateUserErrors } from '../../services/users/update-user.ts';
import { uuid } from '../../services/values/fields.ts';
import { builder } from '../schema/builder.ts';
import { checkedIds, checkedTexts } from '../schema/checked.ts';
import { creation, currentStatus, lastChange, timeOrNull } from '../schema/common-fields.ts';
import { listOf } from '../schema/connection.ts';
import { defineMutation, defineVerb } from '../schema/define-mutation.ts';
import { enumType } from '../schema/enum-type.ts';
import { history, newestThrough, one } from '../schema/related-fields.ts';
import { byId } from '../schema/row-queries.ts';
import { valueType } from '../schema/row-type.ts';
import { reads } from '../schema/selection-of.ts';
import {
  CourtBookingType,
  ExternalServiceType,
  GenderType,
  MainSportTypeType,
  NodeType,
  PlayingHandType,
  UserType,
} from './types.ts';

/** The link to the service that manages the user. Other services may have links of their own. */
const link: One = {
  kind: 'one',
  entity: UserLink,
  equal: { userId: 'id', externalServiceId: 'managedById' },
};

const formerNames: Many = {
  kind: 'many',
  entity: FormerUserName,
  equal: { userId: 'id' },
  by: 'id',
  order: 'desc',
};

const UserStatusType = enumType('UserStatus', 'ERASED: the personal data was erased.', {
  ACTIVE: 'It is active.',
  ERASED: 'The personal data was erased.',
});

const email = 'An e-mail address, stored in lower case.';

/** What users and the inputs for them have in common. */
const person = {
  firstName: 'The first name.',
  lastName: 'The last name.',
  birthday: 'Date of birth, from 1900-01-01 to today.',
};
const preferences = {
  gender: 'The gender, as the partner sent it.',
  mainSportType: 'The sport that the user plays most.',
  playingHand: 'The hand that holds the racket.',
};

UserType.implement({
  interfaces: [NodeType],
  description: 'A user account.',
  fields: (t) => ({
    email: t.exposeString('email', {
      nullable: true,
      description: 'The e-mail address. It is null after the user is erased, and so are the names.',
    }),
    formerEmails: t.stringList({
      description:
        'The former e-mail addresses, the last first, as long as they are stored. The user is found by them, too.',
      extensions: reads({ relation: formerNames, relatedColumns: ['email'] }),
      resolve: (user) =>
        (relatedOf(user, 'formerEmails') as unknown as Row<FormerUserName>[]).flatMap(
          ({ email }) => email ?? [],
        ),
    }),
    firstName: t.exposeString('firstName', { nullable: true, description: person.firstName }),
    lastName: t.exposeString('lastName', { nullable: true, description: person.lastName }),
    birthday: t.expose('birthday', { type: 'Date', nullable: true, description: person.birthday }),
    gender: t.expose('gender', { type: GenderType, nullable: true, description: preferences.gender }),
    mainSportType: t.expose('mainSportType', {
      type: MainSportTypeType,
      nullable: true,
      description: preferences.mainSportType,
    }),
    playingHand: t.expose('playingHand', {
      type: PlayingHandType,
      nullable: true,
      description: preferences.playingHand,
    }),
    status: t.field({
      type: UserStatusType,
      ...currentStatus,
      extensions: reads({ columns: ['erasedAt'] }),
      resolve: ({ erasedAt }) => (erasedAt === null ? 'ACTIVE' : 'ERASED'),
    }),
    erasedAt: t.expose('erasedAt', timeOrNull('When the personal data was erased; null if it was not.')),
    managedBy: one(t, ExternalServiceType, 'managedById', {
      description: 'The external service that created the user.',
    }),
    externalUserId: t.string({
      description: 'The id of the user in the system of the external service that manages it.',
      nullable: true,
      extensions: reads({ relation: link, relatedColumns: ['externalUserId'] }),
      resolve: (user) => (relatedOf(user, 'externalUserId') as Row<UserLink> | null)?.externalUserId,
    }),
    grantedTo: newestThrough(
      t,
      ExternalServiceType,
      UserGrant,
      'userId',
      'externalServiceId',
      'Other external services that can name the user in bookings.',
    ),
    courtBookings: newestThrough(
      t,
      CourtBookingType,
      CourtBookingParticipant,
      'userId',
      'courtBookingId',
      'The newest bookings that name the user by id. For bookings that name the e-mail address, use the query courtBookings.',
    ),
    createdAt: t.expose('createdAt', creation),
    updatedAt: t.expose('updatedAt', lastChange),
    history: history(t),
  }),
});

builder.queryFields((t) => ({
  user: byId(t, UserType),
  users: listOf(t, UserType, {
    orders: userOrders,
    sortedBy: {
      NAME: 'Last name, then first name, ignoring case. Erased users come last.',
      EMAIL: 'The e-mail address. Erased users come last.',
    },
    filters: {
      email: t.arg.string({ description: 'The complete present or former e-mail address, ignoring case.' }),
      externalUserId: t.arg.string({
        description: 'The present or former id of the user in a partner’s system.',
      }),
      externalServiceId: t.arg.id({ description: 'The external service that manages the users.' }),
    },
    list: (args) => {
      const { email, externalUserId } = checkedTexts(args, ['email', 'externalUserId']);
      // An empty id has always meant any.
      const { externalServiceId: managedById } = args.externalServiceId
        ? checkedIds(args, ['externalServiceId'])
        : {};
      const filter = { email: email?.toLowerCase(), externalUserId, managedById };
      return userList(filter);
    },
  }),
}));

defineMutation('createUser', {
  authorize: authorizeSupporter,
  description: 'Creates a user for an external service. The rules of the REST operation apply.',
  schema: (today) => CreateUserInput(today).extend({ externalServiceId: uuid() }),
  input: {
    fields: {
      ...person,
      externalUserId: 'The id of the user in the partner’s system. Must not be linked to a different user.',
    },
  },
  success: UserType,
  errors: errorsWhenActing(createUserErrors),
  run: async (service, supporter, { externalServiceId, ...input }) => {
    const { user } = await createUser(
      service,
      await actForPartner(service, supporter, externalServiceId),
      input,
    );
    return user.id;
  },
});

defineMutation('updateUser', {
  authorize: authorizeSupporter,
  description:
    'Updates a user. Omitted fields are not changed, and null clears a field. The former e-mail address and external id can be used again.',
  schema: UpdateUserInput,
  input: {
    fields: {
      ...person,
      ...preferences,
      externalUserId: 'The id of the user in the system of the external service that manages the user.',
    },
  },
  success: UserType,
  errors: updateUserErrors.filter(isForOperators),
  nullClears: true,
  isUpdate: true,
  run: async (...args) => (await updateUser(...args)).id,
});

defineVerb('exchangeAddresses', exchangeAddresses, {
  authorize: authorizeSupporter,
  description:
    'Exchanges the e-mail addresses of two users. To correct an import that mixed them up, which updateUser cannot, because both addresses are in use.',
  input: { fields: { otherUserId: 'Id of the other user.' } },
  success: UserType,
  confirm: describeExchange,
});

defineMutation('eraseUser', {
  authorize: authorizeSupporter,
  description:
    'Erases all personal data of a user, including name, e-mail address, birthday and every copy. Bookings are kept with an anonymous participant. This cannot be undone.',
  schema: () => EraseUserInput,
  success: UserType,
  errors: eraseUserErrors.filter(isForOperators),
  commitsInChunks: true,
  confirm: describeUserErasure,
  run: eraseUser,
});

const ErasedGuestType = valueType<eraseGuest.ErasedGuest>('ErasedGuest');
ErasedGuestType.implement({
  description: 'The result of erasing a guest.',
  fields: (t) => ({
    courtBookings: t.exposeInt('courtBookings', {
      description: 'Number of bookings that named the e-mail address.',
    }),
  }),
});

defineVerb('eraseGuest', eraseGuest, {
  authorize: authorizeSupporter,
  description:
    'Erases a guest’s e-mail address from all bookings and all copies. This cannot be undone. To erase a person with an account, use eraseUser.',
  input: { fields: { email } },
  success: ErasedGuestType,
  commitsInChunks: true,
  confirm: describeGuestErasure,
});

const ExportedPersonType = valueType<exportPerson.ExportedPerson>('ExportedPerson');
ExportedPersonType.implement({
  description: 'The data that is stored about a person.',
  fields: (t) => ({
    person: t.expose('person', {
      type: 'JSON',
      description: 'The user with links and grants, bookings, audit events and partner requests.',
    }),
    nextCursor: t.exposeID('nextCursor', {
      nullable: true,
      description:
        'Cursor for the next call, if there are too many audit events for one response; else null.',
    }),
  }),
});

defineVerb('exportPerson', exportPerson, {
  authorize: authorizeSupporter,
  description:
    'Returns all data that is stored about one person, identified by user id or by the e-mail address of a user or guest. Use it to answer requests for access to personal data. The export is recorded, but not its content.',
  input: { fields: { email, cursor: 'The nextCursor of the previous call.' } },
  success: ExportedPersonType,
});
