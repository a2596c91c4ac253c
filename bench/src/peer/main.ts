// The same two operations, written by hand with Fastify and pg, with one transaction per request and one statement per rule. The checks,
// their order, the schema and the locks are those of Courtbridge. There is no logging, rate limit or audit event, which Courtbridge pays
// for.
//
// Two switches turn this code into two peers. One is what an engineer who knows the cost of statements would write, the other one is plain.
import { createAuthorize } from './authorize.ts';
import { addCreateUser } from './create-user.ts';
import { openDatabase } from './database.ts';
import { createServer } from './server.ts';
import { addUpsertCourtBooking } from './upsert-court-booking.ts';

const database = openDatabase({
  url: process.env.DATABASE_URL!,
  prepares: process.env.PREPARE === '1',
});
/** Cache time of the result for a token. With 0, each request queries the database. */
const authorize = createAuthorize(database, Number(process.env.BELIEVE_TOKEN_MS ?? 0));

const server = createServer();
addUpsertCourtBooking(server, database, authorize);
addCreateUser(server, database, authorize);
await server.listen({ port: Number(process.env.PORT), host: '127.0.0.1' });
