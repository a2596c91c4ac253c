/** The largest answer that is read: 16 MiB. The largest of the service, a batch of 200 bookings, has less than 4. */
export const maxAnswerBytes = 16 * 1024 * 1024;

/** A body as text, to its end or to the limit. */
export interface ReadText {
  text: string;
  isTooLarge: boolean;
}

/** Reads a body up to {@link maxAnswerBytes}, as it is after decompression. The rest is not received. */
export async function readText(response: Response): Promise<ReadText> {
  const { body, headers } = response;
  const length = Number(headers.get('Content-Length') ?? Number.NaN);
  // With a length the platform receives no more than that. To read in pieces takes longer.
  const isBounded = length <= maxAnswerBytes && !headers.has('Content-Encoding');
  if (!body || isBounded) return { text: await response.text(), isTooLarge: false };
  const reader = body.getReader();
  if (length > maxAnswerBytes) {
    reader.cancel().catch(() => {});
    return { text: '', isTooLarge: true };
  }
  const decoder = new TextDecoder();
  let text = '';
  for (let bytes = 0; ; ) {
    const { done, value } = await reader.read();
    if (done) return { text: text + decoder.decode(), isTooLarge: false };
    bytes += value.length;
    if (bytes > maxAnswerBytes) {
      reader.cancel().catch(() => {});
      return { text, isTooLarge: true };
    }
    text += decoder.decode(value, { stream: true });
  }
}
