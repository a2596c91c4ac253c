/** The limits and retries of a call. All times are in milliseconds. `Infinity` means no limit, and 0 means the default. */
export interface RetryOptions {
  /** Maximum number of attempts, including the first. Default: 7. */
  maxAttempts?: number | undefined;
  /**
   * The wait before the second attempt. It doubles with each attempt; a random value between half and all of it is used, in
   * addition to `Retry-After`. Default: 250.
   */
  initialDelayMs?: number | undefined;
  /** The longest wait between two attempts, even if `Retry-After` asks for more. Default: 30 000. */
  maxDelayMs?: number | undefined;
  /** The longest time for one attempt, until its response has been read. Default: 10 000. */
  attemptTimeoutMs?: number | undefined;
  /** The longest time for the whole call, including waits. Default: 60 000. */
  timeoutMs?: number | undefined;
}

/** The options of one call. */
export interface CallOptions extends RetryOptions {
  /** Ends the call. A running attempt is aborted, and no further attempt is made. */
  signal?: AbortSignal | undefined;
  /** The request id: 1 to 128 of `A-Z a-z 0-9 _ . : = + / -`. Every attempt sends it, and the service records it. Default: a UUID. */
  requestId?: string | undefined;
  /** Headers for this call, in addition to those of the client. They replace those of the same name. */
  headers?: Record<string, string> | Headers | undefined;
}

/** An option of calls that write bookings. */
export interface DryRunOption {
  /**
   * Writes nothing. The result is what the same call would return now, and the response has the header `Dry-Run: true`. Default: false.
   */
  dryRun?: boolean | undefined;
}

/** The options of a batch. */
export interface BatchOptions extends CallOptions {
  /** Leaves the written bookings or users out of the response. Default: false. */
  minimal?: boolean | undefined;
}
