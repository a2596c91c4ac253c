// PostGraphile 5 on the same tables, as its documentation says to run it: the preset Amber, grafserv on node:http. Its
// role may read five tables and nothing else. It asks nobody for a token, which Courtbridge does.
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
    // Faster for it: the answer is put together as text.
    outputDataAsString: true,
  },
});

const server = createServer();
await instance.createServ(grafserv).addTo(server);
// The schema is made before the first request.
await instance.getSchema();
server.listen(Number(process.env.PORT), '127.0.0.1');
