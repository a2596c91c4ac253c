import { email, identifier, instant, uuid } from './server.ts';

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
