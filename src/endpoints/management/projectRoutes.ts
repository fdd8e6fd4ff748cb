import { readAuditLog } from '../service/auditLog.ts'
import { addMember, changeMember, listMembers, removeMember } from '../service/members.ts'
import { createProject, deleteProject, listProjects, renameProject, transferProject } from '../service/projects.ts'
import { type Route, route } from './Route.ts'
import { bodies, queries, replies } from './schemas.ts'

/** Projects and their teams. */
export const projectRoutes: readonly Route[] = [
	route({
		id: 'projects',
		method: 'GET',
		path: '/projects',
		summary: 'projects of the account and of teams it is in',
		reply: replies.projects,
		run: async ({ context, actor }) => [...(await listProjects(context, actor.accountId))],
	}),
	route({
		id: 'createProject',
		method: 'POST',
		path: '/projects',
		summary: 'open a project',
		body: bodies.name,
		reply: replies.project,
		run: ({ context, actor, body }) => createProject(context, actor.accountId, body.name),
	}),
	route({
		id: 'renameProject',
		method: 'PATCH',
		path: '/projects/:projectId',
		summary: 'give a project another name',
		body: bodies.name,
		reply: replies.none,
		run: ({ context, actor, path, body }) => renameProject(context, actor.accountId, path.projectId ?? '', body.name),
	}),
	route({
		id: 'deleteProject',
		method: 'DELETE',
		path: '/projects/:projectId',
		summary: 'remove a project without applications',
		reply: replies.none,
		run: ({ context, actor, path }) => deleteProject(context, actor.accountId, path.projectId ?? ''),
	}),
	route({
		id: 'transferProject',
		method: 'POST',
		path: '/projects/:projectId/transfer',
		summary: 'make another member the owner, who pays from now on',
		body: bodies.transfer,
		reply: replies.none,
		run: ({ context, actor, path, body }) =>
			transferProject(context, actor.accountId, path.projectId ?? '', body.accountId),
	}),
	route({
		id: 'members',
		method: 'GET',
		path: '/projects/:projectId/members',
		summary: 'the team of a project',
		reply: replies.members,
		run: async ({ context, actor, path }) => [...(await listMembers(context, actor.accountId, path.projectId ?? ''))],
	}),
	route({
		id: 'addMember',
		method: 'POST',
		path: '/projects/:projectId/members',
		summary: 'add an account to the team',
		body: bodies.member,
		reply: replies.member,
		run: ({ context, actor, path, body }) =>
			addMember(context, actor.accountId, path.projectId ?? '', body.email, body.role),
	}),
	route({
		id: 'changeMember',
		method: 'PATCH',
		path: '/projects/:projectId/members/:accountId',
		summary: 'give a member another role',
		body: bodies.role,
		reply: replies.none,
		run: ({ context, actor, path, body }) =>
			changeMember(context, actor.accountId, path.projectId ?? '', path.accountId ?? '', body.role),
	}),
	route({
		id: 'removeMember',
		method: 'DELETE',
		path: '/projects/:projectId/members/:accountId',
		summary: 'take a member out of the team, or leave it',
		reply: replies.none,
		run: ({ context, actor, path }) =>
			removeMember(context, actor.accountId, path.projectId ?? '', path.accountId ?? ''),
	}),
	route({
		id: 'projectAudit',
		method: 'GET',
		path: '/projects/:projectId/audit',
		summary: 'changes of a project, the newest first',
		query: queries.page,
		reply: replies.audit,
		run: async ({ context, actor, path, query }) => [
			...(await readAuditLog(context, actor.accountId, { ...query, projectId: path.projectId ?? '' })),
		],
	}),
]
