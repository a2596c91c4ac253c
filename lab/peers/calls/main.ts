// What the best engineer would write by hand for the same two operations and the same facts, with Fastify and pg: one transaction per
// request, one prepared statement per rule, and independent statements sent together. The checks, their order, the schema and the locks are
// those of Courtbridge. There is no logging and no rate limit, which Courtbridge pays for.
import { createAuthorize } from './authorize.ts';
import { addCreateUser } from './create-user.ts';
import { openDatabase } from './database.ts';
import { storeFacts } from './facts.ts';
import { createServer } from './server.ts';
import { addUpsertCourtBooking } from './upsert-court-booking.ts';

const database = openDatabase(process.env.DATABASE_URL!);
const authorize = createAuthorize(database);

const server = createServer();
const recordChange = storeFacts(server, database);
addUpsertCourtBooking(server, database, authorize, recordChange);
addCreateUser(server, database, authorize, recordChange);
await server.listen({ port: Number(process.env.PORT), host: '127.0.0.1' });
