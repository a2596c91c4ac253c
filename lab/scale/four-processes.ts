// The same checks on four processes, and on four processes of a broken copy of the service, where each of them must fail.
import { changedVersion } from '../../test/harness/data/versions.ts';
import type { Row } from '../report.ts';
import type { Cleanup, ScalePart } from './cleanup.ts';
import { measureFeedAndWebhooks } from './feed-and-webhooks.ts';
import { type Measured, measureRateLimit, measureRevocation } from './limits.ts';
import { measureLongPolls } from './long-polls.ts';
import { seenFailing } from './seen-failing.ts';
import { type Service, type ServiceOptions, startService } from './service.ts';
import { type MigratedDatabase, startDatabase } from './setup.ts';

const replace = (from: string, to: string) => (source: string) => source.replace(from, to);

/** Each rule that holds across processes is broken in the way that one process alone would not show. */
const faults = {
  'src/services/limits/rate-limit-bucket.ts': replace(
    // biome-ignore lint/suspicious/noTemplateCurlyInString: source text
    '`${name}/${key}`',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: source text
    '`${name}/${process.pid}/${key}`',
  ),
  'src/services/access/authenticate-api-token.ts': (source: string) =>
    source
      .replace('cacheTtlMillis = 800', 'cacheTtlMillis = 1_900')
      .replace('refreshMillis = 400', 'refreshMillis = 1_900'),
  'src/services/changes/change-watch.ts': replace('lookMillis = 200', 'lookMillis = 20_000'),
  'src/db/functions/changes.sql': replace(
    'where external_service_id = p_external_service_id and id > p_after order by id\n',
    'where external_service_id = p_external_service_id and id > p_after and sequence % 50 <> 0 order by id\n',
  ),
  'src/db/functions/webhooks.sql': (source: string) =>
    source
      .replace('set leased_until = v_until, due_at = v_until', 'set leased_until = p_now')
      .replace(
        "jsonb_object_agg(id, v_until), '{}') from unnest(v_ids)",
        "jsonb_object_agg(id, p_now), '{}') from unnest(v_ids)",
      ),
};

export const fourProcesses: ScalePart = async ({ cleanup, note }) => {
  const measure = (options: ServiceOptions) =>
    cleanup.within(async (inner) => {
      const data = await startDatabase(inner);
      return measureProcesses(inner, data, await startService(inner, data.url, options), note);
    });
  const measured = await measure({});
  note('the same on a broken copy');
  const broken = await measure({ entry: changedVersion(faults).entry });
  return [
    ...Object.values(measured),
    seenFailing('the rate limit is counted per process', broken.limit),
    seenFailing('processes cache tokens for 1.9 s', broken.revocation),
    seenFailing('the feed leaves out a change', broken.feed),
    seenFailing('processes lease deliveries without marking them', broken.webhooks),
    seenFailing('a waiting process does not look for changes of others', broken.longPolls),
  ];
};

/** Measures the rules that hold for any number of processes. */
export async function measureProcesses(
  cleanup: Cleanup,
  data: MigratedDatabase,
  service: Service,
  note: (text: string) => void,
): Promise<Record<'limit' | 'revocation' | 'feed' | 'webhooks' | 'longPolls', Row>> {
  const measured: Measured = { service, data, tenant: await data.factories.tenant() };
  note('rate limit');
  const limit = await measureRateLimit(measured);
  note('revocation');
  const revocation = await measureRevocation(measured);
  note('feed and webhooks');
  const { feed, webhooks } = await measureFeedAndWebhooks(cleanup, measured);
  note('waiting requests');
  const longPolls = await measureLongPolls(measured);
  return { limit, revocation, feed, webhooks, longPolls };
}
