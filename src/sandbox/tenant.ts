import { randomUUID } from 'node:crypto';
import type { Exchange } from './exchange.ts';
import type { Platform } from './platform.ts';

/** Of a batch. A busy service has little time for each request. */
const mostItems = 25;

export interface NamedCourt {
  id: string;
  name: string;
}

export interface Member {
  id: string;
  externalUserId: string;
  email: string;
  firstName: string;
  lastName: string;
}

/** A change of the feed. */
export interface Change {
  sequence: number;
  id: string;
  type: string;
  timestamp: string;
  data: { externalCourtBookingId?: string; id?: string };
}

export interface StoredBooking {
  externalCourtBookingId: string;
  courtId: string;
  startDate: string;
  endDate: string;
  externalUpdatedAt: string;
  participants: object[];
  status: string;
}

/** The stored bookings and users of a tenant, by the partner's ids. */
export interface Stored {
  bookings: Map<string, StoredBooking>;
  externalUserIds: Set<string>;
}

/** The parts that `createTenant` has created. */
export interface Parts {
  externalServiceId: string;
  externalServiceName: string;
  neighborId: string;
  own: { secret: string; apiToken: { id: string } };
  judge: { secret: string };
  courts: NamedCourt[];
  foreignCourt: string;
  users: Member[];
}

/** One partner with a club of its own, and what operators do for it. */
export class Tenant {
  readonly externalServiceId: string;
  readonly externalServiceName: string;
  readonly courts: readonly NamedCourt[];
  readonly users: readonly Member[];
  /** A court of a club that the partner may not book. */
  readonly foreignCourt: string;
  /** A new one after each rotation. */
  token: string;
  webhook: { id: string; url: string; secret: string; formerSecret?: string | undefined } | undefined;
  readonly #platform: Platform;
  readonly #judge: string;
  readonly #neighbor: string;
  readonly #issued: Set<string>;
  #tokenId: string;

  constructor(platform: Platform, parts: Parts) {
    this.#platform = platform;
    this.#judge = parts.judge.secret;
    this.#neighbor = parts.neighborId;
    this.#tokenId = parts.own.apiToken.id;
    this.token = parts.own.secret;
    this.#issued = new Set([this.token]);
    this.externalServiceId = parts.externalServiceId;
    this.externalServiceName = parts.externalServiceName;
    this.courts = parts.courts;
    this.foreignCourt = parts.foreignCourt;
    this.users = parts.users;
  }

  /** Returns true for the current token and for former ones. */
  hasIssued(token: string | undefined): boolean {
    return token !== undefined && this.#issued.has(token);
  }

  async stored(): Promise<Stored> {
    const [bookings, users] = [await this.#list('court-bookings?status=ANY'), await this.#list('users')];
    return {
      bookings: new Map(bookings.map((booking) => [booking.externalCourtBookingId, booking])),
      externalUserIds: new Set(users.flatMap(({ externalUserId }) => externalUserId ?? [])),
    };
  }

  /** Returns all changes, oldest first. */
  async changes(): Promise<Change[]> {
    return this.#list('changes');
  }

  /** Another program of the partner sends these rows. */
  async sendAsPartner(rows: readonly object[]): Promise<void> {
    const path = `/api/v1/external-services/${this.externalServiceId}/court-bookings/batch`;
    for (let from = 0; from < rows.length; from += mostItems)
      await this.#platform.send(this.#judge, path, { items: rows.slice(from, from + mostItems) });
  }

  /** Does nothing if the partner left the booking out. */
  async cancelAsOperator(externalCourtBookingId: string): Promise<void> {
    const courtBookingId = await this.#find(externalCourtBookingId);
    if (courtBookingId === undefined) return;
    const input = { courtBookingId, reason: 'The court is flooded.', changesPast: true };
    await this.#platform.mutate('cancelCourtBooking', input, 'CourtBooking { id }');
  }

  async reinstateAsOperator(externalCourtBookingId: string): Promise<void> {
    const courtBookingId = await this.#find(externalCourtBookingId);
    const input = { courtBookingId, changesPast: true };
    await this.#platform.mutate('reinstateCourtBooking', input, 'CourtBooking { id }');
  }

  /** Another partner books a court of the club. */
  async bookAsNeighbor(booking: { courtId: string; startDate: string; endDate: string }): Promise<void> {
    const input = {
      ...booking,
      externalServiceId: this.#neighbor,
      externalCourtBookingId: randomUUID(),
      externalUpdatedAt: new Date().toISOString(),
    };
    await this.#platform.mutate('upsertCourtBooking', input, 'CourtBooking { id }');
  }

  async closeCourt(courtId: string): Promise<void> {
    await this.#platform.mutate('updateCourt', { courtId, active: false }, 'Court { id }');
  }

  async eraseUser(userId: string): Promise<void> {
    await this.#platform.mutate('eraseUser', { userId }, 'User { id }');
  }

  /** Learns what the partner has rotated or moved itself. Then the sandbox signs and sends as the service does. */
  async learn({ operation, text }: Pick<Exchange, 'operation' | 'text'>, response: Response): Promise<void> {
    if (!response.ok || !/^(rotate|updateWebhook)/.test(operation ?? '')) return;
    const { webhook } = this;
    const { id, secret = webhook?.secret, url = webhook?.url } = await response.clone().json();
    if (operation === 'rotateApiToken' && !this.#issued.has(secret)) this.#replaceToken(secret, id);
    if (!webhook || webhook.id !== id) return;
    const overlaps = JSON.parse(text || '{}').overlapHours !== 0;
    // The response to a repeated rotation has the secret of the first one.
    const former = secret === webhook.secret ? {} : { formerSecret: overlaps ? webhook.secret : undefined };
    this.webhook = { ...webhook, url, secret, ...former };
  }

  #replaceToken(secret: string, id: string): void {
    this.token = secret;
    this.#issued.add(secret);
    this.#formerTokenId = this.#tokenId;
    this.#tokenId = id;
  }

  /** Both tokens are valid until `revokeFormerToken`. */
  async rotateToken(): Promise<void> {
    const input = { apiTokenId: this.#tokenId, overlapMinutes: 60 };
    const result = 'IssuedApiToken { secret apiToken { id } }';
    const { secret, apiToken } = await this.#platform.mutate('rotateApiToken', input, result);
    this.#replaceToken(secret, apiToken.id);
  }
  #formerTokenId: string | undefined;

  async revokeFormerToken(): Promise<void> {
    const input = { apiTokenId: this.#formerTokenId };
    await this.#platform.mutate('revokeApiToken', input, 'ApiToken { id }');
  }

  /** Sends cancellations and reinstatements of bookings to the partner. */
  async createWebhookEndpoint(url: string): Promise<void> {
    const types = ['COURT_BOOKING_CANCELLED', 'COURT_BOOKING_REINSTATED'];
    const input = { externalServiceId: this.externalServiceId, url, types };
    const result = 'IssuedWebhookSecret { secret webhookEndpoint { id } }';
    const { secret, webhookEndpoint } = await this.#platform.mutate('createWebhookEndpoint', input, result);
    this.webhook = { id: webhookEndpoint.id, url, secret };
  }

  /** From now on only the sandbox itself sends webhooks. */
  async pauseWebhooks(): Promise<void> {
    const input = { webhookEndpointId: this.webhook!.id };
    await this.#platform.mutate('pauseWebhookEndpoint', input, 'WebhookEndpoint { id }');
  }

  async rotateWebhookSecret(): Promise<void> {
    const input = { webhookEndpointId: this.webhook!.id, overlapHours: 1 };
    const result = 'IssuedWebhookSecret { secret }';
    const { secret } = await this.#platform.mutate('rotateWebhookSecret', input, result);
    this.webhook = { ...this.webhook!, secret, formerSecret: this.webhook!.secret };
  }

  async #list(path: string) {
    return this.#platform.list(this.#judge, `/api/v1/external-services/${this.externalServiceId}/${path}`);
  }

  async #find(externalCourtBookingId: string): Promise<string | undefined> {
    const filter = { externalServiceId: this.externalServiceId, externalCourtBookingId };
    const { courtBookings } = await this.#platform.query(
      'query($filter: CourtBookingFilter) { courtBookings(filter: $filter, first: 1) { nodes { id } } }',
      { filter },
    );
    return courtBookings.nodes[0]?.id;
  }
}
