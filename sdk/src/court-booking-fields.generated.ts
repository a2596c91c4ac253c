// generated, run npm run codegen

/** The fields of an upsert with their formats, without the participants. */
export const courtBookingFields = {
  courtId: 'uuid',
  startDate: 'date-time',
  endDate: 'date-time',
  externalUpdatedAt: 'date-time',
} as const;
