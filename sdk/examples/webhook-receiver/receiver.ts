import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createSequenceKeeper, createWebhookHandler, type WebhookEventData } from '@courtbridge/sdk/webhooks';

const { WEBHOOK_SECRET = '', BOOKINGS_FILE = 'bookings.json', PORT = '8080' } = process.env;

interface State {
  bookings: Record<string, WebhookEventData<'court_booking.updated'>>;
  sequences: Record<string, number>;
}

const state: State = existsSync(BOOKINGS_FILE)
  ? JSON.parse(readFileSync(BOOKINGS_FILE, 'utf8'))
  : { bookings: {}, sequences: {} };

// The booking and its sequence are written together, in one step: killed at any time, neither is there without the other.
const store = {
  load: (thing: string) => state.sequences[thing],
  save(thing: string, sequence: number) {
    state.sequences[thing] = sequence;
    writeFileSync(`${BOOKINGS_FILE}.new`, JSON.stringify(state, null, 2));
    renameSync(`${BOOKINGS_FILE}.new`, BOOKINGS_FILE);
  },
};

const webhooks = createWebhookHandler({
  secrets: WEBHOOK_SECRET.split(','),
  sequences: createSequenceKeeper({ store }),
  onEvent(event) {
    switch (event.type) {
      case 'court_booking.created':
      case 'court_booking.updated':
      case 'court_booking.cancelled':
      case 'court_booking.reinstated':
      case 'court_booking.version_reset': {
        const { externalCourtBookingId, status, cancelledBy, cancellationReason } = event.data;
        state.bookings[externalCourtBookingId] = event.data;
        const why = cancelledBy
          ? ` by ${cancelledBy.join(' and ')}: ${cancellationReason ?? 'no reason given'}`
          : '';
        process.stdout.write(`${externalCourtBookingId} is ${status}${why}\n`);
        break;
      }
      default:
        // Other things, the operator's try, and types that are newer than this program: nothing to do.
        process.stdout.write(`${event.type}\n`);
    }
  },
});

const server = createServer((request, response) => {
  if (request.url === '/courtbridge') return webhooks.nodeHandler(request, response);
  response.writeHead(404).end();
});
server.listen(Number(PORT), () => process.stdout.write(`Listening on port ${PORT}\n`));
process.once('SIGTERM', () => server.close());
