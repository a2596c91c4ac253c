/** The result of a check. */
export interface Finding {
  level: 'ok' | 'note' | 'problem';
  text: string;
  /** The one who can fix a problem: `You`, or the `Operator` of the platform. */
  who?: 'You' | 'Operator';
  /** What to do. */
  next?: string | undefined;
}

export const ok = (text: string): Finding => ({ level: 'ok', text });
export const note = (text: string, next?: string): Finding => ({ level: 'note', text, next });
export const you = (text: string, next: string): Finding => ({ level: 'problem', text, who: 'You', next });
export const operator = (text: string, next: string): Finding => ({ ...you(text, next), who: 'Operator' });
