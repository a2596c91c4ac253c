/** A fault that no generated mutant covers, as a change to the code. */
export interface KnownFault {
  fault: FaultName;
  /** The file of the test that detects it. */
  test: string;
  /** `from` occurs exactly once in the file. */
  edits: readonly Edit[];
}

type Edit = readonly [file: string, from: string, to: string];
const edit = (...parts: Edit): Edit => parts;

const answer = 'sdk/src/testing/answer.ts';
const main = 'src/bin/main.ts';
const courtBookingList = 'src/db/queries/operators/court-booking-list.ts';
const lists = 'src/db/queries/operators/lists.ts';
const partnerTraffic = 'src/db/queries/operators/partner-traffic.ts';
const signIn = 'src/db/queries/operators/sign-in.ts';
const operationLimits = 'src/graphql/limits/operation-limits.ts';
const connection = 'src/http/connection.ts';
const httpServer = 'src/http/http-server.ts';
const batchCourtBookings = 'src/rules/batch-court-bookings.ts';
const batchUsers = 'src/rules/batch-users.ts';
const cancelCourtBooking = 'src/rules/cancel-court-booking.ts';
const courtBooking = 'src/rules/court-booking.ts';
const eraseUser = 'src/rules/erase-user.ts';
const participants = 'src/rules/participants.ts';
const calendarDate = 'src/rules/requests/calendar-date.ts';
const upsertCourtBooking = 'src/rules/upsert-court-booking.ts';
const upsertUser = 'src/rules/upsert-user.ts';
const authenticateApiToken = 'src/services/access/authenticate-api-token.ts';
const authenticateOperator = 'src/services/access/authenticate-operator.ts';
const writeCourtBookings = 'src/services/bookings/writes/write-court-bookings.ts';
const getToken = 'src/rest/operations/get-token.ts';
const callGroups = 'src/services/groups/call-groups.ts';
const answerBudget = 'src/services/limits/answer-budget.ts';
const rateLimiter = 'src/services/limits/rate-limiter.ts';
const operatorSession = 'src/services/operators/operator-session.ts';
const rotateOperatorToken = 'src/services/operators/rotate-operator-token.ts';
const changeAccess = 'src/services/partners/change-access.ts';
const changeApiToken = 'src/services/partners/change-api-token.ts';
const recordPartnerRequest = 'src/services/traffic/record-partner-request.ts';
const userGroups = 'src/services/users/writes/user-groups.ts';

// Parts of several faults.
const keepsFlood = edit(
  recordPartnerRequest,
  'this.#dropped = 0;\n    this.#inFlood = 0;',
  'this.#dropped = 0;',
);

const byTest = {
  'test/rest/operations/list-users.test.ts': {
    'lists users that are granted to other services': [
      edit(
        'src/db/queries/partners/list-users.ts',
        "from user_grants where external_service_id >= $1 and (external_service_id, user_id) < ($1, $2)'",
        "from user_grants where external_service_id >= $1 and user_id < $2'",
      ),
    ],
  },
  'test/services/partners/change-access.test.ts': {
    'granting a user to a second service does nothing': [
      edit(changeAccess, '{ externalService: externalServiceId, user: userId })', '{ user: userId })'),
    ],
    'granting an organization to a second service does nothing': [
      edit(changeAccess, '{ externalService: externalServiceId, organization:', '{ organization:'),
    ],
    'revoking the grant of a user also revokes that of another service': [
      edit(
        changeAccess,
        'if (grant) em.remove(grant);',
        "if (grant && 'userId' in subject) await em.nativeDelete(UserGrant, { user: subject.userId as string });\n      else if (grant) em.remove(grant);",
      ),
    ],
    'revoking the grant of an organization also revokes that of another service': [
      edit(
        changeAccess,
        'if (grant) em.remove(grant);',
        "if (grant && 'organizationId' in subject) await em.nativeDelete(OrganizationGrant, { organization: subject.organizationId as string });\n      else if (grant) em.remove(grant);",
      ),
    ],
  },
  'test/secrets.test.ts': {
    'stores API tokens in plain text': [
      edit('src/services/partners/add-api-token.ts', 'secretHash: hashToken(', 'secretHash: Buffer.from('),
      edit(authenticateApiToken, 'database.query, hashToken(secret)', 'database.query, Buffer.from(secret)'),
    ],
    'stores session secrets in plain text': [
      edit(operatorSession, 'secretHash: hashToken(secret)', 'secretHash: Buffer.from(secret)'),
      edit(
        authenticateOperator,
        'findOperatorBySession(this.#query, hashToken(secret))',
        'findOperatorBySession(this.#query, Buffer.from(secret))',
      ),
      edit(
        authenticateOperator,
        'deleteSession(this.#query, hashToken(secret))',
        'deleteSession(this.#query, Buffer.from(secret))',
      ),
    ],
  },
  'test/services/limits/rate-limit-bucket.test.ts': {
    'does not cap the shared bucket at the burst': [
      edit(
        'src/db/functions/take-rate-limit-permits.sql',
        'select least(p_burst, permits + p_returned + p_per_second * extract(epoch from v_now - refilled_at))',
        'select permits + p_returned + p_per_second * extract(epoch from v_now - refilled_at)',
      ),
    ],
  },
  'test/services/limits/rate-limiter.test.ts': {
    'never returns fetched permits to the bucket': [
      edit(rateLimiter, 'const keptMillis = 1_000;', 'const keptMillis = Number.POSITIVE_INFINITY;'),
    ],
    'loses fetched permits that are not used at once': [
      edit(rateLimiter, 'const returned = this.#unused(state);', 'const returned = 0;'),
    ],
    'grants more than a burst by returned permits': [
      edit(rateLimiter, 'const returned = this.#unused(state);', 'const returned = state.permits;'),
    ],
    'rounds Retry-After down': [
      edit(rateLimiter, 'Math.ceil(this.#waitMillis', 'Math.floor(this.#waitMillis'),
    ],
  },
  'test/rest/rate-limit.test.ts': {
    'rejects a valid token that is not cached from an exhausted address': [
      edit(
        'src/services/limits/failed-attempts.ts',
        'if (!exhausted &&',
        'if (exhausted) throw refuseRate(exhausted);\n    if (!exhausted &&',
      ),
    ],
  },
  'test/services/limits/answer-budget.test.ts': {
    'ten times the time budget for partners': [edit(answerBudget, 'partner: 2_200', 'partner: 22_000')],
    'ten times the time budget for operators': [edit(answerBudget, 'operator: 2_600', 'operator: 26_000')],
  },
  'test/services/partners/api-tokens.test.ts': {
    'counts the overlap of an API token in seconds': [
      edit(changeApiToken, 'overlapMinutes * 60_000', 'overlapMinutes * 1_000'),
    ],
    'a rotated API token never expires': [
      edit(changeApiToken, '{ ...token, expiresAt: expiresAt ?? undefined }', 'token'),
    ],
  },
  'test/services/operators/rotate-operator-token.test.ts': {
    'counts the overlap of an operator token in seconds': [
      edit(rotateOperatorToken, 'overlapMinutes * 60_000', 'overlapMinutes * 1_000'),
    ],
    'a rotated operator token never expires': [
      edit(rotateOperatorToken, 'expiresAt,\n    });', 'expiresAt: null,\n    });'),
    ],
  },
  'test/services/webhooks.test.ts': {
    'counts the overlap of a webhook secret in seconds': [
      edit('src/services/webhooks/rotate-webhook-secret.ts', '3_600_000', '1_000'),
    ],
    'counts the overlap of an alert secret in seconds': [
      edit('src/services/alerts/rotate-alert-secret.ts', 'overlapHours * 3_600_000', 'overlapHours * 1_000'),
    ],
  },
  'test/services/operators/operator-session.test.ts': {
    'a session lasts 1,200 hours': [edit(operatorSession, 'sessionHours = 12', 'sessionHours = 1_200')],
    'accepts expired sessions': [
      edit(signIn, 'and s.expires_at > now() and o.revoked_at', 'and o.revoked_at'),
    ],
    'counts the hours of a session as days': [
      edit(signIn, 'make_interval(hours => $4)', 'make_interval(days => $4)'),
    ],
  },
  'test/services/access/authenticate-api-token.test.ts': {
    'uses outdated cache entries of tokens': [
      edit(
        authenticateApiToken,
        'if (entry && entry.askedAt <= arrivedAt - cacheTtlMillis) entry = await this.#ask(secret);',
        '',
      ),
    ],
    'counts the age of a cache entry from its response': [
      edit(authenticateApiToken, 'askedAt,', 'askedAt: this.#dependencies.monotonic(),'),
    ],
    'sends one query per concurrent lookup': [
      edit(authenticateApiToken, 'let asking = this.#asking.get(secret);', 'let asking;'),
    ],
  },
  'test/services/traffic.test.ts': {
    'does not reset the count of unattributed requests': [keepsFlood],
    'records no unattributed request after the first 100': [
      keepsFlood,
      edit(
        recordPartnerRequest,
        'if (mayFlood) this.#inFlood += 1;',
        'if (mayFlood && ++this.#inFlood > maxInFlood) return;',
      ),
    ],
  },
  'test/graphql/audit-events.test.ts': {
    'revokeApiToken writes no audit event': [
      edit(
        changeApiToken,
        "await recordChange(em, context, by, {\n    action: 'revokeApiToken'",
        "void ({\n    action: 'revokeApiToken'",
      ),
    ],
  },
  'test/release/process/configuration.test.ts': {
    'ignores OPERATOR_TOKEN': [
      edit(main, 'configuredToken: env.OPERATOR_TOKEN', 'configuredToken: undefined'),
    ],
  },
  'test/release/process/start.test.ts': {
    'does not read .env': [edit('src/env.ts', "if (existsSync('.env')) process.loadEnvFile('.env');", '')],
  },
  'test/http/request-handler.test.ts': {
    'no Cache-Control: no-store in JSON responses': [
      edit('src/http/envelope.ts', "'Cache-Control': 'no-store',", ''),
    ],
    'no default Cache-Control: no-store': [
      edit(
        'src/http/request-handler.ts',
        "if (!headers.has('Cache-Control')) headers.set('Cache-Control', 'no-store');",
        '',
      ),
    ],
  },
  'test/graphql/graphiql/graphiql-page.test.ts': {
    'no Cache-Control: no-store for a missing file': [
      edit(
        'src/graphql/graphiql/graphiql-files.ts',
        "response.headers.set('Cache-Control', 'no-store');",
        '',
      ),
    ],
  },
  'test/rest/hostile-input.test.ts': {
    'reads a raw + in a path as a space': [
      edit('src/rules/requests/decode-parameters.ts', '(value)', "(value.replaceAll('+', ' '))"),
    ],
  },
  'test/rules/requests/read-query.test.ts': {
    'does not read a + in a query as a space': [
      edit('src/rules/requests/read-query.ts', "text.replaceAll('+', ' ')", 'text'),
    ],
  },
  'test/sdk/testing.test.ts': {
    'keeps the timer of a late response after its abort': [
      edit('sdk/src/deadline.ts', 'clearTimeout(timer);', ''),
    ],
    'does not reject an aborted late response': [edit(answer, 'signal.throwIfAborted();', '')],
  },
  'test/http/server-alone.test.ts': {
    'drains without a grace period': [edit(httpServer, 'await sleep(graceMillis);', '')],
    'allows any number of pipelined requests': [
      edit(connection, 'const maxPipelined = 16;', 'const maxPipelined = 1_000_000;'),
    ],
    'does not close a connection with too many pipelined requests': [
      edit(connection, 'this.#socket.destroy();\n      return false;', 'return false;'),
    ],
    'never closes connections by force': [
      edit(httpServer, 'server.closeAllConnections(), drainMillis', '{}, drainMillis'),
    ],
    'never cuts off a client that neither closes nor stops': [
      edit(connection, 'this.#cut = setTimeout(() => this.#socket.destroy(), lingerMillis).unref();', ''),
    ],
    'keeps silent connections forever': [
      edit(connection, 'idle = setTimeout(() => this.#socket.destroy(),', 'idle = setTimeout(() => {},'),
    ],
    'keeps idle connections while draining': [
      edit(httpServer, 'server.closeIdleConnections(), 20', '{}, 20'),
    ],
  },
  'test/release/process/drain.test.ts': {
    'ignores DRAIN_GRACE_MS': [edit(main, 'graceMillis: env.DRAIN_GRACE_MS', 'graceMillis: 0')],
  },
  'test/graphql/filters.test.ts': {
    'ignores organizationId in the list of courts': [
      edit(lists, '{ organization_id: organizationId }', '{ organization_id: organizationId && undefined }'),
    ],
    'ignores organizationId in the list of court bookings': [
      edit(courtBookingList, 'groupsOf(filter),', 'groupsOf({ ...filter, organizationId: undefined }),'),
    ],
    'ignores externalServiceId in the list of API tokens': [
      edit(
        lists,
        'externalServiceId }),\n      ...endsBefore(',
        'externalServiceId && undefined }),\n      ...endsBefore(',
      ),
    ],
    'ignores externalServiceId in the list of users': [
      edit(lists, 'managed_by_id: managedById }', 'managed_by_id: managedById && undefined }'),
    ],
    'ignores externalServiceId in the list of partner requests': [
      edit(lists, 'external_service_id: equals.externalServiceId,', ''),
    ],
    'ignores externalServiceId in the list of webhook endpoints': [
      edit(lists, 'externalServiceId }),\n      ...(', 'externalServiceId && undefined }),\n      ...('),
    ],
    'ignores externalServiceId in the list of court bookings': [
      edit(courtBookingList, 'external_service_id: externalServiceId,\n    external_court', 'external_court'),
    ],
    'ignores errorType': [edit(lists, 'error_type: equals.errorType,', '')],
    'ignores operation': [edit(lists, 'operation: equals.operation,', '')],
    'ignores action': [
      edit(lists, 'request_id: requestId, action }', 'request_id: requestId, action: action && undefined }'),
    ],
    'ignores actorId': [edit(lists, 'actor_id: actorId,', 'actor_id: actorId && undefined,')],
  },
  'test/services/traffic/read-partner-traffic.test.ts': {
    'ignores externalServiceId in the traffic': [
      edit(partnerTraffic, '[from, to, externalServiceId ?? null, ...days],', '[from, to, null, ...days],'),
    ],
    'ignores externalServiceId in the faults of the traffic': [
      edit(partnerTraffic, 'externalServiceId ?? null, limit,', 'null, limit,'),
    ],
  },
  'test/graphql/document-pages.test.ts': {
    'ignores externalServiceId of the traffic in GraphQL': [
      edit('src/graphql/types/partner-traffic.ts', 'args.externalServiceId ?', 'false ?'),
    ],
  },
  'test/graphql/limits/list-size.test.ts': {
    '`last` costs nothing': [
      edit('src/graphql/limits/list-size.ts', 'first ?? last ?? defaultPageSize', 'first ?? defaultPageSize'),
    ],
  },
  'test/graphql/bounds.test.ts': {
    'ten times the cost limit': [edit(operationLimits, 'complexity: 30_000', 'complexity: 300_000')],
    'allows operations with a depth of 19': [edit(operationLimits, 'depth: 12', 'depth: 19')],
  },
  'test/graphql/limits/document-limits.test.ts': {
    'allows documents with a depth of 19 only': [
      edit('src/graphql/limits/document-limits.ts', 'depth: 20', 'depth: 19'),
    ],
  },
  'test/sdk/rules/rules.test.ts': {
    'of two writes to one booking in a set, the first is stored': [
      edit(writeCourtBookings, 'written.set(', 'if (!written.has(externalCourtBookingId)) written.set('),
    ],
    'a replay omits the userId of an accessible address': [
      edit(
        'src/services/bookings/upsert-court-booking.ts',
        'openUsers: openUsersOf(known, result.booking)',
        "openUsers: result.outcome === 'replayed' ? {} : openUsersOf(known, result.booking)",
      ),
    ],
    'a PUT without participants keeps the stored ones': [
      edit(
        upsertCourtBooking,
        'content,\n    createdAt',
        'content: content.participants.length > 0 || !before ? content : { ...content, participants: before.content.participants },\n    createdAt',
      ),
    ],
  },
  'test/services/users/create-user.test.ts': {
    'accepts a birthday of tomorrow': [
      edit(calendarDate, "if (value > today) return malformed('Must not be in the future.');", ''),
    ],
    'accepts a birthday of 1899-12-31': [edit(calendarDate, "value < '1900-01-01'", "value < '1899-12-31'")],
  },
  'test/services/bookings/upsert-court-booking.test.ts': {
    'a newer PUT without participants keeps the stored ones': [
      edit(
        writeCourtBookings,
        '!hasSameParticipants(before(booking), booking)',
        '!hasSameParticipants(before(booking), booking) && booking.content.participants.length > 0',
      ),
    ],
  },
  'test/sdk/test-platform.test.ts': {
    'keeps the timer of a waiting listChanges after its abort': [
      edit('sdk/src/deadline.ts', 'clearTimeout(timer);', ''),
    ],
  },
  'test/services/bookings/writes/court-booking-groups.test.ts': {
    'a group waits for locks': [edit(callGroups, "isShared ? 'shared' : 'none'", "'all'")],
    'calls for locked bookings take the connections of their court': [
      edit(callGroups, 'all: `locked by others $', 'all: this.#kind.sharedResourceOf(first) ?? `$'),
    ],
    'a call of a group gets the response of its neighbor': [
      edit(callGroups, 'get(call)!);', 'get([...done.keys()].at(-1 - [...done.keys()].indexOf(call))!)!);'),
    ],
    'a failed group loses its calls': [
      edit(callGroups, 'if (isInVain || group.length === 1)', 'if (isInVain || group.length > 0)'),
    ],
  },
  'test/release/process/webhooks-killed.test.ts': {
    'a delivery that a killed process had claimed is never due again': [
      edit('src/db/functions/webhooks.sql', 'v_until, due_at = v_until', 'v_until, due_at = null'),
    ],
  },
  'test/rest/generated-calls.test.ts': {
    'a response has an undocumented field': [
      edit(getToken, 'externalServiceId: partner.', 'undocumented: 1, externalServiceId: partner.'),
    ],
  },
  'test/rest/isolation.test.ts': {
    'every partner can read every user': [
      edit('src/db/queries/partners/users.ts', 'where u.id = $2 and (', 'where u.id = $2 and (true or '),
    ],
  },
  'test/release/process/log.test.ts': {
    'logs the message of a database error, which quotes values': [
      edit('src/telemetry/log.ts', '...(ours ? {', '...(ours || error ? {'),
    ],
  },
  'test/rest/operations/erase-user.test.ts': {
    'keeps former addresses in bookings when a person is erased': [
      edit('src/services/erasing/erase-copies.ts', 'includes(hash))', "includes(hash) && hash === 'none')"),
    ],
  },
  'test/release/process/starvation.test.ts': {
    'does not repeat a statement when its connection is terminated': [
      edit(
        'src/db/connection/database-failure.ts',
        "'57P01', '25P03', '08003', '08006', 'ECONNRESET', 'EPIPE'].includes(code) ||\n    message.includes('Connection terminated')",
        '].includes(code)',
      ),
    ],
  },
  'test/rules/upsert-court-booking.test.ts': {
    'an older upsert replaces a newer one, by the rules': [
      edit(
        upsertCourtBooking,
        "if (externalUpdatedAt < versionOf(stored)) return refuse(versionError('stale_write', stored));",
        '',
      ),
      edit(upsertCourtBooking, 'if (externalUpdatedAt > versionOf(', 'if (externalUpdatedAt !== versionOf('),
    ],
    'a replay of an upsert is written, by the rules': [
      edit(
        'src/rules/court-booking-item.ts',
        "outcome: 'replayed', booking: verdict.before }",
        "outcome: 'replayed', booking: { ...verdict.before, updatedAt: now() } }",
      ),
    ],
    'the grant of an organization is checked before its court, by the rules': [
      edit(
        upsertCourtBooking,
        'if (!court?.isActive) return',
        "if (court && !court.isGranted) return refuse({ error: 'organization_access_denied' });\n  if (!court?.isActive) return",
      ),
    ],
  },
  'test/rules/cancel-court-booking.test.ts': {
    'a cancellation loses a tie, by the rules': [
      edit(cancelCourtBooking, 'if (externalUpdatedAt < versionOf(', 'if (externalUpdatedAt <= versionOf('),
    ],
    'a cancelled booking keeps its place, by the rules': [
      edit(cancelCourtBooking, 'cancelledAt: booking.cancelledAt ?? at', 'cancelledAt: booking.cancelledAt'),
    ],
  },
  'test/rules/overlap.test.ts': {
    'a booking within another one does not overlap it, by the rules': [
      edit(courtBooking, 'a.startDate < b.endDate && b.', 'a.startDate <= b.startDate && b.'),
    ],
    'back-to-back bookings overlap, by the rules': [
      edit(
        courtBooking,
        'a.startDate < b.endDate && b.startDate < a.endDate',
        'a.startDate <= b.endDate && b.startDate <= a.endDate',
      ),
    ],
  },
  'test/rules/batch-items.test.ts': {
    'an item of a batch is judged by the state before the batch, by the rules': [
      edit('src/rules/working-state.ts', '.filter(({ id }) => !ids.has(id))', ''),
    ],
    'an atomic batch compares its items only with stored bookings, by the rules': [
      edit(batchCourtBookings, 'other.index !== index &&', 'false &&'),
    ],
    'an atomic batch names only the first of two items with the same place, by the rules': [
      edit(batchCourtBookings, 'other.index !== index &&', 'other.index > index &&'),
    ],
    'a place that an atomic batch cancels stays taken, by the rules': [
      edit(
        batchCourtBookings,
        'items.flatMap(({ externalCourtBookingId }, index) =>\n      isWritten(index)',
        "items.flatMap(({ action, externalCourtBookingId }, index) =>\n      isWritten(index) && action === 'upsert'",
      ),
    ],
    'an item of a batch of users is judged by the state before the batch, by the rules': [
      edit('src/rules/working-users.ts', 'return written?.id ??', 'return'),
    ],
    'an atomic batch of users compares its items only with stored users, by the rules': [
      edit(batchUsers, 'if (!isTaken && !isWantedTwice) return [];', 'if (!isTaken) return [];'),
    ],
    'an atomic batch of users does not let users exchange addresses, by the rules': [
      edit(
        batchUsers,
        "(verdict.outcome === 'updated' && takesAddress(verdict))",
        "verdict.outcome === 'never'",
      ),
    ],
  },
  'test/rules/reinstate-court-booking.test.ts': {
    'a newer upsert replaces an operator’s cancellation, by the rules': [
      edit(
        upsertCourtBooking,
        "if (before && cancellersOf(before).includes('OPERATOR'))",
        "if (before && content.externalUpdatedAt <= versionOf(before) && cancellersOf(before).includes('OPERATOR'))",
      ),
    ],
  },
  'test/db/operator-races.test.ts': {
    'an operator changes a booking that is not locked': [
      edit('src/db/queries/operators/court-bookings.ts', 'pg_advisory_xact_lock(key)', 'key'),
      edit('src/services/bookings/change-court-booking.ts', "items, 'all')", 'items, null)'),
    ],
  },
  'test/rules/explain-court-booking.test.ts': {
    'an explanation says that a replay was compared with other bookings': [
      edit('src/rules/explain-court-booking.ts', "') return 'court_booking_overlap'", "') return undefined"),
    ],
  },
  'test/rules/participants.test.ts': {
    'an erased participant is another content, by the rules': [edit(participants, '(erased ? [] : `', '(`')],
    'a person is compared only with the first participant, by the rules': [
      edit(participants, 'people.add(person);', 'if (index === 0) people.add(person);'),
    ],
  },
  'test/rules/user.test.ts': {
    'a creation checks the id before the address, by the rules': [
      edit('src/rules/create-user.ts', 'addressError(known,', 'linked ? undefined : addressError(known,'),
    ],
    'an upsert writes an address that another user has, by the rules': [
      edit(upsertUser, 'if (!takesAddress(verdict)) return', "if (verdict.outcome !== 'created') return"),
    ],
    'a user is linked to an id that another user has, by the rules': [
      edit('src/rules/update-user.ts', '!== undefined && known.linked(', "=== '' && known.linked("),
    ],
    'every external service that has access may change a user, by the rules': [
      edit(
        eraseUser,
        "if (known.isOpen(userId)) return { error: 'user_not_managed' };",
        'if (user && known.isOpen(userId)) return user;',
      ),
    ],
    'a change reveals whether a user without access exists, by the rules': [
      edit(eraseUser, 'if (known.isOpen(userId)) return', 'if (user) return'),
    ],
    'an upsert clears a birthday that is left out, by the rules': [
      edit(upsertUser, 'changesOf(linked, fields)', 'changesOf(linked, { birthday: null, ...fields })'),
    ],
    'an unchanged user is written, by the rules': [
      edit('src/rules/user.ts', 'value !== storedValue(user, field as keyof UserFields)', 'true'),
    ],
    'an erased user keeps its link, by the rules': [
      edit(eraseUser, 'links: {},', 'links: { [managedById]: id },'),
    ],
  },
  'test/services/users/writes/write-users.test.ts': {
    'a user is linked although a writer without its lock has taken the address': [
      edit('src/db/functions/save-users.sql', 'if v_count < jsonb', 'if v_count > jsonb'),
    ],
  },
  'test/services/users/writes/user-groups.test.ts': {
    'several addresses of a user are written in one group': [
      edit(
        userGroups,
        "(isWrittenAlone(result) && (locks !== 'all' || calls.length > 1))",
        'isWrittenAlone(result) === undefined',
      ),
    ],
    'a group of calls about users waits for locks': [
      edit(userGroups, "waits: locks === 'all',", 'waits: true,'),
    ],
    'a call about a user is done without a lock that others have': [
      edit(userGroups, "locks === 'all' ? undefined : missingLock(call, loaded, result)", 'undefined'),
    ],
  },
} satisfies Record<string, Record<string, KnownFault['edits']>>;

type ByTest = typeof byTest;
export type FaultName = { [Test in keyof ByTest]: keyof ByTest[Test] }[keyof ByTest];

/** `npm run lab -- mutants known` applies each one alone (docs/testing.md). */
export const knownFaults: readonly KnownFault[] = Object.entries(byTest).flatMap(([test, faults]) =>
  Object.entries<KnownFault['edits']>(faults).map(([fault, edits]) => ({
    fault: fault as FaultName,
    test,
    edits,
  })),
);
