import { newId } from '../../../src/services/values/new-id.ts';
import type { Token } from './authorize.ts';
import type { Database, Query } from './database.ts';
import { moveChanges } from './relay.ts';
import { insertRequests, type RequestRow, type Subject } from './request-rows.ts';
import type { Request, Server } from './server.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The valid token of the request. */
    caller: Token | undefined;
    /** The error of the response. */
    errorType: string | undefined;
  }
  interface FastifyContextConfig {
    operation?: string;
    subjectOf?: (request: Request) => Subject;
  }
}

/** A written resource, with the author and the request of the change. */
export interface Change {
  caller: Token;
  requestId: string;
  action: string;
  /** The type of the subject and what happened, as in `court_booking.created`. */
  type: string;
  subjectId: string;
  externalCourtBookingId?: string;
  at: Date;
  before?: object | undefined;
  after: object;
  /** What partners read in the feed in addition to `after`. */
  further: object;
}

/** Starts recording a change in the transaction that makes it. The transaction waits for it. */
export type RecordChange = (query: Query, change: Change) => void;

const everyMillis = 100;

/**
 * Stores the same facts as Courtbridge: an audit event and a change of the feed for each write, and a record of each request. The first two
 * take one statement in the transaction of the write.
 *
 * Everything else follows in the background, every 100 ms while there are requests. So an idle peer does not disturb the others.
 */
export function storeFacts(server: Server, database: Database): RecordChange {
  let waiting: RequestRow[] = [];
  let isBusy = false;
  server.addHook('onResponse', (request, reply, done) => {
    const { operation, subjectOf } = request.routeOptions.config;
    if (operation) {
      waiting.push({
        id: request.id,
        at: new Date(),
        externalServiceId: request.caller?.external_service_id,
        apiTokenId: request.caller?.id,
        operation,
        // An invalid body has no valid subject.
        ...(request.errorType === 'invalid_schema' ? {} : subjectOf?.(request)),
        status: reply.statusCode,
        errorType: request.errorType,
        milliseconds: Math.round(reply.elapsedTime * 100) / 100,
      });
    }
    done();
  });
  // An error ends the process, and the benchmark with it.
  setInterval(async () => {
    if (isBusy || waiting.length === 0) return;
    isBusy = true;
    const rows = waiting;
    waiting = [];
    await Promise.all([moveChanges(database), insertRequests(database, rows)]);
    isBusy = false;
  }, everyMillis);
  return recordChange;
}

function recordChange(query: Query, change: Change): void {
  const { caller, requestId, action, type, subjectId, externalCourtBookingId, at, before, after } = change;
  query(
    'record-change',
    `with event as (
       insert into audit_events (id, at, actor_type, actor_id, request_id, action, subject_type, subject_id, before, after)
       values ($1, $2, 'api_token', $3, $4, $5, $6, $7, $8, $9)
     )
     insert into change_outbox (external_service_id, type, subject_id, external_court_booking_id, at, actor_type, request_id, data)
     values ($10, $11, $7, $12, $2, 'api_token', $4, $9::jsonb || $13::jsonb)`,
    [
      newId(),
      at,
      caller.id,
      requestId,
      action,
      type.slice(0, type.indexOf('.')),
      subjectId,
      before ? JSON.stringify(before) : null,
      JSON.stringify(after),
      caller.external_service_id,
      type,
      externalCourtBookingId ?? null,
      JSON.stringify(change.further),
    ],
  );
}
