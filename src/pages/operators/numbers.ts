const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });
const short = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });

/** `1,234,567` */
export const count = (n: number) => whole.format(n);

const exact = new Intl.NumberFormat('en', { maximumFractionDigits: 2 });

/** `6.32` */
export const decimal = (n: number) => exact.format(n);

/** `1.2M` */
export const shortCount = (n: number) => short.format(n);

/** Returns `0 %` only if the part is zero. */
export function percent(part: number, of: number): string {
  const share = of === 0 ? 0 : (100 * part) / of;
  if (share === 0) return '0 %';
  return share < 0.1 ? '< 0.1 %' : `${share < 10 ? share.toFixed(1) : share.toFixed(0)} %`;
}

/** `+12 %`, `−8 %` or `the same`, compared with a number before. */
export function changeName(now: number, before: number): string {
  if (now === before) return 'the same';
  if (before === 0) return 'new';
  return `${now > before ? '+' : '−'}${percent(Math.abs(now - before), before)}`;
}

/** `6.32 ms` */
export const millis = (n: number) => `${decimal(n)} ms`;

const dayFormat = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });
const weekdayFormat = new Intl.DateTimeFormat('en-GB', { weekday: 'short', timeZone: 'UTC' });

/** `23 Nov`, from a date or an instant in UTC. */
export const dayName = (date: string) => dayFormat.format(new Date(date));

/** `Mon` */
export const weekdayName = (date: string) => weekdayFormat.format(new Date(date));

/** `45 min`, `2 h`, `2 h 30`. */
export function lengthName(milliseconds: number): string {
  const minutes = Math.round(milliseconds / 60_000);
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  if (hours === 0) return `${rest} min`;
  return rest === 0 ? `${hours} h` : `${hours} h ${String(rest).padStart(2, '0')}`;
}
