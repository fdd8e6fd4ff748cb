import type { Action } from '../../../../../client/index.ts'

/** Descriptions of the service's permissions. */
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
