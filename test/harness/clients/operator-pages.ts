import type { TestService } from '../servers/test-service.ts';

/** Opens pages of operators and sends their forms, as a browser does. */
export function operatorPages(service: TestService, secret: string) {
  const send = async (path: string, body?: URLSearchParams) => {
    const response = await fetch(service.address + path, {
      ...(body ? { method: 'POST', body } : {}),
      headers: { Authorization: `Bearer ${secret}`, Accept: 'text/html' },
      redirect: 'manual',
    });
    return { status: response.status, headers: response.headers, html: await response.text() };
  };
  return {
    get: (path: string, values: Record<string, string> = {}) =>
      send(`${path}${path.includes('?') ? '&' : '?'}${new URLSearchParams(values)}`),
    /** Sends the form that confirms a task, without some of its fields. */
    confirm: (path: string, html: string, without: readonly string[] = []) => {
      const fields = confirmationIn(html).filter(([name]) => !without.includes(name));
      return send(path, new URLSearchParams(fields));
    },
  };
}

/** The fields of the form that confirms a task. */
export function confirmationIn(html: string): [name: string, value: string][] {
  const [, form = ''] = /<form class="confirm"[^>]*>(.*?)<\/form>/s.exec(html) ?? [];
  return [...form.matchAll(/name="([^"]*)" value="([^"]*)"/g)].map(([, name, value]) => [
    name!,
    value!.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&amp;', '&'),
  ]);
}
