// The same two operations, written by hand with Fastify and pg: one transaction a request, a statement a rule. The same
// checks, in the same order, on the same schema, with the same locks; without logging, limits and audit events, which
// Courtbridge pays for. Two switches make of it two peers: as an engineer would write it who knows what statements
// cost, and the plain one.
import { createAuthorize } from './authorize.ts';
import { addCreateUser } from './create-user.ts';
import { openDatabase } from './database.ts';
import { createServer } from './server.ts';
import { addUpsertCourtBooking } from './upsert-court-booking.ts';

const database = openDatabase({
  url: process.env.DATABASE_URL!,
  /** Whether statements are named, so that PostgreSQL keeps their plans. */
  prepares: process.env.PREPARE === '1',
});
/** For how long the answer about a token is believed; 0: it is asked for at each request. */
const authorize = createAuthorize(database, Number(process.env.BELIEVE_TOKEN_MS ?? 0));

const server = createServer();
addUpsertCourtBooking(server, database, authorize);
addCreateUser(server, database, authorize);
await server.listen({ port: Number(process.env.PORT), host: '127.0.0.1' });
