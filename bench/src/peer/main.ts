// The same two operations, written by hand with Fastify and pg, with one transaction per request and one statement per rule. The checks,
// their order, the schema and the locks are those of Courtbridge. There is no logging and no rate limit, which Courtbridge pays for.
//
// Switches turn this code into the peers. `PREPARE`, `BELIEVE_TOKEN_MS` and `PIPELINE` are for an engineer who knows the cost of statements.
// `STORE_FACTS` stores what Courtbridge stores.
import { createAuthorize } from './authorize.ts';
import { addCreateUser } from './create-user.ts';
import { openDatabase } from './database.ts';
import { storeFacts } from './facts.ts';
import { createServer } from './server.ts';
import { addUpsertCourtBooking } from './upsert-court-booking.ts';

const database = openDatabase({
  url: process.env.DATABASE_URL!,
  prepares: process.env.PREPARE === '1',
  pipelines: process.env.PIPELINE === '1',
});
/** Cache time of the result for a token. With 0, each request queries the database. */
const authorize = createAuthorize(database, Number(process.env.BELIEVE_TOKEN_MS ?? 0));

const server = createServer();
const recordChange = process.env.STORE_FACTS === '1' ? storeFacts(server, database) : undefined;
addUpsertCourtBooking(server, database, authorize, recordChange);
addCreateUser(server, database, authorize, recordChange);
await server.listen({ port: Number(process.env.PORT), host: '127.0.0.1' });
