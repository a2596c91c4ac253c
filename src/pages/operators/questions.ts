import type { Question } from './graphiql-link.ts';

interface Range {
  from: string;
  to: string;
}

/** All requests in a time range, by partner. */
export const requestsQuestion = ({ from, to }: Range): Question => ({
  query: `query Requests($from: DateTime!, $to: DateTime!) {
  all: partnerTraffic(from: $from, to: $to, groupBy: []) {
    requests
    refused
    p50
    p95
  }
  byPartner: partnerTraffic(from: $from, to: $to, groupBy: [SERVICE]) {
    externalService { id name }
    requests
    refused
    p95
  }
}`,
  variables: { from, to },
});

/** The requests of one partner, its errors and their places. */
export const partnerQuestion = ({ from, to }: Range, externalServiceId: string): Question => ({
  query: `query Partner($from: DateTime!, $to: DateTime!, $externalServiceId: ID) {
  all: partnerTraffic(from: $from, to: $to, externalServiceId: $externalServiceId, groupBy: []) {
    requests
    refused
    p50
    p95
    lastAt
    sdkVersion
  }
  byErrorType: partnerTraffic(from: $from, to: $to, externalServiceId: $externalServiceId, groupBy: [OPERATION, ERROR_TYPE]) {
    operation
    errorType
    requests
  }
  faults: partnerFaults(from: $from, to: $to, externalServiceId: $externalServiceId, first: 20) {
    operation
    errorType
    place
    requests
    requestId
  }
}`,
  variables: { from, to, externalServiceId },
});

/** Number of errors by type, and the newest requests with one type. */
export const errorTypeQuestion = ({ from, to }: Range, errorType: string): Question => ({
  query: `query ErrorType($from: DateTime!, $to: DateTime!, $errorType: ErrorType!) {
  byErrorType: partnerTraffic(from: $from, to: $to, groupBy: [ERROR_TYPE]) {
    errorType
    requests
  }
  newest: partnerRequests(from: $from, to: $to, errorType: $errorType, first: 20) {
    nodes {
      at
      operation
      externalId
      requestId
      externalService { id name }
    }
  }
}`,
  variables: { from, to, errorType },
});

/** Response times by operation, and the newest requests of one operation. */
export const operationQuestion = ({ from, to }: Range, operation: string): Question => ({
  query: `query Operation($from: DateTime!, $to: DateTime!, $operation: PartnerOperation!) {
  byOperation: partnerTraffic(from: $from, to: $to, groupBy: [OPERATION]) {
    operation
    requests
    p50
    p95
  }
  newest: partnerRequests(from: $from, to: $to, operation: $operation, first: 20) {
    nodes {
      at
      status
      milliseconds
      requestId
      externalService { id name }
    }
  }
}`,
  variables: { from, to, operation },
});

const bookingFields = `totalCount
    nodes {
      id
      externalCourtBookingId
      startDate
      endDate
      blockReason
      court { name }
      externalService { name }
    }`;

export const clubBookingsQuestion = (organizationId: string, from: string, until: string): Question => ({
  query: `query BookingsOfClub($organizationId: ID!, $from: DateTime!, $until: DateTime!) {
  courtBookings(first: 100, filter: { organizationId: $organizationId, from: $from, until: $until, status: ACTIVE, blocks: false }) {
    ${bookingFields}
  }
}`,
  variables: { organizationId, from, until },
});

/** The bookings of a court in a time range, or its blocks. */
export const courtBookingsQuestion = (
  courtId: string,
  from: string,
  until: string,
  blocks: boolean,
): Question => ({
  query: `query ${blocks ? 'Blocks' : 'Bookings'}OfCourt($courtId: ID!, $from: DateTime!, $until: DateTime!) {
  courtBookings(first: 100, filter: { courtId: $courtId, from: $from, until: $until, status: ACTIVE, blocks: ${blocks} }) {
    ${bookingFields}
  }
}`,
  variables: { courtId, from, until },
});

/** One booking with its history. */
export const bookingQuestion = (id: string): Question => ({
  query: `query Booking($id: ID!) {
  courtBooking(id: $id) {
    id
    externalCourtBookingId
    status
    startDate
    endDate
    blockReason
    externalUpdatedAt
    court { id name organization { id name } }
    externalService { id name }
    participants { email user { id firstName lastName } }
    history(first: 10) { at action requestId }
  }
}`,
  variables: { id },
});

export const stampedAheadQuestion = (): Question => ({
  query: `query StampedAhead($stampAhead: Boolean = true) {
  courtBookings(first: 50, filter: { stampAhead: $stampAhead }) {
    totalCount
    nodes {
      id
      externalCourtBookingId
      externalUpdatedAt
      updatedAt
      externalService { id name }
    }
  }
}`,
  variables: {},
});

/** A webhook endpoint and its failed deliveries. */
export const webhookQuestion = (id: string): Question => ({
  query: `query FailingWebhook($id: ID!) {
  webhookEndpoint(id: $id) {
    id
    url
    status
    pausedBecause
    failures
    failingSince
    lastSuccessAt
    externalService { id name }
  }
  waiting: webhookDeliveries(webhookEndpointId: $id, status: PENDING, first: 10) {
    nodes {
      id
      attempts
      lastStatus
      lastError
      dueAt
    }
  }
}`,
  variables: { id },
});

export const tokenQuestion = (id: string): Question => ({
  query: `query Token($id: ID!) {
  node(id: $id) {
    ... on ApiToken {
      id
      label
      scopes
      createdAt
      expiresAt
      lastUsedAt
      externalService { id name }
    }
  }
}`,
  variables: { id },
});
