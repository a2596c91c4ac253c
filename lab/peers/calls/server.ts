import Fastify, { type FastifyRequest as Request } from 'fastify';
import { newId } from '../../../src/services/values/new-id.ts';

export class ApiError extends Error {
  readonly statusCode: number;

  constructor(status: number, type: string) {
    super(type);
    this.statusCode = status;
  }
}

export function createServer() {
  const server = Fastify({ logger: false, genReqId: newId });
  server.decorateRequest('caller', undefined);
  server.decorateRequest('errorType', undefined);
  server.setErrorHandler((error: Error & { statusCode?: number; validation?: unknown }, request, reply) => {
    const type = error.validation ? 'invalid_schema' : error.message;
    request.errorType = type;
    reply.status(error.statusCode ?? 500).send({ error: { type, message: type } });
  });
  return server;
}

export type { Request };
export type Server = ReturnType<typeof createServer>;

export const uuid = { type: 'string', format: 'uuid' };
export const instant = { type: 'string', format: 'date-time' };
export const identifier = { type: 'string', minLength: 1, maxLength: 255 };
export const email = { type: 'string', format: 'email', maxLength: 254 };
