import { documentedOperations } from '../../../src/rest/operations.ts';

/** A `curl` line that the start prints, and the operation that it calls: undefined where there is none. */
export interface PrintedCall {
  line: string;
  operationId: string | undefined;
}

/** The calls that a start has printed. */
export function printedCalls(printed: string): PrintedCall[] {
  return printed
    .split('\n')
    .filter((line) => line.startsWith('curl '))
    .map((line) => {
      const [, method, url] = /-X (\w+) '([^']+)'/.exec(line)!;
      const segments = new URL(url!).pathname.split('/');
      const called = documentedOperations().find((operation) => {
        const template = operation.path.split('/');
        const fits = (part: string, index: number) => part.startsWith('{') || part === segments[index];
        return operation.method === method && template.length === segments.length && template.every(fits);
      });
      return { line, operationId: called?.operationId };
    });
}

/** What each of them is answered where nothing of it has been called before. */
export const firstAnswers = {
  createUser: 201,
  upsertCourtBooking: 201,
  getCourtBooking: 200,
  cancelCourtBooking: 200,
};
