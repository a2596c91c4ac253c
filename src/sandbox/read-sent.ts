/** The most that the sandbox keeps of a body: more than the service accepts. */
export const mostBytes = 1_048_576;

interface SentBody {
  /** The part that checks read. */
  bytes: Uint8Array<ArrayBuffer>;
  /** The whole body, for the service. Undefined without one. */
  passed: Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | undefined;
}

/** Reads the body of a request. One that is too large or does not arrive whole is rejected by the service, in its order of checks. */
export async function readSent({ body }: Request): Promise<SentBody> {
  if (!body) return { bytes: new Uint8Array(), passed: undefined };
  const reader = body.getReader();
  const chunks: Uint8Array[] = [];
  const pull = async (controller: ReadableStreamDefaultController<Uint8Array>) => {
    const chunk = chunks.shift() ?? (await reader.read()).value;
    if (chunk) controller.enqueue(chunk);
    else controller.close();
  };
  // It must not read before the service does.
  const rest = new ReadableStream({ pull, cancel: (reason) => reader.cancel(reason) }, { highWaterMark: 0 });
  const none = { bytes: new Uint8Array(), passed: rest };
  try {
    for (let size = 0; ; ) {
      const { value } = await reader.read();
      if (!value) break;
      chunks.push(value);
      size += value.length;
      if (size > mostBytes) return none;
    }
  } catch {
    return none;
  }
  const bytes = new Uint8Array(Buffer.concat(chunks));
  return { bytes, passed: bytes.length > 0 ? bytes : undefined };
}
