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
    callerId: 'uuid?',
    callerRequestId: 'text?',
  },
  as_instant: {
    at: 'timestamptz',
  },
  change_id: {
    millis: 'bigint',
    externalServiceId: 'uuid',
    sequence: 'bigint',
  },
  check_writable: {},
  claim_webhooks: {
    now: 'timestamptz',
    leaseMillis: 'int',
    well: 'int',
    failing: 'int',
  },
  complete_webhook: {
    endpointId: 'uuid',
    id: 'uuid',
    lease: 'timestamptz',
    now: 'timestamptz',
    requestId: 'text',
    outcome: 'text',
    failingDays: 'int',
    dueAt: 'timestamptz?',
    heldUntil: 'timestamptz?',
    status: 'int?',
    milliseconds: 'double precision?',
    error: 'text?',
    answer: 'text?',
  },
  court_booking_key: {
    externalServiceId: 'uuid',
    externalCourtBookingId: 'text',
  },
  court_booking_participants: {
    courtBookingId: 'uuid',
  },
  court_booking_time: {
    startDate: 'timestamptz',
    endDate: 'timestamptz',
  },
  court_bookings_overlapping: {
    courtId: 'uuid',
    startDate: 'timestamptz',
    endDate: 'timestamptz',
  },
  email_key: {
    email: 'text',
  },
  enter_change_wait: {
    apiTokenId: 'uuid',
    slotId: 'uuid',
    milliseconds: 'int',
    most: 'int',
  },
  first_id_of: {
    at: 'timestamptz',
  },
  is_future_version: {
    externalUpdatedAt: 'timestamptz',
    now: 'timestamptz',
  },
  keep_partitions: {
    table: 'text',
    unit: 'text',
    daysKept: 'int',
    now: 'timestamptz',
  },
  leave_change_wait: {
    apiTokenId: 'uuid',
    slotId: 'uuid',
  },
  load_court_bookings: {
    externalServiceId: 'uuid',
    externalCourtBookingIds: 'text[]',
    courtIds: 'uuid[]',
    startDates: 'timestamptz[]',
    endDates: 'timestamptz[]',
    externalUpdatedAts: 'timestamptz[]',
    userIds: 'uuid[]',
    emails: 'text[]',
    locks: 'text?',
  },
  load_users: {
    userIds: 'uuid[]',
    externalUserIds: 'text[]',
    emails: 'text[]',
    locks: 'text',
    waits: 'boolean',
    externalServiceId: 'uuid?',
  },
  look_for_webhooks: {
    now: 'timestamptz',
  },
  millis_of: {
    id: 'uuid',
  },
  number_changes: {
    now: 'timestamptz',
    limit: 'int',
  },
  occupancy_state: {
    organizationId: 'uuid',
  },
  own_changes: {
    externalServiceId: 'uuid',
    after: 'uuid',
    types: 'text[]',
    limit: 'int',
    most: 'int',
  },
  paused_by_person: {
    endpoint: 'webhook_endpoints',
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
  renew_lease: {
    name: 'text',
  },
  resume_webhook_endpoint: {
    endpointId: 'uuid',
    now: 'timestamptz',
  },
  save_court_bookings: {
    externalServiceId: 'uuid',
    created: 'jsonb?',
    updated: 'jsonb?',
    participants: 'jsonb?',
    formerParticipants: 'uuid[]?',
    moving: 'uuid[]?',
    tombstones: 'jsonb?',
    forgotten: 'text[]?',
    events: 'jsonb?',
  },
  save_users: {
    externalServiceId: 'uuid',
    created: 'jsonb',
    updated: 'jsonb',
    links: 'jsonb',
    moving: 'uuid[]',
    events: 'jsonb',
  },
  take_rate_limit_permits: {
    key: 'text',
    returned: 'int',
    needed: 'int',
    wanted: 'int',
    perSecond: 'double precision',
    burst: 'double precision',
  },
  user_link_key: {
    externalServiceId: 'uuid',
    externalUserId: 'text',
  },
  users_open_to: {
    externalServiceId: 'uuid',
  },
  wait_for_standbys: {},
  watch_changes: {
    now: 'timestamptz',
    limit: 'int',
    watchedIds: 'jsonb',
  },
  webhook_endpoint_snapshot: {
    endpoint: 'webhook_endpoints',
  },
  webhooks_at_once: {
    endpoint: 'webhook_endpoints',
  },
  webhooks_due_at: {
    endpoint: 'webhook_endpoints',
    now: 'timestamptz',
  },
} as const;
