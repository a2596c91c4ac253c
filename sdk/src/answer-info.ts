/** A response of the service, or of a proxy in front of it. */
export interface AnswerInfo {
  /** The HTTP status. */
  readonly status: number;
  /** Every header. */
  readonly headers: Headers;
  /** The request's id, the same in every attempt. */
  readonly requestId: string;
  /** The number of attempts, including the one that received this response. */
  readonly attempts: number;
}
