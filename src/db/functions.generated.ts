// generated, run npm run codegen

/** The parameters of the functions in the database, in their order; a type with `?` has a default. */
export const functionParameters = {
  announce_change: {
    type: 'text',
    subjectId: 'uuid',
    at: 'timestamptz',
    actorType: 'text',
    requestId: 'text',
    data: 'jsonb',
    externalServiceId: 'uuid?',
    organizationId: 'uuid?',
    userId: 'uuid?',
    externalCourtBookingId: 'text?',
  },
  announce_user: {
    type: 'text',
    userId: 'uuid',
    at: 'timestamptz',
    actorType: 'text',
    requestId: 'text',
  },
  as_instant: {
    at: 'timestamptz',
  },
  batch_court_bookings: {
    externalServiceId: 'uuid',
    items: 'jsonb',
    actorType: 'text',
    actorId: 'uuid',
    requestId: 'text',
  },
  batch_court_bookings_atomically: {
    externalServiceId: 'uuid',
    items: 'jsonb',
    actorType: 'text',
    actorId: 'uuid',
    requestId: 'text',
  },
  cancel_court_booking: {
    externalServiceId: 'uuid',
    externalCourtBookingId: 'text',
    externalUpdatedAt: 'timestamptz',
    actorType: 'text',
    actorId: 'uuid',
    requestId: 'text',
    auditEventId: 'uuid',
  },
  cancellation_answer: {
    outcome: 'text',
    externalUpdatedAt: 'timestamptz',
    cancelledAt: 'timestamptz',
  },
  change_id: {
    millis: 'bigint',
    externalServiceId: 'uuid',
    sequence: 'bigint',
  },
  check_writable: {},
  court_booking_conflicts: {
    externalServiceId: 'uuid',
    courtId: 'uuid',
    startDate: 'timestamptz',
    endDate: 'timestamptz',
    exceptIds: 'uuid[]',
  },
  court_booking_key: {
    externalServiceId: 'uuid',
    externalCourtBookingId: 'text',
  },
  court_booking_participants_as_named: {
    courtBookingId: 'uuid',
  },
  court_bookings_overlapping: {
    courtId: 'uuid',
    startDate: 'timestamptz',
    endDate: 'timestamptz',
  },
  create_user: {
    newId: 'uuid',
    externalServiceId: 'uuid',
    externalUserId: 'text',
    email: 'text',
    firstName: 'text',
    lastName: 'text',
    actorType: 'text',
    actorId: 'uuid',
    requestId: 'text',
    auditEventId: 'uuid',
    birthday: 'date?',
  },
  email_key: {
    email: 'text',
  },
  first_id_of: {
    at: 'timestamptz',
  },
  is_stamp_ahead: {
    externalUpdatedAt: 'timestamptz',
    now: 'timestamptz',
  },
  keep_partitions: {
    table: 'text',
    unit: 'text',
    daysKept: 'int',
    now: 'timestamptz',
  },
  lock_for_batch: {
    externalServiceId: 'uuid',
    items: 'jsonb',
  },
  millis_of: {
    id: 'uuid',
  },
  number_changes: {
    now: 'timestamptz',
    limit: 'int',
  },
  record_audit_event: {
    id: 'uuid',
    at: 'timestamptz',
    actorType: 'text',
    actorId: 'uuid',
    requestId: 'text',
    action: 'text',
    subjectType: 'text',
    subjectId: 'uuid',
    before: 'jsonb?',
    after: 'jsonb?',
  },
  refusal_by_stamp: {
    refused: 'text',
    externalUpdatedAt: 'timestamptz',
  },
  renew_lease: {
    name: 'text',
  },
  take_rate_limit_permits: {
    key: 'text',
    wanted: 'int',
    perSecond: 'double precision',
    burst: 'double precision',
  },
  upsert_court_booking: {
    newId: 'uuid',
    externalServiceId: 'uuid',
    externalCourtBookingId: 'text',
    courtId: 'uuid',
    startDate: 'timestamptz',
    endDate: 'timestamptz',
    externalUpdatedAt: 'timestamptz',
    participants: 'jsonb',
    actorType: 'text',
    actorId: 'uuid',
    requestId: 'text',
    auditEventId: 'uuid',
  },
  user_link_key: {
    externalServiceId: 'uuid',
    externalUserId: 'text',
  },
  users_open_to: {
    externalServiceId: 'uuid',
  },
  webhook_endpoint_snapshot: {
    endpoint: 'webhook_endpoints',
  },
} as const;
