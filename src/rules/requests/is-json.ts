/** Returns true if the content type is `application/json`, in UTF-8 if it has a charset (RFC 8259, section 8.1). */
export function isJson(contentType: string | null): boolean {
  if (contentType === 'application/json') return true;
  const [type, ...parameters] = (contentType ?? '')
    .toLowerCase()
    .split(';')
    .map((part) => part.trim());
  const isUtf8 = (parameter: string) => parameter === '' || /^charset="?utf-?8"?$/.test(parameter);
  return type === 'application/json' && parameters.every(isUtf8);
}
