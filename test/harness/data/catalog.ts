import { createCatalog } from '../../../src/graphql/document-pages/catalog.ts';
import { readOnboarding, readPlaybook, readRecords } from '../../../src/graphql/graphiql/read-playbook.ts';
import { schema } from '../../../src/graphql/schema/schema.ts';

/** The pages of the playbook. */
export const catalog = createCatalog(
  schema,
  await readPlaybook(),
  await readRecords(),
  await readOnboarding(),
);
