import type { GraphQLObjectType, GraphQLResolveInfo } from 'graphql';
import { idAmong } from '../../db/queries/conditions.ts';
import type { Reader } from '../../db/queries/operators/reader.ts';
import { type FoundRow, matching, type NodeName, withId } from '../../db/queries/operators/search.ts';
import { named } from '../../db/queries/operators/select-rows.ts';
import type { Sql } from '../../db/queries/statement.ts';
import { isUuid } from '../../rules/requests/uuid.ts';
import { builder } from '../schema/builder.ts';
import { badUserInput, checkId, checkText } from '../schema/checked.ts';
import { selectionOf } from '../schema/selection-of.ts';
import {
  ApiTokenType,
  AuditEventType,
  CourtBookingType,
  CourtType,
  ExternalServiceType,
  NodeType,
  OperatorType,
  OrganizationType,
  PartnerRequestType,
  UserType,
  WebhookEndpointType,
} from './types.ts';

/** In the order of results of the same rank. */
const types = {
  Organization: OrganizationType,
  Court: CourtType,
  ExternalService: ExternalServiceType,
  ApiToken: ApiTokenType,
  User: UserType,
  CourtBooking: CourtBookingType,
  Operator: OperatorType,
  WebhookEndpoint: WebhookEndpointType,
  PartnerRequest: PartnerRequestType,
  AuditEvent: AuditEventType,
} satisfies Record<NodeName, unknown>;

/** Reads the rows that were found, with one statement per type. Those of the lowest rank come first, of each type the newest. */
async function read(reader: Reader, found: Sql, info: GraphQLResolveInfo): Promise<{ id: string }[]> {
  const rows = await reader.query<FoundRow>(found);
  const ranks = new Map(rows.toReversed().map(({ id, rank }) => [id, rank]));
  const byName = Map.groupBy(rows, ({ name }) => name);
  const all = await Promise.all(
    Object.entries(types).map(async ([name, { entity }]) => {
      const ids = [...new Set(byName.get(name as NodeName)?.map(({ id }) => id))];
      if (ids.length === 0) return [];
      const type = info.schema.getType(name) as GraphQLObjectType;
      const list = { entity, conditions: [idAmong(ids)] };
      const page = { order: 'desc', limit: ids.length } as const;
      const read = (await reader.page(list as never, page, selectionOf(info, [[]], type))) as object[];
      return read.map((row) => named(row, { name }) as { id: string });
    }),
  );
  return all.flat().sort((one, other) => ranks.get(one.id)! - ranks.get(other.id)!);
}

/** An id of a partner, and a name, may have as many characters. */
const maxText = 255;

builder.queryFields((t) => ({
  node: t.field({
    type: NodeType,
    nullable: true,
    description: 'The object with this id, whatever its type; null if it does not exist.',
    args: { id: t.arg.id({ required: true, description: 'The id, for example from a partner’s e-mail.' }) },
    resolve: async (_root, { id }, { reader }, info) =>
      (await read(reader, withId(checkId(id)), info))[0] ?? null,
  }),
  search: t.field({
    type: [NodeType],
    description:
      'Finds objects by an id, an id in a partner’s system, a request id, part of the name of an organization, court, external service or operator, part of the label of an API token or of the URL of a webhook endpoint, the beginning of a person’s e-mail address or name, a complete former e-mail address, or the complete e-mail address of a guest. Ignores case and accents, except in ids. At most ten results per type: exact matches first, then beginnings, then others, and of these the newest.',
    complexity: { field: 10, multiplier: 60 },
    args: {
      text: t.arg.string({ required: true, description: 'The text to search for.' }),
    },
    resolve: (_root, { text }, { reader }, info) => {
      const sought = checkText(text, 'text').trim();
      if (sought === '' || sought.length > maxText)
        throw badUserInput(`text must have 1 to ${maxText} characters.`);
      return read(reader, matching(text, isUuid(sought) ? sought.toLowerCase() : undefined), info);
    },
  }),
}));
