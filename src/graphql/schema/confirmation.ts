import { confirmMillis, confirmTokenFor } from '../../services/confirmations/confirm-token.ts';
import { text } from '../../services/values/fields.ts';
import { builder } from './builder.ts';

/** The result of a dry run: what the mutation would affect, and the token that confirms it. */
export class Confirmation {
  summary: string;
  confirmToken: string;
  expiresAt: string;

  constructor(summary: string, input: unknown, now: number) {
    const until = now + confirmMillis;
    this.summary = summary;
    this.confirmToken = confirmTokenFor(input, summary, until);
    this.expiresAt = new Date(until).toISOString();
  }
}

export const ConfirmationType = builder.objectRef<Confirmation>('Confirmation').implement({
  description: 'A dry run. Nothing was changed. Send the same mutation with confirmToken to make the change.',
  fields: (t) => ({
    summary: t.exposeString('summary', { description: 'Whom or what the change affects.' }),
    confirmToken: t.exposeString('confirmToken', { description: 'Confirms this change.' }),
    expiresAt: t.expose('expiresAt', {
      type: 'DateTime',
      description: 'When the token expires, ten minutes after the dry run.',
    }),
  }),
});

/** What a mutation with a dry run takes in addition. */
export const confirmFields = { confirmToken: text(1, 255).optional() };

export const confirmDescriptions = {
  confirmToken: 'The token of the dry run. If omitted, the mutation is a dry run.',
};
