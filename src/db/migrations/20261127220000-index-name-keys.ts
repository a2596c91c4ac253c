import { Migration } from '@mikro-orm/migrations';

const key = (expression: string) =>
  String.raw`(case when octet_length(${expression}) = length(${expression}) then lower((${expression}) collate "C") else replace(replace(replace(replace(replace(replace(replace(replace(replace(translate(lower((regexp_replace(normalize(${expression}, nfkd), '[\u0300-\u036f]', '', 'g')) collate "C"), 'ØŁĐÐÞÆŒẞΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩАБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯЂЄЅІЈЉЊЋЏҐ', 'øłđðþæœßαβγδεζηθικλμνξοπρστυφχψωабвгдежзиклмнопрстуфхцчшщъыьэюяђєѕіјљњћџґ'), 'ø', 'o'), 'ł', 'l'), 'đ', 'd'), 'ð', 'd'), 'ı', 'i'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'ς', 'σ') end)`;

const indexes = {
  users_name_key_index: key("first_name || ' ' || last_name"),
  users_last_name_key_index: key("last_name || ' ' || first_name"),
};

/** Builds the indexes without blocking writers. First drops what a failed attempt left behind. */
export const concurrently = Object.entries(indexes).flatMap(([name, expression]) => [
  `drop index concurrently if exists "${name}"`,
  `create index concurrently "${name}" on "users" (${expression} text_pattern_ops)`,
]);

/** For finding users by their names without accents. */
export class Migration20261127220000 extends Migration {
  override up(): void {}
}
