import { entityTagsIn } from '../rules/requests/entity-tags.ts';

/** Compares weakly (RFC 9110, section 13.1.2). */
export function isKnown(ifNoneMatch: string | null, etag: string): boolean {
  const opaque = etag.replace(/^W\//, '');
  return entityTagsIn(ifNoneMatch).some((tag) => tag === '*' || tag === opaque);
}
