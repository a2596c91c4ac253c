import type { UserSnapshot } from '../../db/queries/partners/user-snapshot.ts';

/** A user as a partner reads it. An erased user has only its id and status. */
export type ReadUser = UserSnapshot;
