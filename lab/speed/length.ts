/** The variables that make a run a trial. */
export const shortening = ['LAB_REQUESTS', 'LAB_ROUNDS', 'LAB_CONNECTIONS'];
/** Whether a run is shortened, so that its result is not kept. */
export const isTrial = shortening.some((name) => process.env[name] !== undefined);

export const connections = Number(process.env.LAB_CONNECTIONS ?? 16);

export function lengthOf(usual: { requests: number; rounds: number }) {
  return {
    requests: Number(process.env.LAB_REQUESTS ?? usual.requests),
    rounds: Number(process.env.LAB_ROUNDS ?? usual.rounds),
  };
}
