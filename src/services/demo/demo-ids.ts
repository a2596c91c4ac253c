/** The ids of the demo data, which the examples of the OpenAPI document name. */
export const demoIds = {
  externalService: '01990b2e-6f6c-7c1e-9a53-0f2a5a6f1c02',
  court: '01990b2e-6f6c-7c1e-9a53-0f2a5a6f1c03',
  user: '01990b2e-6f6c-7c1e-9a53-0f2a5a6f1c01',
};
