import type { CallAnswer, TestService } from '../servers/test-service.ts';

/** Who reads: the path names the service, the token says who it is. */
export interface Reader {
  externalServiceId: string;
  token: string | undefined;
}

/** How an operation that reads is called; it would succeed but for what is changed here. */
export type Read = (service: TestService, reader: Reader, query?: string) => Promise<CallAnswer>;

type Provoke = (service: TestService, reader: Reader) => Promise<CallAnswer>;

/** Ways to have any operation that reads refused: by what it is sent, who sends it, and what goes wrong underneath. */
export function refusedReads(read: Read) {
  return {
    unknownParameter: ((service, reader) => read(service, reader, 'unknown=1')) as Provoke,
    noToken: ((service, reader) => read(service, { ...reader, token: undefined })) as Provoke,
    wrongToken: ((service, reader) => read(service, { ...reader, token: 'cbp_nonsense' })) as Provoke,
    otherScope: (async (service, reader) => {
      const { secret } = await service.factories.token(reader.externalServiceId, ['userwrite', 'userread']);
      return read(service, { ...reader, token: secret });
    }) as Provoke,
    otherService: (async (service, reader) => {
      const { externalServiceId } = await service.factories.tenant();
      return read(service, { ...reader, externalServiceId });
    }) as Provoke,
    /** A real fault underneath: a table is gone for a moment. */
    withoutTable:
      (table: string): Provoke =>
      async (service, reader) => {
        const em = service.database.em();
        await em.execute(`alter table ${table} rename to ${table}_away`);
        try {
          return await read(service, reader);
        } finally {
          await em.execute(`alter table ${table}_away rename to ${table}`);
        }
      },
  };
}

/** What a query that is at fault is told: the paths and codes of its issues. */
export const issuesOf = ({ body }: CallAnswer) =>
  body.error.issues.map(({ path, code }: { path: string[]; code: string }) => `${path.join('.')} ${code}`);
