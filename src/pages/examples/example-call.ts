/** The languages of the examples, in display order. */
export const exampleLanguages = ['sh', 'ts', 'python', 'php', 'csharp'] as const;
export type ExampleLanguage = (typeof exampleLanguages)[number];

/** A call of an operation. A text with a name in capitals, such as `$COURT_ID`, is a variable of the reader. */
export interface ExampleCall {
  /** The id of the operation, which is also the name of the SDK's method. */
  operationId: string;
  /** The parameters of the path after the external service, decoded. */
  pathParameters: string[];
  method: string;
  /** From `/api/v1` on, with parameters filled in and percent-encoded. */
  path: string;
  query?: Record<string, string | number | boolean>;
  body?: unknown;
  /** In addition to those of every call. */
  headers?: Record<string, string>;
  /** The response is an error. */
  isRejected?: boolean;
}

/** Characters that are allowed in a query and easier to read unescaped. */
const readable = { '%3A': ':', '%40': '@', '%24': '$', '%2C': ',' };
const queryPart = (text: string | number | boolean) =>
  encodeURIComponent(text).replaceAll(
    /%(?:3A|40|24|2C)/g,
    (escaped) => readable[escaped as keyof typeof readable],
  );

/** Returns the path with its query. */
export function target({ path, query = {} }: ExampleCall): string {
  const parts = Object.entries(query).map(([name, value]) => `${name}=${queryPart(value)}`);
  return parts.length === 0 ? path : `${path}?${parts.join('&')}`;
}
