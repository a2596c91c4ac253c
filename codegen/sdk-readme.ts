import { readFileSync } from 'node:fs';
import ts from 'typescript';
import { retryDefaults } from '../sdk/src/retry.ts';
import { sdkOperations } from './sdk-operations.ts';

/** Returns each method of the SDK's client with the first paragraph of its comment, without the scope. */
export function operationsTable(): string[] {
  const methods = ['sdk/src/operation.ts', 'sdk/src/partner-client.ts']
    .map((path) => ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true))
    .flatMap(({ statements }) => [...statements])
    .filter(ts.isInterfaceDeclaration)
    .filter(({ name }) => ['PartnerOperations', 'PartnerClient'].includes(name.text))
    .flatMap(({ members }) => [...members])
    .filter(ts.isPropertySignature);
  const rows = sdkOperations().flatMap(({ name }) => {
    const method = methods.find((each) => each.name.getText() === name);
    // The compiler reports an operation without a method.
    if (!method) return [];
    const given = (method.type as ts.FunctionTypeNode).parameters
      .filter((parameter) => parameter.name.getText() !== 'options')
      .map((parameter) => `${parameter.name.getText()}${parameter.questionToken ? '?' : ''}`);
    const [comment] = ts.getJSDocCommentsAndTags(method) as ts.JSDoc[];
    const [purpose] = ts.getTextOfJSDocComment(comment!.comment)!.split('\n\n');
    const row = purpose!.replaceAll('\n', ' ').replace(/ Needs [^.]*\./, '');
    return `| \`${name}(${given.join(', ')})\` | ${row} |`;
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
