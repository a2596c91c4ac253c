import { execute, type GraphQLInputType, getNamedType, isInputObjectType } from 'graphql';
import { errorFactory } from '../../api-error.ts';
import { Reader } from '../../db/queries/operators/reader.ts';
import type { RequestContext } from '../../http/request-context.ts';
import { readParameters } from '../../pages/operators/addresses.ts';
import { repeatedKeys } from '../../rules/requests/repeated-keys.ts';
import type { AuthenticatedOperator } from '../../services/access/authenticate-operator.ts';
import { authorizeAnyOperator } from '../../services/access/authorize-operator.ts';
import { recordExport } from '../../services/audit/record-export.ts';
import { parsedJson } from '../../services/values/cursor.ts';
import { rejectForeign } from '../../sign-in/reject-foreign.ts';
import { chosenColumns, rowOf } from '../document-pages/columns.ts';
import { maxPageSize } from '../limits/list-size.ts';
import type { GraphqlContext } from '../schema/context.ts';
import { schema } from '../schema/schema.ts';
import type { GraphqlDependencies } from '../server.ts';
import { type ExportDocument, exportableLists, exportDocument } from './export-document.ts';
import { type ExportFormat, exportFormats, separatorIn, sheetFormat } from './export-format.ts';
import { readableColumns } from './readable-columns.ts';

/** The errors of an export before its first row. */
export const exportListErrors = [
  'operator_permission_denied',
  'route_not_found',
  'invalid_schema',
  'rate_limit_exceeded',
] as const;
const createError = errorFactory(exportListErrors);

/** Per process. Each export uses one connection at a time, and operators need the others. */
const mostAtOnce = 2;

interface Page {
  nodes: unknown[];
  pageInfo: { hasNextPage: boolean; endCursor: string | null };
}

/** The names of participants make rows costly (`limits.complexity`). */
const sheetPageSize = 50;

type ReadPage = (after: string | null) => Promise<Page>;

/**
 * Writes a list of the operators' schema as CSV or JSON Lines, in the order of the list, newest first. The parameter
 * `arguments` contains the arguments of the list as JSON. With `separator`, the CSV is for spreadsheets, with `columns`.
 *
 * The list is read page by page, one statement each. The next page is read when the client has received the previous
 * one. So the length of the list affects neither memory nor how long a connection is held. If a page fails, the
 * connection is closed, so that no client mistakes a part for the whole.
 *
 * @throws ApiError `operator_permission_denied` (a page of another site), `route_not_found` (no such
 * list or format), `invalid_schema` (the arguments), `rate_limit_exceeded`, `service_unavailable`.
 */
export function createListExport(dependencies: GraphqlDependencies) {
  const { database, newId, now, onUnexpectedError } = dependencies;
  const lists = exportableLists(schema);
  let running = 0;

  return async (
    operator: AuthenticatedOperator,
    request: Request,
    context: RequestContext,
    { file, query }: { file: string; query: string },
  ): Promise<Response> => {
    rejectForeign(request);
    const [, list = '', ending = ''] = /^(\w+)\.(\w+)$/.exec(file) ?? [];
    const format = Object.hasOwn(exportFormats, ending) ? exportFormats[ending] : undefined;
    if (!lists.includes(list) || !format) {
      const message = `Exports are ${lists.join(', ')}, each with .csv or .jsonl.`;
      throw createError('route_not_found', { message });
    }
    const parameters = readParameters(query, ['arguments', 'separator'], ['columns']);
    const sheet = readSheet(list, ending, parameters);
    const exported = exportDocument(schema, list, sheet?.columns);
    const written = sheet ? sheetFormat(sheet.separator, exported.sheet) : format;
    const given = readArguments(exported, parameters.get('arguments'));
    if (running >= mostAtOnce)
      throw createError('rate_limit_exceeded', {
        message: `${mostAtOnce} exports are under way. Wait for one of them to end.`,
        retryAfterSeconds: 5,
      });
    running += 1;
    const release = once(() => {
      running -= 1;
    });
    try {
      const readPage = pageReader(dependencies, operator, context, exported, given);
      const first = await readPage(null);
      const service = { database, newId, now, requestId: context.requestId };
      const filters = withoutTexts(exported, given);
      await recordExport(service, authorizeAnyOperator(operator), { list, format: ending, filters });
      const body = streamOf(first, readPage, exported, written, {
        onEnd: release,
        onFailure: (error) => {
          release();
          onUnexpectedError(error, context);
          // A failing stream would also be reported on the console. This one is cancelled when its connection closes.
          if (!context.cut) throw error;
          context.cut();
        },
      });
      return new Response(body, {
        headers: {
          'Content-Type': written.contentType,
          'Content-Disposition': `attachment; filename="${list}.${ending}"`,
        },
      });
    } catch (error) {
      release();
      throw error;
    }
  };
}

/** Reads how a file for spreadsheets is written: with all columns, unless some are chosen. */
function readSheet(
  list: string,
  ending: string,
  query: URLSearchParams,
): { separator: string; columns: string[] } | undefined {
  const separator = separatorIn(query);
  const columns = readableColumns(schema, rowOf(schema, list)).map(({ name }) => name);
  const chosen = chosenColumns(columns, query);
  if (separator === undefined ? chosen : ending !== 'csv')
    throw createError('invalid_schema', {
      message: 'A file with columns or a separator is for spreadsheets: ask for .csv, with a separator.',
    });
  return separator === undefined ? undefined : { separator, columns: chosen ?? columns };
}

/** Reads the parameter `arguments`. The schema validates the values. */
function readArguments({ args }: ExportDocument, text: string | null): Record<string, unknown> {
  if (text === null) return {};
  const given = parsedJson(text);
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    throw createError('invalid_schema', { message: '"arguments" must be a JSON object.' });
  const [repeated] = repeatedKeys(text);
  if (repeated)
    throw createError('invalid_schema', { message: `"arguments" has ${repeated.join('.')} more than once.` });
  const stray = Object.keys(given).find((name) => args.every((argument) => argument.name !== name));
  if (stray !== undefined) {
    const names = args.map(({ name }) => name).join(', ') || 'none';
    throw createError('invalid_schema', { message: `"arguments" has ${stray}; this list takes: ${names}.` });
  }
  return given as Record<string, unknown>;
}

function pageReader(
  dependencies: GraphqlDependencies,
  operator: AuthenticatedOperator,
  { requestId, callerRequestId }: RequestContext,
  { document, sheet }: ExportDocument,
  given: Record<string, unknown>,
): ReadPage {
  return async (after) => {
    const reader = new Reader(dependencies.database, 'replica');
    const contextValue: GraphqlContext = { ...dependencies, operator, requestId, callerRequestId, reader };
    const first = sheet.length > 0 ? sheetPageSize : maxPageSize;
    const variableValues = { ...given, first, after };
    const { data, errors } = await execute({ schema, document, contextValue, variableValues });
    const [error] = errors ?? [];
    if (!error) return (data as unknown as { page: Page }).page;
    const { originalError, extensions, message } = error;
    // Without data nothing was executed. Errors about the arguments are meant for the caller.
    if (data === undefined || extensions?.code === 'BAD_USER_INPUT')
      throw createError('invalid_schema', { message });
    throw originalError ?? error;
  };
}

/** Turns pages into a stream. The next page is read on demand. */
function streamOf(
  first: Page,
  readPage: ReadPage,
  { columns }: ExportDocument,
  format: ExportFormat,
  { onEnd, onFailure }: { onEnd: () => void; onFailure: (error: unknown) => void },
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let [page, head]: [Page | undefined, string] = [first, format.head(columns)];
  let after: string | null = null;
  return new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        try {
          const { nodes, pageInfo } = page ?? (await readPage(after));
          const text = head + nodes.map((row) => format.row(row, columns)).join('');
          [page, head, after] = [undefined, '', pageInfo.endCursor];
          if (text !== '') controller.enqueue(encoder.encode(text));
          if (pageInfo.hasNextPage) return;
          controller.close();
          onEnd();
        } catch (error) {
          onFailure(error);
        }
      },
      cancel: onEnd,
    },
    // Do not read ahead of the client.
    { highWaterMark: 0 },
  );
}

/** The arguments for the audit event. A text may be an e-mail address, so only its presence is recorded. */
function withoutTexts({ args }: ExportDocument, given: Record<string, unknown>): Record<string, unknown> {
  const shown = (type: GraphQLInputType, value: unknown): unknown => {
    const named = getNamedType(type);
    if (typeof value !== 'object' || value === null) return named.name === 'String' ? value !== null : value;
    if (!isInputObjectType(named)) return value;
    const fields = named.getFields();
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]) => [name, shown(fields[name]!.type, inner)]),
    );
  };
  return Object.fromEntries(
    args
      .filter(({ name }) => given[name] !== undefined)
      .map(({ name, type }) => [name, shown(type, given[name])]),
  );
}

function once(work: () => void): () => void {
  let isDone = false;
  return () => {
    if (isDone) return;
    isDone = true;
    work();
  };
}
