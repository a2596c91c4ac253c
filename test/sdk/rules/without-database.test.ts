import { expect, it } from 'vitest';
import { cases } from './cases.ts';
import { kitSide } from './kit-side.ts';
import { Play } from './play.ts';
import type { Scene } from './side.ts';

const id = (n: number): string => `01990b2e-6f6c-7c1e-9a53-0f2a5a6f1c0${n}`;
const scene: Scene = {
  externalServiceId: id(1),
  otherServiceId: id(2),
  organizationId: id(3),
  courts: [id(4), id(5), id(6)],
  foreignOrganizationId: id(7),
  foreignCourt: id(8),
  tag: 'alone',
};

// `rules.test.ts` compares each response with the service. This takes a second and needs no database.
it.each(Object.keys(cases))('the rules have the expected outcomes: %s', async (name) => {
  const play = new Play(await kitSide(scene));
  await cases[name]!(play);
  expect(play.entries.length).toBeGreaterThan(0);
});
