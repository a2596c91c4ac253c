import type { Side, SideAnswer, SideCall } from './side.ts';

type Body = SideAnswer['body'];

let replays = 0;

/** Faults in the responses of a kit. The comparison with the service must find each one. */
export const plantedFaults: Record<string, (answer: SideAnswer, call: SideCall) => SideAnswer> = {
  'a created booking has status 200': (answer) =>
    answer.status === 201 ? { ...answer, status: 200 } : answer,
  'a replay is written: its updatedAt moves': changed(({ body }, { method }) => {
    if (method !== 'PUT' || body.updatedAt === body.createdAt) return;
    replays += 1;
    body.updatedAt = `2026-01-01T00:00:00.${100 + replays}Z`;
  }),
  'an error has another code': changed(({ body }) => {
    if (body.error?.type === 'version_conflict') body.error.type = 'stale_write';
  }),
  'an error does not name the stored version': changed(({ body }) => {
    delete body.error?.stored;
  }),
  'an error has another message': changed(({ body }) => {
    if (body.error) body.error.message = 'No.';
  }),
  'a cancellation by an operator names the partner': changed(({ body }) => {
    if (body.cancelledBy) body.cancelledBy = ['PARTNER'];
  }),
  'a change is missing from the feed': changed(({ body }) => {
    if (body.caughtUp) body.items.pop();
  }),
  'two changes are in another order': changed(({ body }) => {
    if (body.caughtUp) body.items.reverse();
  }),
  'a change has the current state instead of its own': changed(({ body }) => {
    if (body.caughtUp) for (const item of body.items) item.data = body.items.at(-1).data;
  }),
};

function changed(change: (answer: { body: Body }, call: SideCall) => void) {
  return (answer: SideAnswer, call: SideCall): SideAnswer => {
    change(answer, call);
    return answer;
  };
}

export function withFault(side: Side, fault: (answer: SideAnswer, call: SideCall) => SideAnswer): Side {
  return { ...side, call: async (call) => fault(await side.call(call), call) };
}
