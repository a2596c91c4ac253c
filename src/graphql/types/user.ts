import { CourtBookingParticipant } from '../../db/entities/court-booking.ts';
import { UserGrant, UserLink } from '../../db/entities/user.ts';
import { userList } from '../../db/queries/operators/lists.ts';
import { userOrders } from '../../db/queries/operators/orders.ts';
import type { Row } from '../../db/queries/operators/row.ts';
import { relatedOf } from '../../db/queries/operators/select-rows.ts';
import type { One } from '../../db/queries/operators/selection.ts';
import { actForPartner, errorsWhenActing, isForOperators } from '../../services/access/act-for-partner.ts';
import { authorizeSupporter } from '../../services/access/authorize-operator.ts';
import { CreateUserInput, createUser, createUserErrors } from '../../services/users/create-user.ts';
import {
  type ErasedGuest,
  EraseGuestInput,
  eraseGuest,
  eraseGuestErrors,
} from '../../services/users/erase-guest.ts';
import { EraseUserInput, eraseUser, eraseUserErrors } from '../../services/users/erase-user.ts';
import {
  type ExportedPerson,
  ExportPersonInput,
  exportPerson,
  exportPersonErrors,
} from '../../services/users/export-person.ts';
import { UpdateUserInput, updateUser, updateUserErrors } from '../../services/users/update-user.ts';
import { uuid } from '../../services/values/fields.ts';
import { listCost } from '../limits/list-size.ts';
import { builder } from '../schema/builder.ts';
import { checkedIds, checkedTexts } from '../schema/checked.ts';
import { connectionOf, named } from '../schema/connection.ts';
import { defineMutation } from '../schema/define-mutation.ts';
import { orderType } from '../schema/order.ts';
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

/** Of the service that manages the user: others may have links of their own. */
const link: One = {
  kind: 'one',
  entity: UserLink,
  equal: { userId: 'id', externalServiceId: 'managedById' },
};

const UserStatusType = builder.enumType('UserStatus', {
  description: 'ERASED: nothing is known of the person any more.',
  values: ['ACTIVE', 'ERASED'] as const,
});

UserType.implement({
  interfaces: [NodeType],
  description: 'A user account.',
  fields: (t) => ({
    id: t.exposeID('id'),
    email: t.exposeString('email', {
      nullable: true,
      description: 'Null once the user is erased; so are the names.',
    }),
    firstName: t.exposeString('firstName', { nullable: true }),
    lastName: t.exposeString('lastName', { nullable: true }),
    birthday: t.expose('birthday', { type: 'Date', nullable: true }),
    gender: t.expose('gender', { type: GenderType, nullable: true }),
    mainSportType: t.expose('mainSportType', { type: MainSportTypeType, nullable: true }),
    playingHand: t.expose('playingHand', { type: PlayingHandType, nullable: true }),
    status: t.field({
      type: UserStatusType,
      extensions: reads({ columns: ['erasedAt'] }),
      resolve: ({ erasedAt }) => (erasedAt === null ? 'ACTIVE' : 'ERASED'),
    }),
    erasedAt: t.expose('erasedAt', { type: 'DateTime', nullable: true }),
    managedBy: one(t, ExternalServiceType, 'managedById', {
      description: 'The external service that created it.',
    }),
    externalUserId: t.string({
      description: "The identifier in that service's system.",
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
      'Other external services that may name it in bookings.',
    ),
    courtBookings: newestThrough(
      t,
      CourtBookingType,
      CourtBookingParticipant,
      'userId',
      'courtBookingId',
      'The newest that name it by its id; those that name its address: the query courtBookings.',
    ),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime' }),
    history: history(t),
  }),
});

builder.queryFields((t) => ({
  user: byId(t, UserType),
  users: t.connection(
    {
      type: UserType,
      complexity: listCost,
      description: 'Newest first.',
      args: {
        orderBy: t.arg({ type: orderType(UserType, userOrders) }),
        email: t.arg.string({ description: 'The whole address, in any case.' }),
        externalUserId: t.arg.string({ description: "The identifier in a partner's system." }),
        externalServiceId: t.arg.id({ description: 'The external service that manages them.' }),
      },
      resolve: (_root, args, context, info) => {
        const { email, externalUserId } = checkedTexts(args, ['email', 'externalUserId']);
        // An empty one has always meant any.
        const { externalServiceId: managedById } = args.externalServiceId
          ? checkedIds(args, ['externalServiceId'])
          : {};
        const filter = { email: email?.toLowerCase(), externalUserId, managedById };
        return connectionOf(userList(filter), args, context, info);
      },
    },
    ...named(UserType),
  ),
}));

defineMutation('createUser', {
  authorize: authorizeSupporter,
  description: 'Creates a user for an external service, by the rules of the REST operation.',
  schema: (today) => CreateUserInput(today).extend({ externalServiceId: uuid() }),
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
    'Changes what is known of a user: a field that is left out stays, null clears it. The former address and the former ' +
    'external id are free.',
  schema: UpdateUserInput,
  input: {
    fields: { externalUserId: 'The identifier in the system of the external service that manages the user.' },
  },
  success: UserType,
  errors: updateUserErrors.filter(isForOperators),
  nullClears: true,
  isUpdate: true,
  run: updateUser,
});

defineMutation('eraseUser', {
  authorize: authorizeSupporter,
  description:
    'Erases a user: name, address, birthday and all else that is known of the person, and every copy of it. Bookings stay, ' +
    'with a participant of whom nothing is known. This cannot be undone.',
  schema: () => EraseUserInput,
  success: UserType,
  errors: eraseUserErrors.filter(isForOperators),
  commitsInChunks: true,
  run: eraseUser,
});

const ErasedGuestType = valueType<ErasedGuest>('ErasedGuest');
ErasedGuestType.implement({
  description: 'What became of a guest.',
  fields: (t) => ({
    courtBookings: t.exposeInt('courtBookings', { description: 'How many bookings named the address.' }),
  }),
});

defineMutation('eraseGuest', {
  authorize: authorizeSupporter,
  description:
    'Erases a guest of bookings, of whom nothing but an address is known: from the bookings, and every copy. This cannot be ' +
    'undone. Whoever has an account is erased by eraseUser.',
  schema: () => EraseGuestInput,
  success: ErasedGuestType,
  errors: eraseGuestErrors,
  commitsInChunks: true,
  run: async (...args) => ({ value: await eraseGuest(...args) }),
});

const ExportedPersonType = valueType<ExportedPerson>('ExportedPerson');
ExportedPersonType.implement({
  description: 'What is stored about a person.',
  fields: (t) => ({
    person: t.expose('person', {
      type: 'JSON',
      description: 'The user, its links and grants, bookings, audit events and requests of partners.',
    }),
    nextCursor: t.exposeID('nextCursor', {
      nullable: true,
      description:
        'Where there are too many audit events for one answer: for the next call, which answers further ones.',
    }),
  }),
});

defineMutation('exportPerson', {
  authorize: authorizeSupporter,
  description:
    'Answers everything that is stored about one person, by the id of a user or by the address of a user or guest: for who ' +
    'asks what is known of them. That it was exported is recorded, not what.',
  schema: () => ExportPersonInput,
  input: { fields: { cursor: 'The nextCursor of the call before.' } },
  success: ExportedPersonType,
  errors: exportPersonErrors,
  run: async (...args) => ({ value: await exportPerson(...args) }),
});
