/** Returns the entity tags of `If-None-Match`, without the mark of weak ones, or `*`. */
export const entityTagsIn = (ifNoneMatch: string | null): string[] =>
  ifNoneMatch === null ? [] : ifNoneMatch.split(',').map((tag) => tag.trim().replace(/^W\//, ''));

/** Compares weakly (RFC 9110, section 13.1.2). */
export function isKnown(ifNoneMatch: string | null, etag: string): boolean {
  const [opaque] = entityTagsIn(etag);
  return entityTagsIn(ifNoneMatch).some((tag) => tag === '*' || tag === opaque);
}
