import type { SqlEntityManager } from '@mikro-orm/postgresql';
import { ExternalService, operatorsService } from '../../db/entities/external-service.ts';

/**
 * Finds the external service of a partner. Returns null for the operators' own, which cannot have tokens, grants or
 * other objects of partners.
 */
export async function findExternalService(em: SqlEntityManager, id: string): Promise<ExternalService | null> {
  return id === operatorsService.id ? null : em.findOne(ExternalService, id);
}
