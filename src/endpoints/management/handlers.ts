import type { LoginMethod } from '../../wire/management/accountSchemas.ts'
import type { Application, ApplicationView } from '../../wire/management/applicationSchemas.ts'
import type {
	GivenReply,
	ManagementRoutes,
	PathValues,
	RouteId,
	Taken,
} from '../../wire/management/managementRoutes.ts'
import type { DeviceLogins } from '../login/DeviceLogins.ts'
import { accountById, changePassword, logIn, setCap, setPlan, signUp } from '../service/accounts/accounts.ts'
import { applicationNotices, readNetworks } from '../service/accounts/notices.ts'
import { type Actor, listSessions, revokeSession } from '../service/accounts/sessions.ts'
import { createKey, listKeys, revokeKey, rotateKey } from '../service/applications/apiKeys.ts'
import {
	createApplication,
	deleteApplication,
	editApplication,
	listApplications,
	readApplication,
	setAllowlists,
	setKeyRequired,
} from '../service/applications/applications.ts'
import { readStatement } from '../service/applications/statements.ts'
import { readStatistics, statisticsCsv } from '../service/applications/statistics.ts'
import { acceptInvitation, declineInvitation, listInvitations } from '../service/projects/answerInvitation.ts'
import { readAuditLog } from '../service/projects/audit.ts'
import {
	inviteMember,
	listProjectInvitations,
	offerProject,
	withdrawInvitation,
} from '../service/projects/invitations.ts'
import { changeMember, listMembers, removeMember } from '../service/projects/members.ts'
import { createProject, deleteProject, listProjects, renameProject } from '../service/projects/projects.ts'
import { type ServiceContext, ServiceFault } from '../service/ServiceContext.ts'

/** The caller: always known on session routes, optional on open ones; an operator has no account. */
type ActorOf<Id extends RouteId> = ManagementRoutes[Id]['access'] extends 'session'
	? Actor
	: ManagementRoutes[Id]['access'] extends 'open'
		? Actor | undefined
		: undefined

/** Input of a route, checked by its schemas. */
interface ManagementRequest<Id extends RouteId> {
	readonly context: ServiceContext
	readonly logins: DeviceLogins
	/** Address the request comes from. */
	readonly address: string
	/** URL of the gateway, without a slash at the end. */
	readonly publicUrl: string
	readonly actor: ActorOf<Id>
	readonly path: PathValues<Id>
	readonly body: Taken<Id, 'body'>
	readonly query: Taken<Id, 'query'>
}

/** Implementations of all routes. */
export type ManagementHandlers = {
	readonly [Id in RouteId]: (request: ManagementRequest<Id>) => Promise<GivenReply<Id>>
}

const walletNote = 'Login with a wallet is not yet available.'

interface Viewer {
	readonly context: ServiceContext
	readonly publicUrl: string
}

async function view(application: Application, { context, publicUrl }: Viewer): Promise<ApplicationView> {
	return {
		...application,
		url: `${publicUrl}/v1/${application.endpointPath}`,
		notices: await applicationNotices(context, application),
	}
}

/** Every operation: one line that calls the service. */
export const handlers: ManagementHandlers = {
	loginMethods: async ({ context }) => [
		{ id: 'password', label: 'E-mail and password', kind: 'password', available: true, note: '' },
		...context.config.identityProviders.map(
			({ name, label }): LoginMethod => ({ id: name, label, kind: 'device', available: true, note: '' }),
		),
		{ id: 'wallet', label: 'Wallet', kind: 'wallet', available: false, note: walletNote },
	],
	signUp: ({ context, body, address }) => signUp(context, { ...body, address }),
	logIn: ({ context, body, address }) => logIn(context, { ...body, address }),
	startDeviceLogin: async ({ logins, body, actor }) => {
		if (body.link && actor === undefined) {
			throw new ServiceFault(401, 'not_logged_in', 'Only an account that is logged in can be linked.', 'Log in first.')
		}
		const { verificationUriComplete, ...started } = await logins.start(body.provider, body.link ? actor : undefined)
		return { ...started, verificationUriComplete: verificationUriComplete ?? null }
	},
	deviceLogin: async ({ logins, path }) => {
		const login = logins.state(path.loginId)
		return {
			state: login.state,
			message: login.state === 'failed' ? login.message : '',
			next: login.state === 'failed' ? login.next : '',
			session: login.state === 'done' ? login.session : null,
		}
	},
	walletLogin: async () => {
		throw new ServiceFault(501, 'not_yet_available', walletNote, 'Use another way to log in.')
	},
	account: ({ context, actor }) => accountById(context, actor.accountId),
	changePassword: ({ context, actor, body }) => changePassword(context, actor, body.present, body.fresh),
	setCap: ({ context, actor, body }) => setCap(context, actor.accountId, body.cap),
	setPlan: ({ context, body }) => setPlan(context, body.email, body.plan),
	sessions: ({ context, actor }) => listSessions(context, actor),
	revokeSession: ({ context, actor, path }) =>
		revokeSession(context, actor, path.sessionId === 'current' ? actor.sessionId : path.sessionId),
	statement: ({ context, actor, query }) => readStatement(context, actor.accountId, query.month),
	accountAudit: ({ context, actor, query }) => readAuditLog(context, actor.accountId, query),
	projectAudit: ({ context, actor, path, query }) =>
		readAuditLog(context, actor.accountId, { ...query, projectId: path.projectId }),

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

	networks: ({ context }) => readNetworks(context),
	applications: async (request) => {
		const { context, actor, path } = request
		const applications = await listApplications(context, actor.accountId, path.projectId)
		return Promise.all(applications.map((one) => view(one, request)))
	},
	createApplication: async (request) => {
		const { context, actor, path, body } = request
		const { application, key } = await createApplication(context, actor.accountId, path.projectId, body)
		return { application: await view(application, request), key }
	},
	application: async (request) => {
		const { context, actor, path } = request
		return view(await readApplication(context, actor.accountId, path.applicationId), request)
	},
	editApplication: async (request) => {
		const { context, actor, path, body } = request
		return view(await editApplication(context, actor.accountId, path.applicationId, body), request)
	},
	deleteApplication: ({ context, actor, path }) => deleteApplication(context, actor.accountId, path.applicationId),
	setKeyRequired: async (request) => {
		const { context, actor, path, body } = request
		return view(await setKeyRequired(context, actor.accountId, path.applicationId, body.required), request)
	},
	setAllowlists: async (request) => {
		const { context, actor, path, body } = request
		return view(await setAllowlists(context, actor.accountId, path.applicationId, body), request)
	},
	keys: ({ context, actor, path }) => listKeys(context, actor.accountId, path.applicationId),
	createKey: ({ context, actor, path, body }) => createKey(context, actor.accountId, path.applicationId, body),
	rotateKey: ({ context, actor, path, body }) =>
		rotateKey(context, actor.accountId, path.applicationId, path.keyId, body),
	revokeKey: ({ context, actor, path }) => revokeKey(context, actor.accountId, path.applicationId, path.keyId),
	statistics: ({ context, actor, path, query }) => readStatistics(context, actor.accountId, path.applicationId, query),
	statisticsCsv: ({ context, actor, path, query }) =>
		statisticsCsv(context, actor.accountId, path.applicationId, query),
}
