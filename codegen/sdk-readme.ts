import { retryDefaults } from '../sdk/src/retry.ts';
import { type Document, readOperations } from './client/read-operations.ts';
import { firstParagraph } from './client/type-text.ts';

/** Returns each method of the SDK's client with the first paragraph of its description. */
export function operationsTable(document: Document): string[] {
  const rows = readOperations(document).map(({ name, pathParameters, argument, query, description }) => {
    const isOptional = argument === 'query' && query.every(({ required }) => !required);
    const given = [...pathParameters.map((parameter) => parameter.name), ...(argument ? [argument] : [])];
    return `| \`${name}(${given.join(', ')}${isOptional ? '?' : ''})\` | ${firstParagraph(description)} |`;
  });
  return ['| operation | effect |', '|---|---|', ...rows];
}

const limitMeanings: Record<keyof typeof retryDefaults, string> = {
  maxAttempts: 'maximum number of attempts, including the first',
  initialDelayMs:
    'delay before the second attempt. It doubles with each attempt, is shortened at random by up to half, and is added to `Retry-After`',
  maxDelayMs: 'maximum delay, even if `Retry-After` is longer',
  attemptTimeoutMs: 'longest time for an attempt',
  timeoutMs: 'maximum time for the call, including delays',
};

export function limitsTable(): string[] {
  const rows = Object.entries(limitMeanings).map(([name, meaning]) => {
    const value = retryDefaults[name as keyof typeof retryDefaults];
    return `| \`${name}\` | ${meaning} | ${value.toLocaleString('en').replaceAll(',', ' ')} |`;
  });
  return ['| option | meaning | default |', '|---|---|---|', ...rows];
}
