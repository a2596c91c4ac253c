import { parseInstant, withPlus } from '../../../../src/rules/instant.ts';
import { dateFault, withoutMidnight } from '../../../../src/rules/requests/calendar-date.ts';
import { malformed, readWholeNumber, tooLong } from '../../../../src/rules/requests/text-fault.ts';
import { isUuid } from '../../../../src/rules/requests/uuid.ts';
import { type Fault, fieldFault, formFaults } from '../../text-faults.ts';
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
      const date = withoutMidnight(value);
      return judged(dateFault(date, judging.today), date);
    }
    case 'date-time': {
      const parsed = parseInstant(judging.isQuery ? withPlus(value) : value);
      return 'instant' in parsed ? { value: parsed.instant } : judged(malformed(parsed.fault));
    }
    case 'cursor': {
      if (value.length > shape.maximum) return judged(tooLong(shape.maximum));
      const position = judging.readCursor?.(value);
      return judged(position === undefined ? formFaults.cursor : undefined, position);
    }
    case 'integer': {
      const read = readWholeNumber(value, shape.minimum, shape.maximum);
      return typeof read === 'number' ? { value: read } : judged(read);
    }
  }
}
