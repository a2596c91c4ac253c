import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { execute, withDatabase } from '../global-setup.ts';

const statements = readFileSync(new URL('../../../deploy/create-roles.sql', import.meta.url), 'utf8');

/** The password of both roles. Contains what must be encoded in an address. */
export const rolePassword = `s@:/?${randomUUID()}`;

/** Creates the database and the roles of `deploy/create-roles.sql` on a server. Returns the address of the database for the administrator. */
export async function createRoles(server: { url: string }): Promise<string> {
  await execute(server.url, 'create database courtbridge');
  const url = withDatabase(server.url, 'courtbridge');
  await execute(url, statements);
  for (const role of ['courtbridge_owner', 'courtbridge'])
    await execute(url, `alter role ${role} password '${rolePassword}'`);
  return url;
}

/** The address of a database for a role. */
export function addressOf(url: string, role: 'courtbridge' | 'courtbridge_owner'): string {
  const address = new URL(url);
  [address.username, address.password] = [role, encodeURIComponent(rolePassword)];
  return address.href;
}
