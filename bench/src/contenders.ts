import type { Contender } from './contender.ts';

/** The service as it runs in production, without a rate limit that the load would reach. */
export const courtbridge: Contender = {
  name: 'Courtbridge',
  main: '../../src/bin/main.ts',
  env: { RATE_LIMIT_PER_SECOND: '1000000', RATE_LIMIT_BURST: '1000000' },
};

const prepared = { PREPARE: '1', BELIEVE_TOKEN_MS: '800' };

/** Courtbridge and the hand-written peers. Those that store the same facts come first. */
export const contenders: (Contender & { storesFacts: boolean })[] = [
  { ...courtbridge, storesFacts: true },
  {
    name: 'Fastify + pg, full',
    main: 'peer/main.ts',
    env: { ...prepared, PIPELINE: '1', STORE_FACTS: '1' },
    storesFacts: true,
  },
  { name: 'Fastify + pg, prepared', main: 'peer/main.ts', env: prepared, storesFacts: false },
  { name: 'Fastify + pg, plain', main: 'peer/main.ts', env: {}, storesFacts: false },
];
