import { z } from 'zod'
import { auditEntry, pageQuery } from './accountSchemas.ts'
import { defineRoute } from './defineRoute.ts'
import { member, named, newMember, project, roleChange, transfer } from './projectSchemas.ts'

/** Projects and their teams. */
export const projectRoutes = {
	projects: defineRoute({
		method: 'GET',
		path: '/projects',
		summary: 'projects of the account and of teams it is in',
		reply: z.array(project).readonly(),
	}),
	createProject: defineRoute({
		method: 'POST',
		path: '/projects',
		summary: 'open a project',
		body: named,
		reply: project,
	}),
	renameProject: defineRoute({
		method: 'PATCH',
		path: '/projects/:projectId',
		summary: 'give a project another name',
		action: 'project.rename',
		body: named,
		reply: z.void(),
	}),
	deleteProject: defineRoute({
		method: 'DELETE',
		path: '/projects/:projectId',
		summary: 'remove a project without applications',
		action: 'project.delete',
		reply: z.void(),
	}),
	transferProject: defineRoute({
		method: 'POST',
		path: '/projects/:projectId/transfer',
		summary: 'make another member the owner, who pays from now on',
		action: 'project.transfer',
		body: transfer,
		reply: z.void(),
	}),
	members: defineRoute({
		method: 'GET',
		path: '/projects/:projectId/members',
		summary: 'the team of a project',
		action: 'member.list',
		reply: z.array(member).readonly(),
	}),
	addMember: defineRoute({
		method: 'POST',
		path: '/projects/:projectId/members',
		summary: 'add an account to the team',
		action: 'member.add',
		body: newMember,
		reply: member,
	}),
	changeMember: defineRoute({
		method: 'PATCH',
		path: '/projects/:projectId/members/:accountId',
		summary: 'give a member another role',
		action: 'member.change',
		body: roleChange,
		reply: z.void(),
	}),
	removeMember: defineRoute({
		method: 'DELETE',
		path: '/projects/:projectId/members/:accountId',
		summary: 'take a member out of the team, or leave it',
		action: 'member.remove',
		reply: z.void(),
	}),
	projectAudit: defineRoute({
		method: 'GET',
		path: '/projects/:projectId/audit',
		summary: 'changes of a project, the newest first',
		action: 'audit.read',
		query: pageQuery,
		reply: z.array(auditEntry).readonly(),
	}),
} as const
