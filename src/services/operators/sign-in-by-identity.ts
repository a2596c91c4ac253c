import { Operator, type operatorRoles } from '../../db/entities/operator.ts';
import { refusals } from '../../errors.ts';
import type { AuthenticatedOperator } from '../access/authenticate-operator.ts';
import { recordChange } from '../audit/record-change.ts';
import type { ServiceContext } from '../service-context.ts';

/** Somebody as an identity provider knows them. */
export interface Identity {
  /** `iss` and `sub`: the two by which somebody is told from everybody else (OpenID Connect Core 1.0, section 5.7). */
  issuer: string;
  subject: string;
  /** For people: the name, or the address. */
  name: string;
  groups: readonly string[];
}

/** The group whose members have a role; undefined: nobody has it by a group. */
export type GroupOfRole = Readonly<Record<(typeof operatorRoles)[number], string | undefined>>;

export const signInByIdentityErrors = ['operator_permission_denied'] as const;
const refuse = refusals(signInByIdentityErrors);
/** Who is in several groups has the most that they give. */
const mostFirst = ['ADMIN', 'SUPPORT', 'VIEWER'] as const;
const longestName = 255;

/**
 * Tells which operator an identity is, and makes one at the first time. The role is that of the groups, anew at each time; that it
 * has changed is an audit event, as is the making.
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
    throw refuse('operator_permission_denied', {
      message:
        'The identity provider knows you, and you are in none of the groups that may sign in here. Ask whoever runs it for one of them.',
    });
  const shown = name.trim().slice(0, longestName) || subject;
  return context.database.transaction(async (em) => {
    // Of two first times at once, one makes the operator.
    await em.execute("select pg_advisory_xact_lock(hashtextextended('courtbridge/identity/' || ?, 0))", [
      subject,
    ]);
    const known = await em.findOne(Operator, { identityIssuer: issuer, identitySubject: subject });
    if (known?.revokedAt != null)
      throw refuse('operator_permission_denied', {
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
          subjectType: 'operator',
          subjectId: operator.id,
          ...(known ? { before } : {}),
          after: { name: shown, role },
        },
      );
    return { id: operator.id, name: shown, role };
  });
}
