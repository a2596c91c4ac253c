import type { CallAnswer, TestService } from '../servers/test-service.ts';

/** The service in the path and the token that authenticates. */
export interface Reader {
  externalServiceId: string;
  token: string | undefined;
}

/** Calls a read operation. The call succeeds unless the test changes its arguments. */
export type Read = (service: TestService, reader: Reader, query?: string) => Promise<CallAnswer>;

type Provoke = (service: TestService, reader: Reader) => Promise<CallAnswer>;

/** Ways to make any read operation fail: by the query, by the caller, and by an internal fault. */
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
    /** An internal fault: a table is missing temporarily. */
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

/** The paths and codes of the issues that a query is rejected with. */
export const issuesOf = ({ body }: CallAnswer) =>
  body.error.issues.map(({ path, code }: { path: string[]; code: string }) => `${path.join('.')} ${code}`);
