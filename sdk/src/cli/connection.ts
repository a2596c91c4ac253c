import { createPartnerClient, type PartnerClient, type PartnerClientOptions } from '../index.ts';
import type { Given, Option } from './command.ts';
import { UsageError } from './command-error.ts';
import { hide } from './terminal.ts';

/** The service, and the token to use there. */
export interface Connection {
  url: string;
  token: string;
}

/** The options of every command that calls the service. */
export const connectionOptions: Record<string, Option> = {
  url: { value: '<address>', text: 'address of the service; default: BASE_URL' },
  token: {
    value: '<token>',
    text: 'API token; default: TOKEN, which is safer, because other users can read command lines',
  },
};

/** @throws UsageError if the address or the token is missing, or cannot be used */
export function connectionOf({ options }: Given, command: string): Connection {
  const url = options.url ?? process.env.BASE_URL;
  const token = (options.token ?? process.env.TOKEN)?.trim();
  if (token) hide(token);
  const fault = faultOf(url, token);
  if (fault !== undefined) throw new UsageError(fault, command);
  return { url: url!.replace(/\/+$/, ''), token: token! };
}

/** The values are not repeated, because one of them may be the token. */
function faultOf(url: string | undefined, token: string | undefined): string | undefined {
  const source = 'An operator of the platform gives it to you.';
  if (!url) return `The address of the service is missing. Set BASE_URL or pass --url. ${source}`;
  if (!token) return `The API token is missing. Set TOKEN or pass --token. ${source}`;
  if (token.startsWith('cbo_'))
    return "The API token is an operator's token (cbo_…), which cannot call the partner interface. Use that of your external service (cbp_…).";
  try {
    createPartnerClient({ baseUrl: url, token });
    return undefined;
  } catch {
    return 'The address or the token is malformed. The address must be like https://partners.example.com, without credentials and query, and the token one line.';
  }
}

export function clientOf({ url, token }: Connection, more: Partial<PartnerClientOptions>): PartnerClient {
  return createPartnerClient({ baseUrl: url, token, userAgent: 'courtbridge-cli', ...more });
}
