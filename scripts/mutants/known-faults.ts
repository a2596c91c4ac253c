/** A fault that no test detected before, as a change to the code. A test detects it now. */
export interface KnownFault {
  fault: string;
  /** `from` occurs exactly once in the file and is replaced with `to`. */
  edits: readonly { file: string; from: string; to: string }[];
  /** The file and the name of the test, as in the docs. */
  noticedBy: { file: string; name: string };
}

/** `npm run test:mutants -- known` applies each one alone (docs/testing.md). */
export const knownFaults: readonly KnownFault[] = [
  // Access to users and organizations
  {
    fault: 'a user who is granted to one service is open to all',
    edits: [
      {
        file: 'src/db/functions/user.sql',
        from: 'where g.external_service_id = p_external_service_id and g.user_id = u.id',
        to: 'where g.user_id = u.id',
      },
    ],
    noticedBy: {
      file: 'test/services/partners/change-access.test.ts',
      name: 'covers managed users, granted users and granted organizations only',
    },
  },
  {
    fault: 'an organization that is granted to one service is open to all',
    edits: [
      {
        file: 'src/db/functions/upsert-court-booking.sql',
        from: 'where g.external_service_id = p_external_service_id and g.organization_id = c.organization_id',
        to: 'where g.organization_id = c.organization_id',
      },
    ],
    noticedBy: {
      file: 'test/services/partners/change-access.test.ts',
      name: 'covers managed users, granted users and granted organizations only',
    },
  },
  {
    fault: 'a list of users has those that are granted to others',
    edits: [
      {
        file: 'src/db/queries/partners/list-users.ts',
        from: `from user_grants where external_service_id >= $1 and (external_service_id, user_id) < ($1, $2)'`,
        to: `from user_grants where external_service_id >= $1 and user_id < $2'`,
      },
    ],
    noticedBy: {
      file: 'test/rest/operations/list-users.test.ts',
      name: 'contains exactly the users that each service has access to',
    },
  },
  {
    fault: 'the grant of a user to a second service does nothing',
    edits: [
      {
        file: 'src/services/partners/change-access.ts',
        from: 'em.findOne(UserGrant, { externalService: externalServiceId, user: userId })',
        to: 'em.findOne(UserGrant, { user: userId })',
      },
      {
        file: 'src/services/partners/change-access.ts',
        from: 'findGrant: (em, { externalServiceId, userId }) =>',
        to: 'findGrant: (em, { userId }) =>',
      },
    ],
    noticedBy: {
      file: 'test/services/partners/change-access.test.ts',
      name: 'grant: gamma names ada, whom beta was granted before, changes no other access',
    },
  },
  {
    fault: 'the grant of an organization to a second service does nothing',
    edits: [
      {
        file: 'src/services/partners/change-access.ts',
        from: 'em.findOne(OrganizationGrant, { externalService: externalServiceId, organization: organizationId })',
        to: 'em.findOne(OrganizationGrant, { organization: organizationId })',
      },
      {
        file: 'src/services/partners/change-access.ts',
        from: 'findGrant: (em, { externalServiceId, organizationId }) =>',
        to: 'findGrant: (em, { organizationId }) =>',
      },
    ],
    noticedBy: {
      file: 'test/services/partners/change-access.test.ts',
      name: 'grant: alpha books hilltop, which beta and gamma were granted before, changes no other access',
    },
  },
  {
    fault: 'revoking the grant of a user takes that of another service',
    edits: [
      {
        file: 'src/services/partners/change-access.ts',
        from: 'if (grant) em.remove(grant);',
        to: `if (grant && 'userId' in subject) await em.nativeDelete(UserGrant, { user: subject.userId as string });
      else if (grant) em.remove(grant);`,
      },
    ],
    noticedBy: {
      file: 'test/services/partners/change-access.test.ts',
      name: '%s: %s %s %s, %s, changes no other access',
    },
  },
  {
    fault: 'revoking the grant of an organization takes that of another service',
    edits: [
      {
        file: 'src/services/partners/change-access.ts',
        from: 'if (grant) em.remove(grant);',
        to: `if (grant && 'organizationId' in subject) await em.nativeDelete(OrganizationGrant, { organization: subject.organizationId as string });
      else if (grant) em.remove(grant);`,
      },
    ],
    noticedBy: {
      file: 'test/services/partners/change-access.test.ts',
      name: '%s: %s %s %s, %s, changes no other access',
    },
  },
  // Secrets
  {
    fault: 'tokens are stored in clear',
    edits: [
      {
        file: 'src/services/partners/add-api-token.ts',
        from: 'secretHash: hashToken(secret)',
        to: 'secretHash: Buffer.from(secret)',
      },
      {
        file: 'src/services/partners/add-api-token.ts',
        from: 'import { hashToken, newToken }',
        to: 'import { newToken }',
      },
      {
        file: 'src/services/access/authenticate-api-token.ts',
        from: 'database.query, hashToken(secret)',
        to: 'database.query, Buffer.from(secret)',
      },
    ],
    noticedBy: {
      file: 'test/secrets.test.ts',
      name: 'are in the database only as their SHA-256 hashes',
    },
  },
  {
    fault: 'secrets of sessions are stored in clear',
    edits: [
      {
        file: 'src/services/operators/operator-session.ts',
        from: 'secretHash: hashToken(secret)',
        to: 'secretHash: Buffer.from(secret)',
      },
      {
        file: 'src/services/access/authenticate-operator.ts',
        from: 'findOperatorBySession(this.#query, hashToken(secret))',
        to: 'findOperatorBySession(this.#query, Buffer.from(secret))',
      },
      {
        file: 'src/services/access/authenticate-operator.ts',
        from: 'deleteSession(this.#query, hashToken(secret))',
        to: 'deleteSession(this.#query, Buffer.from(secret))',
      },
    ],
    noticedBy: {
      file: 'test/secrets.test.ts',
      name: 'are in the database only as their SHA-256 hashes',
    },
  },
  // Limits
  {
    fault: 'the shared bucket is not capped at the burst',
    edits: [
      {
        file: 'src/db/functions/take-rate-limit-permits.sql',
        from: 'select least(p_burst, permits + p_per_second * extract(epoch from v_now - refilled_at))',
        to: 'select permits + p_per_second * extract(epoch from v_now - refilled_at)',
      },
    ],
    noticedBy: {
      file: 'test/services/limits/rate-limit-bucket.test.ts',
      name: 'never holds more than its burst, however long it is unused',
    },
  },
  {
    fault: 'permits that were fetched earlier are never let go',
    edits: [
      {
        file: 'src/services/limits/rate-limiter.ts',
        from: 'const keptMillis = 1_000;',
        to: 'const keptMillis = Number.POSITIVE_INFINITY;',
      },
    ],
    noticedBy: {
      file: 'test/services/limits/rate-limiter.test.ts',
      name: 'estimates the remaining permits of a key without using any, up to the burst',
    },
  },
  {
    fault: 'permits of long ago are told as what is left',
    edits: [
      {
        file: 'src/services/limits/rate-limiter.ts',
        from: 'since > keptMillis ? 0 : state.permits',
        to: 'state.permits',
      },
    ],
    noticedBy: {
      file: 'test/services/limits/rate-limiter.test.ts',
      name: 'estimates the remaining permits of a key without using any, up to the burst',
    },
  },
  {
    fault: 'Retry-After is rounded down',
    edits: [
      {
        file: 'src/services/limits/rate-limiter.ts',
        from: 'const seconds = Math.ceil(',
        to: 'const seconds = Math.floor(',
      },
    ],
    noticedBy: {
      file: 'test/services/limits/rate-limiter.test.ts',
      name: 'at 0.3 permits a second, the returned wait is sufficient and less than a second too long',
    },
  },
  {
    fault: 'the row of the bucket is not locked',
    edits: [
      {
        file: 'src/db/functions/take-rate-limit-permits.sql',
        from: 'where key = p_key for update;',
        to: 'where key = p_key;',
      },
    ],
    noticedBy: {
      file: 'test/db/take-rate-limit-permits.test.ts',
      name: 'taking permits waits only for a change of the same bucket and gets what is left afterwards',
    },
  },
  {
    fault: 'a good token that is not kept is refused behind an exhausted address',
    edits: [
      {
        file: 'src/services/limits/failed-attempts.ts',
        from: `const now = this.#monotonic();
    if (!exhausted &&`,
        to: `if (exhausted) throw refuseRate(exhausted);
    const now = this.#monotonic();
    if (!exhausted &&`,
      },
    ],
    noticedBy: {
      file: 'test/rest/rate-limit.test.ts',
      name: 'limits malformed tokens by address, while valid tokens from there still pass',
    },
  },
  {
    fault: 'the answer budget of a partner is ten times longer',
    edits: [{ file: 'src/services/limits/answer-budget.ts', from: 'partner: 2_200', to: 'partner: 22_000' }],
    noticedBy: {
      file: 'test/services/limits/answer-budget.test.ts',
      name: `of a partner after 2.2 s, for its token's row`,
    },
  },
  {
    fault: 'the answer budget of an operator is ten times longer',
    edits: [
      { file: 'src/services/limits/answer-budget.ts', from: 'operator: 2_600', to: 'operator: 26_000' },
    ],
    noticedBy: {
      file: 'test/services/limits/answer-budget.test.ts',
      name: `of an operator after 2.6 s, for its token's row`,
    },
  },
  // Rotation and sessions
  {
    fault: 'the overlap of a token counts in seconds',
    edits: [
      {
        file: 'src/services/partners/rotate-api-token.ts',
        from: 'overlapMinutes * 60_000',
        to: 'overlapMinutes * 1_000',
      },
    ],
    noticedBy: {
      file: 'test/services/partners/rotate-api-token.test.ts',
      name: 'keeps both tokens valid during an overlap of 1 minutes, to the millisecond',
    },
  },
  {
    fault: 'the overlap of an operator’s token counts in seconds',
    edits: [
      {
        file: 'src/services/operators/rotate-operator-token.ts',
        from: 'overlapMinutes * 60_000',
        to: 'overlapMinutes * 1_000',
      },
    ],
    noticedBy: {
      file: 'test/services/operators/rotate-operator-token.test.ts',
      name: 'remains valid with its sessions during the overlap, or ends at once without one',
    },
  },
  {
    fault: 'the overlap of a webhook’s secret counts in seconds',
    edits: [
      {
        file: 'src/services/webhooks/rotate-webhook-secret.ts',
        from: 'overlapHours * 3_600_000',
        to: 'overlapHours * 1_000',
      },
    ],
    noticedBy: {
      file: 'test/services/webhooks/rotate-webhook-secret.test.ts',
      name: 'signs with both secrets until the very end of the overlap, and then only with the new one',
    },
  },
  {
    fault: 'the overlap of an alert endpoint’s secret counts in seconds',
    edits: [
      {
        file: 'src/services/alerts/rotate-alert-secret.ts',
        from: 'overlapHours * 3_600_000',
        to: 'overlapHours * 1_000',
      },
    ],
    noticedBy: {
      file: 'test/services/alerts/create-alert-endpoint.test.ts',
      name: 'after a rotation, the former secret signs in addition until the end of the overlap',
    },
  },
  {
    fault: 'the new token never expires',
    edits: [
      {
        file: 'src/services/partners/rotate-api-token.ts',
        from: `      expiresAt: expiresAt ?? undefined,
`,
        to: '',
      },
    ],
    noticedBy: {
      file: 'test/services/partners/rotate-api-token.test.ts',
      name: 'the new token expires when the old one would have',
    },
  },
  {
    fault: 'the new token of an operator never expires',
    edits: [
      {
        file: 'src/services/operators/rotate-operator-token.ts',
        from: `      expiresAt,
    });
    await em.flush`,
        to: `      expiresAt: null,
    });
    await em.flush`,
      },
    ],
    noticedBy: {
      file: 'test/services/operators/rotate-operator-token.test.ts',
      name: 'keeps its expiry after a rotation unless an administrator sets another one',
    },
  },
  {
    fault: 'a session lasts for 1,200 hours',
    edits: [
      {
        file: 'src/services/operators/operator-session.ts',
        from: 'sessionHours = 12',
        to: 'sessionHours = 1_200',
      },
    ],
    noticedBy: {
      file: 'test/services/operators/operator-session.test.ts',
      name: 'lasts 12 hours to the millisecond, whatever the activity',
    },
  },
  {
    fault: 'a session outlives its hours',
    edits: [
      {
        file: 'src/db/queries/operators/sign-in.ts',
        from: 'and s.expires_at > now() and o.revoked_at',
        to: 'and o.revoked_at',
      },
    ],
    noticedBy: {
      file: 'test/services/operators/operator-session.test.ts',
      name: 'lasts 12 hours to the millisecond, whatever the activity',
    },
  },
  {
    fault: 'the hours of a session count as days',
    edits: [
      {
        file: 'src/db/queries/operators/sign-in.ts',
        from: 'make_interval(hours => $4)',
        to: 'make_interval(days => $4)',
      },
    ],
    noticedBy: {
      file: 'test/services/operators/operator-session.test.ts',
      name: 'lasts 12 hours to the millisecond, whatever the activity',
    },
  },
  // Token cache
  {
    fault: 'an answer to an old look-up is believed',
    edits: [
      {
        file: 'src/services/access/authenticate-api-token.ts',
        from: `    if (entry && entry.askedAt <= arrivedAt - cacheTtlMillis) entry = await this.#ask(secret);
`,
        to: '',
      },
      {
        file: 'src/services/access/authenticate-api-token.ts',
        from: 'let entry = this.#believed',
        to: 'const entry = this.#believed',
      },
    ],
    noticedBy: {
      file: 'test/services/access/authenticate-api-token.test.ts',
      name: 'does not trust a lookup that began 800 ms before the request, because it may have missed a revocation',
    },
  },
  {
    fault: 'an answer counts from when it came',
    edits: [
      {
        file: 'src/services/access/authenticate-api-token.ts',
        from: `    const entry = {
      askedAt,`,
        to: `    const entry = {
      askedAt: this.#dependencies.monotonic(),`,
      },
    ],
    noticedBy: {
      file: 'test/services/access/authenticate-api-token.test.ts',
      name: 'does not trust a lookup that began 800 ms before the request, because it may have missed a revocation',
    },
  },
  {
    fault: 'who asks at once asks the database each',
    edits: [
      {
        file: 'src/services/access/authenticate-api-token.ts',
        from: `    let asking = this.#asking.get(secret);
    if (!asking) {`,
        to: `    let asking: Promise<CacheEntry | undefined> | undefined;
    if (!asking) {`,
      },
    ],
    noticedBy: {
      file: 'test/services/access/authenticate-api-token.test.ts',
      name: 'shares one lookup of a token between concurrent requests and caches the result for less than 800 ms',
    },
  },
  // Records
  {
    fault: 'what a flood left out is counted again with the next',
    edits: [
      {
        file: 'src/services/traffic/record-partner-request.ts',
        from: `    this.#dropped = 0;
    this.#inFlood = 0;
`,
        to: `    this.#dropped = 0;
`,
      },
    ],
    noticedBy: {
      file: 'test/services/traffic.test.ts',
      name: 'stores requests without a service in rows of their own again after a flood',
    },
  },
  {
    fault: 'after 100 unattributed requests none is ever recorded again',
    edits: [
      {
        file: 'src/services/traffic/record-partner-request.ts',
        from: `    this.#dropped = 0;
    this.#inFlood = 0;
`,
        to: `    this.#dropped = 0;
`,
      },
      {
        file: 'src/services/traffic/record-partner-request.ts',
        from: `    if (mayFlood) this.#inFlood += 1;
`,
        to: `    if (mayFlood) this.#inFlood += 1;
    if (mayFlood && this.#inFlood > maxInFlood) return;
`,
      },
    ],
    noticedBy: {
      file: 'test/services/traffic.test.ts',
      name: 'keeps at most 10,000 records in memory, 100 of them without a service, and counts the others',
    },
  },
  {
    fault: 'revokeApiToken leaves no audit event',
    edits: [
      {
        file: 'src/services/partners/revoke-api-token.ts',
        from: `    await recordChange(em, context, administrator, {
      action: 'revokeApiToken',
      subjectType: 'api_token',
      subjectId: apiTokenId,
      after: { revokedAt: token.revokedAt },
    });
`,
        to: `    void administrator;
`,
      },
      {
        file: 'src/services/partners/revoke-api-token.ts',
        from: `import { recordChange } from '../audit/record-change.ts';
`,
        to: '',
      },
    ],
    noticedBy: {
      file: 'test/graphql/audit-events.test.ts',
      name: 'revokeApiToken records its audit events, and none if nothing changes',
    },
  },
  // Configuration
  {
    fault: 'OPERATOR_TOKEN is ignored',
    edits: [
      {
        file: 'src/bin/main.ts',
        from: '{ configuredToken: env.OPERATOR_TOKEN, mayInvent: isEmbedded }',
        to: '{ configuredToken: undefined, mayInvent: isEmbedded }',
      },
    ],
    noticedBy: {
      file: 'test/release/process/configuration.test.ts',
      name: 'limits, proxies, the replica and the first administrator come from the environment',
    },
  },
  {
    fault: '.env is not read',
    edits: [
      {
        file: 'src/env.ts',
        from: `  if (existsSync('.env')) process.loadEnvFile('.env');
`,
        to: '',
      },
    ],
    noticedBy: {
      file: 'test/release/process/start.test.ts',
      name: 'reads .env in its working directory, and the environment takes precedence',
    },
  },
  // HTTP
  {
    fault: 'no Cache-Control: no-store on an answer in JSON',
    edits: [
      {
        file: 'src/http/envelope.ts',
        from: `      'Cache-Control': 'no-store',
`,
        to: '',
      },
    ],
    noticedBy: {
      file: 'test/http/request-handler.test.ts',
      name: '/refused: sets a request id, nosniff and no-store, and HSTS over TLS',
    },
  },
  {
    fault: 'no Cache-Control: no-store where nothing is said',
    edits: [
      {
        file: 'src/http/request-handler.ts',
        from: `  if (!headers.has('Cache-Control')) headers.set('Cache-Control', 'no-store');
`,
        to: '',
      },
    ],
    noticedBy: {
      file: 'test/http/request-handler.test.ts',
      name: '/plain: sets a request id, nosniff and no-store, and HSTS over TLS',
    },
  },
  {
    fault: 'no Cache-Control: no-store on a session that begins',
    edits: [
      {
        file: 'src/sign-in/sign-in.ts',
        from: `  'Cache-Control': 'no-store',
`,
        to: '',
      },
      {
        file: 'src/http/request-handler.ts',
        from: `  if (!headers.has('Cache-Control')) headers.set('Cache-Control', 'no-store');
`,
        to: '',
      },
    ],
    noticedBy: {
      file: 'test/pages.test.ts',
      name: 'responses are no-store unless they are the same for everybody',
    },
  },
  {
    fault: 'no Cache-Control: no-store on a file that there is not',
    edits: [
      {
        file: 'src/graphql/graphiql/graphiql-files.ts',
        from: `        response.headers.set('Cache-Control', 'no-store');`,
        to: '        void response;',
      },
    ],
    noticedBy: {
      file: 'test/graphql/graphiql/graphiql-page.test.ts',
      name: 'has compressed files that are cached forever, but only under the name of their release',
    },
  },
  {
    fault: 'no Cache-Control: no-store on pages of operators',
    edits: [
      {
        file: 'src/pages/operators/routes.ts',
        from: `      'Cache-Control': 'no-store',
`,
        to: '',
      },
      {
        file: 'src/http/request-handler.ts',
        from: `  if (!headers.has('Cache-Control')) headers.set('Cache-Control', 'no-store');
`,
        to: '',
      },
    ],
    noticedBy: {
      file: 'test/release/browser/operators.test.ts',
      name: 'without a session redirect a browser to the sign-in page and reject a program',
    },
  },
  {
    fault: 'a raw + in a path is read as a space',
    edits: [
      {
        file: 'src/rest/transport/decode-parameters.ts',
        from: 'decodeURIComponent(value)',
        to: `decodeURIComponent(value.replaceAll('+', ' '))`,
      },
    ],
    noticedBy: { file: 'test/rest/hostile-input.test.ts', name: 'accepts + as a booking id' },
  },
  {
    fault: 'a + in a query is not read as a space',
    edits: [{ file: 'src/rest/transport/read-query.ts', from: `text.replaceAll('+', ' ')`, to: 'text' }],
    noticedBy: {
      file: 'test/rest/transport/read-query.test.ts',
      name: '%j is read like a form and decoded once',
    },
  },
  {
    fault: 'a raw + in a path is read as a space, by the SDK’s test platform',
    edits: [
      {
        file: 'sdk/src/testing/platform/find-operation.ts',
        from: 'return [name, decodeURIComponent(value)];',
        to: `return [name, decodeURIComponent(value.replaceAll('+', ' '))];`,
      },
    ],
    noticedBy: {
      file: 'test/sdk/rules/rules.test.ts',
      name: 'test kit compared with the service > %s',
    },
  },
  {
    fault: 'a raw + in a path is read as a space, by the SDK’s test API',
    edits: [
      {
        file: 'sdk/src/testing/create-test-partner-api.ts',
        from: 'decodeURIComponent(value)]',
        to: `decodeURIComponent(value.replaceAll('+', ' '))]`,
      },
    ],
    noticedBy: { file: 'test/sdk/testing.test.ts', name: 'receives the id "a+b" unchanged' },
  },
  {
    fault: 'a drain is without its grace',
    edits: [
      {
        file: 'src/http/http-server.ts',
        from: `      await sleep(graceMillis);
`,
        to: '',
      },
    ],
    noticedBy: {
      file: 'test/http/server-alone.test.ts',
      name: 'accepts connections only during the grace period, and asks open ones to close',
    },
  },
  {
    fault: 'DRAIN_GRACE_MS is ignored',
    edits: [{ file: 'src/bin/main.ts', from: 'graceMillis: env.DRAIN_GRACE_MS', to: 'graceMillis: 0' }],
    noticedBy: {
      file: 'test/release/process/drain.test.ts',
      name: 'serves with /readyz at 503 during DRAIN_GRACE_MS, and ends at once on a second signal',
    },
  },
  {
    fault: 'any number of requests ahead on a connection',
    edits: [
      {
        file: 'src/http/connection.ts',
        from: 'const maxPipelined = 16;',
        to: 'const maxPipelined = 1_000_000;',
      },
    ],
    noticedBy: {
      file: 'test/http/server-alone.test.ts',
      name: 'accepts 16 requests per connection, and cuts off only a connection with a 17th',
    },
  },
  {
    fault: 'who sends too many ahead is not cut off',
    edits: [
      {
        file: 'src/http/connection.ts',
        from: `    if (this.#open > maxPipelined) {
      this.#socket.destroy();
      return false;`,
        to: `    if (this.#open > maxPipelined) {
      return false;`,
      },
    ],
    noticedBy: {
      file: 'test/http/server-alone.test.ts',
      name: 'accepts 16 requests per connection, and cuts off only a connection with a 17th',
    },
  },
  {
    fault: 'connections are never closed by force',
    edits: [
      {
        file: 'src/http/http-server.ts',
        from: '() => server.closeAllConnections(), drainMillis',
        to: '() => {}, drainMillis',
      },
    ],
    noticedBy: {
      file: 'test/http/server-alone.test.ts',
      name: 'cuts off pending requests when the drain time ends, even if the client keeps sending',
    },
  },
  {
    fault: 'a client that neither closes nor stops is never cut off',
    edits: [
      {
        file: 'src/http/connection.ts',
        from: `      this.#cut = setTimeout(() => this.#socket.destroy(), lingerMillis).unref();
`,
        to: '',
      },
    ],
    noticedBy: {
      file: 'test/http/connection.test.ts',
      name: 'cuts off a client that keeps sending junk',
    },
  },
  {
    fault: 'a silent connection is kept for ever',
    edits: [
      {
        file: 'src/http/connection.ts',
        from: 'this.#idle = setTimeout(() => this.#socket.destroy(), this.#settings.keepAliveMillis + 1_000).unref();',
        to: '',
      },
    ],
    noticedBy: {
      file: 'test/http/server-alone.test.ts',
      name: 'is closed a second after keepAliveMillis, and only while no request is running',
    },
  },
  {
    fault: 'idle connections stay while it drains',
    edits: [
      {
        file: 'src/http/http-server.ts',
        from: '      const idle = setInterval(() => server.closeIdleConnections(), 20);',
        to: '      const idle = setInterval(() => {}, 20);',
      },
    ],
    noticedBy: {
      file: 'test/http/server-alone.test.ts',
      name: 'closes idle connections',
    },
  },
  // GraphQL
  {
    fault: 'organizationId is ignored, of courts',
    edits: [
      {
        file: 'src/db/queries/operators/lists.ts',
        from: 'equal({ organization_id: organizationId })',
        to: 'equal({ organization_id: organizationId && undefined })',
      },
    ],
    noticedBy: {
      file: 'test/graphql/filters.test.ts',
      name: 'courts.organizationId finds the matching rows and nothing else',
    },
  },
  {
    fault: 'organizationId is ignored, of court bookings',
    edits: [
      {
        file: 'src/db/queries/operators/court-booking-list.ts',
        from: `    groups: groupsOf(filter),
`,
        to: `    groups: groupsOf({ ...filter, organizationId: undefined }),
`,
      },
    ],
    noticedBy: {
      file: 'test/graphql/filters.test.ts',
      name: 'courtBookings.organizationId finds the matching rows and nothing else',
    },
  },
  {
    fault: 'externalServiceId is ignored, of API tokens',
    edits: [
      {
        file: 'src/db/queries/operators/lists.ts',
        from: `...equal({ external_service_id: externalServiceId }),
      ...endsBefore(`,
        to: `...equal({ external_service_id: externalServiceId && undefined }),
      ...endsBefore(`,
      },
    ],
    noticedBy: {
      file: 'test/graphql/filters.test.ts',
      name: 'apiTokens.externalServiceId finds the matching rows and nothing else',
    },
  },
  {
    fault: 'externalServiceId is ignored, of users',
    edits: [
      {
        file: 'src/db/queries/operators/lists.ts',
        from: 'managed_by_id: managedById }',
        to: 'managed_by_id: managedById && undefined }',
      },
    ],
    noticedBy: {
      file: 'test/graphql/filters.test.ts',
      name: 'users.externalServiceId finds the matching rows and nothing else',
    },
  },
  {
    fault: 'externalServiceId is ignored, of partner requests',
    edits: [
      {
        file: 'src/db/queries/operators/lists.ts',
        from: `    external_service_id: equals.externalServiceId,
`,
        to: '',
      },
    ],
    noticedBy: {
      file: 'test/graphql/filters.test.ts',
      name: 'partnerRequests.externalServiceId finds the matching rows and nothing else',
    },
  },
  {
    fault: 'externalServiceId is ignored, of webhook endpoints',
    edits: [
      {
        file: 'src/db/queries/operators/lists.ts',
        from: `...equal({ external_service_id: externalServiceId }),
      ...(isPaused`,
        to: `...equal({ external_service_id: externalServiceId && undefined }),
      ...(isPaused`,
      },
    ],
    noticedBy: {
      file: 'test/graphql/filters.test.ts',
      name: 'webhookEndpoints.externalServiceId finds the matching rows and nothing else',
    },
  },
  {
    fault: 'externalServiceId is ignored, of court bookings',
    edits: [
      {
        file: 'src/db/queries/operators/court-booking-list.ts',
        from: `    external_service_id: externalServiceId,
    external_court`,
        to: '    external_court',
      },
    ],
    noticedBy: {
      file: 'test/graphql/filters.test.ts',
      name: 'courtBookings.externalServiceId finds the matching rows and nothing else',
    },
  },
  {
    fault: 'externalServiceId is ignored, of traffic',
    edits: [
      {
        file: 'src/db/queries/operators/partner-traffic.ts',
        from: '[from, to, externalServiceId ?? null],',
        to: '[from, to, null],',
      },
    ],
    noticedBy: {
      file: 'test/services/traffic/read-partner-traffic.test.ts',
      name: 'sums requests by hour, day, service, operation, status and error type, with a sample',
    },
  },
  {
    fault: 'externalServiceId is ignored, of faults in the traffic',
    edits: [
      {
        file: 'src/db/queries/operators/partner-traffic.ts',
        from: '[from, to, externalServiceId ?? null, limit],',
        to: '[from, to, null, limit],',
      },
    ],
    noticedBy: {
      file: 'test/services/traffic/read-partner-traffic.test.ts',
      name: 'sums requests by hour, day, service, operation, status and error type, with a sample',
    },
  },
  {
    fault: 'externalServiceId is ignored, of traffic, between GraphQL and the service',
    edits: [
      {
        file: 'src/graphql/types/partner-traffic.ts',
        from: `    externalServiceId: args.externalServiceId
`,
        to: `    externalServiceId: args.externalServiceId && !args.externalServiceId
`,
      },
    ],
    noticedBy: {
      file: 'test/graphql/types/partner-traffic.test.ts',
      name: 'returns traffic and faults of one external service, or of all without the argument',
    },
  },
  {
    fault: 'errorType is ignored',
    edits: [
      {
        file: 'src/db/queries/operators/lists.ts',
        from: `    error_type: equals.errorType,
`,
        to: '',
      },
    ],
    noticedBy: {
      file: 'test/graphql/filters.test.ts',
      name: 'partnerRequests.errorType finds the matching rows and nothing else',
    },
  },
  {
    fault: 'operation is ignored',
    edits: [
      {
        file: 'src/db/queries/operators/lists.ts',
        from: `    operation: equals.operation,
`,
        to: '',
      },
    ],
    noticedBy: {
      file: 'test/graphql/filters.test.ts',
      name: 'partnerRequests.operation finds the matching rows and nothing else',
    },
  },
  {
    fault: 'action is ignored',
    edits: [
      {
        file: 'src/db/queries/operators/lists.ts',
        from: 'request_id: requestId, action })',
        to: 'request_id: requestId, action: action && undefined })',
      },
    ],
    noticedBy: {
      file: 'test/graphql/filters.test.ts',
      name: 'auditEvents.action finds the matching rows and nothing else',
    },
  },
  {
    fault: 'actorId is ignored',
    edits: [
      {
        file: 'src/db/queries/operators/lists.ts',
        from: 'actor_id: actorId,',
        to: 'actor_id: actorId && undefined,',
      },
    ],
    noticedBy: {
      file: 'test/graphql/filters.test.ts',
      name: 'auditEvents.actorId finds the matching rows and nothing else',
    },
  },
  {
    fault: '`last` costs nothing',
    edits: [
      {
        file: 'src/graphql/limits/list-size.ts',
        from: 'first ?? last ?? defaultPageSize',
        to: 'first ?? defaultPageSize',
      },
    ],
    noticedBy: {
      file: 'test/graphql/limits/list-size.test.ts',
      name: 'costs the number of rows that the list may have, and at least one',
    },
  },
  {
    fault: 'the cost limit is tenfold',
    edits: [
      {
        file: 'src/graphql/limits/operation-limits.ts',
        from: 'complexity: 30_000',
        to: 'complexity: 300_000',
      },
    ],
    noticedBy: {
      file: 'test/graphql/bounds.test.ts',
      name: 'accepts a page with a cost of 30,000, and rejects a cost of 30,001',
    },
  },
  {
    fault: 'the depth of an operation may be 19',
    edits: [{ file: 'src/graphql/limits/operation-limits.ts', from: 'depth: 12', to: 'depth: 19' }],
    noticedBy: { file: 'test/graphql/bounds.test.ts', name: 'depth: accepts 12 and rejects one more' },
  },
  {
    fault: 'the depth of a document may be 19 only',
    edits: [{ file: 'src/graphql/limits/document-limits.ts', from: 'depth: 20', to: 'depth: 19' }],
    noticedBy: {
      file: 'test/graphql/limits/document-limits.test.ts',
      name: 'depth: accepts the maximum, and rejects one more with a code, the limit and advice',
    },
  },
  // Users and bookings
  {
    fault: 'a replay loses the userId of an open address',
    edits: [
      {
        file: 'src/db/functions/upsert-court-booking.sql',
        from: `jsonb_build_object('outcome', 'replayed', 'openUsers', p_open_users)`,
        to: `jsonb_build_object('outcome', 'replayed', 'openUsers', jsonb '{}')`,
      },
    ],
    noticedBy: {
      file: 'test/services/bookings/upsert-court-booking.test.ts',
      name: 'a replay by %s returns the same booking, with a userId only for accessible users',
    },
  },
  {
    fault: 'a birthday of today is refused',
    edits: [{ file: 'src/services/values/fields.ts', from: 'if (value > today)', to: 'if (value >= today)' }],
    noticedBy: {
      file: 'test/services/values/fields.test.ts',
      name: 'a birthday is a date from 1900-01-01 to today in UTC',
    },
  },
  {
    fault: 'a birthday of tomorrow is taken',
    edits: [
      {
        file: 'src/services/values/fields.ts',
        from: `  if (value > today) return 'Must not be in the future.';
`,
        to: '',
      },
    ],
    noticedBy: {
      file: 'test/services/values/fields.test.ts',
      name: 'a birthday is a date from 1900-01-01 to today in UTC',
    },
  },
  {
    fault: 'a birthday of 1900-01-01 is refused',
    edits: [
      {
        file: 'src/services/values/fields.ts',
        from: `if (value < '1900-01-01')`,
        to: `if (value <= '1900-01-01')`,
      },
    ],
    noticedBy: {
      file: 'test/services/values/fields.test.ts',
      name: 'a birthday is a date from 1900-01-01 to today in UTC',
    },
  },
  {
    fault: 'a birthday of 1899-12-31 is taken',
    edits: [
      { file: 'src/services/values/fields.ts', from: `value < '1900-01-01'`, to: `value < '1899-12-31'` },
    ],
    noticedBy: {
      file: 'test/services/values/fields.test.ts',
      name: 'a birthday is a date from 1900-01-01 to today in UTC',
    },
  },
  {
    fault: 'a birthday of today is refused, by the SDK’s test platform',
    edits: [
      {
        file: 'sdk/src/testing/platform/text-faults.ts',
        from: 'if (value > today)',
        to: 'if (value >= today)',
      },
    ],
    noticedBy: {
      file: 'test/sdk/test-platform-clock.test.ts',
      name: 'decides about birthdays and about versions in the future',
    },
  },
  {
    fault: 'a birthday of 1900-01-01 is refused, by the SDK’s test platform',
    edits: [
      {
        file: 'sdk/src/testing/platform/text-faults.ts',
        from: `if (value < '1900-01-01')`,
        to: `if (value <= '1900-01-01')`,
      },
    ],
    noticedBy: {
      file: 'test/sdk/rules/rules.test.ts',
      name: 'test kit compared with the service > %s',
    },
  },
  {
    fault: 'a newer PUT without participants leaves those that are stored',
    edits: [
      {
        file: 'src/db/functions/upsert-court-booking.sql',
        from: `  if p_stored_participants <> p_participants then
`,
        to: `  if p_stored_participants <> p_participants and p_participants <> '[]' then
`,
      },
    ],
    noticedBy: {
      file: 'test/services/bookings/upsert-court-booking.test.ts',
      name: 'a newer PUT without the field removes all participants of its own booking only',
    },
  },
  {
    fault: 'a PUT without participants answers those that are stored',
    edits: [
      {
        file: 'src/db/functions/upsert-court-booking.sql',
        from: `  perform pg_advisory_xact_lock(functions.court_booking_key(p_external_service_id, p_external_court_booking_id));

  select * into v_judged`,
        to: `  perform pg_advisory_xact_lock(functions.court_booking_key(p_external_service_id, p_external_court_booking_id));

  if jsonb_typeof(p_participants) = 'null' then
    p_participants := coalesce((select people.participants from court_bookings b cross join lateral functions.court_booking_participants(b.id) people where b.external_service_id = p_external_service_id and b.external_court_booking_id = p_external_court_booking_id), '[]');
  end if;
  select * into v_judged`,
      },
      {
        file: 'src/services/bookings/upsert-court-booking.ts',
        from: `      .default([])
`,
        to: `      .optional()
`,
      },
      {
        file: 'src/services/bookings/upsert-court-booking.ts',
        from: 'rejectAmbiguousParticipants(input, createError)',
        to: 'rejectAmbiguousParticipants({ participants: input.participants ?? [] }, createError)',
      },
      {
        file: 'src/services/bookings/upsert-court-booking.ts',
        from: 'JSON.stringify(input.participants)',
        to: 'JSON.stringify(input.participants ?? null)',
      },
    ],
    noticedBy: {
      file: 'test/rest/operations/upsert-court-booking.test.ts',
      name: 'has only the sent participants, because PUT replaces the whole booking',
    },
  },
  {
    fault: 'an item of a batch without participants leaves those that are stored',
    edits: [
      {
        file: 'src/db/functions/upsert-court-booking.sql',
        from: `    where item.stored_participants <> item.participants
`,
        to: `    where item.stored_participants <> item.participants and item.participants <> '[]'
`,
      },
      {
        file: 'src/db/functions/upsert-court-booking.sql',
        from: 'where not i.is_new and i.stored_participants <> i.participants',
        to: `where not i.is_new and i.stored_participants <> i.participants and i.participants <> '[]'`,
      },
    ],
    noticedBy: {
      file: 'test/services/bookings/batch/batch-court-bookings.test.ts',
      name: 'an item without participants removes those of its own booking only (atomic: false)',
    },
  },
  {
    fault: 'a PUT without participants leaves those that are stored, by the SDK’s test platform',
    edits: [
      {
        file: 'sdk/src/testing/platform/upsert-court-booking.ts',
        from: 'participants: upsert.participants as Participant[],',
        to: 'participants: (upsert.participants.length === 0 && stored ? stored.participants : upsert.participants) as Participant[],',
      },
    ],
    noticedBy: {
      file: 'test/sdk/rules/rules.test.ts',
      name: 'test kit compared with the service > %s',
    },
  },
  // The SDK’s testing kit
  {
    fault: 'the timer of a late answer outlives its abort',
    edits: [
      {
        file: 'sdk/src/testing/answer.ts',
        from: `      clearTimeout(timer);
`,
        to: `      void timer;
`,
      },
    ],
    noticedBy: { file: 'test/sdk/testing.test.ts', name: 'leaves no timer after the caller aborts' },
  },
  {
    fault: 'the timer of who waits for changes outlives its abort',
    edits: [
      {
        file: 'sdk/src/testing/platform/list-changes.ts',
        from: `      clearTimeout(timer);
`,
        to: `      void timer;
`,
      },
    ],
    noticedBy: {
      file: 'test/sdk/test-platform-failures.test.ts',
      name: 'gives the place of an aborted wait to another one, of the five places per token',
    },
  },
  {
    fault: 'who gives up a late answer is not told',
    edits: [
      {
        file: 'sdk/src/testing/answer.ts',
        from: `      clearTimeout(timer);
      reject(signal.reason);`,
        to: `      clearTimeout(timer);
`,
      },
    ],
    noticedBy: {
      file: 'test/sdk/testing.test.ts',
      name: 'rejects with the abort reason of the caller, as fetch does',
    },
  },
];
