import type { projectRoutes } from '../../wire/management/projectRoutes.ts'
import { readAuditLog } from '../service/auditLog.ts'
import { addMember, changeMember, listMembers, removeMember } from '../service/members.ts'
import { createProject, deleteProject, listProjects, renameProject, transferProject } from '../service/projects.ts'
import type { ManagementHandlers } from './ManagementHandlers.ts'

/** Projects and their teams. */
export const projectHandlers: Pick<ManagementHandlers, keyof typeof projectRoutes> = {
	projects: ({ context, actor }) => listProjects(context, actor.accountId),
	createProject: ({ context, actor, body }) => createProject(context, actor.accountId, body.name),
	renameProject: ({ context, actor, path, body }) => renameProject(context, actor.accountId, path.projectId, body.name),
	deleteProject: ({ context, actor, path }) => deleteProject(context, actor.accountId, path.projectId),
	transferProject: ({ context, actor, path, body }) =>
		transferProject(context, actor.accountId, path.projectId, body.accountId),
	members: ({ context, actor, path }) => listMembers(context, actor.accountId, path.projectId),
	addMember: ({ context, actor, path, body }) =>
		addMember(context, actor.accountId, path.projectId, body.email, body.role),
	changeMember: ({ context, actor, path, body }) =>
		changeMember(context, actor.accountId, path.projectId, path.accountId, body.role),
	removeMember: ({ context, actor, path }) => removeMember(context, actor.accountId, path.projectId, path.accountId),
	projectAudit: ({ context, actor, path, query }) =>
		readAuditLog(context, actor.accountId, { ...query, projectId: path.projectId }),
}
