import { type GraphQLInputType, getNullableType, isInputObjectType, isListType } from 'graphql';
import { readParameters } from '../../pages/operators/addresses.ts';
import {
  changesPast,
  confirmToken,
  type DocumentPage,
  type OnboardingStep,
  type PageVariable,
} from './catalog.ts';
import { maxElements } from './values.ts';

/** The parameters of every page with a form. */
const ofForms = ['sent', 'timeZone'];

/** Reads the address of a page. */
export function pageParameters(page: DocumentPage, query: string): URLSearchParams {
  const { once, often } = inputNames(page.variables);
  const own = page.isMutation ? ['edit', 'done'] : ['download', 'separator', ...page.cursors];
  const columns = page.columns.length > 0 ? ['columns'] : [];
  return readParameters(query, [...once, ...own, ...ofForms], [...often, ...columns]);
}

/** Reads the form of a task. */
export function taskParameters(
  { variables, hasDryRun, confirmsPast }: DocumentPage,
  form: string,
): URLSearchParams {
  const { once, often } = inputNames(variables);
  const confirmations = [...(confirmsPast ? [changesPast] : []), ...(hasDryRun ? [confirmToken] : [])];
  return readParameters(form, [...once, 'form', ...ofForms, ...confirmations], often);
}

/** Reads the address of a step of onboarding, which has the records so far. */
export function onboardingParameters(steps: OnboardingStep[], query: string): URLSearchParams {
  const records = inputNames(steps.flatMap(({ record }) => record?.page.variables ?? []));
  return readParameters(query, ['step', ...records.once, ...ofForms]);
}

/** The names of the inputs of a form, as `readValues` reads them. */
function inputNames(variables: PageVariable[]): { once: string[]; often: string[] } {
  const inputs = variables.flatMap(({ name, type }) => inputsOf(type, name));
  const { once = [], often = [] } = Object.groupBy(inputs, ({ isList }) => (isList ? 'often' : 'once'));
  return { once: once.map(({ name }) => name), often: often.map(({ name }) => name) };
}

/** The inputs of a form for a variable, with their types. */
export function inputsOf(
  given: GraphQLInputType,
  name: string,
): { name: string; type: GraphQLInputType; isList: boolean }[] {
  const type = getNullableType(given);
  if (isInputObjectType(type))
    return Object.values(type.getFields()).flatMap((field) => inputsOf(field.type, `${name}.${field.name}`));
  if (!isListType(type)) return [{ name, type, isList: false }];
  const element = getNullableType(type.ofType as GraphQLInputType);
  if (!isInputObjectType(element)) return [{ name, type: element, isList: true }];
  return Array.from({ length: maxElements }, (_, n) => inputsOf(element, `${name}.${n}`)).flat();
}
