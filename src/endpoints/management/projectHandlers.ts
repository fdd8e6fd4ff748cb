import type { projectRoutes } from '../../wire/management/projectRoutes.ts'
import { acceptInvitation, declineInvitation, listInvitations } from '../service/answerInvitation.ts'
import { readAuditLog } from '../service/auditLog.ts'
import { inviteMember, listProjectInvitations, offerProject, withdrawInvitation } from '../service/invitations.ts'
import { changeMember, listMembers, removeMember } from '../service/members.ts'
import { createProject, deleteProject, listProjects, renameProject } from '../service/projects.ts'
import type { ManagementHandlers } from './ManagementHandlers.ts'

/** Projects and their teams. */
export const projectHandlers: Pick<ManagementHandlers, keyof typeof projectRoutes> = {
	projects: ({ context, actor }) => listProjects(context, actor.accountId),
	createProject: ({ context, actor, body }) => createProject(context, actor.accountId, body.name),
	renameProject: ({ context, actor, path, body }) => renameProject(context, actor.accountId, path.projectId, body.name),
	deleteProject: ({ context, actor, path }) => deleteProject(context, actor.accountId, path.projectId),
	transferProject: ({ context, actor, path, body }) =>
		offerProject(context, actor.accountId, path.projectId, body.accountId),
	members: ({ context, actor, path }) => listMembers(context, actor.accountId, path.projectId),
	inviteMember: ({ context, actor, path, body }) =>
		inviteMember(context, actor.accountId, path.projectId, body.email, body.role),
	projectInvitations: ({ context, actor, path }) => listProjectInvitations(context, actor.accountId, path.projectId),
	withdrawInvitation: ({ context, actor, path }) =>
		withdrawInvitation(context, actor.accountId, path.projectId, path.invitationId),
	invitations: ({ context, actor }) => listInvitations(context, actor.accountId),
	acceptInvitation: ({ context, actor, path }) => acceptInvitation(context, actor.accountId, path.invitationId),
	declineInvitation: ({ context, actor, path }) => declineInvitation(context, actor.accountId, path.invitationId),
	leaveProject: ({ context, actor, path }) => removeMember(context, actor.accountId, path.projectId, actor.accountId),
	changeMember: ({ context, actor, path, body }) =>
		changeMember(context, actor.accountId, path.projectId, path.accountId, body.role),
	removeMember: ({ context, actor, path }) => removeMember(context, actor.accountId, path.projectId, path.accountId),
	projectAudit: ({ context, actor, path, query }) =>
		readAuditLog(context, actor.accountId, { ...query, projectId: path.projectId }),
}
