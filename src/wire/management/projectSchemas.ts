import { z } from 'zod'
import { time } from './accountSchemas.ts'
import { roles } from './permissions.ts'

export { nothing } from './accountSchemas.ts'

const role = z.enum(roles)
/** Roles that are given; ownership is transferred. */
const givenRole = z.enum(['admin', 'developer', 'viewer'])

/** A name for something. */
export const named = z.strictObject({ name: z.string().max(300) })

/** The account that receives a project. */
export const transfer = z.strictObject({ accountId: z.string().max(40) })

/** A new member and their role. */
export const newMember = z.strictObject({ email: z.string().max(300), role: givenRole })

/** Another role for a member. */
export const roleChange = z.strictObject({ role: givenRole })

/** A project as one of its members sees it. */
export const project = z.object({
	id: z.string(),
	name: z.string(),
	role: role.describe('what the caller is in it'),
	accountId: z.string().describe('account that owns it and pays'),
	createdAt: time,
})

/** A member of a project's team. */
const member = z.object({ accountId: z.string(), email: z.string(), role, addedAt: time })

/** An invitation into a team, or the offer of a project; nothing happens until it is accepted. */
export const invitation = z.object({
	id: z.string(),
	kind: z.enum(['member', 'transfer']),
	projectId: z.string(),
	projectName: z.string(),
	role: role.describe('what the invited is in the project once they accept'),
	email: z.string().describe('who is invited'),
	invitedBy: z.string().describe('e-mail of who invited'),
	state: z.enum(['pending', 'accepted', 'declined', 'withdrawn', 'expired']),
	createdAt: time,
	expiresAt: time,
	answeredAt: time.nullable(),
})

/** Lists of them. */
export const projects = z.array(project).readonly()
export const members = z.array(member).readonly()
export const invitations = z.array(invitation).readonly()

/** An invitation into a team, or the offer of a project. */
export type Invitation = Readonly<z.output<typeof invitation>>
/** A role that is given. */
export type GivenRole = z.output<typeof givenRole>
/** A project as one of its members sees it. */
export type Project = Readonly<z.output<typeof project>>
/** A member of a project's team. */
export type Member = Readonly<z.output<typeof member>>
