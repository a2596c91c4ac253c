import { parseInstant } from '../../../../src/rules/instant.ts';
import {
  dateFault,
  type Fault,
  fieldFault,
  formFaults,
  instantFault,
  isUuid,
  readInteger,
  tooLong,
} from '../../text-faults.ts';
import type { Shape } from './shape.ts';

export interface Judging {
  /** `YYYY-MM-DD`, in UTC. */
  today: string;
  /** True for a query. Then each value is a string, and a space before an offset was a `+`. */
  isQuery?: boolean;
  /** Returns the position in a cursor, or undefined if this list did not issue the cursor. */
  readCursor?: (text: string) => unknown;
}

type TextShape = Exclude<
  Shape,
  { type: 'object' | 'array' | 'choice' | 'boolean' | 'true' | 'any' | 'named' }
>;

/** Returns the normalized string, or the rules that it violates. */
export function checkText(
  shape: TextShape,
  value: string,
  judging: Judging,
): { value?: unknown; faults?: Fault[] } {
  const judged = (fault: Fault | undefined, kept: unknown = value) =>
    fault ? { faults: [fault] } : { value: kept };
  switch (shape.type) {
    case 'text':
      return judged(fieldFault(value, shape));
    case 'uuid':
      return judged(isUuid(value) ? undefined : formFaults.uuid, value.toLowerCase());
    case 'email': {
      const faults = [
        ...(new RegExp(shape.pattern).test(value) ? [] : [formFaults.email]),
        ...(value.length > shape.maximum ? [tooLong(shape.maximum)] : []),
      ];
      return faults.length > 0 ? { faults } : { value: value.toLowerCase() };
    }
    case 'date': {
      // Midnight UTC, as in responses.
      const date = value.replace(/^(\d{4}-\d{2}-\d{2})[Tt]00:00:00(?:\.0+)?(?:[Zz]|[+-]00:00)$/, '$1');
      return judged(dateFault(date, judging.today), date);
    }
    case 'date-time': {
      const parsed = parseInstant(judging.isQuery ? value.replace(/ (?=\d{2}:\d{2}$)/, '+') : value);
      return 'instant' in parsed ? { value: parsed.instant } : judged(instantFault(parsed.fault));
    }
    case 'cursor': {
      if (value.length > shape.maximum)
        return judged({
          code: 'too_big',
          message: `Must have at most ${shape.maximum} characters.`,
        });
      const position = judging.readCursor?.(value);
      return judged(position === undefined ? formFaults.cursor : undefined, position);
    }
    case 'integer': {
      const read = readInteger(value, shape.minimum, shape.maximum);
      return typeof read === 'number' ? { value: read } : judged(read);
    }
  }
}
