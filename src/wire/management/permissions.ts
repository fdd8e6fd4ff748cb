/** Roles of a project's team, the strongest first. */
export const roles = ['owner', 'admin', 'developer', 'viewer'] as const

/** Role of a team member. */
export type Role = (typeof roles)[number]

/**
 * Permissions of a project's roles. Every operation names its action, and the table of docs/endpoints.md is made from
 * this one. `key.first` is the key that an application is created with, which its creator sees. Developers create and
 * edit applications. Keys are shown only once, at creation, so without it a developer could not call the endpoint they
 * made. `key.create` adds keys to endpoints that others made and protected, so only owner and admin have it, like
 * rotating and revoking.
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

/** What each permission lets one do, in words. */
export const actionWords: Readonly<Record<Action, string>> = {
	'project.read': 'see the project',
	'project.rename': 'rename the project',
	'project.delete': 'delete the project',
	'project.transfer': 'hand the project over',
	'member.list': 'see the team',
	'member.invite': 'invite members',
	'member.change': 'change roles',
	'member.remove': 'remove members',
	'application.list': 'see applications',
	'application.create': 'make applications',
	'application.edit': 'edit applications',
	'application.protect': 'switch the key requirement',
	'application.delete': 'delete applications',
	'allowlist.edit': 'edit allowlists',
	'key.list': 'see keys',
	'key.first': 'get the first key',
	'key.create': 'make more keys',
	'key.rotate': 'rotate keys',
	'key.revoke': 'revoke keys',
	'statistics.read': 'see statistics',
	'audit.read': 'read the audit log',
}

/** Whether a role has a permission. */
export function allows(role: Role, action: Action): boolean {
	return (permissions[action] as readonly Role[]).includes(role)
}

/** The role a text names, or undefined. */
export function roleOf(text: string): Role | undefined {
	return (roles as readonly string[]).includes(text) ? (text as Role) : undefined
}
