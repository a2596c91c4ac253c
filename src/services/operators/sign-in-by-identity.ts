import { errorFactory } from '../../api-error.ts';
import { queryIn } from '../../db/connection/query.ts';
import { Operator, type operatorRoles } from '../../db/entities/operator.ts';
import { lockName } from '../../db/queries/lock-name.ts';
import { withoutUnfit } from '../../rules/requests/name-fault.ts';
import type { AuthenticatedOperator } from '../access/authenticate-operator.ts';
import { recordChange } from '../audit/record-change.ts';
import type { ServiceContext } from '../service-context.ts';
import { displayName } from '../values/fields.ts';

/** A person according to an identity provider. */
export interface Identity {
  /** `iss` and `sub`, which together identify a person (OpenID Connect Core 1.0, section 5.7). */
  issuer: string;
  subject: string;
  /** The display name: a name or an address. */
  name: string;
  groups: readonly string[];
}

/** Maps roles to groups. undefined: no group has the role. */
export type GroupOfRole = Readonly<Record<(typeof operatorRoles)[number], string | undefined>>;

export const signInByIdentityErrors = ['operator_permission_denied'] as const;
const createError = errorFactory(signInByIdentityErrors);
/** A member of several groups gets the highest role. */
const mostFirst = ['ADMIN', 'SUPPORT', 'VIEWER'] as const;

/**
 * Finds the operator of an identity, and creates it at the first sign-in. Each sign-in sets the role from the groups.
 * The creation and changes of the role or the name are audit events.
 *
 * @throws ApiError `operator_permission_denied`: in none of the groups, or revoked.
 */
export function signInByIdentity(
  context: ServiceContext,
  { issuer, subject, name, groups }: Identity,
  groupOfRole: GroupOfRole,
): Promise<AuthenticatedOperator> {
  const role = mostFirst.find((one) => {
    const group = groupOfRole[one];
    return group !== undefined && groups.includes(group);
  });
  if (!role)
    throw createError('operator_permission_denied', {
      message:
        'The identity provider knows you, but you are in no group that may sign in here. Ask its administrators to add you to one.',
    });
  const shown = shownName(name) ?? subject;
  return context.database.transaction(async (em) => {
    // Serializes concurrent first sign-ins, so that only one creates the operator.
    await lockName(queryIn(em), `courtbridge/identity/${subject}`);
    const known = await em.findOne(Operator, { identityIssuer: issuer, identitySubject: subject });
    if (known?.revokedAt != null)
      throw createError('operator_permission_denied', {
        message: 'This operator was revoked. Another administrator can say why.',
      });
    const operator =
      known ??
      em.create(Operator, {
        id: context.newId(),
        name: shown,
        role,
        identityIssuer: issuer,
        identitySubject: subject,
      });
    const before = { name: operator.name, role: operator.role };
    const isChanged = before.name !== shown || before.role !== role;
    Object.assign(operator, { name: shown, role });
    if (!known || isChanged)
      await recordChange(
        em,
        context,
        { actor: { type: 'configuration', id: operator.id } },
        {
          action: known ? 'updateOperator' : 'createOperator',
          subjectId: operator.id,
          ...(known ? { before } : {}),
          after: { name: shown, role },
        },
      );
    return { id: operator.id, name: shown, role };
  });
}

/** Shortens and cleans the name until it is valid. Returns undefined if nothing in it is visible. */
function shownName(name: string): string | undefined {
  const short = [...withoutUnfit(name.toWellFormed())].slice(0, 255).join('');
  return displayName().safeParse(short).data;
}
