import { describe, expect, it } from 'vitest';
import { userBody } from '../../harness/data/factories.ts';
import { useClockedService, useWorld } from '../../harness/servers/use-test-service.ts';

const day = 24 * 60 * 60_000;

describe('birthday', () => {
  const service = useClockedService();
  const world = useWorld(service);

  const dateIn = (days: number) => service.clock.in(days * day).slice(0, 10);
  /** Sets a birthday as a partner, or as an operator who corrects a user. Returns the birthday of the response, or "refused". */
  const ways = {
    'create user': async (birthday: string) => {
      const { id, token } = world.services.alpha;
      const answer = await service.createUser(id, { token: token.secret, body: userBody({ birthday }) });
      if (answer.status === 201) return answer.body.birthday;
      expect(answer.body.error.issues).toMatchObject([{ path: ['birthday'] }]);
      return 'refused';
    },
    updateUser: async (birthday: string) => {
      const data = await world.operators.admin.data<{
        updateUser: Record<string, unknown>;
      }>(`mutation { updateUser(input: { userId: "${world.users.bob.id}", birthday: "${birthday}" }) {
          ... on User { birthday } ... on InvalidSchemaError { issues { path } } } }`);
      if ('birthday' in data.updateUser) return `${data.updateUser.birthday}T00:00:00.000Z`;
      expect(data.updateUser.issues).toEqual([{ path: ['birthday'] }]);
      return 'refused';
    },
  };

  it.each(Object.entries(ways))('by %s is accepted from 1900-01-01 to today in UTC', async (_by, give) => {
    const midnight = (date: string) => `${date}T00:00:00.000Z`;
    expect(await give('1899-12-31')).toBe('refused');
    expect(await give('1900-01-01')).toBe(midnight('1900-01-01'));
    // Checks one millisecond before the end of a day and the start of the next one. This includes days after the start of the service.
    for (const days of [0, 1, 365]) {
      await service.clock.advance(days * day);
      const now = service.clock.now();
      await service.clock.advance(day - (now % day) - 1);
      const [today, tomorrow, dayAfter] = [dateIn(0), dateIn(1), dateIn(2)];
      expect(await give(today)).toBe(midnight(today));
      expect(await give(tomorrow)).toBe('refused');
      await service.clock.advance(1);
      expect(await give(tomorrow)).toBe(midnight(tomorrow));
      expect(await give(dayAfter)).toBe('refused');
    }
  });
});
