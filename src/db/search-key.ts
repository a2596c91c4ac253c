/** Letters that have no decomposition, as people type them without their own keyboard. */
const letters = { ø: 'o', ł: 'l', đ: 'd', ð: 'd', ı: 'i', ß: 'ss', æ: 'ae', œ: 'oe', ς: 'σ' };

/** Capital letters besides A to Z. The database lowers only those where its locale is `C`. */
const capitals = 'ØŁĐÐÞÆŒẞΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩАБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯЂЄЅІЈЉЊЋЏҐ';
const small = [...capitals].map((letter) => letter.toLowerCase()).join('');

/** Returns a text without case and accents, by which names are found. */
export const searchKey = (text: string): string =>
  Object.entries(letters).reduce(
    (key, [from, to]) => key.replaceAll(from, to),
    text
      .normalize('NFKD')
      .replaceAll(/[\u0300-\u036f]/g, '')
      .replaceAll(new RegExp(`[A-Z${capitals}]`, 'gu'), (letter) => letter.toLowerCase()),
  );

/** Returns the SQL for the search key of an expression, the same in every locale. Indexes contain it. */
export function searchKeyOf(expression: string): string {
  const lowered = (text: string) => `lower((${text}) collate "C")`;
  const decomposed = String.raw`regexp_replace(normalize(${expression}, nfkd), '[\u0300-\u036f]', '', 'g')`;
  const key = Object.entries(letters).reduce(
    (some, [from, to]) => `replace(${some}, '${from}', '${to}')`,
    `translate(${lowered(decomposed)}, '${capitals}', '${small}')`,
  );
  // Most names are ASCII, and much faster to compare.
  return `(case when octet_length(${expression}) = length(${expression}) then ${lowered(expression)} else ${key} end)`;
}
