/** Roles of a project's team, the strongest first. */
export const roles = ['owner', 'admin', 'developer', 'viewer'] as const

/** What a team member is. */
export type Role = (typeof roles)[number]

/**
 * Who may do what in a project. The only place that says so: every operation names its action, and the table of the README
 * is this one.
 *
 * `key.first` is the key an application is made with, told to whoever makes it. A developer's work is to make and edit
 * applications and to see keys, and since keys are told only once, the moment they are made is the only one to see one in; an
 * endpoint whose maker could not call it would be of no use. `key.create` is another thing: it adds keys to endpoints that
 * others have made and protected, so it stays with owner and admin, like rotating and revoking.
 */
export const permissions = {
	'project.read': ['owner', 'admin', 'developer', 'viewer'],
	'project.rename': ['owner', 'admin'],
	'project.delete': ['owner'],
	'project.transfer': ['owner'],
	'member.list': ['owner', 'admin', 'developer', 'viewer'],
	'member.invite': ['owner', 'admin'],
	'member.change': ['owner', 'admin'],
	'member.remove': ['owner', 'admin'],
	'application.list': ['owner', 'admin', 'developer', 'viewer'],
	'application.create': ['owner', 'admin', 'developer'],
	'application.edit': ['owner', 'admin', 'developer'],
	'application.protect': ['owner', 'admin'],
	'application.delete': ['owner', 'admin'],
	'allowlist.edit': ['owner', 'admin', 'developer'],
	'key.list': ['owner', 'admin', 'developer'],
	'key.first': ['owner', 'admin', 'developer'],
	'key.create': ['owner', 'admin'],
	'key.rotate': ['owner', 'admin'],
	'key.revoke': ['owner', 'admin'],
	'statistics.read': ['owner', 'admin', 'developer', 'viewer'],
	'audit.read': ['owner', 'admin'],
} as const satisfies Readonly<Record<string, readonly Role[]>>

/** Name of something a team member does. */
export type Action = keyof typeof permissions

/** Whether a role may do it. */
export function allows(role: Role, action: Action): boolean {
	return (permissions[action] as readonly Role[]).includes(role)
}

/** The role a text names, or undefined. */
export function roleOf(text: string): Role | undefined {
	return (roles as readonly string[]).includes(text) ? (text as Role) : undefined
}
