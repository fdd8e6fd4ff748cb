import { z } from 'zod'
import { auditEntry, pageQuery } from './accountSchemas.ts'
import { defineRoute } from './defineRoute.ts'
import { invitation, member, named, newMember, project, roleChange, transfer } from './projectSchemas.ts'

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
		summary: 'offer a project to another member, who owns it and pays from the moment they accept',
		action: 'project.transfer',
		body: transfer,
		reply: invitation,
	}),
	members: defineRoute({
		method: 'GET',
		path: '/projects/:projectId/members',
		summary: 'the team of a project',
		action: 'member.list',
		reply: z.array(member).readonly(),
	}),
	inviteMember: defineRoute({
		method: 'POST',
		path: '/projects/:projectId/invitations',
		summary: 'invite the account with an e-mail into the team',
		action: 'member.invite',
		body: newMember,
		reply: invitation,
	}),
	projectInvitations: defineRoute({
		method: 'GET',
		path: '/projects/:projectId/invitations',
		summary: 'invitations and offers of a project: open ones and those answered lately',
		action: 'member.list',
		reply: z.array(invitation).readonly(),
	}),
	withdrawInvitation: defineRoute({
		method: 'DELETE',
		path: '/projects/:projectId/invitations/:invitationId',
		summary: 'take an invitation back; only the owner an offer',
		action: 'member.invite',
		reply: z.void(),
	}),
	invitations: defineRoute({
		method: 'GET',
		path: '/invitations',
		summary: 'open invitations and offers to the account',
		reply: z.array(invitation).readonly(),
	}),
	acceptInvitation: defineRoute({
		method: 'POST',
		path: '/invitations/:invitationId/accept',
		summary: 'join the team, or take the project over and pay for it from now on',
		reply: project,
	}),
	declineInvitation: defineRoute({
		method: 'POST',
		path: '/invitations/:invitationId/decline',
		summary: 'refuse an invitation or offer',
		reply: z.void(),
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
		summary: 'take a member out of the team',
		action: 'member.remove',
		reply: z.void(),
	}),
	leaveProject: defineRoute({
		method: 'POST',
		path: '/projects/:projectId/leave',
		summary: 'leave the team; the owner hands the project over first',
		action: 'project.read',
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
