import { deepEqual } from 'node:assert/strict';
import type { Move, OperatorAction, Upsert } from './moves.ts';
import type { Play } from './play.ts';
import type { SideAnswer } from './side.ts';

/** Plays moves on a side and then reads everything. Records each outcome, without expecting a certain one. */
export async function playMoves(play: Play, moves: readonly Move[]): Promise<void> {
  const ids = new Map<number, string>();
  // The service searches for copies of an erased address for a while. A new address for each generation avoids a dependence on timing.
  let generation = 0;
  const { courts, foreignCourt, foreignOrganizationId } = play.scene;
  const stampOf = (stamp: number) => `2026-11-20T12:0${stamp}:00Z`;
  const courtOf = (court: number) => (court === 3 ? foreignCourt : courts[court]!);
  const address = (person: number) => play.address(`person-${person}-${generation}`);
  const idOf = (person: number) => ids.get(person) ?? play.scene.organizationId;
  const bodyOf = ({ court, from, hours, stamp, people }: Upsert) => ({
    courtId: courtOf(court),
    startDate: `2027-01-01T1${from}:00:00Z`,
    endDate: `2027-01-01T1${from + hours}:00:00Z`,
    externalUpdatedAt: stampOf(stamp),
    participants: people.map(({ person, byId }) =>
      byId ? { userId: idOf(person) } : { email: address(person) },
    ),
  });
  const send = (method: string, path: string, by: 'partner' | 'other', body?: object) =>
    play.call({ method, path, by, ...(body ? { body } : {}) }, undefined);
  /** The times in former responses. */
  const formerTimes = new Set<unknown>();
  const timeFields = ['createdAt', 'updatedAt', 'cancelledAt'];
  const withoutNewTimes = ({ status, body }: SideAnswer) => [
    status,
    JSON.stringify(body, (name, value) =>
      timeFields.includes(name) && !formerTimes.has(value) ? 'new' : value,
    ),
  ];
  /** Sends a dry run, and then the call, which must have the same response. */
  const sendTwice = async (...[method, path, by, body]: Parameters<typeof send>) => {
    const dry = await send(method, `${path}${path.includes('?') ? '&' : '?'}dryRun=true`, by, body);
    const called = await send(method, path, by, body);
    deepEqual(withoutNewTimes(dry), withoutNewTimes(called));
    deepEqual([dry.headers.get('Dry-Run'), called.headers.get('Dry-Run')], ['true', null]);
    JSON.stringify(called.body, (name, value) => {
      if (timeFields.includes(name)) formerTimes.add(value);
      return value;
    });
  };
  const place = (id: number) => `/court-bookings/by-external-id/b-${id}`;
  const operators: Record<OperatorAction, (move: Move & { do: 'operator' }) => Promise<unknown>> = {
    cancel: ({ id, court }) => play.try('cancel', [`b-${id}`, court === 0 ? 'Rain.' : 'Storm.']),
    reinstate: ({ id }) => play.try('reinstate', [`b-${id}`]),
    resetVersion: ({ id, stamp }) => play.try('resetVersion', [`b-${id}`, stampOf(stamp)]),
    resetCancellation: ({ id }) => play.try('resetCancellation', [`b-${id}`]),
    closeCourt: ({ court }) => play.try('setCourtActive', [courtOf(court), false]),
    openCourt: ({ court }) => play.try('setCourtActive', [courtOf(court), true]),
    grantForeign: () => play.try('setOrganizationAccess', [foreignOrganizationId, true]),
    revokeForeign: () => play.try('setOrganizationAccess', [foreignOrganizationId, false]),
    grantUser: ({ person }) => play.try('setUserAccess', [idOf(person), true]),
    revokeUser: ({ person }) => play.try('setUserAccess', [idOf(person), false]),
  };

  for (const move of moves) {
    switch (move.do) {
      case 'upsert':
        await sendTwice('PUT', place(move.upsert.id), move.by, bodyOf(move.upsert));
        break;
      case 'cancel':
        await sendTwice('DELETE', `${place(move.id)}?externalUpdatedAt=${stampOf(move.stamp)}`, move.by);
        break;
      case 'batch': {
        const items = move.items.map((item) => ({
          externalCourtBookingId: `b-${item.id}`,
          ...('court' in item
            ? { action: 'upsert', ...bodyOf(item) }
            : { action: 'cancel', externalUpdatedAt: stampOf(item.stamp) }),
        }));
        await sendTwice('POST', '/court-bookings/batch', 'partner', { atomic: move.atomic, items });
        break;
      }
      case 'create user': {
        const fields = play.user({ email: address(move.person), externalUserId: `m-${move.externalId}` });
        const { body } = await send('POST', '/users', move.by, fields);
        if (body.id) ids.set(move.person, body.id);
        break;
      }
      case 'upsert user': {
        const { externalUserId: _, ...body } = play.user({ email: address(move.person) });
        const path = `/users/by-external-id/m-${move.externalId}`;
        const answer = await send('PUT', path, 'partner', body);
        if (answer.body.id) ids.set(move.person, answer.body.id);
        break;
      }
      case 'update user': {
        const externalUserId =
          move.externalId === undefined ? {} : { externalUserId: `m-${move.externalId}` };
        const body = { email: address(move.as), ...externalUserId };
        await send('PATCH', `/users/${idOf(move.person)}`, 'partner', body);
        break;
      }
      case 'user batch': {
        const items = move.items.map(({ externalId, person }) => {
          const externalUserId = `m-${externalId}`;
          return person === undefined
            ? { action: 'erase', externalUserId }
            : { action: 'upsert', ...play.user({ externalUserId, email: address(person) }) };
        });
        const { body } = await send('POST', '/users/batch', 'partner', { atomic: move.atomic, items });
        for (const [index, { person }] of move.items.entries()) {
          const id = body.results?.[index].user?.id;
          if (id && person !== undefined) ids.set(person, id);
        }
        if (move.items.some(({ person }) => person === undefined)) generation += 1;
        break;
      }
      case 'erase user':
        await send('DELETE', `/users/${idOf(move.person)}`, 'partner');
        generation += 1;
        break;
      case 'operator':
        await operators[move.action](move);
    }
  }
  await look(play);
}

async function look(play: Play): Promise<void> {
  const { courts, foreignCourt } = play.scene;
  const range = 'from=2027-01-01T00:00:00Z&to=2027-01-02T00:00:00Z';
  for (const by of ['partner', 'other'] as const) {
    await play.call({ method: 'GET', path: '/court-bookings?status=ANY', by }, undefined, byBooking);
    for (const path of ['/users', '/courts', '/api/v1/token'])
      await play.call({ method: 'GET', path, by }, undefined);
    for (const court of [...courts.slice(0, 2), foreignCourt])
      await play.call({ method: 'GET', path: `/courts/${court}/occupancy?${range}`, by }, undefined);
    await play.call({ method: 'GET', path: '/changes?limit=100', by }, undefined, byThing);
  }
}

type Body = SideAnswer['body'];

/** Sorts by id. All writes of a batch have the same time, so their order is not guaranteed. */
function byBooking({ items }: Body): Body {
  const idOf = (item: Body) => item.externalCourtBookingId;
  return [...items].sort((a: Body, b: Body) => (idOf(a) < idOf(b) ? -1 : 1));
}

/** Groups changes by resource. Their order is guaranteed only within a resource. */
function byThing({ items }: Body): Body {
  const sequences = items.map(({ sequence }: Body) => sequence);
  const things = new Map<string, Body[]>();
  for (const { type, actor, data } of items) {
    const isUser = data.managed !== undefined;
    const thing = isUser
      ? data.id
      : (data.externalCourtBookingId ?? `${type.split('.')[0]} ${data.name ?? ''}`);
    things.set(thing, [...(things.get(thing) ?? []), { type, actor, data }]);
  }
  return { sequences, things: [...things].sort(([a], [b]) => (a < b ? -1 : 1)) };
}
