/** A response of the service, or of a proxy in front of it. */
export interface AnswerInfo {
  /** The HTTP status. */
  readonly status: number;
  /** Every header. */
  readonly headers: Headers;
  /** The request's id, the same in every attempt. */
  readonly requestId: string;
  /** How many attempts were made until it came. */
  readonly attempts: number;
}
