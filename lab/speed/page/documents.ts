import { isDeepStrictEqual } from 'node:util';

/** The page as an operator requests it. */
export const document = /* GraphQL */ `
  query Page($first: Int!) {
    courtBookings(first: $first) {
      nodes {
        id externalCourtBookingId startDate endDate externalUpdatedAt status createdAt updatedAt
        court { id name organization { id name } }
        externalService { id name }
        participants { email user { id email firstName lastName } }
      }
      pageInfo { hasNextPage }
    }
  }
`;

/** The same page with PostGraphile's names. Its lists are connections, and its `id` has another meaning. */
export const postgraphileDocument = /* GraphQL */ `
  query Page($first: Int!) {
    courtBookings: allCourtBookings(first: $first, orderBy: [ROW_ID_DESC]) {
      nodes {
        id: rowId externalCourtBookingId startDate endDate externalUpdatedAt active createdAt updatedAt
        court: courtByCourtId { id: rowId name organization: organizationByOrganizationId { id: rowId name } }
        externalService: externalServiceByExternalServiceId { id: rowId name }
        participants: courtBookingParticipantsByCourtBookingId {
          nodes { email user: userByUserId { id: rowId email firstName lastName } }
        }
      }
      pageInfo { hasNextPage }
    }
  }
`;

interface Booking extends Record<string, unknown> {
  participants: unknown[] | { nodes: unknown[] };
}
interface Page {
  nodes: Booking[];
  pageInfo: { hasNextPage: boolean };
}

const dates = ['startDate', 'endDate', 'externalUpdatedAt', 'createdAt', 'updatedAt'];

/** Returns the rows of a response in the same form for all contenders, with times in milliseconds and plain lists. */
export function pageOf(answer: string): Page {
  const { data, errors } = JSON.parse(answer) as { data?: { courtBookings: Page }; errors?: unknown };
  if (errors || !data) throw new Error(`not a page: ${answer.slice(0, 500)}`);
  const { nodes, pageInfo } = data.courtBookings;
  return { nodes: nodes.map(normalize), pageInfo };
}

function normalize({ active, status, participants, ...booking }: Booking): Booking {
  for (const name of dates) booking[name] = new Date(booking[name] as string).toISOString();
  return {
    ...booking,
    status: status ?? (active ? 'ACTIVE' : 'CANCELLED'),
    participants: Array.isArray(participants) ? participants : participants.nodes,
  };
}

/** @throws Error if a page differs from the first one, or the first one does not have `rows` rows */
export function checkSame(pages: { name: string; page: Page }[], rows: number): void {
  const [first, ...others] = pages as [(typeof pages)[number], ...typeof pages];
  if (first.page.nodes.length !== rows)
    throw new Error(`${first.name}: expected ${rows} rows, found ${first.page.nodes.length}`);
  for (const { name, page } of others) {
    if (isDeepStrictEqual(page, first.page)) continue;
    const at = page.nodes.findIndex((node, index) => !isDeepStrictEqual(node, first.page.nodes[index]));
    throw new Error(
      `${name} returns a different page than ${first.name}, from row ${at}:\n${JSON.stringify(page.nodes[at])}\n${JSON.stringify(first.page.nodes[at])}`,
    );
  }
}
