// `npm run lab -- processes [part…]`: shows that the service can run as several processes behind a proxy, and across an upgrade of
// PostgreSQL. Each check is also run on something that is broken, and must report it.
import { report, runParts } from '../report.ts';
import { cleanedUp } from './cleanup.ts';
import { fourProcesses } from './four-processes.ts';
import { rollingRestarts } from './rolling-restarts.ts';
import { upgrade15to18 } from './upgrade.ts';

const parts = {
  'four-processes': cleanedUp(fourProcesses),
  'rolling-restarts': cleanedUp(rollingRestarts),
  upgrade: cleanedUp(upgrade15to18),
};
report(await runParts(parts, process.argv.slice(2), {}), `Node ${process.versions.node}`);
