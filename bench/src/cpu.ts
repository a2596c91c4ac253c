import { readdirSync, readFileSync } from 'node:fs';

/** Ticks of `/proc` a second. */
const ticksPerSecond = 100;

/**
 * CPU seconds that a process and those it started have used, by `/proc`. Those that have ended and were waited for
 * count too (`cutime`, `cstime`): a connection that closes between two readings must not take its CPU with it.
 */
export function cpuSeconds(pid: number): number {
  let ticks = 0;
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const stat = readStat(name);
    if (stat && (Number(name) === pid || stat.parent === pid)) ticks += stat.ticks;
  }
  return ticks / ticksPerSecond;
}

function readStat(pid: string): { parent: number; ticks: number } | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name of the process, in brackets, may hold spaces.
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const [utime, stime, cutime, cstime] = fields.slice(11, 15) as [number, number, number, number];
    return { parent: fields[1]!, ticks: utime + stime + cutime + cstime };
  } catch {
    // It has ended meanwhile.
    return undefined;
  }
}
