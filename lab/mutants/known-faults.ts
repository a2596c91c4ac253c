/** A fault that no generated mutant covers, as a change to the code. */
export interface KnownFault {
  fault: string;
  /** The test that detects it: its file and its name. */
  test: string;
  name: string;
  /** The file of the next `from` and `to`. `from` occurs exactly once in it. */
  edits: readonly (readonly [file: string, from: string, to: string])[];
}

/** `npm run lab -- mutants known` applies each one alone (docs/testing.md). */
export const knownFaults: readonly KnownFault[] = [
  {
    fault: 'lists users that are granted to other services',
    test: 'test/rest/operations/list-users.test.ts',
    name: 'contains exactly the users that each service has access to',
    edits: [
      [
        'src/db/queries/partners/list-users.ts',
        `from user_grants where external_service_id >= $1 and (external_service_id, user_id) < ($1, $2)'`,
        `from user_grants where external_service_id >= $1 and user_id < $2'`,
      ],
    ],
  },
  {
    fault: 'granting a user to a second service does nothing',
    test: 'test/services/partners/change-access.test.ts',
    name: 'grant: gamma names ada, whom beta was granted before, changes no other access',
    edits: [
      [
        'src/services/partners/change-access.ts',
        'em.findOne(UserGrant, { externalService: externalServiceId, user: userId })',
        'em.findOne(UserGrant, { user: userId })',
      ],
      [
        'src/services/partners/change-access.ts',
        'findGrant: (em, { externalServiceId, userId }) =>',
        'findGrant: (em, { userId }) =>',
      ],
    ],
  },
  {
    fault: 'granting an organization to a second service does nothing',
    test: 'test/services/partners/change-access.test.ts',
    name: 'grant: alpha books hilltop, which beta and gamma were granted before, changes no other access',
    edits: [
      [
        'src/services/partners/change-access.ts',
        'em.findOne(OrganizationGrant, { externalService: externalServiceId, organization: organizationId })',
        'em.findOne(OrganizationGrant, { organization: organizationId })',
      ],
      [
        'src/services/partners/change-access.ts',
        'findGrant: (em, { externalServiceId, organizationId }) =>',
        'findGrant: (em, { organizationId }) =>',
      ],
    ],
  },
  {
    fault: 'revoking the grant of a user also revokes that of another service',
    test: 'test/services/partners/change-access.test.ts',
    name: '%s: %s %s %s, %s, changes no other access',
    edits: [
      [
        'src/services/partners/change-access.ts',
        'if (grant) em.remove(grant);',
        `if (grant && 'userId' in subject) await em.nativeDelete(UserGrant, { user: subject.userId as string });
      else if (grant) em.remove(grant);`,
      ],
    ],
  },
  {
    fault: 'revoking the grant of an organization also revokes that of another service',
    test: 'test/services/partners/change-access.test.ts',
    name: '%s: %s %s %s, %s, changes no other access',
    edits: [
      [
        'src/services/partners/change-access.ts',
        'if (grant) em.remove(grant);',
        `if (grant && 'organizationId' in subject) await em.nativeDelete(OrganizationGrant, { organization: subject.organizationId as string });
      else if (grant) em.remove(grant);`,
      ],
    ],
  },
  {
    fault: 'stores API tokens in plain text',
    test: 'test/secrets.test.ts',
    name: 'are in the database only as their SHA-256 hashes',
    edits: [
      [
        'src/services/partners/add-api-token.ts',
        'secretHash: hashToken(secret)',
        'secretHash: Buffer.from(secret)',
      ],
      ['src/services/partners/add-api-token.ts', 'import { hashToken, newToken }', 'import { newToken }'],
      [
        'src/services/access/authenticate-api-token.ts',
        'database.query, hashToken(secret)',
        'database.query, Buffer.from(secret)',
      ],
    ],
  },
  {
    fault: 'stores session secrets in plain text',
    test: 'test/secrets.test.ts',
    name: 'are in the database only as their SHA-256 hashes',
    edits: [
      [
        'src/services/operators/operator-session.ts',
        'secretHash: hashToken(secret)',
        'secretHash: Buffer.from(secret)',
      ],
      [
        'src/services/access/authenticate-operator.ts',
        'findOperatorBySession(this.#query, hashToken(secret))',
        'findOperatorBySession(this.#query, Buffer.from(secret))',
      ],
      [
        'src/services/access/authenticate-operator.ts',
        'deleteSession(this.#query, hashToken(secret))',
        'deleteSession(this.#query, Buffer.from(secret))',
      ],
    ],
  },
  {
    fault: 'does not cap the shared bucket at the burst',
    test: 'test/services/limits/rate-limit-bucket.test.ts',
    name: 'never holds more than its burst, however long it is unused',
    edits: [
      [
        'src/db/functions/take-rate-limit-permits.sql',
        'select least(p_burst, permits + p_returned + p_per_second * extract(epoch from v_now - refilled_at))',
        'select permits + p_returned + p_per_second * extract(epoch from v_now - refilled_at)',
      ],
    ],
  },
  {
    fault: 'never returns fetched permits to the bucket',
    test: 'test/services/limits/rate-limiter.test.ts',
    name: 'estimates the remaining permits of a key without using any, up to the burst',
    edits: [
      [
        'src/services/limits/rate-limiter.ts',
        'const keptMillis = 1_000;',
        'const keptMillis = Number.POSITIVE_INFINITY;',
      ],
    ],
  },
  {
    fault: 'reports old permits as remaining',
    test: 'test/services/limits/rate-limiter.test.ts',
    name: 'estimates the remaining permits of a key without using any, up to the burst',
    edits: [
      ['src/services/limits/rate-limiter.ts', 'since > keptMillis ? 0 : state.permits', 'state.permits'],
    ],
  },
  {
    fault: 'rounds Retry-After down',
    test: 'test/services/limits/rate-limiter.test.ts',
    name: 'at 0.3 permits a second, the returned wait is sufficient and less than a second too long',
    edits: [
      ['src/services/limits/rate-limiter.ts', 'Math.ceil(this.#waitMillis', 'Math.floor(this.#waitMillis'],
    ],
  },
  {
    fault: 'rejects a valid token that is not cached from an exhausted address',
    test: 'test/rest/rate-limit.test.ts',
    name: 'limits malformed tokens by address, while valid tokens from there still pass',
    edits: [
      [
        'src/services/limits/failed-attempts.ts',
        `const now = this.#monotonic();
    if (!exhausted &&`,
        `if (exhausted) throw refuseRate(exhausted);
    const now = this.#monotonic();
    if (!exhausted &&`,
      ],
    ],
  },
  {
    fault: 'ten times the time budget for partners',
    test: 'test/services/limits/answer-budget.test.ts',
    name: `to a partner after 2.2 s, while it waits for the row of its token`,
    edits: [['src/services/limits/answer-budget.ts', 'partner: 2_200', 'partner: 22_000']],
  },
  {
    fault: 'ten times the time budget for operators',
    test: 'test/services/limits/answer-budget.test.ts',
    name: `to an operator after 2.6 s, while it waits for the row of its token`,
    edits: [['src/services/limits/answer-budget.ts', 'operator: 2_600', 'operator: 26_000']],
  },
  {
    fault: 'counts the overlap of an API token in seconds',
    test: 'test/services/partners/api-tokens.test.ts',
    name: 'keeps both tokens valid during an overlap of 1 minutes, to the millisecond',
    edits: [
      ['src/services/partners/rotate-api-token.ts', 'overlapMinutes * 60_000', 'overlapMinutes * 1_000'],
    ],
  },
  {
    fault: 'counts the overlap of an operator token in seconds',
    test: 'test/services/operators/rotate-operator-token.test.ts',
    name: 'remains valid with its sessions during the overlap, or ends at once without one',
    edits: [
      [
        'src/services/operators/rotate-operator-token.ts',
        'overlapMinutes * 60_000',
        'overlapMinutes * 1_000',
      ],
    ],
  },
  {
    fault: 'counts the overlap of a webhook secret in seconds',
    test: 'test/services/webhooks/rotate-webhook-secret.test.ts',
    name: 'signs with both secrets until the very end of the overlap, and then only with the new one',
    edits: [
      ['src/services/webhooks/rotate-webhook-secret.ts', 'overlapHours * 3_600_000', 'overlapHours * 1_000'],
    ],
  },
  {
    fault: 'counts the overlap of an alert secret in seconds',
    test: 'test/services/alerts/create-alert-endpoint.test.ts',
    name: 'after a rotation, the former secret signs in addition until the end of the overlap',
    edits: [
      ['src/services/alerts/rotate-alert-secret.ts', 'overlapHours * 3_600_000', 'overlapHours * 1_000'],
    ],
  },
  {
    fault: 'a rotated API token never expires',
    test: 'test/services/partners/api-tokens.test.ts',
    name: 'the new token expires when the old one would have, %s',
    edits: [
      [
        'src/services/partners/rotate-api-token.ts',
        `      expiresAt: expiresAt ?? undefined,
`,
        '',
      ],
    ],
  },
  {
    fault: 'a rotated operator token never expires',
    test: 'test/services/operators/rotate-operator-token.test.ts',
    name: 'keeps the former token %s',
    edits: [
      [
        'src/services/operators/rotate-operator-token.ts',
        `      expiresAt,
    });
    await em.flush`,
        `      expiresAt: null,
    });
    await em.flush`,
      ],
    ],
  },
  {
    fault: 'a session lasts 1,200 hours',
    test: 'test/services/operators/operator-session.test.ts',
    name: 'lasts 12 hours to the millisecond, whatever the activity',
    edits: [['src/services/operators/operator-session.ts', 'sessionHours = 12', 'sessionHours = 1_200']],
  },
  {
    fault: 'accepts expired sessions',
    test: 'test/services/operators/operator-session.test.ts',
    name: 'lasts 12 hours to the millisecond, whatever the activity',
    edits: [
      [
        'src/db/queries/operators/sign-in.ts',
        'and s.expires_at > now() and o.revoked_at',
        'and o.revoked_at',
      ],
    ],
  },
  {
    fault: 'counts the hours of a session as days',
    test: 'test/services/operators/operator-session.test.ts',
    name: 'lasts 12 hours to the millisecond, whatever the activity',
    edits: [
      ['src/db/queries/operators/sign-in.ts', 'make_interval(hours => $4)', 'make_interval(days => $4)'],
    ],
  },
  {
    fault: 'uses outdated cache entries of tokens',
    test: 'test/services/access/authenticate-api-token.test.ts',
    name: 'does not trust a lookup that began 800 ms before the request, because it may have missed a revocation',
    edits: [
      [
        'src/services/access/authenticate-api-token.ts',
        `    if (entry && entry.askedAt <= arrivedAt - cacheTtlMillis) entry = await this.#ask(secret);
`,
        '',
      ],
      [
        'src/services/access/authenticate-api-token.ts',
        'let entry = this.#believed',
        'const entry = this.#believed',
      ],
    ],
  },
  {
    fault: 'counts the age of a cache entry from its response',
    test: 'test/services/access/authenticate-api-token.test.ts',
    name: 'does not trust a lookup that began 800 ms before the request, because it may have missed a revocation',
    edits: [
      [
        'src/services/access/authenticate-api-token.ts',
        `    const entry = {
      askedAt,`,
        `    const entry = {
      askedAt: this.#dependencies.monotonic(),`,
      ],
    ],
  },
  {
    fault: 'sends one query per concurrent lookup',
    test: 'test/services/access/authenticate-api-token.test.ts',
    name: 'shares one lookup of a token between concurrent requests and caches the result for less than 800 ms',
    edits: [
      [
        'src/services/access/authenticate-api-token.ts',
        `    let asking = this.#asking.get(secret);
    if (!asking) {`,
        `    let asking: Promise<CacheEntry | undefined> | undefined;
    if (!asking) {`,
      ],
    ],
  },
  {
    fault: 'does not reset the count of unattributed requests',
    test: 'test/services/traffic.test.ts',
    name: 'stores requests without a service in rows of their own again after a flood',
    edits: [
      [
        'src/services/traffic/record-partner-request.ts',
        `    this.#dropped = 0;
    this.#inFlood = 0;
`,
        `    this.#dropped = 0;
`,
      ],
    ],
  },
  {
    fault: 'records no unattributed request after the first 100',
    test: 'test/services/traffic.test.ts',
    name: 'keeps at most 10,000 records in memory, 100 of them without a service, and counts the others',
    edits: [
      [
        'src/services/traffic/record-partner-request.ts',
        `    this.#dropped = 0;
    this.#inFlood = 0;
`,
        `    this.#dropped = 0;
`,
      ],
      [
        'src/services/traffic/record-partner-request.ts',
        `    if (mayFlood) this.#inFlood += 1;
`,
        `    if (mayFlood) this.#inFlood += 1;
    if (mayFlood && this.#inFlood > maxInFlood) return;
`,
      ],
    ],
  },
  {
    fault: 'revokeApiToken writes no audit event',
    test: 'test/graphql/audit-events.test.ts',
    name: 'revokeApiToken records its audit events, and none if nothing changes',
    edits: [
      [
        'src/services/partners/revoke-api-token.ts',
        `    await recordChange(em, context, administrator, {
      action: 'revokeApiToken',
      subjectType: 'api_token',
      subjectId: apiTokenId,
      after: { revokedAt: token.revokedAt },
    });
`,
        `    void administrator;
`,
      ],
      [
        'src/services/partners/revoke-api-token.ts',
        `import { recordChange } from '../audit/record-change.ts';
`,
        '',
      ],
    ],
  },
  {
    fault: 'ignores OPERATOR_TOKEN',
    test: 'test/release/process/configuration.test.ts',
    name: 'limits, proxies, the replica and the first administrator come from the environment',
    edits: [
      [
        'src/bin/main.ts',
        '{ configuredToken: env.OPERATOR_TOKEN, mayInvent: isEmbedded }',
        '{ configuredToken: undefined, mayInvent: isEmbedded }',
      ],
    ],
  },
  {
    fault: 'does not read .env',
    test: 'test/release/process/start.test.ts',
    name: 'reads .env in its working directory, and the environment takes precedence',
    edits: [
      [
        'src/env.ts',
        `  if (existsSync('.env')) process.loadEnvFile('.env');
`,
        '',
      ],
    ],
  },
  {
    fault: 'no Cache-Control: no-store in JSON responses',
    test: 'test/http/request-handler.test.ts',
    name: '/refused: sets a request id, nosniff and no-store, and HSTS over TLS',
    edits: [
      [
        'src/http/envelope.ts',
        `      'Cache-Control': 'no-store',
`,
        '',
      ],
    ],
  },
  {
    fault: 'no default Cache-Control: no-store',
    test: 'test/http/request-handler.test.ts',
    name: '/plain: sets a request id, nosniff and no-store, and HSTS over TLS',
    edits: [
      [
        'src/http/request-handler.ts',
        `  if (!headers.has('Cache-Control')) headers.set('Cache-Control', 'no-store');
`,
        '',
      ],
    ],
  },
  {
    fault: 'no Cache-Control: no-store when a session starts',
    test: 'test/pages.test.ts',
    name: 'responses are no-store unless they are the same for everybody',
    edits: [
      [
        'src/sign-in/sign-in.ts',
        `  'Cache-Control': 'no-store',
`,
        '',
      ],
      [
        'src/http/request-handler.ts',
        `  if (!headers.has('Cache-Control')) headers.set('Cache-Control', 'no-store');
`,
        '',
      ],
    ],
  },
  {
    fault: 'no Cache-Control: no-store for a missing file',
    test: 'test/graphql/graphiql/graphiql-page.test.ts',
    name: 'has compressed files that are cached forever, but only under the name of their release',
    edits: [
      [
        'src/graphql/graphiql/graphiql-files.ts',
        `        response.headers.set('Cache-Control', 'no-store');`,
        '        void response;',
      ],
    ],
  },
  {
    fault: 'no Cache-Control: no-store on operator pages',
    test: 'test/release/browser/operators.test.ts',
    name: 'without a session redirect a browser to the sign-in page and reject a program',
    edits: [
      [
        'src/pages/operators/page-response.ts',
        `      'Cache-Control': 'no-store',
`,
        '',
      ],
      [
        'src/http/request-handler.ts',
        `  if (!headers.has('Cache-Control')) headers.set('Cache-Control', 'no-store');
`,
        '',
      ],
    ],
  },
  {
    fault: 'reads a raw + in a path as a space',
    test: 'test/rest/hostile-input.test.ts',
    name: 'accepts + as a booking id',
    edits: [
      [
        'src/rules/requests/decode-parameters.ts',
        'decodeURIComponent(value)',
        `decodeURIComponent(value.replaceAll('+', ' '))`,
      ],
    ],
  },
  {
    fault: 'does not read a + in a query as a space',
    test: 'test/rules/requests/read-query.test.ts',
    name: '%j is read like a form and decoded once',
    edits: [['src/rules/requests/read-query.ts', `text.replaceAll('+', ' ')`, 'text']],
  },
  {
    fault: 'reads a raw + in a path as a space, in the SDK’s test API',
    test: 'test/sdk/testing.test.ts',
    name: 'receives the id "a+b" unchanged',
    edits: [
      [
        'sdk/src/testing/create-test-partner-api.ts',
        'decodeURIComponent(value)]',
        `decodeURIComponent(value.replaceAll('+', ' '))]`,
      ],
    ],
  },
  {
    fault: 'drains without a grace period',
    test: 'test/http/server-alone.test.ts',
    name: 'accepts connections only during the grace period, and asks open ones to close',
    edits: [
      [
        'src/http/http-server.ts',
        `      await sleep(graceMillis);
`,
        '',
      ],
    ],
  },
  {
    fault: 'ignores DRAIN_GRACE_MS',
    test: 'test/release/process/drain.test.ts',
    name: 'serves with /readyz at 503 during DRAIN_GRACE_MS, and ends at once on a second signal',
    edits: [['src/bin/main.ts', 'graceMillis: env.DRAIN_GRACE_MS', 'graceMillis: 0']],
  },
  {
    fault: 'allows any number of pipelined requests',
    test: 'test/http/server-alone.test.ts',
    name: 'accepts 16 requests per connection, and cuts off only a connection with a 17th',
    edits: [['src/http/connection.ts', 'const maxPipelined = 16;', 'const maxPipelined = 1_000_000;']],
  },
  {
    fault: 'does not close a connection with too many pipelined requests',
    test: 'test/http/server-alone.test.ts',
    name: 'accepts 16 requests per connection, and cuts off only a connection with a 17th',
    edits: [
      [
        'src/http/connection.ts',
        `    if (this.#open > maxPipelined) {
      this.#socket.destroy();
      return false;`,
        `    if (this.#open > maxPipelined) {
      return false;`,
      ],
    ],
  },
  {
    fault: 'never closes connections by force',
    test: 'test/http/server-alone.test.ts',
    name: 'cuts off pending requests when the drain time ends, even if the client keeps sending',
    edits: [
      ['src/http/http-server.ts', '() => server.closeAllConnections(), drainMillis', '() => {}, drainMillis'],
    ],
  },
  {
    fault: 'never cuts off a client that neither closes nor stops',
    test: 'test/http/server-alone.test.ts',
    name: 'is rejected in JSON, and a client that stays is disconnected a second later',
    edits: [
      [
        'src/http/connection.ts',
        `      this.#cut = setTimeout(() => this.#socket.destroy(), lingerMillis).unref();
`,
        '',
      ],
    ],
  },
  {
    fault: 'keeps silent connections forever',
    test: 'test/http/server-alone.test.ts',
    name: 'is closed a second after keepAliveMillis, and only while no request is running',
    edits: [
      [
        'src/http/connection.ts',
        'this.#idle = setTimeout(() => this.#socket.destroy(), this.#settings.keepAliveMillis + 1_000).unref();',
        'this.#idle = undefined;',
      ],
    ],
  },
  {
    fault: 'keeps idle connections while draining',
    test: 'test/http/server-alone.test.ts',
    name: 'closes idle connections',
    edits: [
      [
        'src/http/http-server.ts',
        '      const idle = setInterval(() => server.closeIdleConnections(), 20);',
        '      const idle = setInterval(() => {}, 20);',
      ],
    ],
  },
  {
    fault: 'ignores organizationId in the list of courts',
    test: 'test/graphql/filters.test.ts',
    name: 'courts.organizationId finds the matching rows and nothing else',
    edits: [
      [
        'src/db/queries/operators/lists.ts',
        'equal({ organization_id: organizationId })',
        'equal({ organization_id: organizationId && undefined })',
      ],
    ],
  },
  {
    fault: 'ignores organizationId in the list of court bookings',
    test: 'test/graphql/filters.test.ts',
    name: 'courtBookings.organizationId finds the matching rows and nothing else',
    edits: [
      [
        'src/db/queries/operators/court-booking-list.ts',
        `    groups: groupsOf(filter),
`,
        `    groups: groupsOf({ ...filter, organizationId: undefined }),
`,
      ],
    ],
  },
  {
    fault: 'ignores externalServiceId in the list of API tokens',
    test: 'test/graphql/filters.test.ts',
    name: 'apiTokens.externalServiceId finds the matching rows and nothing else',
    edits: [
      [
        'src/db/queries/operators/lists.ts',
        `...equal({ external_service_id: externalServiceId }),
      ...endsBefore(`,
        `...equal({ external_service_id: externalServiceId && undefined }),
      ...endsBefore(`,
      ],
    ],
  },
  {
    fault: 'ignores externalServiceId in the list of users',
    test: 'test/graphql/filters.test.ts',
    name: 'users.externalServiceId finds the matching rows and nothing else',
    edits: [
      [
        'src/db/queries/operators/lists.ts',
        'managed_by_id: managedById }',
        'managed_by_id: managedById && undefined }',
      ],
    ],
  },
  {
    fault: 'ignores externalServiceId in the list of partner requests',
    test: 'test/graphql/filters.test.ts',
    name: 'partnerRequests.externalServiceId finds the matching rows and nothing else',
    edits: [
      [
        'src/db/queries/operators/lists.ts',
        `    external_service_id: equals.externalServiceId,
`,
        '',
      ],
    ],
  },
  {
    fault: 'ignores externalServiceId in the list of webhook endpoints',
    test: 'test/graphql/filters.test.ts',
    name: 'webhookEndpoints.externalServiceId finds the matching rows and nothing else',
    edits: [
      [
        'src/db/queries/operators/lists.ts',
        `...equal({ external_service_id: externalServiceId }),
      ...(isPaused`,
        `...equal({ external_service_id: externalServiceId && undefined }),
      ...(isPaused`,
      ],
    ],
  },
  {
    fault: 'ignores externalServiceId in the list of court bookings',
    test: 'test/graphql/filters.test.ts',
    name: 'courtBookings.externalServiceId finds the matching rows and nothing else',
    edits: [
      [
        'src/db/queries/operators/court-booking-list.ts',
        `    external_service_id: externalServiceId,
    external_court`,
        '    external_court',
      ],
    ],
  },
  {
    fault: 'ignores externalServiceId in the traffic',
    test: 'test/services/traffic/read-partner-traffic.test.ts',
    name: 'sums requests by hour, day, service, operation, status and error type, with a sample',
    edits: [
      [
        'src/db/queries/operators/partner-traffic.ts',
        '[from, to, externalServiceId ?? null],',
        '[from, to, null],',
      ],
    ],
  },
  {
    fault: 'ignores externalServiceId in the faults of the traffic',
    test: 'test/services/traffic/read-partner-traffic.test.ts',
    name: 'sums requests by hour, day, service, operation, status and error type, with a sample',
    edits: [
      [
        'src/db/queries/operators/partner-traffic.ts',
        '[from, to, externalServiceId ?? null, limit],',
        '[from, to, null, limit],',
      ],
    ],
  },
  {
    fault: 'ignores externalServiceId of the traffic in GraphQL',
    test: 'test/graphql/types/partner-traffic.test.ts',
    name: 'returns traffic and faults of one external service, or of all without the argument',
    edits: [
      [
        'src/graphql/types/partner-traffic.ts',
        `    externalServiceId: args.externalServiceId
`,
        `    externalServiceId: args.externalServiceId && !args.externalServiceId
`,
      ],
    ],
  },
  {
    fault: 'ignores errorType',
    test: 'test/graphql/filters.test.ts',
    name: 'partnerRequests.errorType finds the matching rows and nothing else',
    edits: [
      [
        'src/db/queries/operators/lists.ts',
        `    error_type: equals.errorType,
`,
        '',
      ],
    ],
  },
  {
    fault: 'ignores operation',
    test: 'test/graphql/filters.test.ts',
    name: 'partnerRequests.operation finds the matching rows and nothing else',
    edits: [
      [
        'src/db/queries/operators/lists.ts',
        `    operation: equals.operation,
`,
        '',
      ],
    ],
  },
  {
    fault: 'ignores action',
    test: 'test/graphql/filters.test.ts',
    name: 'auditEvents.action finds the matching rows and nothing else',
    edits: [
      [
        'src/db/queries/operators/lists.ts',
        'request_id: requestId, action })',
        'request_id: requestId, action: action && undefined })',
      ],
    ],
  },
  {
    fault: 'ignores actorId',
    test: 'test/graphql/filters.test.ts',
    name: 'auditEvents.actorId finds the matching rows and nothing else',
    edits: [['src/db/queries/operators/lists.ts', 'actor_id: actorId,', 'actor_id: actorId && undefined,']],
  },
  {
    fault: '`last` costs nothing',
    test: 'test/graphql/limits/list-size.test.ts',
    name: 'costs the number of rows that the list may have, and at least one',
    edits: [
      ['src/graphql/limits/list-size.ts', 'first ?? last ?? defaultPageSize', 'first ?? defaultPageSize'],
    ],
  },
  {
    fault: 'ten times the cost limit',
    test: 'test/graphql/bounds.test.ts',
    name: 'accepts a page with a cost of 30,000, and rejects a cost of 30,001',
    edits: [['src/graphql/limits/operation-limits.ts', 'complexity: 30_000', 'complexity: 300_000']],
  },
  {
    fault: 'allows operations with a depth of 19',
    test: 'test/graphql/bounds.test.ts',
    name: 'depth: accepts 12 and rejects one more',
    edits: [['src/graphql/limits/operation-limits.ts', 'depth: 12', 'depth: 19']],
  },
  {
    fault: 'allows documents with a depth of 19 only',
    test: 'test/graphql/limits/document-limits.test.ts',
    name: 'depth: accepts the maximum, and rejects one more with a code, the limit and advice',
    edits: [['src/graphql/limits/document-limits.ts', 'depth: 20', 'depth: 19']],
  },
  {
    fault: 'a replay omits the userId of an accessible address',
    test: 'test/sdk/rules/rules.test.ts',
    name: 'participants: by id and by address, in their order; duplicates, and who is not open',
    edits: [
      [
        'src/services/bookings/upsert-court-booking.ts',
        'openUsers: openUsersOf(known, result.booking)',
        "openUsers: result.outcome === 'replayed' ? {} : openUsersOf(known, result.booking)",
      ],
    ],
  },
  {
    fault: 'accepts a birthday of tomorrow',
    test: 'test/services/values/fields.test.ts',
    name: 'a birthday is a date from 1900-01-01 to today in UTC',
    edits: [
      [
        'src/rules/requests/calendar-date.ts',
        `  if (value > today) return 'Must not be in the future.';
`,
        '',
      ],
    ],
  },
  {
    fault: 'accepts a birthday of 1899-12-31',
    test: 'test/services/values/fields.test.ts',
    name: 'a birthday is a date from 1900-01-01 to today in UTC',
    edits: [['src/rules/requests/calendar-date.ts', `value < '1900-01-01'`, `value < '1899-12-31'`]],
  },
  {
    fault: 'a newer PUT without participants keeps the stored ones',
    test: 'test/services/bookings/upsert-court-booking.test.ts',
    name: '%s removes those of its own booking only',
    edits: [
      [
        'src/services/bookings/writes/write-court-bookings.ts',
        '!hasSameParticipants(before(booking), booking)',
        '!hasSameParticipants(before(booking), booking) && booking.content.participants.length > 0',
      ],
    ],
  },
  {
    fault: 'a PUT without participants keeps the stored ones',
    test: 'test/sdk/rules/rules.test.ts',
    name: 'the version table of upserts',
    edits: [
      [
        'src/rules/upsert-court-booking.ts',
        '    content,\n    createdAt',
        '    content: before && content.participants.length === 0 ? { ...content, participants: before.content.participants } : content,\n    createdAt',
      ],
    ],
  },
  {
    fault: 'keeps the timer of a late response after its abort',
    test: 'test/sdk/testing.test.ts',
    name: 'leaves no timer after the caller aborts',
    edits: [
      [
        'sdk/src/testing/answer.ts',
        `      clearTimeout(timer);
`,
        `      void timer;
`,
      ],
    ],
  },
  {
    fault: 'keeps the timer of a waiting listChanges after its abort',
    test: 'test/sdk/test-platform-failures.test.ts',
    name: 'gives the place of an aborted wait to another one, of the five places per token',
    edits: [
      [
        'sdk/src/testing/platform/list-changes.ts',
        `      clearTimeout(timer);
`,
        `      void timer;
`,
      ],
    ],
  },
  {
    fault: 'does not reject an aborted late response',
    test: 'test/sdk/testing.test.ts',
    name: 'rejects with the abort reason of the caller, as fetch does',
    edits: [
      [
        'sdk/src/testing/answer.ts',
        `      clearTimeout(timer);
      reject(signal.reason);`,
        `      clearTimeout(timer);
`,
      ],
    ],
  },
  {
    fault: 'of two writes to one booking in a set, the first is stored',
    test: 'test/db/batch-runs.test.ts',
    name: 'has the same effect as its items sent one by one in the same order',
    edits: [
      [
        'src/services/bookings/writes/write-court-bookings.ts',
        '    written.set(externalCourtBookingId, booking);',
        '    if (!written.has(externalCourtBookingId)) written.set(externalCourtBookingId, booking);',
      ],
    ],
  },
  {
    fault: 'a group waits for locks',
    test: 'test/services/bookings/writes/court-booking-groups.test.ts',
    name: 'do not wait for %s that others have locked, unless they need it',
    edits: [['src/services/groups/call-groups.ts', "isShared ? 'shared' : 'none'", "'all'"]],
  },
  {
    fault: 'calls for locked bookings take the connections of their court',
    test: 'test/services/bookings/writes/court-booking-groups.test.ts',
    name: 'do not wait for %s that others have locked, unless they need it',
    edits: [
      [
        'src/services/groups/call-groups.ts',
        'all: `locked by others $',
        'all: this.#kind.sharedResourceOf(first) ?? `$',
      ],
    ],
  },
  {
    fault: 'a call of a group gets the response of its neighbor',
    test: 'test/services/bookings/writes/court-booking-groups.test.ts',
    name: 'are written in fewer transactions, each with its own response and audit event',
    edits: [
      [
        'src/services/groups/call-groups.ts',
        'resolve(done.get(call)!);',
        'resolve(done.get([...done.keys()].at(-1 - [...done.keys()].indexOf(call))!)!);',
      ],
    ],
  },
  {
    fault: 'a failed group loses its calls',
    test: 'test/services/bookings/writes/court-booking-groups.test.ts',
    name: 'are judged alone if the statement of their group fails',
    edits: [
      [
        'src/services/groups/call-groups.ts',
        'if (isInVain || group.length === 1)',
        'if (isInVain || group.length > 0)',
      ],
    ],
  },
  {
    fault: 'a delivery that a killed process had claimed is never due again',
    test: 'test/release/process/webhooks-killed.test.ts',
    name: 'reach every endpoint at least once, never concurrently, and in order after a pause',
    edits: [
      [
        'src/db/functions/webhooks.sql',
        'set leased_until = v_until, due_at = v_until',
        'set leased_until = v_until, due_at = null',
      ],
    ],
  },
  {
    fault: 'a response has an undocumented field',
    test: 'test/rest/generated-calls.test.ts',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the name as the test declares it
    name: '${operationId}: every response is documented and valid, and none is a 5xx',
    edits: [
      [
        'src/rest/operations/get-token.ts',
        'externalServiceId: partner.externalServiceId,',
        'undocumented: 1,\n          externalServiceId: partner.externalServiceId,',
      ],
    ],
  },
  {
    fault: 'every partner can read every user',
    test: 'test/rest/isolation.test.ts',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the name as the test declares it
    name: '${nameOf(place)}: rejected as documented, like an unknown one',
    edits: [
      [
        'src/db/queries/partners/users.ts',
        // biome-ignore lint/suspicious/noTemplateCurlyInString: a part of the source
        'where u.id = $2 and (${isAccessible()} or',
        'where u.id = $2 and (true or',
      ],
    ],
  },
  {
    fault: 'logs the message of a database error, which quotes values',
    test: 'test/release/process/log.test.ts',
    name: 'contain the kind, codes and location of an error, but not the message of the database',
    edits: [
      [
        'src/telemetry/log.ts',
        '...(ours ? { message: error.message } : {})',
        '...(ours || error ? { message: error.message } : {})',
      ],
    ],
  },
  {
    fault: 'keeps former addresses in bookings when a person is erased',
    test: 'test/rest/operations/erase-user.test.ts',
    name: 'returns 200 and removes all current and former personal data, but keeps bookings and other users',
    edits: [
      [
        'src/services/erasing/erase-copies.ts',
        'if (erasure.hashes.includes(hash))',
        `if (erasure.hashes.includes(hash) && hash === 'none')`,
      ],
    ],
  },
  {
    fault: 'does not repeat a statement when its connection is terminated',
    test: 'test/release/process/starvation.test.ts',
    name: '98 of 100 requests succeed while an administrator terminates all connections',
    edits: [
      [
        'src/db/connection/database-failure.ts',
        `['57P01', '25P03', '08003', '08006', 'ECONNRESET', 'EPIPE'].includes(code) ||
    message.includes('Connection terminated')`,
        `code === 'none' && message === 'none'`,
      ],
    ],
  },
  {
    fault: 'an older upsert replaces a newer one, by the rules',
    test: 'test/rules/upsert-court-booking.test.ts',
    name: 'upsert of a court booking > stores the newest version, in any order of arrival',
    edits: [
      [
        'src/rules/upsert-court-booking.ts',
        "  if (externalUpdatedAt < versionOf(stored)) return refuse(versionError('stale_write', stored));\n",
        '',
      ],
      [
        'src/rules/upsert-court-booking.ts',
        'if (externalUpdatedAt > versionOf(stored))',
        'if (externalUpdatedAt !== versionOf(stored))',
      ],
    ],
  },
  {
    fault: 'a replay of an upsert is written, by the rules',
    test: 'test/rules/upsert-court-booking.test.ts',
    name: 'upsert of a court booking > changes nothing when a request is repeated or rejected',
    edits: [
      [
        'src/rules/court-booking-item.ts',
        "outcome: 'replayed', booking: verdict.before }",
        "outcome: 'replayed', booking: { ...verdict.before, updatedAt: now() } }",
      ],
    ],
  },
  {
    fault: 'the grant of an organization is checked before its court, by the rules',
    test: 'test/rules/upsert-court-booking.test.ts',
    name: 'upsert of a court booking > reports the first violated rule in the documented order',
    edits: [
      [
        'src/rules/upsert-court-booking.ts',
        '  if (!court?.isActive) return',
        "  if (court && !court.isGranted) return refuse({ error: 'organization_access_denied' });\n  if (!court?.isActive) return",
      ],
    ],
  },
  {
    fault: 'a cancellation loses a tie, by the rules',
    test: 'test/rules/cancel-court-booking.test.ts',
    name: 'cancellation of a court booking > wins a tie, and loses against a newer upsert, in any order of arrival',
    edits: [
      [
        'src/rules/cancel-court-booking.ts',
        'if (externalUpdatedAt < versionOf(stored))',
        'if (externalUpdatedAt <= versionOf(stored))',
      ],
    ],
  },
  {
    fault: 'a cancelled booking keeps its place, by the rules',
    test: 'test/rules/cancel-court-booking.test.ts',
    name: 'cancellation of a court booking > is only rejected as stale, and makes its place free for others',
    edits: [
      [
        'src/rules/cancel-court-booking.ts',
        'cancelledAt: booking.cancelledAt ?? at,\n    partner',
        'cancelledAt: booking.cancelledAt,\n    partner',
      ],
    ],
  },
  {
    fault: 'a booking within another one does not overlap it, by the rules',
    test: 'test/rules/overlap.test.ts',
    name: 'overlaps > never stores two active bookings in one hour of a court, whatever partners and operators do',
    edits: [
      [
        'src/rules/court-booking.ts',
        'a.startDate < b.endDate && b.startDate < a.endDate',
        'a.startDate <= b.startDate && b.startDate < a.endDate',
      ],
    ],
  },
  {
    fault: 'back-to-back bookings overlap, by the rules',
    test: 'test/rules/overlap.test.ts',
    name: 'overlaps > rejects only a place that is taken, and names its own bookings whole and others within the place',
    edits: [
      [
        'src/rules/court-booking.ts',
        'a.startDate < b.endDate && b.startDate < a.endDate',
        'a.startDate <= b.endDate && b.startDate <= a.endDate',
      ],
    ],
  },
  {
    fault: 'an item of a batch is judged by the state before the batch, by the rules',
    test: 'test/rules/batch-court-bookings.test.ts',
    name: 'batch of court bookings > has the same results as its items sent one by one',
    edits: [['src/rules/working-state.ts', '.filter(({ id }) => !ids.has(id))', '']],
  },
  {
    fault: 'an atomic batch compares its items only with stored bookings, by the rules',
    test: 'test/rules/batch-court-bookings.test.ts',
    name: 'batch of court bookings > is written as a whole if it is atomic and no two bookings overlap afterwards, and not at all otherwise',
    edits: [['src/rules/batch-court-bookings.ts', 'other.index !== index &&', 'false &&']],
  },
  {
    fault: 'an atomic batch names only the first of two items with the same place, by the rules',
    test: 'test/rules/batch-court-bookings.test.ts',
    name: 'batch of court bookings > does not depend on the order of its items if it is atomic',
    edits: [['src/rules/batch-court-bookings.ts', 'other.index !== index &&', 'other.index > index &&']],
  },
  {
    fault: 'a place that an atomic batch cancels stays taken, by the rules',
    test: 'test/rules/batch-court-bookings.test.ts',
    name: 'batch of court bookings > is written atomically with the same effect if each of its items can be written in turn',
    edits: [
      [
        'src/rules/batch-court-bookings.ts',
        'items.flatMap(({ externalCourtBookingId }, index) =>\n      isWritten(index)',
        "items.flatMap(({ action, externalCourtBookingId }, index) =>\n      isWritten(index) && action === 'upsert'",
      ],
    ],
  },
  {
    fault: 'a newer upsert replaces an operator’s cancellation, by the rules',
    test: 'test/rules/reinstate-court-booking.test.ts',
    name: "an operator's cancellation > stands whatever the partner sends, and is reversed unless the partner has cancelled, too",
    edits: [
      [
        'src/rules/upsert-court-booking.ts',
        "if (before && cancellersOf(before).includes('OPERATOR'))",
        "if (before && content.externalUpdatedAt <= versionOf(before) && cancellersOf(before).includes('OPERATOR'))",
      ],
    ],
  },
  {
    fault: 'an operator changes a booking that is not locked',
    test: 'test/db/operator-races.test.ts',
    name: 'operators who change what two partners write at the same time > cause no deadlock, and each change follows the one before',
    edits: [
      ['src/db/queries/operators/court-bookings.ts', 'pg_advisory_xact_lock(key)', 'key'],
      ['src/services/bookings/change-court-booking.ts', "items, 'all')", 'items, null)'],
    ],
  },
  {
    fault: 'an explanation says that a replay was compared with other bookings',
    test: 'test/rules/explain-court-booking.test.ts',
    name: 'explains every upsert by the rules that passed, the one that did not, and those that were not checked',
    edits: [
      [
        'src/rules/explain-court-booking.ts',
        "if (end === 'replayed') return 'court_booking_overlap';",
        "if (end === 'replayed') return undefined;",
      ],
    ],
  },
  {
    fault: 'an erased participant is another content, by the rules',
    test: 'test/rules/participants.test.ts',
    name: 'participants > names the same people in any order, with or without those who were erased',
    edits: [['src/rules/participants.ts', '(erased ? [] : `', '(`']],
  },
  {
    fault: 'a person is compared only with the first participant, by the rules',
    test: 'test/rules/participants.test.ts',
    name: 'participants > reports each person after the first time, and each user that is not open',
    edits: [
      ['src/rules/participants.ts', '    people.add(person);', '    if (index === 0) people.add(person);'],
    ],
  },
  {
    fault: 'a creation checks the id before the address, by the rules',
    test: 'test/rules/user.test.ts',
    name: 'creation of a user > reports the address before the id',
    edits: [
      [
        'src/rules/create-user.ts',
        'const rejection = addressError(known, email);',
        'const rejection = linked ? undefined : addressError(known, email);',
      ],
    ],
  },
  {
    fault: 'an upsert writes an address that another user has, by the rules',
    test: 'test/rules/user.test.ts',
    name: 'users > never share an address, nor an id in the system of one external service',
    edits: [
      [
        'src/rules/upsert-user.ts',
        'if (!takesAddress(verdict)) return verdict;',
        "if (verdict.outcome !== 'created') return verdict;",
      ],
    ],
  },
  {
    fault: 'a user is linked to an id that another user has, by the rules',
    test: 'test/rules/user.test.ts',
    name: 'users > never share an address, nor an id in the system of one external service',
    edits: [
      [
        'src/rules/update-user.ts',
        'externalUserId !== undefined && known.linked(externalUserId)',
        "externalUserId === '' && known.linked(externalUserId)",
      ],
    ],
  },
  {
    fault: 'every external service that has access may change a user, by the rules',
    test: 'test/rules/user.test.ts',
    name: 'users > are changed and erased only by the external service that manages them',
    edits: [
      [
        'src/rules/erase-user.ts',
        "if (known.isOpen(userId)) return { error: 'user_not_managed' };",
        'if (user && known.isOpen(userId)) return user;',
      ],
    ],
  },
  {
    fault: 'a change reveals whether a user without access exists, by the rules',
    test: 'test/rules/user.test.ts',
    name: 'users > that an external service has no access to are as unknown ones to its changes and erasures',
    edits: [['src/rules/erase-user.ts', 'if (known.isOpen(userId)) return', 'if (user) return']],
  },
  {
    fault: 'an upsert clears a birthday that is left out, by the rules',
    test: 'test/rules/user.test.ts',
    name: 'upsert of a user > keeps a birthday that is left out, and clears it with null',
    edits: [
      [
        'src/rules/upsert-user.ts',
        'changesOf(linked, fields)',
        'changesOf(linked, { birthday: null, ...fields })',
      ],
    ],
  },
  {
    fault: 'an unchanged user is written, by the rules',
    test: 'test/rules/user.test.ts',
    name: 'users > stay as they are when a request is rejected, or repeated',
    edits: [['src/rules/user.ts', 'value !== storedValue(user, field as keyof UserFields)', 'true']],
  },
  {
    fault: 'an erased user keeps its link, by the rules',
    test: 'test/rules/user.test.ts',
    name: 'erasure of a user > leaves no personal data, frees the address and the id, and is the same when it is repeated',
    edits: [['src/rules/erase-user.ts', '  links: {},', '  links: { [managedById]: id },']],
  },
  {
    fault: 'an item of a batch of users is judged by the state before the batch, by the rules',
    test: 'test/rules/batch-users.test.ts',
    name: 'batch of users > has the same results as its items sent one by one',
    edits: [['src/rules/working-users.ts', 'return written?.id ??', 'return']],
  },
  {
    fault: 'an atomic batch of users compares its items only with stored users, by the rules',
    test: 'test/rules/batch-users.test.ts',
    name: 'batch of users > is written as a whole if it is atomic and no two users have one address afterwards, and else not at all',
    edits: [
      ['src/rules/batch-users.ts', 'if (!isTaken && !isWantedTwice) return [];', 'if (!isTaken) return [];'],
    ],
  },
  {
    fault: 'an atomic batch of users does not let users exchange addresses, by the rules',
    test: 'test/rules/batch-users.test.ts',
    name: 'batch of users > lets users of an atomic batch exchange addresses, also with those who are erased',
    edits: [
      [
        'src/rules/batch-users.ts',
        "(verdict.outcome === 'updated' && takesAddress(verdict))",
        "verdict.outcome === 'never'",
      ],
    ],
  },
  {
    fault: 'a user is linked although a writer without its lock has taken the address',
    test: 'test/services/users/writes/write-users.test.ts',
    name: 'report an address that a writer without its lock has taken meanwhile',
    edits: [['src/db/functions/save-users.sql', 'if v_count < jsonb', 'if v_count > jsonb']],
  },
  {
    fault: 'several addresses of a user are written in one group',
    test: 'test/services/users/writes/user-groups.test.ts',
    name: 'change addresses one by one, and keep each former address',
    edits: [
      [
        'src/services/users/writes/user-groups.ts',
        "(isWrittenAlone(result) && (locks !== 'all' || calls.length > 1))",
        'isWrittenAlone(result) === undefined',
      ],
    ],
  },
  {
    fault: 'a group of calls about users waits for locks',
    test: 'test/services/users/writes/user-groups.test.ts',
    name: 'do not wait for %s that others have locked, unless they need it',
    edits: [['src/services/users/writes/user-groups.ts', "waits: locks === 'all',", 'waits: true,']],
  },
  {
    fault: 'a call about a user is done without a lock that others have',
    test: 'test/services/users/writes/user-groups.test.ts',
    name: 'do not wait for %s that others have locked, unless they need it',
    edits: [
      [
        'src/services/users/writes/user-groups.ts',
        "locks === 'all' ? undefined : missingLock(call, loaded, result)",
        'undefined',
      ],
    ],
  },
];
