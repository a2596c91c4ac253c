import type { By, Change, ExternalService, World } from './world.ts';

/** Adds a change for an external service, and queues it for each endpoint that receives its type. */
export function announce(
  world: World,
  externalService: ExternalService,
  { actor, requestId: ownRequestId, caller }: By,
  { type, subjectId, data, timestamp }: Pick<Change, 'type' | 'subjectId' | 'data' | 'timestamp'>,
): void {
  const requestId = caller?.externalService === externalService ? caller.requestId : ownRequestId;
  const at = world.clock.now();
  const { newest, changes, endpoints } = externalService;
  const sequence = newest.sequence + 1;
  const millis = Math.max(at, millisOf(newest.id));
  const id = changeId(millis, externalService.id, sequence);
  const change: Change = { sequence, id, type, timestamp, actor, requestId, data, subjectId, at };
  changes.push(change);
  externalService.newest = { id, sequence };
  for (const { types, deliveries } of endpoints)
    if (types.includes(type)) deliveries.push({ change, attempts: 0, dueAt: at, history: [] });
  for (const wake of world.waiting) wake();
}

/** Creates ids like the service: UUIDs of version 7, in the order of the sequence. */
function changeId(millis: number, externalServiceId: string, sequence: number): string {
  const hex = (value: number, length: number) => value.toString(16).padStart(length, '0');
  const time = hex(millis, 12);
  const end = hex(sequence, 10);
  const own = externalServiceId;
  return `${time.slice(0, 8)}-${time.slice(8)}-7${own.slice(28, 31)}-8${own.slice(31, 34)}-${own.slice(34, 36)}${end}`;
}

const millisOf = (id: string) => Number.parseInt(id.replace('-', '').slice(0, 12), 16);

/** The position before all changes. */
export const nowhere = { id: '00000000-0000-0000-0000-000000000000', sequence: 0 };
