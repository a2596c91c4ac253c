import type { Database } from './database.ts';

/** What a request is about, as far as the path and the body name it. */
export interface Subject {
  externalId: string;
  externalUpdatedAt?: string;
  courtId?: string;
  startDate?: string;
  endDate?: string;
}

/** A request and its response, without token and body. */
export interface RequestRow extends Partial<Subject> {
  id: string;
  at: Date;
  externalServiceId: string | undefined;
  apiTokenId: string | undefined;
  operation: string;
  status: number;
  errorType: string | undefined;
  milliseconds: number;
}

/** Writes the records of many requests with one statement. */
export async function insertRequests(database: Database, rows: RequestRow[]): Promise<void> {
  await database.query(
    'insert-requests',
    `insert into partner_requests
       (id, at, external_service_id, api_token_id, operation, external_id, external_updated_at, court_id, start_date,
        end_date, status, error_type, issue_paths, milliseconds, request_id)
     select id, at, "externalServiceId", "apiTokenId", operation, "externalId", "externalUpdatedAt", "courtId", "startDate",
       "endDate", status, "errorType", '{}', milliseconds, id::text
     from json_to_recordset($1::json) as row (
       id uuid, at timestamptz, "externalServiceId" uuid, "apiTokenId" uuid, operation text, "externalId" text,
       "externalUpdatedAt" timestamptz, "courtId" uuid, "startDate" timestamptz, "endDate" timestamptz, status smallint,
       "errorType" text, milliseconds float8
     )`,
    [JSON.stringify(rows)],
  );
}
