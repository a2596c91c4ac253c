import { deepEqual } from 'node:assert/strict';
import { createTestPlatform, type TestPlatform } from '../../../sdk/src/testing/index.ts';
import { faultsOf } from '../../harness/assertions/openapi-validator.ts';
import { type Operators, operationOf, type Scene, type Sender, type Side, type SideCall } from './side.ts';

export async function kitSide(scene: Scene): Promise<Side> {
  const { externalServiceId, otherServiceId, organizationId, foreignOrganizationId, foreignCourt } = scene;
  const courts = scene.courts.map((id, index) => ({ id, name: `Court ${index + 1}` }));
  const platform = createTestPlatform({
    externalServiceId,
    courts: [],
    organizations: [
      { id: organizationId, name: 'Club', courts },
      {
        id: foreignOrganizationId,
        name: 'Club',
        courts: [{ id: foreignCourt, name: 'Court 1' }],
        granted: false,
      },
    ],
  });
  const other = platform.addExternalService({ id: otherServiceId });
  const revoked = platform.issueToken().token;
  platform.revokeTokens(revoked);
  const tokens: Record<Sender, string | undefined> = {
    partner: platform.clientOptions.token,
    'booking reader': platform.issueToken({ scopes: ['court-bookingread'] }).token,
    'user reader': platform.issueToken({ scopes: ['userread'] }).token,
    scopeless: platform.issueToken({ scopes: [] }).token,
    revoked,
    expired: platform.issueToken({ expiresAt: '2020-01-01T00:00:00Z' }).token,
    other: other.clientOptions.token,
    nobody: undefined,
  };
  const call = async ({ method, path, by = 'partner', authorization, headers = {}, ...sent }: SideCall) => {
    const serviceId = by === 'other' ? otherServiceId : externalServiceId;
    const whole = path.startsWith('/api/') ? path : `/api/v1/external-services/${serviceId}${path}`;
    const token = tokens[by];
    const authorizing = authorization ?? (token && `Bearer ${token}`);
    const body = sent.rawBody ?? (sent.body === undefined ? undefined : JSON.stringify(sent.body));
    const response = await platform.clientOptions.fetch(`https://partners.test${whole}`, {
      method,
      headers: {
        ...(authorizing ? { Authorization: authorizing } : {}),
        ...(method === 'GET' ? {} : { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body }),
    });
    const answer = {
      status: response.status,
      headers: response.headers,
      body: response.status === 304 ? null : await response.json(),
    };
    deepEqual(faultsOf(operationOf(method, whole), answer), []);
    return answer;
  };
  return { scene, call, operators: operatorsOf(platform) };
}

function operatorsOf(platform: TestPlatform): Operators {
  const endpoints = new Map<string, Awaited<ReturnType<TestPlatform['addWebhookEndpoint']>>>();
  return {
    cancel: async (id, reason) => platform.cancelAsOperator(id, reason),
    reinstate: async (id) => platform.reinstateAsOperator(id),
    resetVersion: async (id, at) => platform.resetVersion(id, at),
    resetCancellation: async (id) => platform.resetCancellation(id),
    setCourtActive: async (id, active) =>
      active ? platform.activateCourt(id) : platform.deactivateCourt(id),
    createCourt: async (organizationId, name) => platform.createCourt(name, organizationId),
    setOrganizationAccess: async (id, isGranted) =>
      isGranted ? platform.grantOrganization(id) : platform.revokeOrganization(id),
    setUserAccess: async (id, isGranted) => (isGranted ? platform.grantUser(id) : platform.revokeUser(id)),
    updateUser: async (id, changes) => platform.updateUser(id, changes),
    eraseUser: async (id) => platform.eraseUser(id),
    eraseGuest: async (email) => platform.eraseGuest(email),
    addEndpoint: async (url, types) => {
      const endpoint = await platform.addWebhookEndpoint({ url, types });
      endpoints.set(endpoint.id, endpoint);
      return endpoint.id;
    },
    setEndpointPaused: async (id, isPaused) => {
      if (isPaused) endpoints.get(id)!.pause();
      else endpoints.get(id)!.resume();
    },
    expireChanges: async () => platform.expireChanges(),
    recordRequests: async () => {},
  };
}
