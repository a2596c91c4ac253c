import { nameFault } from '../../src/rules/requests/name-fault.ts';
import { dotsFault, malformed, textFault } from '../../src/rules/requests/text-fault.ts';

/** A violated rule: its code, and an explanation for people. */
export interface Fault {
  code: string;
  message: string;
}

/** The rules of a text in a request, as they were generated from the OpenAPI document. */
interface TextRules {
  minimum: number;
  maximum: number;
  notDots?: true;
  isName?: true;
}

/** Checks a string against the rules of its field. */
export const fieldFault = (
  value: string,
  { minimum, maximum, notDots, isName }: TextRules,
): Fault | undefined =>
  textFault(value, minimum, maximum) ??
  (notDots ? dotsFault(value) : undefined) ??
  (isName ? nameFault(value) : undefined);

export const formFaults = {
  uuid: malformed('Must be a UUID.'),
  email: malformed('Must be an e-mail address.'),
  cursor: malformed('Must be the "nextCursor" of the page before, unchanged.'),
};
