/** A stream of the web. Some runtimes cannot iterate it. */
export interface WebStream<Piece> {
  /** Begins to read the stream. */
  getReader: () => {
    read: () => Promise<{ done: boolean; value?: Piece | undefined }>;
    cancel: () => Promise<void>;
  };
}

/** Iterates a stream of the web or of Node (node-fetch); undefined for any other value. */
export function iteratorOf<Piece>(stream: unknown): AsyncIterator<Piece> | undefined {
  const readable = Object(stream);
  const reader = readable.getReader?.();
  return reader
    ? { next: () => reader.read(), return: () => reader.cancel() }
    : readable[Symbol.asyncIterator]?.();
}
