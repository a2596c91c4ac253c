import { onPrimary } from '../../db/connection/query.ts';
import { listEndpointSecrets } from '../../db/queries/jobs/endpoint-secrets.ts';
import type { ServiceContext } from '../service-context.ts';
import { opens } from './secret-box.ts';
import type { SecretBox } from './webhook-dependencies.ts';

/** The most endpoints to check. A wrong key concerns all of them, so the first ones show it. */
const most = 10_000;

/**
 * Counts the endpoints, of partners and of alerts, whose secret was encrypted with a key that this process does not have. Nothing can
 * be sent to them.
 *
 * @throws ApiError `service_unavailable`
 */
export async function countUnreadableSecrets(
  { database }: Pick<ServiceContext, 'database'>,
  secrets: SecretBox,
): Promise<number> {
  const sealed = await listEndpointSecrets(onPrimary(database), most);
  return sealed.filter((secret) => !opens(secret, secrets)).length;
}
