import { uuid } from './check-arguments.ts';
import type { OperationName } from './operation.ts';

/** What a call was given, as it is sent. */
export interface Given {
  /** Parameters of the path. */
  path: Record<string, string>;
  /** The body. */
  body: unknown;
}

/** Any JSON, of which fields are asked. */
type Fields = Record<string, unknown>;

const isText = (value: unknown) => typeof value === 'string';
const isUuid = (value: unknown) => !uuid(value);
const isPage = ({ items, nextCursor }: Fields) =>
  Array.isArray(items) && (nextCursor === undefined || isText(nextCursor));
const isBooking = ({ externalCourtBookingId }: Fields, { path }: Given) =>
  externalCourtBookingId === path.externalCourtBookingId;
const isUser = ({ id }: Fields, { path: { userId } }: Given) =>
  isUuid(id) && (userId === undefined || (id as string).toLowerCase() === userId.toLowerCase());

/** By which fields the answer of each operation is known, the given ids above all. */
const marks: Record<OperationName, (body: Fields, given: Given) => boolean> = {
  getToken: ({ externalServiceId }) => isUuid(externalServiceId),
  createUser: isUser,
  getUser: isUser,
  getUserByExternalId: isUser,
  updateUser: isUser,
  eraseUser: isUser,
  listUsers: isPage,
  getCourtBooking: isBooking,
  upsertCourtBooking: isBooking,
  cancelCourtBooking: isBooking,
  listCourtBookings: isPage,
  batchCourtBookings: ({ summary, results }, { body }) =>
    summary instanceof Object &&
    Array.isArray(results) &&
    results.length === (body as { items?: unknown[] }).items?.length &&
    results.every((result) => result?.outcome ?? result?.error),
  listCourts: isPage,
  getCourtOccupancy: ({ occupied }) => Array.isArray(occupied),
  listChanges: (body) => isPage(body) && isText(body.nextCursor),
  listWebhookEndpoints: isPage,
};

/** Whether a body, any JSON, is the answer to what a call was given: not `{}`, and no page of something in between. */
export function isAnswerTo(operation: OperationName, body: unknown, given: Given): boolean {
  return body instanceof Object && marks[operation](body as Fields, given);
}
