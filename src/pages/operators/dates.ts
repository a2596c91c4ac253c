const day = 24 * 60 * 60_000;

export const dateAfter = (date: string, days: number) =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * day).toISOString().slice(0, 10);

export const nextDate = (date: string) => dateAfter(date, 1);
