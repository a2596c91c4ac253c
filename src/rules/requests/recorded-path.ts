type Path = (string | number)[];

/** Returns the path of an issue without names that come from the caller, which may contain anything. It is recorded. */
export function recordedPath({ path, code }: { path: Path; code: string }): Path {
  // Any key of the path may be unknown.
  if (code === 'duplicate_key') return [];
  // The last one is the unknown field, or a parameter that may be unknown.
  return ['unrecognized_keys', 'duplicate_parameter', 'invalid_percent_encoding'].includes(code)
    ? path.slice(0, -1)
    : path;
}
