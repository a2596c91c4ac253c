import type { Scenario } from './scenario.ts';
import { brokenResponse } from './scenarios/broken-response.ts';
import { changedWorld } from './scenarios/changed-world.ts';
import { finalErrors } from './scenarios/final-errors.ts';
import { importMembers } from './scenarios/import-members.ts';
import { lostResponse } from './scenarios/lost-response.ts';
import { operatorCancels } from './scenarios/operator-cancels.ts';
import { overload } from './scenarios/overload.ts';
import { ownOverlap } from './scenarios/own-overlap.ts';
import { privacy } from './scenarios/privacy.ts';
import { reordering } from './scenarios/reordering.ts';
import { restart } from './scenarios/restart.ts';
import { slowResponse } from './scenarios/slow-response.ts';
import { staleWrite } from './scenarios/stale-write.ts';
import { webhooks } from './scenarios/webhooks.ts';

/** All scenarios, in the order of a run of "all". */
export const scenarios: readonly Scenario[] = [
  lostResponse,
  slowResponse,
  brokenResponse,
  overload,
  finalErrors,
  staleWrite,
  reordering,
  ownOverlap,
  operatorCancels,
  changedWorld,
  webhooks,
  restart,
  importMembers,
  privacy,
];
