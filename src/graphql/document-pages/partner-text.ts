import { ApiError } from '../../api-error.ts';
import { type Html, html } from '../../pages/html.ts';
import { maxPageSize } from '../limits/list-size.ts';
import { byName } from './list-ends.ts';
import { documentLayout } from './page-frame.ts';
import type { PageAnswer, PageRequest } from './page-request.ts';
import { statusOf } from './records.ts';

interface Named {
  id: string;
  name: string;
}
interface Club extends Named {
  courts: (Named & { active: boolean })[];
}
interface Partner extends Named {
  webhookEndpoints: { url: string }[];
}

/** The end of onboarding a partner: a text to send to the partner. It contains no secret. */
export async function partnerTextPage(
  { catalog, run, origin }: PageRequest,
  ids: Record<string, string>,
  knownRecords: Html,
): Promise<PageAnswer> {
  const read = async (type: string, field: string) => {
    const { page, variable } = catalog.records.get(type)!;
    const result = await run(page.typedDocument, { [variable]: ids[variable] });
    if (result.data) return result.data[field];
    const [error] = result.errors ?? [];
    const code = statusOf(result) < 500 ? 'invalid_schema' : 'service_unavailable';
    throw new ApiError(code, error && { message: error.message });
  };
  const [club, partner] = (await Promise.all([
    read('Organization', 'organization'),
    read('ExternalService', 'externalService'),
  ])) as [Club | null, Partner | null];
  const title = 'Text for the partner';
  if (!club || !partner)
    return {
      status: 404,
      body: documentLayout(title, html`<h1>${title}</h1><p>The club or the partner was not found.</p>`),
    };
  return {
    status: 200,
    body: documentLayout(
      title,
      html`<div class="heading"><h1>${title}</h1></div>${knownRecords}
<p>Send this text to the partner. Send the API token and the secrets of webhooks separately: the text does not contain them.</p>
<div class="code letter"><pre tabindex="0" role="group" aria-label="${title}"><code>${partnerText(origin, club, partner)}</code></pre></div>
<p><a href="/operators/onboarding">Onboard another partner</a></p>`,
    ),
  };
}

function partnerText(origin: string, club: Club, partner: Partner): string {
  const courts = club.courts.filter(({ active }) => active).sort(byName);
  const urls = [...new Set(partner.webhookEndpoints.map(({ url }) => url))];
  return [
    `You can now book the courts of ${club.name} through Courtbridge.`,
    '',
    `Base URL: ${origin}`,
    `Guide: ${origin}/docs/getting-started`,
    `External service: ${partner.name}`,
    `External service ID: ${partner.id}`,
    `Organization: ${club.name}`,
    `Organization ID: ${club.id}`,
    '',
    ...(courts.length > 0 ? ['Court IDs:', ...courts.map(({ id, name }) => `${name}: ${id}`), ''] : []),
    ...(club.courts.length < maxPageSize
      ? []
      : [`For all courts, call GET /api/v1/external-services/${partner.id}/courts.`, '']),
    ...urls.map((url) => `Webhooks are sent to ${url}.`),
    `You receive the API token${urls.length > 0 ? ' and the secret of the webhooks' : ''} separately. Keep ${urls.length > 0 ? 'them' : 'it'} secret.`,
    'To test the token, call GET /api/v1/token. The response lists what you have access to.',
  ].join('\n');
}
