import { CourtBooking } from '../db/court-booking.ts';
import { ExternalService } from '../db/external-service.ts';
import { userList } from '../db/reading/other-lists.ts';
import { Parts } from '../db/reading/parts.ts';
import { RelatedRows } from '../db/reading/related-rows.ts';
import { User, UserLink } from '../db/user.ts';
import { actForPartner, errorsWhenActing } from '../services/access/act-for-partner.ts';
import { CreateUserInput, createUser, createUserErrors } from '../services/users/create-user.ts';
import { UpdateUserInput, updateUser, updateUserErrors } from '../services/users/update-user.ts';
import { uuid } from '../services/values/fields.ts';
import { builder } from './builder.ts';
import { checkedIds, checkedTexts, checkId } from './checked.ts';
import { listCost, newestFirst, newestRelated } from './connection.ts';
import { defineMutation } from './define-mutation.ts';
import {
  auditEventsField,
  CourtBookingType,
  ExternalServiceType,
  GenderType,
  MainSportTypeType,
  PlayingHandType,
  UserType,
} from './types.ts';

const ofUser = {
  grantedTo: new RelatedRows(ExternalService, 'user_id', {
    through: { table: 'user_grants', id: 'external_service_id' },
  }),
  courtBookings: new RelatedRows(CourtBooking, 'user_id', {
    through: { table: 'court_booking_participants', id: 'court_booking_id' },
  }),
};

const links = new Parts(UserLink, 'user_id', 'userId', 'created_at');

UserType.implement({
  description: 'A user account.',
  fields: (t) => ({
    id: t.exposeID('id'),
    email: t.exposeString('email'),
    firstName: t.exposeString('firstName'),
    lastName: t.exposeString('lastName'),
    birthday: t.expose('birthday', { type: 'Date', nullable: true }),
    gender: t.expose('gender', { type: GenderType, nullable: true }),
    mainSportType: t.expose('mainSportType', { type: MainSportTypeType, nullable: true }),
    playingHand: t.expose('playingHand', { type: PlayingHandType, nullable: true }),
    managedBy: t.field({
      type: ExternalServiceType,
      description: 'The external service that created it.',
      resolve: ({ managedById }, _args, { reader }) => reader.referred(ExternalService, managedById),
    }),
    externalUserId: t.string({
      description: "The identifier in that service's system.",
      nullable: true,
      resolve: async ({ id }, _args, { reader }) => (await links.of(reader, id))[0]?.externalUserId,
    }),
    grantedTo: t.field({
      type: [ExternalServiceType],
      description: 'Other external services that may name it in bookings.',
      args: { first: t.arg.int() },
      complexity: listCost,
      resolve: ({ id }, { first }, context) => newestRelated(context, ofUser.grantedTo, id, first),
    }),
    courtBookings: t.field({
      type: [CourtBookingType],
      description: 'The newest that name it by its id; those that name its address: the query courtBookings.',
      args: { first: t.arg.int() },
      complexity: listCost,
      resolve: ({ id }, { first }, context) => newestRelated(context, ofUser.courtBookings, id, first),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime' }),
    history: auditEventsField(t),
  }),
});

builder.queryFields((t) => ({
  user: t.field({
    type: UserType,
    nullable: true,
    args: { id: t.arg.id({ required: true }) },
    resolve: (_root, { id }, { reader }) => reader.byId(User, checkId(id)),
  }),
  users: t.connection({
    type: UserType,
    complexity: listCost,
    description: 'Newest first.',
    args: {
      email: t.arg.string({ description: 'The whole address, in any case.' }),
      externalUserId: t.arg.string({ description: "The identifier in a partner's system." }),
      externalServiceId: t.arg.id({ description: 'The external service that manages them.' }),
    },
    resolve: (_root, args, context) => {
      const { email, externalUserId } = checkedTexts(args, ['email', 'externalUserId']);
      // An empty one has always meant any.
      const { externalServiceId: managedById } = args.externalServiceId
        ? checkedIds(args, ['externalServiceId'])
        : {};
      const filter = { email: email?.toLowerCase(), externalUserId, managedById };
      return newestFirst(context, userList(filter), args);
    },
  }),
}));

defineMutation('createUser', {
  description: 'Creates a user for an external service, by the rules of the REST operation.',
  schema: (today) => CreateUserInput(today).extend({ externalServiceId: uuid() }),
  success: UserType,
  errors: errorsWhenActing(createUserErrors),
  run: async (service, administrator, { externalServiceId, ...input }, reader) => {
    const { user } = await createUser(
      service,
      await actForPartner(service, administrator, externalServiceId),
      input,
    );
    return reader.referred(User, user.id);
  },
});

defineMutation('updateUser', {
  description: 'Changes what is known of a user: a field that is left out stays, null clears it.',
  schema: (today) => UpdateUserInput(today),
  success: UserType,
  errors: updateUserErrors,
  nullClears: true,
  run: async (service, administrator, input, reader) =>
    reader.referred(User, await updateUser(service, administrator, input)),
});
