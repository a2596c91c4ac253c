import { readdirSync, readFileSync } from 'node:fs';

/** Ticks of `/proc` a second. */
const ticksPerSecond = 100;

/**
 * CPU seconds that a process and those it started have used, by `/proc`. Those that have ended and were waited for
 * count too (`cutime`, `cstime`): a connection that closes between two readings must not take its CPU with it.
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
 * What has ended is known to a tick, 10 ms, and what lives to a nanosecond, thread by thread: of a short turn of many backends the
 * ticks would be a good part. A thread that has ended is in the ticks alone.
 */
function secondsOf(pid: string, { own, ended }: Stat): number {
  let nanoseconds = 0;
  try {
    for (const thread of readdirSync(`/proc/${pid}/task`))
      nanoseconds += Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]);
  } catch {
    // It has ended meanwhile, or the kernel does not tell.
  }
  return ended / ticksPerSecond + Math.max(own / ticksPerSecond, nanoseconds / 1e9);
}

interface Stat {
  parent: number;
  /** Ticks of its own, and of those that it started and waited for. */
  own: number;
  ended: number;
}

function readStat(pid: string): Stat | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name of the process, in brackets, may hold spaces.
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const [utime, stime, cutime, cstime] = fields.slice(11, 15) as [number, number, number, number];
    return { parent: fields[1]!, own: utime + stime, ended: cutime + cstime };
  } catch {
    // It has ended meanwhile.
    return undefined;
  }
}
