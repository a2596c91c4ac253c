import type { Caller } from './caller.ts';

/** Returns the address of the service, by which the browser reached it: `https://partners.example.com`. */
export const ownOrigin = (request: Request, { isSecure }: Pick<Caller, 'isSecure'>) =>
  `${isSecure ? 'https' : 'http'}://${request.headers.get('host')}`;
