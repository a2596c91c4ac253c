import type { FaultRule } from './faults.ts';
import type { Check, Scenario, Step, Verdict } from './scenario.ts';

/** All in milliseconds. */
export interface Timings {
  /** Duration of the fault `silence`. */
  silence: number;
  /** A step that writes ends when each row has a final response, and no request has come for this time. */
  quiet: number;
  /** A step ends when nothing has come from the client for this time. */
  step: number;
  /** A step ends after this time, whatever has come. */
  longestStep: number;
  /** A run ends after this time. */
  run: number;
  /** The fault `hold` waits this long for another request. */
  hold: number;
}

export const usualTimings: Timings = {
  silence: 30_000,
  quiet: 4_000,
  step: 180_000,
  longestStep: 900_000,
  run: 3_600_000,
  hold: 5_000,
};

/** A step of a scenario. Its number counts the steps of the run from 1. */
export interface StepState {
  number: number;
  scenario: ScenarioState;
  step: Step;
  beganAt: number;
  /** The number of uses of each rule for each row. */
  used: Map<FaultRule, Map<string, number>>;
}

export interface ScenarioState {
  scenario: Scenario;
  steps: Step[];
  /** The number of its first step. */
  first: number;
  verdicts: (Verdict & Pick<Check, 'name' | 'text'>)[] | undefined;
  /** The number of changes and webhooks before it began. */
  changesBefore: number;
  webhooksBefore: number;
}
