import { expect } from 'vitest';
import type { TestService } from '../servers/test-service.ts';
import { ask } from './graphql-client.ts';

// biome-ignore lint/suspicious/noExplicitAny: what a test expects of it is the test
type Shown = any;

/** Webhook operations of an administrator, through the GraphQL interface. Each rejects if the service returns an error. */
export async function operatorOf(service: Pick<TestService, 'address' | 'factories'>) {
  const { secret } = await service.factories.operator('ADMIN');
  const mutate = async (field: string, type: string, input: object, shown: string): Promise<Shown> => {
    const inputType = `${type}Input`;
    const { data, errors } = await ask<Record<string, Shown>, object>(
      service,
      secret,
      `mutation M($input: ${inputType}!) { ${field}(input: $input) { __typename ... on ${shown} ... on ApiError { type message } } }`,
      { input },
    );
    expect(errors).toBeUndefined();
    expect(data[field].type, JSON.stringify(data[field])).toBeUndefined();
    return data[field];
  };
  return {
    /** Returns the id and the verification secret. `types` as in GraphQL: `COURT_BOOKING_CANCELLED`. */
    createWebhookEndpoint: async (
      externalServiceId: string,
      url: string,
      types: string[],
      signature: 'HMAC_SHA256' | 'ED25519' = 'HMAC_SHA256',
    ): Promise<{ id: string; secret: string }> => {
      const input = { externalServiceId, url, types, signature };
      const issued = await mutate(
        'createWebhookEndpoint',
        'CreateWebhookEndpoint',
        input,
        'IssuedWebhookSecret { secret webhookEndpoint { id } }',
      );
      return { id: issued.webhookEndpoint.id, secret: issued.secret };
    },
    rotateWebhookSecret: async (webhookEndpointId: string, overlapHours: number): Promise<string> =>
      (
        await mutate(
          'rotateWebhookSecret',
          'RotateWebhookSecret',
          { webhookEndpointId, overlapHours },
          'IssuedWebhookSecret { secret }',
        )
      ).secret,
    testWebhookEndpoint: (
      webhookEndpointId: string,
    ): Promise<{ status: number | null; answer: string | null }> =>
      mutate(
        'testWebhookEndpoint',
        'WebhookEndpointId',
        { webhookEndpointId },
        'TestedWebhookEndpoint { status answer }',
      ),
    cancelCourtBooking: (courtBookingId: string, reason: string): Promise<Shown> =>
      mutate('cancelCourtBooking', 'CancelCourtBooking', { courtBookingId, reason }, 'CourtBooking { id }'),
  };
}
