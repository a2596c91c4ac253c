/** Options of fields that mean the same in every type that has them. */
export const creation = { type: 'DateTime', description: 'Time of creation.' } as const;
export const lastChange = { type: 'DateTime', description: 'Time of the last change.' } as const;
export const uniqueName = {
  description: 'The name, 1 to 255 characters. Surrounding white space is removed.',
};
export const currentStatus = { description: 'The current status.' };
export const eventTime = { type: 'DateTime', description: 'The time of the event.' } as const;
export const lastStatus = {
  nullable: true,
  description: 'The HTTP status of the last response; null if there was no response.',
} as const;
export const maxRows = { description: 'Maximum number of rows, 0 to 100. Default: 20.' };

/** A time that a row may lack. */
export const timeOrNull = (description: string) =>
  ({ type: 'DateTime', nullable: true, description }) as const;

/** Descriptions of ids by the record that they name. */
export const ids = {
  alertEndpointId: 'Id of an alert endpoint.',
  apiTokenId: 'Id of an API token. Not its secret.',
  changeId: 'Id of a change. Its webhooks carry it as webhook-id.',
  courtBookingId: 'Id of a court booking. Not the id in the partner’s system.',
  courtId: 'Id of a court.',
  externalServiceId: 'Id of an external service (a partner).',
  operatorId: 'Id of an operator.',
  organizationId: 'Id of an organization.',
  participantUserId: 'Id of a user who is a participant.',
  userId: 'Id of a user. Not the id in the partner’s system.',
  webhookEndpointId: 'Id of a webhook endpoint.',
};

export const externalBookingId = 'The id of the booking in the partner’s system, 1 to 255 characters.';
export const partnerVersion =
  'When the booking last changed in the partner’s system, to the microsecond. Versions are compared by it.';
export const sameId = { description: 'The id, the same as in REST.' };
export const switchOff = 'False deactivates it. Existing data is kept.';
