/** The ids of the demo data, which the examples of the OpenAPI document and the printed `curl` lines name. */
export const demoIds = {
  externalService: '01990b2e-6f6c-7c1e-9a53-0f2a5a6f1c02',
  court: '01990b2e-6f6c-7c1e-9a53-0f2a5a6f1c03',
  user: '01990b2e-6f6c-7c1e-9a53-0f2a5a6f1c01',
  /** In the partner's system: a booking of tomorrow, on that court. */
  externalCourtBooking: 'demo-1',
};
