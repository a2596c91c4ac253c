// Sentences that several operations, or the test platform too, say.

export const unreadableUser =
  'The external service may not read this user, because it neither manages the user nor was granted access, or the user does not exist. Check the id, or ask an operator for access.';

export const unlinkedUser =
  'No user is linked to this "externalUserId", or the user was erased. Check the id, which is case-sensitive, or create the user.';

/** The issue of a cursor of another external service. */
export const foreignCursor = {
  path: ['cursor'],
  code: 'invalid_format',
  message: 'Must be a "nextCursor" of this external service, but it belongs to another. Send your own.',
};

/** How many valid tokens an external service may have when it rotates one itself. */
export const maxApiTokens = 100;

/** After a rotation of a token whose new token cannot be returned again: it was used, revoked, or issued by an operator. */
export const rotatedAlready =
  'This API token was rotated already. Continue with the new token. If you do not have it, ask an operator.';

/** Requests of a token that may wait for a change at the same time, in all processes. */
export const maxWaiting = 5;
export const tooManyWait = `${maxWaiting} requests with this API token are already waiting for changes. End one of them, or send this one without \`wait\`.`;
