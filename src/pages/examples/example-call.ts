/** The languages of the examples, in the order in which they are shown. */
export const exampleLanguages = ['sh', 'ts', 'python', 'php', 'csharp'] as const;
export type ExampleLanguage = (typeof exampleLanguages)[number];

/** A call of an operation. A text that is a name in capitals, such as `$COURT_ID`, is what the reader has in a variable. */
export interface ExampleCall {
  method: string;
  /** From `/api/v1` on, as it is sent: parameters are filled in and percent-encoded. */
  path: string;
  query?: Record<string, string | number | boolean>;
  body?: unknown;
  /** Beside those that every call has. */
  headers?: Record<string, string>;
  /** The answer is a refusal. */
  isRefused?: boolean;
}

/** What may stand in a query as it is, and is easier to read so. */
const readable = { '%3A': ':', '%40': '@', '%24': '$', '%2C': ',' };
const queryPart = (text: string | number | boolean) =>
  encodeURIComponent(text).replaceAll(
    /%(?:3A|40|24|2C)/g,
    (escaped) => readable[escaped as keyof typeof readable],
  );

/** The path with its query, as it is sent. */
export function target({ path, query = {} }: ExampleCall): string {
  const parts = Object.entries(query).map(([name, value]) => `${name}=${queryPart(value)}`);
  return parts.length === 0 ? path : `${path}?${parts.join('&')}`;
}
