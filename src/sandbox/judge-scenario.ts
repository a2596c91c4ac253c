import { notSeen } from './checks/verdicts.ts';
import type { Exchange } from './exchange.ts';
import type { OwnDelay } from './own-delay.ts';
import type { ScenarioState } from './run-state.ts';
import type { Copy, Evidence, SentWebhook, Verdict } from './scenario.ts';
import type { Tenant } from './tenant.ts';

interface Seen {
  exchanges: readonly Exchange[];
  copy: Copy | undefined;
  webhooks: readonly SentWebhook[];
  tenant: Tenant;
  ownDelay: Pick<OwnDelay, 'around'>;
  /** Receives what failed inside the sandbox. */
  onFault: (cause: unknown) => void;
}

/** Runs the checks of a scenario on what was seen. */
export async function judgeScenario(
  { scenario, steps, first, changesBefore, webhooksBefore }: ScenarioState,
  { exchanges, copy, webhooks, tenant, ownDelay, onFault }: Seen,
): Promise<NonNullable<ScenarioState['verdicts']>> {
  const during = (step: number) => exchanges.filter((one) => one.step === first + step);
  const evidence: Evidence = {
    exchanges: steps.flatMap((_, step) => during(step)),
    during,
    steps,
    copy,
    webhooks: webhooks.slice(webhooksBefore),
    stored: () => tenant.stored(),
    changes: async () => (await tenant.changes()).slice(changesBefore),
    ownDelay: (at) => ownDelay.around(at),
    tenant,
  };
  const overloaded = evidence.exchanges.find(({ fault, status = 0 }) => !fault && status >= 500);
  const verdicts = [];
  for (const { name, text, judge } of scenario.checks) {
    // Otherwise the run could neither continue nor end.
    const judged = async () => judge(evidence);
    const found = await judged().catch((error: unknown) => {
      onFault(error);
      return notSeen('The sandbox could not judge this because of an error of its own. Start the run again.');
    });
    const verdict = overloaded && found.verdict === 'failed' ? unfair(found, overloaded) : found;
    verdicts.push({ name, text, ...verdict });
  }
  return verdicts;
}

/** A client that the service itself has rejected may have given up rightly. */
const unfair = ({ explanation }: Verdict, { number, status }: Exchange): Verdict =>
  notSeen(
    `The sandbox was too busy to judge this: the service itself responded with ${status} to request ${number}. Run it on a machine with less load. ${explanation}`,
  );
