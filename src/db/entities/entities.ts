import { Alert, AlertDelivery, AlertEndpoint, AlertResolution } from './alert.ts';
import { AuditEvent } from './audit-event.ts';
import { Change, ChangeCounter, ChangeOutbox, ChangeWait } from './change.ts';
import {
  CancellationTombstone,
  CourtBooking,
  CourtBookingParticipant,
  CourtOccupancyVersion,
} from './court-booking.ts';
import { Erasure } from './erasure.ts';
import { ApiToken, ExternalService, OrganizationGrant } from './external-service.ts';
import { FunctionSchema } from './function-schema.ts';
import { OfferedSdkPackage } from './offered-sdk-package.ts';
import { Operator, OperatorSession } from './operator.ts';
import { Court, Organization } from './organization.ts';
import { PartnerRequest } from './partner-request.ts';
import {
  PartnerFault,
  PartnerFaultByDay,
  PartnerTraffic,
  PartnerTrafficByDay,
  PartnerTrafficDay,
} from './partner-traffic.ts';
import { RateLimitBucket } from './rate-limit-bucket.ts';
import { SavedQuery } from './saved-query.ts';
import { SubmittedForm } from './submitted-form.ts';
import { FormerUserName, User, UserGrant, UserLink } from './user.ts';
import { WebhookDelivery, WebhookEndpoint, WebhookWake } from './webhook.ts';

export const entities = [
  Organization,
  Court,
  ExternalService,
  ApiToken,
  OrganizationGrant,
  UserGrant,
  User,
  UserLink,
  FormerUserName,
  CourtBooking,
  CourtBookingParticipant,
  CourtOccupancyVersion,
  CancellationTombstone,
  Operator,
  OperatorSession,
  AuditEvent,
  PartnerRequest,
  PartnerTraffic,
  PartnerTrafficDay,
  PartnerTrafficByDay,
  PartnerFault,
  PartnerFaultByDay,
  ChangeOutbox,
  Change,
  ChangeCounter,
  ChangeWait,
  WebhookEndpoint,
  WebhookDelivery,
  WebhookWake,
  Erasure,
  AlertEndpoint,
  Alert,
  AlertDelivery,
  AlertResolution,
  SavedQuery,
  SubmittedForm,
  RateLimitBucket,
  FunctionSchema,
  OfferedSdkPackage,
];
