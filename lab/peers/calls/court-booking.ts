import { ApiError, email, identifier, instant, uuid } from './server.ts';

export interface Participant {
  userId?: string;
  email?: string;
}

export interface Booking {
  courtId: string;
  startDate: string;
  endDate: string;
  externalUpdatedAt: string;
  participants?: Participant[];
}

export interface BookingRow {
  id: string;
  court_id: string;
  start_date: Date;
  end_date: Date;
  external_updated_at: Date;
  cancelled_at: Date | null;
  created_at: Date;
  updated_at: Date;
}

/** A stored booking, compared with a request. */
export interface StoredBooking extends BookingRow {
  participants: Participant[];
  same_version: boolean;
  newer_stored: boolean;
  same_slot: boolean;
}

export const schema = {
  params: { type: 'object', properties: { serviceId: uuid, bookingId: identifier } },
  body: {
    type: 'object',
    required: ['courtId', 'startDate', 'endDate', 'externalUpdatedAt'],
    additionalProperties: false,
    properties: {
      courtId: uuid,
      startDate: instant,
      endDate: instant,
      externalUpdatedAt: instant,
      participants: {
        type: 'array',
        maxItems: 50,
        items: { type: 'object', additionalProperties: false, properties: { userId: uuid, email } },
      },
    },
  },
};

export const identity = ({ userId, email }: Participant): string => userId ?? email!;

export function refuseAmbiguous(participants: Participant[]): void {
  if (participants.some(({ userId, email }) => (userId === undefined) === (email === undefined)))
    throw new ApiError(400, 'mutually_exclusive_fields_violation');
  if (new Set(participants.map(identity)).size < participants.length)
    throw new ApiError(400, 'duplicate_entries_provided');
}

/** `open`: the users whom the service may name, by id and by e-mail. */
export function refuseClosed(participants: Participant[], open: Map<string, string>): void {
  if (participants.some(({ userId }) => userId && !open.has(userId)))
    throw new ApiError(403, 'user_access_denied');
  const people = participants.map((participant) => open.get(identity(participant)) ?? identity(participant));
  if (new Set(people).size < people.length) throw new ApiError(400, 'duplicate_entries_provided');
}
