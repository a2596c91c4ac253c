import type { SqlEntityManager } from '@mikro-orm/postgresql';
import { ExternalService, operatorsService } from '../../db/entities/external-service.ts';

/** The external service of a partner, or null: that of operators is none, and is given nothing of what partners have. */
export async function findExternalService(em: SqlEntityManager, id: string): Promise<ExternalService | null> {
  return id === operatorsService.id ? null : em.findOne(ExternalService, id);
}
