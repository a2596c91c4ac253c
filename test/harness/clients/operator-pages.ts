import type { TestService } from '../servers/test-service.ts';

type Fields = [name: string, value: string][];

/** Opens pages of operators and sends their forms, as a browser does. Cells have no labels for phones here. */
export function operatorPages(service: Pick<TestService, 'address'>, secret: string) {
  const send = async (path: string, init: RequestInit = {}) => {
    const response = await fetch(service.address + path, {
      ...init,
      headers: { Authorization: `Bearer ${secret}`, Accept: 'text/html', ...init.headers },
      redirect: 'manual',
    });
    const html = (await response.text()).replaceAll(/ data-label="[^"]*"/g, '');
    const { status, headers } = response;
    return { status, headers, location: headers.get('location') ?? '', html };
  };
  const post = (path: string, fields: Fields, headers: Record<string, string> = {}) =>
    send(path, { method: 'POST', body: new URLSearchParams(fields), headers });
  return {
    send,
    get: (path: string, values: Record<string, string> | Fields = {}) => {
      const query = String(new URLSearchParams(values));
      return send(query === '' ? path : `${path}${path.includes('?') ? '&' : '?'}${query}`);
    },
    post,
    /** Sends the form that confirms a task, without some of its fields. */
    confirm: (path: string, html: string, without: readonly string[] = []) =>
      post(
        path,
        confirmationIn(html).filter(([name]) => !without.includes(name)),
      ),
  };
}

/** What the next click sends of a form: what it proposes. */
export const proposedIn = (form: string): Fields =>
  [...form.matchAll(/<input ([^>]*)>/g)].flatMap(([, input = '']): Fields => {
    const [name = '', value = ''] = ['name', 'value'].map(
      (of) => new RegExp(`${of}="([^"]*)"`).exec(input)?.[1],
    );
    return input.includes('checkbox') && !input.includes('checked') ? [] : [[name, value]];
  });

/** The fields of the form that confirms a task. */
export function confirmationIn(html: string): Fields {
  const [, form = ''] = /<form class="confirm"[^>]*>(.*?)<\/form>/s.exec(html) ?? [];
  return [...form.matchAll(/name="([^"]*)" value="([^"]*)"/g)].map(([, name, value]) => [
    name!,
    value!.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&amp;', '&'),
  ]);
}
