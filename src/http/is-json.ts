/** Whether a body is JSON by its content type: `application/json`, in UTF-8 where a charset is named (RFC 8259, section 8.1). */
export function isJson(contentType: string | null): boolean {
  if (contentType === 'application/json') return true;
  const [type, ...parameters] = (contentType ?? '')
    .toLowerCase()
    .split(';')
    .map((part) => part.trim());
  const isUtf8 = (parameter: string) => parameter === '' || /^charset="?utf-8"?$/.test(parameter);
  return type === 'application/json' && parameters.every(isUtf8);
}
