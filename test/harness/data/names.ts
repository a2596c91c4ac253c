const invisible = 'Must have a character that can be seen.';
const unfit = 'Must not have control or bidirectional characters, nor more than one line.';

/** Names without a visible character, and those that would disturb the text around them, with the fault of each. */
export const faultsOfNames: Record<string, string> = {
  ' ': invisible,
  '\u00a0\u3000': invisible,
  '\u200b': invisible,
  '\u200c\u200d\u2060\ufeff': invisible,
  '\u00ad\u034f\u180e': invisible,
  '\u115f\u1160\u3164\uffa0': invisible,
  '\u2800': invisible,
  '\u{1d159}': invisible,
  '\ufe0f\u{e0061}': invisible,
  '\u0301': invisible,
  '\u{e0fff}': invisible,
  '\uffff': invisible,
  '\u0007a': unfit,
  'a\u001b[31mb': unfit,
  'a\u0085b': unfit,
  'a\u2028b': unfit,
  'a\u202eb': unfit,
  'a\u200fb': unfit,
  'a\u2066b\u2069': unfit,
  '\u202a\u202c': unfit,
  '\u061c\u200e': unfit,
};

/** Only names must be on one line. */
export const namesOnLines = ['a\nb', 'a\r\nb', 'a\tb'];

/** Valid names, some with characters that have no width. */
export const unusualNames = [
  '.',
  '7',
  "O'Brien",
  '\u0639\u0644\u06cc\u200c\u0631\u0636\u0627',
  '\u0915\u094d\u200d\u0937',
  '👩‍🚀',
  '❤️',
  'e\u0301',
  '𠮷',
  '\ue000',
  '\u{1f1e6}',
];
