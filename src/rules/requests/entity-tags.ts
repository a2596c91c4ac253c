/** Returns the entity tags of `If-None-Match`, without the mark of weak ones, or `*`. Other texts are ignored. */
export const entityTagsIn = (ifNoneMatch: string | null): string[] =>
  [...(ifNoneMatch ?? '').matchAll(/(?:^|,)[ \t]*(?:W\/(?="))?("[^"]*"|\*)[ \t]*(?=,|$)/g)].map(
    ([, tag]) => tag!,
  );

/** Returns the versions in `If-None-Match`, whose entity tags are versions in quotation marks. `*` is any. */
export const versionsIn = (ifNoneMatch: string | null): string[] =>
  entityTagsIn(ifNoneMatch).map((tag) => tag.replace(/^"(?!\*"$)(.*)"$/, '$1'));
