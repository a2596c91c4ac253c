import { documentedOperations } from '../../../src/rest/operations.ts';

export interface PrintedCall {
  line: string;
  operationId: string | undefined;
}

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

/** The expected response of each call on a service without earlier calls. */
export const firstAnswers = {
  createUser: 201,
  upsertCourtBooking: 201,
  getCourtBooking: 200,
  cancelCourtBooking: 200,
};
