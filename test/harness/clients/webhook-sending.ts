import { v7 as uuidv7 } from 'uuid';
import type { Database } from '../../../src/db/connection/database.ts';
import { ExternalService } from '../../../src/db/entities/external-service.ts';
import { type pauseReasons, WebhookEndpoint } from '../../../src/db/entities/webhook.ts';
import { guardedOutgoing } from '../../../src/outgoing/guarded-outgoing.ts';
import type { ChangeType } from '../../../src/rules/change-types.ts';
import { sequenceChanges } from '../../../src/services/changes/sequence-changes.ts';
import { type sendingLimits, WebhookSender } from '../../../src/services/webhook-deliveries/send-webhooks.ts';
import { createSecretBox } from '../../../src/services/webhooks/secret-box.ts';
import { startReceiver, type WebhookReceiver } from '../servers/webhook-receiver.ts';

/** The secret of all endpoints in tests, with the key and box that encrypt it. */
export const testSecret = Buffer.alloc(32, 's');
export const testKey = Buffer.alloc(32, 'k');
export const testBox = createSecretBox(testKey);

export interface EndpointState {
  pausedBecause: (typeof pauseReasons)[number] | null;
  failures: number;
  dueAt: string | null;
  underWay: Record<string, string>;
}

export interface DeliveryState {
  id: string;
  attempts: number;
  /** Milliseconds from the given time until the delivery is due, or null if it is not retried. */
  dueIn: number | null;
  isDelivered: boolean;
  status: number | null;
  error: string | null;
  answer: string | null;
}

const courtOf = (n: number) => ({
  id: 'x',
  name: `Court ${n}`,
  organization: { id: 'x', name: 'Club', timeZone: 'UTC' },
});
const userOf = (n: number) => ({ id: 'x', firstName: `Ada ${n}`, managed: true, status: 'ACTIVE' });

/** Sends webhooks of one external service to a test receiver, on a clock that the test moves. */
export class WebhookSending {
  readonly database: Database;
  readonly receiver: WebhookReceiver;
  readonly externalServiceId: string;
  readonly faults: unknown[] = [];
  /** Unix milliseconds. */
  at = Date.UTC(2026, 10, 22, 12);

  private constructor(database: Database, receiver: WebhookReceiver, externalServiceId: string) {
    this.database = database;
    this.receiver = receiver;
    this.externalServiceId = externalServiceId;
  }

  static async begin(database: Database): Promise<WebhookSending> {
    const em = database.em();
    const { id } = em.create(ExternalService, { id: uuidv7(), name: 'Partner' });
    await em.flush();
    return new WebhookSending(database, await startReceiver(), id);
  }

  /** The sender of one process of the service. */
  sender(limits: Partial<typeof sendingLimits> = {}, at = () => this.at): WebhookSender {
    return new WebhookSender(
      {
        database: this.database,
        sequence: () => sequenceChanges({ database: this.database, now: at }),
        webhooks: { outgoing: guardedOutgoing({ allowPrivate: true }), secrets: testBox },
        now: at,
        monotonic: () => performance.now(),
        // The middle value, so that delays match the schedule exactly.
        random: () => 0.5,
        newId: uuidv7,
        onFault: (error) => this.faults.push(error),
      },
      limits,
    );
  }

  async endpoint(
    path: string,
    {
      types = ['court.updated'],
      externalServiceId = this.externalServiceId,
      ...others
    }: { types?: ChangeType[]; externalServiceId?: string; url?: string; signature?: 'ED25519' } = {},
  ): Promise<string> {
    const em = this.database.em();
    const { id } = em.create(WebhookEndpoint, {
      id: uuidv7(),
      externalService: em.getReference(ExternalService, externalServiceId),
      url: this.receiver.urlOf(path),
      types,
      signature: 'HMAC_SHA256',
      secret: testBox.seal(testSecret),
      ...others,
    });
    await em.flush();
    return id;
  }

  /** Makes the given number of changes, one after the other. */
  async happens(
    count = 1,
    type: ChangeType = 'court.updated',
    externalServiceId = this.externalServiceId,
  ): Promise<void> {
    for (let n = 0; n < count; n += 1)
      await this.database.call('announce_change', {
        type,
        subjectId: uuidv7(),
        at: new Date(this.at).toISOString(),
        actorType: 'operator',
        requestId: 'x',
        data: JSON.stringify(type.startsWith('user.') ? userOf(n) : courtOf(n)),
        externalServiceId,
      });
  }

  /** Sends everything that is due now. */
  async pass(sender = this.sender()): Promise<void> {
    for (let count = 1; count > 0; ) {
      await sender.look();
      count = await sender.sendDue();
      await sender.settled();
    }
  }

  async passAfter(millis: number, sender = this.sender()): Promise<void> {
    this.at += millis;
    await this.pass(sender);
  }

  async endpointState(id: string): Promise<EndpointState> {
    const [row] = await this.database.query<EndpointState>(
      `select paused_because as "pausedBecause", failures, due_at as "dueAt", under_way as "underWay"
       from webhook_endpoints where id = $1`,
      [id],
    );
    return row!;
  }

  /** Sorted by sequence. */
  deliveries(endpointId: string): Promise<DeliveryState[]> {
    return this.database.query<DeliveryState>(
      `select id, attempts, (extract(epoch from due_at - $2::timestamptz) * 1000)::float8 as "dueIn",
         delivered_at is not null as "isDelivered", last_status as status, last_error as error, last_answer as answer
       from webhook_deliveries where endpoint_id = $1 order by id`,
      [endpointId, new Date(this.at).toISOString()],
    );
  }

  /** The sequenced changes of the external service. */
  async changes(): Promise<{ id: string; sequence: number; type: string; data: Record<string, unknown> }[]> {
    return this.database.query(
      'select id, sequence::float8 as sequence, type, data from changes where external_service_id = $1 order by id',
      [this.externalServiceId],
    );
  }

  stop(): Promise<void> {
    return this.receiver.stop();
  }
}
