import { CourtBooking } from '../db/court-booking.ts';
import { ExternalService } from '../db/external-service.ts';
import { User } from '../db/user.ts';
import { actForPartner, errorsWhenActing } from '../services/access/act-for-partner.ts';
import { CreateUserInput, createUser, createUserErrors } from '../services/users/create-user.ts';
import { UpdateUserInput, updateUser, updateUserErrors } from '../services/users/update-user.ts';
import { uuid } from '../services/values/fields.ts';
import { builder } from './builder.ts';
import { checkId, checkText, listCost, newestFirst, newestNeighbours } from './connection.ts';
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
      resolve: ({ managedBy }) => managedBy.loadOrFail(),
    }),
    externalUserId: t.string({
      description: "The identifier in that service's system.",
      nullable: true,
      resolve: async ({ links }) => {
        const [link] = (await links.load()).getItems();
        return link?.externalUserId;
      },
    }),
    grantedTo: t.field({
      type: [ExternalServiceType],
      description: 'Other external services that may name it in bookings.',
      args: { first: t.arg.int() },
      complexity: listCost,
      resolve: ({ id }, { first }, context) =>
        newestNeighbours(context, id, {
          field: 'User.grantedTo',
          entity: ExternalService,
          from: 'user_grants',
          parent: 'user_id',
          id: 'external_service_id',
          limit: first,
        }),
    }),
    courtBookings: t.field({
      type: [CourtBookingType],
      description: 'The newest that name it by its id; those that name its address: the query courtBookings.',
      args: { first: t.arg.int() },
      complexity: listCost,
      resolve: ({ id }, { first }, context) =>
        newestNeighbours(context, id, {
          field: 'User.courtBookings',
          entity: CourtBooking,
          from: 'court_booking_participants',
          parent: 'user_id',
          id: 'court_booking_id',
          limit: first,
        }),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime' }),
    history: auditEventsField(t, 'User'),
  }),
});

builder.queryFields((t) => ({
  user: t.field({
    type: UserType,
    nullable: true,
    args: { id: t.arg.id({ required: true }) },
    resolve: (_root, { id }, { em }) => em.findOne(User, checkId(id)),
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
    resolve: (_root, args, context) =>
      newestFirst(context, User, args, [
        ...(args.email == null ? [] : [{ email: checkText(args.email, 'email').toLowerCase() }]),
        ...(args.externalUserId == null
          ? []
          : [{ links: { $some: { externalUserId: checkText(args.externalUserId, 'externalUserId') } } }]),
        ...(args.externalServiceId
          ? [{ managedBy: checkId(args.externalServiceId, 'externalServiceId') }]
          : []),
      ]),
  }),
}));

defineMutation('createUser', {
  description: 'Creates a user for an external service, by the rules of the REST operation.',
  schema: (today) => CreateUserInput(today).extend({ externalServiceId: uuid() }),
  success: UserType,
  errors: errorsWhenActing(createUserErrors),
  run: async (service, administrator, { externalServiceId, ...input }, { em }) => {
    const { user } = await createUser(
      service,
      await actForPartner(service, administrator, externalServiceId),
      input,
    );
    return em.findOneOrFail(User, user.id);
  },
});

defineMutation('updateUser', {
  description: 'Changes what is known of a user: a field that is left out stays, null clears it.',
  schema: (today) => UpdateUserInput(today),
  success: UserType,
  errors: updateUserErrors,
  nullClears: true,
  run: async (service, administrator, input, { em }) =>
    em.findOneOrFail(User, await updateUser(service, administrator, input)),
});
