import { sequenceChanges } from '../../../src/services/changes/sequence-changes.ts';
import type { TestService } from '../../harness/servers/test-service.ts';
import { operatorsOf } from './service-operators.ts';
import { operationOf, type Scene, type Sender, type Side, type SideCall } from './side.ts';

export async function serviceSide(service: TestService, tag: string): Promise<Side> {
  const { factories, database } = service;
  const [own, foreign, externalServiceId, otherServiceId] = await Promise.all([
    factories.organization(3),
    factories.organization(1),
    factories.externalService(),
    factories.externalService(),
  ]);
  const { token } = factories;
  const [partner, bookings, users, scopeless, revoked, expired, other] = await Promise.all([
    token(externalServiceId),
    token(externalServiceId, ['court-bookingread']),
    token(externalServiceId, ['userread']),
    token(externalServiceId, ['userread']),
    token(externalServiceId),
    token(externalServiceId, undefined, '2020-01-01T00:00:00Z'),
    token(otherServiceId),
    factories.grantOrganization(externalServiceId, own.organizationId),
    factories.grantOrganization(otherServiceId, own.organizationId),
  ]);
  await factories.revokeToken(revoked.id);
  // Such tokens are no longer issued.
  await database.em().execute("update api_tokens set scopes = '{}' where id = ?", [scopeless.id]);
  const tokens: Record<Sender, string | undefined> = {
    partner: partner.secret,
    'booking reader': bookings.secret,
    'user reader': users.secret,
    scopeless: scopeless.secret,
    revoked: revoked.secret,
    expired: expired.secret,
    other: other.secret,
    nobody: undefined,
  };
  const scene: Scene = {
    externalServiceId,
    otherServiceId,
    organizationId: own.organizationId,
    courts: own.courtIds as Scene['courts'],
    foreignOrganizationId: foreign.organizationId,
    foreignCourt: foreign.courtIds[0]!,
    tag,
  };
  const numbered = async () => {
    while (!(await sequenceChanges({ database, now: Date.now })));
  };
  /** The last request with a token of the partner. */
  let last = '';
  const recorded = async () => {
    const isRecorded = () =>
      database.query(
        'select 1 from partner_requests where external_service_id = $1 and caller_request_id = $2',
        [externalServiceId, last],
      );
    while ((await isRecorded()).length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
  };
  const call = async ({ method, path, by = 'partner', authorization, headers = {}, ...rest }: SideCall) => {
    const serviceId = by === 'other' ? otherServiceId : externalServiceId;
    const whole = path.startsWith('/api/') ? path : `/api/v1/external-services/${serviceId}${path}`;
    const secret = tokens[by];
    const authorizing = authorization ?? (secret && `Bearer ${secret}`);
    const authorized = { ...(authorizing ? { Authorization: authorizing } : {}), ...headers };
    const answer = await service.call(
      whole,
      { method, ...rest, headers: authorized },
      operationOf(method, whole),
    );
    // Only these make changes.
    if (method !== 'GET' && answer.status < 300) await numbered();
    const isNobodys =
      answer.status === 401 ||
      answer.body?.error?.type === 'route_not_found' ||
      path === '/api/v1/token/revoke';
    if (by !== 'other' && !isNobodys) last = answer.headers.get('X-Request-Id')!;
    return answer;
  };
  return { scene, call, operators: await operatorsOf(service, scene, { numbered, recorded }) };
}
