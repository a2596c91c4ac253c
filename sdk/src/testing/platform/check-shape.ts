import type { Issue } from '../../documented-responses.ts';
import type { Fault } from '../../text-faults.ts';
import { requestShapes } from '../documented-interface.generated.ts';
import { shapeError } from './api-error.ts';
import { checkText, type Judging } from './check-text.ts';
import type { Shape } from './shape.ts';

/**
 * Checks a value, and normalizes it: ids and addresses in lower case, times in UTC, defaults filled in.
 *
 * @throws ApiError `invalid_schema` with all issues, in the order of the shape's fields
 */
// biome-ignore lint/suspicious/noExplicitAny: what it is, the shape tells
export function checkShape(shape: Shape, value: unknown, judging: Judging): any {
  const issues: Issue[] = [];
  const checked = check(shape, value, [], { ...judging, issues });
  if (issues.length > 0) throw shapeError(issues);
  return checked;
}

type Path = Issue['path'];
type Check = Judging & { issues: Issue[] };

function check(shape: Shape, value: unknown, path: Path, checking: Check): unknown {
  const tell = (fault: Fault, at: Path = path) => {
    checking.issues.push({ path: at, ...fault });
    return undefined;
  };
  if (value === undefined && 'default' in shape) return shape.default;
  if (value === null && shape.nullable) return null;
  switch (shape.type) {
    case 'named':
      return check(requestShapes[shape.name]!, value, path, checking);
    case 'object':
      return checkObject(shape, value, path, checking);
    case 'array':
      return checkArray(shape, value, path, checking);
    case 'choice': {
      if (shape.values.includes(value as string)) return value;
      const values = shape.values.map((one) => JSON.stringify(one)).join(', ');
      const message = shape.values.length === 1 ? `Must be ${values}.` : `Must be one of ${values}.`;
      return tell({ code: 'invalid_value', message });
    }
    case 'true':
      return value === true ? value : tell({ code: 'invalid_value', message: 'Must be true.' });
    case 'any':
      return value === undefined ? tell(wrongType(value, 'a value')) : value;
    case 'boolean':
      if (checking.isQuery) {
        if (value === 'true' || value === 'false') return value === 'true';
        return tell({ code: 'invalid_format', message: 'Must be true or false.' });
      }
      return typeof value === 'boolean' ? value : tell(wrongType(value, 'a boolean'));
    default: {
      if (shape.type === 'integer' && !checking.isQuery) return checkNumber(shape, value, path, checking);
      if (typeof value !== 'string') return tell(wrongType(value, 'a string'));
      const found = checkText(shape, value, checking);
      for (const fault of found.faults ?? []) tell(fault);
      return found.value;
    }
  }
}

function checkObject(
  { fields, required, open }: Extract<Shape, { type: 'object' }>,
  value: unknown,
  path: Path,
  checking: Check,
): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    checking.issues.push({ path, ...wrongType(value, 'an object') });
    return undefined;
  }
  const given = value as Record<string, unknown>;
  const checked: Record<string, unknown> = open ? { ...given } : {};
  for (const [name, field] of Object.entries(fields)) {
    const isThere = Object.hasOwn(given, name);
    if (!isThere && !('default' in field) && !required.includes(name)) continue;
    checked[name] = check(field, isThere ? given[name] : undefined, [...path, name], checking);
  }
  const part = checking.isQuery ? 'parameter' : 'field';
  const unknown = `Unknown ${part}. Check the spelling: a ${part} that is not documented is rejected, not ignored.`;
  if (!open)
    for (const name of Object.keys(given))
      if (!Object.hasOwn(fields, name))
        checking.issues.push({ path: [...path, name], code: 'unrecognized_keys', message: unknown });
  return checked;
}

/** Of a body. In a query it is a text. */
function checkNumber(
  { minimum, maximum }: Extract<Shape, { type: 'integer' }>,
  value: unknown,
  path: Path,
  { issues }: Check,
): unknown {
  const tell = (fault: Fault) => void issues.push({ path, ...fault });
  if (typeof value !== 'number' || !Number.isFinite(value)) tell(wrongType(value, 'a number'));
  else if (!Number.isInteger(value)) tell(wrongType(value, 'a whole number'));
  else {
    // Other integers are not exact.
    for (const least of new Set([Number.MIN_SAFE_INTEGER, minimum]))
      if (value < least) tell({ code: 'too_small', message: `Must be at least ${least}.` });
    for (const most of new Set([Number.MAX_SAFE_INTEGER, maximum]))
      if (value > most) tell({ code: 'too_big', message: `Must be at most ${most}.` });
  }
  return value;
}

function checkArray(
  { of, minimum = 0, maximum = Number.POSITIVE_INFINITY }: Extract<Shape, { type: 'array' }>,
  value: unknown,
  path: Path,
  checking: Check,
): unknown {
  const { issues } = checking;
  // Like the service, it does not look into a list that is too long.
  const checked = Array.isArray(value)
    ? value.length <= maximum && value.map((entry, index) => check(of, entry, [...path, index], checking))
    : void issues.push({ path, ...wrongType(value, 'an array') });
  // The length of a string counts too. The service checks the length of any value that has one.
  const length = (value as { length?: unknown } | null | undefined)?.length as number;
  const unit = typeof value === 'string' ? 'character' : 'item';
  if (length < minimum) issues.push({ path, code: 'too_small', message: `Must have at least 1 ${unit}.` });
  if (length > maximum)
    issues.push({ path, code: 'too_big', message: `Must have at most ${maximum} ${unit}s.` });
  return checked;
}

function wrongType(value: unknown, type: string): Fault {
  return { code: 'invalid_type', message: value === undefined ? 'Required.' : `Must be ${type}.` };
}
