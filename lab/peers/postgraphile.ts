// PostGraphile 5 on the same tables, set up as its documentation recommends, with the preset Amber and grafserv on node:http. Its role can
// read six tables and nothing else. Unlike Courtbridge, it does not authenticate requests.
import { createServer } from 'node:http';
import { postgraphile } from 'postgraphile';
import { makePgService } from 'postgraphile/adaptors/pg';
import { grafserv } from 'postgraphile/grafserv/node';
import { PostGraphileAmberPreset } from 'postgraphile/presets/amber';

const instance = postgraphile({
  extends: [PostGraphileAmberPreset],
  pgServices: [
    makePgService({
      connectionString: process.env.DATABASE_URL!,
      schemas: ['public'],
      poolConfig: { max: 10 },
    }),
  ],
  grafserv: {
    graphiql: false,
    watch: false,
    outputDataAsString: true,
  },
});

const server = createServer();
await instance.createServ(grafserv).addTo(server);
await instance.getSchema();
server.listen(Number(process.env.PORT), '127.0.0.1');
