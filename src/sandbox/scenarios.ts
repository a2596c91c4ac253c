import type { Scenario } from './scenario.ts';
import { brokenResponse } from './scenarios/broken-response.ts';
import { cancellations } from './scenarios/cancellations.ts';
import { changedWorld } from './scenarios/changed-world.ts';
import { finalErrors } from './scenarios/final-errors.ts';
import { importMembers } from './scenarios/import-members.ts';
import { longFeed } from './scenarios/long-feed.ts';
import { lostResponse } from './scenarios/lost-response.ts';
import { operatorCancels } from './scenarios/operator-cancels.ts';
import { overload } from './scenarios/overload.ts';
import { ownOverlap } from './scenarios/own-overlap.ts';
import { preciseVersions } from './scenarios/precise-versions.ts';
import { privacy } from './scenarios/privacy.ts';
import { reordering } from './scenarios/reordering.ts';
import { restart } from './scenarios/restart.ts';
import { retryableItems } from './scenarios/retryable-items.ts';
import { slowResponse } from './scenarios/slow-response.ts';
import { staleWrite } from './scenarios/stale-write.ts';
import { webhooks } from './scenarios/webhooks.ts';

/** All scenarios, in the order of a run of "all". */
export const scenarios: readonly Scenario[] = [
  lostResponse,
  slowResponse,
  brokenResponse,
  overload,
  retryableItems,
  finalErrors,
  staleWrite,
  preciseVersions,
  reordering,
  ownOverlap,
  cancellations,
  operatorCancels,
  longFeed,
  changedWorld,
  webhooks,
  restart,
  importMembers,
  privacy,
];
