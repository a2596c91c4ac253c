import { readdirSync, readFileSync } from 'node:fs';

/** `/proc` counts CPU time in ticks. This is the number per second. */
const ticksPerSecond = 100;

/**
 * Returns the CPU seconds that a process and its children have used, from `/proc`. Includes children that have ended and were waited for
 * (`cutime`, `cstime`). So the CPU time of a connection that closes between two readings still counts.
 */
export function cpuSeconds(pid: number): number {
  let seconds = 0;
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const stat = readStat(name);
    if (stat && (Number(name) === pid || stat.parent === pid)) seconds += secondsOf(name, stat);
  }
  return seconds;
}

/**
 * Adds the CPU time of ended children, which is known in ticks of 10 ms, and of live threads, which is known in nanoseconds. Ticks alone
 * would be too coarse for a short turn with many backends. Threads that have ended are only in `own`, so the larger of both values counts.
 */
function secondsOf(pid: string, { own, ended }: Stat): number {
  let nanoseconds = 0;
  try {
    for (const thread of readdirSync(`/proc/${pid}/task`))
      nanoseconds += Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]);
  } catch {
    // The process has ended, or the kernel does not provide `schedstat`.
  }
  return ended / ticksPerSecond + Math.max(own / ticksPerSecond, nanoseconds / 1e9);
}

interface Stat {
  parent: number;
  /** Ticks of the process itself. `ended` has those of the children that ended and were waited for. */
  own: number;
  ended: number;
}

function readStat(pid: string): Stat | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The process name, in parentheses, may contain spaces.
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const [utime, stime, cutime, cstime] = fields.slice(11, 15) as [number, number, number, number];
    return { parent: fields[1]!, own: utime + stime, ended: cutime + cstime };
  } catch {
    return undefined;
  }
}
