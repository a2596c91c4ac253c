/** Names that are clearer than the noun of the operation. */
const clearer: Record<string, string> = {
  eraseUser: 'erased',
  batchCourtBookings: 'batch',
  cancelCourtBooking: 'cancellation',
  getCourtOccupancy: 'occupancy',
  getOrganizationOccupancy: 'occupancy',
  listWebhookEndpoints: 'endpoints',
};

/** Returns the name of an operation's result in examples: `courts` for `listCourts`. */
export function resultName(operationId: string): string {
  const noun = operationId.replace(/^[a-z]+/, '').replace(/ByExternalId$/, '');
  return clearer[operationId] ?? noun.charAt(0).toLowerCase() + noun.slice(1);
}
