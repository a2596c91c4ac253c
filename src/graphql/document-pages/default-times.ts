import { addDays } from '../../services/overview/zoned-days.ts';
import { toInputTime } from './zoned-time.ts';

/** Days from today, and a time of the day. */
type FromToday = readonly [days: number, time?: string];

/** The times that a question begins with. */
const ofQuestions: Record<string, FromToday> = {
  from: [-1],
  to: [1],
  until: [1],
  startDate: [0],
  endDate: [1],
  expiresBefore: [30],
  unusedSince: [-30],
  changedFrom: [-7],
  cancelledFrom: [-7],
};

/** The times that a task begins with. Nothing that is planned begins in the past. */
const ofTasks: Record<string, FromToday> = {
  from: [1],
  to: [2],
  startDate: [1, '10:00'],
  endDate: [1, '11:00'],
  expiresAt: [365],
  failedSince: [-1],
};

/** Returns a local time for an input that is still empty, or undefined. */
export function defaultTime(
  { name, isRequired }: { name: string; isRequired: boolean },
  isTask: boolean,
  now: number,
  timeZone: string,
): string | undefined {
  const local = toInputTime(now, timeZone);
  if (isTask && name === 'externalUpdatedAt') return local;
  const times = isTask ? ofTasks : ofQuestions;
  const fromToday = Object.hasOwn(times, name) ? times[name] : undefined;
  if (!fromToday || !(isRequired || isTask)) return undefined;
  const [days, time = '00:00'] = fromToday;
  return `${addDays(local.slice(0, 10), days)}T${time}`;
}
