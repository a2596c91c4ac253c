/** The ids of the demo data that the examples of the OpenAPI document and the printed `curl` commands use. */
export const demoIds = {
  externalService: '01990b2e-6f6c-7c1e-9a53-0f2a5a6f1c02',
  organization: '01990b2e-6f6c-7c1e-9a53-0f2a5a6f1c04',
  court: '01990b2e-6f6c-7c1e-9a53-0f2a5a6f1c03',
  user: '01990b2e-6f6c-7c1e-9a53-0f2a5a6f1c01',
  /** In the partner's system: a booking for tomorrow on that court. */
  externalCourtBooking: 'demo-1',
};
