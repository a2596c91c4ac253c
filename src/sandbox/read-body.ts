import { ApiError } from '../api-error.ts';
import type { WantedRun } from './runs.ts';
import type { Copy } from './scenario.ts';

export const isForm = ({ headers }: Request): boolean =>
  (headers.get('content-type') ?? '').startsWith('application/x-www-form-urlencoded');

/** Returns the error of a field, or of the whole request if `path` is empty. */
export const invalid = (path: string, message: string): ApiError =>
  new ApiError('invalid_schema', { issues: [{ path: path === '' ? [] : [path], code: 'custom', message }] });

/** Reads JSON or a form. Without a body, it is an empty object. */
export async function readBody(request: Request): Promise<unknown> {
  const text = await request.text();
  if (text === '') return {};
  if (isForm(request)) return Object.fromEntries(new URLSearchParams(text));
  try {
    return JSON.parse(text);
  } catch {
    throw invalid('', 'The body is not valid JSON.');
  }
}

const fieldsOf = (body: unknown): Record<string, unknown> => {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw invalid('', 'The body must be an object.');
  return body as Record<string, unknown>;
};

export function wantedOf(body: unknown): WantedRun {
  const { scenario, webhookUrl, seed } = fieldsOf(body);
  if (typeof scenario !== 'string') throw invalid('scenario', 'Must be "all" or the name of a scenario.');
  const isGiven = (value: unknown) => value !== undefined && value !== '';
  if (isGiven(webhookUrl) && typeof webhookUrl !== 'string') throw invalid('webhookUrl', 'Must be a URL.');
  const number = Number(seed);
  if (isGiven(seed) && !(Number.isInteger(number) && number >= 1 && number < 2 ** 31))
    throw invalid('seed', 'Must be a whole number from 1 to 2147483647.');
  return {
    scenario,
    ...(isGiven(webhookUrl) ? { webhookUrl: webhookUrl as string } : {}),
    ...(isGiven(seed) ? { seed: number } : {}),
  };
}

/** Returns the number of the step that the client has done. */
export function numberOf(body: unknown): number {
  const number = Number(fieldsOf(body).step);
  if (!Number.isInteger(number)) throw invalid('step', 'Must be the number of the step that you have done.');
  return number;
}

export function copyOf(body: unknown): Copy {
  const copy: Copy = {};
  for (const [name, value] of Object.entries(fieldsOf(body))) {
    if (name !== 'cancelled' && name !== 'applied' && name !== 'rejected')
      throw invalid(name, 'Unknown field. Send cancelled, applied or rejected.');
    if (!Array.isArray(value) || value.some((item) => typeof item !== 'string'))
      throw invalid(name, 'Must be a list of strings.');
    copy[name] = value;
  }
  return copy;
}
