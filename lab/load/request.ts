import type { Tenant } from '../../test/harness/data/factories.ts';

export interface Request {
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: string;
}

/** A request with a token, and with JSON if there is a body. */
export const requestWith = (token: string, method: string, path: string, body?: unknown): Request => ({
  method,
  path,
  headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
  ...(body === undefined ? {} : { body: JSON.stringify(body) }),
});

export const pathOf = ({ externalServiceId }: Tenant) => `/api/v1/external-services/${externalServiceId}`;
export const bookingPathOf = (tenant: Tenant, id: string) =>
  `${pathOf(tenant)}/court-bookings/by-external-id/${id}`;
