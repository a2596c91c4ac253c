export type { WebStream } from '../stream.ts';
export type {
  BookingSync,
  BookingSyncOptions,
  Bookings,
  CheckpointStore,
  SyncCheckpoint,
  SyncProgress,
  SyncRunOptions,
} from './booking-sync.ts';
export { createBookingSync } from './create-booking-sync.ts';
export {
  type FollowEvent,
  type FollowOptions,
  type FollowPosition,
  follow,
} from './follow.ts';
export type { CancellationGuards } from './guard.ts';
export type { SyncScope } from './scope.ts';
export type { SourceBooking } from './source-booking.ts';
export { SyncError, type SyncErrorFields, type SyncErrorType } from './sync-error.ts';
export type {
  DifferingField,
  PlannedCancellation,
  PlannedChange,
  PlannedUpsert,
  Scope as PlannedScope,
  SyncMode,
  SyncPlan,
  SyncRefusal,
  SyncReport,
  WantedBooking,
} from './sync-plan.ts';
export { createUserSync } from './users/create-user-sync.ts';
export type { SourceUser } from './users/source-user.ts';
export type {
  PlannedErasure,
  PlannedUserChange,
  PlannedUserUpsert,
  UserFields,
  UserRows,
  UserSyncPlan,
  UserSyncRefusal,
  UserSyncReport,
  WantedUser,
} from './users/user-plan.ts';
export type { ErasureGuards, UserSync, UserSyncClient, UserSyncOptions, Users } from './users/user-sync.ts';
