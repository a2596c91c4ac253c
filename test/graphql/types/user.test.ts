import { beforeAll, describe, expect, it } from 'vitest';
import type { WorldUser } from '../../harness/data/world.ts';
import { useOperator, useTestService, useWorld } from '../../harness/servers/use-test-service.ts';

describe('page of a person', () => {
  const service = useTestService('postgresql');
  const world = useWorld(service);
  const viewer = useOperator(service, 'VIEWER');
  let person: WorldUser;
  const present = 'present@example.com';
  beforeAll(async () => {
    person = world.users.gwen;
    await service.database.query('delete from court_booking_participants where user_id = $1', [person.id]);
    await service.database.query('update users set email = $2 where id = $1', [person.id, present]);
    // Every second one by id, the others as a guest. The guest with the former address is somebody else.
    await service.database.query(
      `with b as (insert into court_bookings (id, external_service_id, external_court_booking_id, court_id, start_date, end_date, external_updated_at)
         select gen_random_uuid(), $1, 'played-' || n, $2, timestamptz '2031-01-01Z' + n * interval '1 hour', timestamptz '2031-01-01Z' + (n + 1) * interval '1 hour', now()
         from generate_series(1, 25) n returning id, start_date)
       insert into court_booking_participants (court_booking_id, position, user_id, email)
       select id, 0, case when extract(hour from start_date at time zone 'UTC')::int % 2 = 0 then $3::uuid end,
         case when extract(hour from start_date at time zone 'UTC')::int % 2 = 1 then $4 end from b`,
      [world.services.gamma.id, world.courts.north.id, person.id, present],
    );
  });

  const get = async (path: string) => ({ html: (await viewer.get(path)).html.replaceAll('&amp;', '&') });
  const playedIn = (html: string) => [...html.matchAll(/>played-(\d+)</g)].map(([, n]) => Number(n));
  const latestFirst = Array.from({ length: 25 }, (_, n) => 25 - n);

  it('has every booking as user and as guest by date, with their number and the rest', async () => {
    const first = await get(`/operators/user?userId=${person.id}`);
    expect(playedIn(first.html)).toEqual(latestFirst.slice(0, 20));
    expect(first.html).toContain('25 in total.');
    const [, next] = /href="([^"]+)" rel="next"/.exec(first.html)!;
    expect(playedIn((await get(next!)).html)).toEqual(latestFirst.slice(20));
  });

  it('has the former addresses, by which the search finds it', async () => {
    const { html } = await get(`/operators/user?userId=${person.id}`);
    expect(html).toMatch(new RegExp(`Former emails</dt><dd>${person.email.replace('@', '@(?:<wbr>)?')}`));
    const found = await get(`/operators/search?text=${encodeURIComponent(person.email)}`);
    expect(found.html).toContain(`/operators/user?userId=${person.id}`);
  });

  it('has the same bookings as the list of bookings of the person', async () => {
    const { html } = await get(`/operators/bookings?userId=${person.id}`);
    expect(playedIn(html)).toEqual(latestFirst);
  });
});
