import { uuid } from './check-arguments.ts';
import { isObject } from './from-outside.ts';
import type { OperationName } from './operation.ts';
import type { ListOperation } from './partner-client.ts';

/** The arguments of a call, as they are sent. */
export interface Given {
  path: Record<string, string>;
  body: unknown;
}

/** Any JSON whose fields are read. */
type Fields = Record<string, unknown>;

const isText = (value: unknown) => typeof value === 'string';
const isUuid = (value: unknown) => !uuid(value);
const isPage = ({ items, nextCursor }: Fields) =>
  Array.isArray(items) && (nextCursor === undefined || isText(nextCursor));
const isBooking = ({ externalCourtBookingId }: Fields, { path }: Given) =>
  externalCourtBookingId === path.externalCourtBookingId;
const isUser = ({ id }: Fields, { path: { userId } }: Given) =>
  isUuid(id) && (userId === undefined || (id as string).toLowerCase() === userId.toLowerCase());

const isBatch = ({ summary, results }: Fields, { body }: Given) =>
  isObject(summary) &&
  Array.isArray(results) &&
  results.length === (body as { items?: unknown[] }).items?.length &&
  results.every((result) => result?.outcome ?? result?.error);

type Mark = (body: Fields, given: Given) => boolean;

/** Recognizes the response of each operation; of a list by default as a page. The ids in the request are checked first. */
const marks: Record<Exclude<OperationName, ListOperation>, Mark> & Partial<Record<ListOperation, Mark>> = {
  getToken: ({ externalServiceId }) => isUuid(externalServiceId),
  createUser: isUser,
  getUser: isUser,
  getUserByExternalId: isUser,
  upsertUser: (user, given) => isUser(user, given) && user.externalUserId === given.path.externalUserId,
  updateUser: isUser,
  eraseUser: isUser,
  getCourtBooking: isBooking,
  upsertCourtBooking: isBooking,
  cancelCourtBooking: isBooking,
  batchCourtBookings: isBatch,
  batchUsers: isBatch,
  getCourtOccupancy: ({ occupied }) => Array.isArray(occupied),
  listChanges: (body) => isPage(body) && isText(body.nextCursor),
  listWebhookEndpoints: isPage,
};

/** Returns true if a body (any JSON) is the response to this call. Rejects `{}` and responses of intermediaries. */
export function isAnswerTo(operation: OperationName, body: unknown, given: Given): boolean {
  return isObject(body) && (marks[operation] ?? isPage)(body as Fields, given);
}
