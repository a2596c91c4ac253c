import type { Scene } from './side.ts';

export type Fields = Record<string, unknown>;

export class Bodies {
  readonly scene: Scene;

  constructor(scene: Scene) {
    this.scene = scene;
  }

  address(name: string): string {
    return `${name}.${this.scene.tag}@example.com`;
  }

  /** A booking. By default on the first court, on 2027-01-01 from 10:00 to 11:00 UTC. */
  booking(fields: Fields): Fields {
    return {
      courtId: this.scene.courts[0],
      startDate: '2027-01-01T10:00:00Z',
      endDate: '2027-01-01T11:00:00Z',
      externalUpdatedAt: '2026-11-20T12:00:00Z',
      ...fields,
    };
  }

  upsert(id: string, fields: Fields = {}): Fields {
    return { action: 'upsert', externalCourtBookingId: id, ...this.booking(fields) };
  }

  cancellation(id: string, externalUpdatedAt: string): Fields {
    return { action: 'cancel', externalCourtBookingId: id, externalUpdatedAt };
  }

  user(fields: Fields = {}): Fields {
    return {
      email: this.address('ada'),
      externalUserId: 'member-1',
      firstName: 'Ada',
      lastName: 'Lovelace',
      ...fields,
    };
  }
}
