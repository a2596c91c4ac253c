// The hand-written page: GraphQL Yoga, a DataLoader for each related type, and plain pg with prepared statements. Unlike Courtbridge, it
// does not authenticate requests and has no limits for documents.
import { createServer } from 'node:http';
import DataLoader from 'dataloader';
import { createSchema, createYoga } from 'graphql-yoga';
import pg from 'pg';

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL!, max: 10 });

// biome-ignore lint/suspicious/noExplicitAny: rows as they come, as such a service has them
type Row = Record<string, any>;

async function query(name: string, text: string, values: unknown[]): Promise<Row[]> {
  return (await pool.query({ name, text, values })).rows;
}

const byId = (table: string, columns: string) =>
  new DataLoader<string, Row>(async (ids) => {
    const rows = await query(`${table}-by-id`, `select ${columns} from ${table} where id = any($1)`, [ids]);
    const found = new Map(rows.map((row) => [row.id, row]));
    return ids.map((id) => found.get(id)!);
  });

const participantsOfBookings = () =>
  new DataLoader<string, Row[]>(async (ids) => {
    const rows = await query(
      'participants-of-bookings',
      `select court_booking_id, user_id, email from court_booking_participants
       where court_booking_id = any($1) order by court_booking_id, position`,
      [ids],
    );
    const lists = new Map<string, Row[]>(ids.map((id) => [id, []]));
    for (const row of rows) lists.get(row.court_booking_id)!.push(row);
    return ids.map((id) => lists.get(id)!);
  });

const createLoaders = () => ({
  courts: byId('courts', 'id, name, organization_id'),
  organizations: byId('organizations', 'id, name'),
  externalServices: byId('external_services', 'id, name'),
  users: byId('users', 'id, email, first_name, last_name'),
  participants: participantsOfBookings(),
});
type Context = ReturnType<typeof createLoaders>;

const typeDefs = /* GraphQL */ `
  scalar DateTime
  type Query { courtBookings(first: Int!): CourtBookings! }
  type CourtBookings { nodes: [CourtBooking!]! pageInfo: PageInfo! }
  type PageInfo { hasNextPage: Boolean! }
  enum Status { ACTIVE CANCELLED }
  type CourtBooking {
    id: ID! externalCourtBookingId: String! startDate: DateTime! endDate: DateTime! externalUpdatedAt: DateTime!
    status: Status! createdAt: DateTime! updatedAt: DateTime!
    court: Court! externalService: ExternalService! participants: [Participant!]!
  }
  type Court { id: ID! name: String! organization: Organization! }
  type Organization { id: ID! name: String! }
  type ExternalService { id: ID! name: String! }
  type Participant { email: String user: User }
  type User { id: ID! email: String! firstName: String! lastName: String! }
`;

const resolvers = {
  Query: {
    courtBookings: async (_root: unknown, { first }: { first: number }) => {
      const rows = await query(
        'newest-bookings',
        `select id, external_court_booking_id, start_date, end_date, external_updated_at, active, created_at,
           updated_at, court_id, external_service_id
         from court_bookings order by id desc limit $1`,
        [first + 1],
      );
      return { nodes: rows.slice(0, first), pageInfo: { hasNextPage: rows.length > first } };
    },
  },
  CourtBooking: {
    externalCourtBookingId: (row: Row) => row.external_court_booking_id,
    startDate: (row: Row) => row.start_date,
    endDate: (row: Row) => row.end_date,
    externalUpdatedAt: (row: Row) => row.external_updated_at,
    status: (row: Row) => (row.active ? 'ACTIVE' : 'CANCELLED'),
    createdAt: (row: Row) => row.created_at,
    updatedAt: (row: Row) => row.updated_at,
    court: (row: Row, _: unknown, { courts }: Context) => courts.load(row.court_id),
    externalService: (row: Row, _: unknown, { externalServices }: Context) =>
      externalServices.load(row.external_service_id),
    participants: (row: Row, _: unknown, { participants }: Context) => participants.load(row.id),
  },
  Court: {
    organization: (row: Row, _: unknown, { organizations }: Context) =>
      organizations.load(row.organization_id),
  },
  Participant: {
    user: (row: Row, _: unknown, { users }: Context) => (row.user_id ? users.load(row.user_id) : null),
  },
  User: {
    firstName: (row: Row) => row.first_name,
    lastName: (row: Row) => row.last_name,
  },
};

const yoga = createYoga<object, Context>({
  schema: createSchema<Context>({ typeDefs, resolvers }),
  // Loaders belong to one request, so that no request sees stale rows.
  context: createLoaders,
  graphiql: false,
  logging: false,
});
createServer(yoga).listen(Number(process.env.PORT), '127.0.0.1');
