// `npm run lab -- processes [part…]`: shows that the service can run as several processes, behind a proxy, with a replica, behind
// PgBouncer, and across an upgrade of PostgreSQL. Each check is also run on something that is broken, and must report it.
import { report, runParts } from '../report.ts';
import { withCleanups } from './cleanup.ts';
import { fourProcesses } from './four-processes.ts';
import { poolers } from './poolers.ts';
import { replica } from './replica.ts';
import { rollingRestarts } from './rolling-restarts.ts';
import { upgrade15to18 } from './upgrade.ts';

await withCleanups(async (cleanedUp) => {
  const parts = {
    'four-processes': cleanedUp(fourProcesses),
    'rolling-restarts': cleanedUp(rollingRestarts),
    replica: cleanedUp(replica),
    poolers: cleanedUp(poolers),
    upgrade: cleanedUp(upgrade15to18),
  };
  report(await runParts(parts, process.argv.slice(2), {}), `Node ${process.versions.node}`);
});
