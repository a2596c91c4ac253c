import { type Html, html } from '../html.ts';
import type { OperationAt, Parameter } from './openapi.ts';

/** A form that sends a request of an operation to this service, with a script. Without the script it stays hidden. */
export function tryForm({ method, path, operation }: OperationAt, body: unknown): Html {
  const parameters = (operation.parameters ?? []).filter(({ name }) => name !== 'X-Request-Id');
  return html`<details class="try" hidden><summary>Try it</summary>
<form method="post" data-method="${method}" data-path="${path}">
<p>${method === 'GET' ? 'The request is' : 'The request changes real data. It is'} sent to this service.</p>
<label>API token <small>kept until you close this tab</small><input type="password" name="token" required autocomplete="off"></label>
${parameters.map(field)}${
  body !== undefined &&
  html`<label>Body<textarea name="body" rows="10" spellcheck="false">${JSON.stringify(body, null, 2)}</textarea></label>
`
}<button class="button" type="submit">Send</button>
<p role="status"></p>
<div class="code" hidden><pre tabindex="0" role="group" aria-label="Response to your request"><code></code></pre></div>
</form>
</details>
<script src="/assets/try.js" defer></script>
`;
}

function field({ in: place, name, required = false, schema }: Parameter): Html {
  const key = `${place}:${name}`;
  // The script fills in the external service of the token.
  const example = required && name !== 'externalServiceId' ? (schema.example ?? '') : '';
  const options = [...(required ? [] : ['']), ...(schema.enum ?? [])];
  const input = schema.enum
    ? html`<select name="${key}">${options.map((value) => html`<option>${value}</option>`)}</select>`
    : html`<input name="${key}" value="${example}"${required && html` required`} autocomplete="off" spellcheck="false">`;
  return html`<label><code>${name}</code>${!required && html` <small>optional</small>`}${input}</label>\n`;
}
