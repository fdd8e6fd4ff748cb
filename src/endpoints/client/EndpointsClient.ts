import type {
	ApplicationView,
	DeviceLoginView,
	LoginMethod,
	NewApplicationView,
	StartedLogin,
} from '../management/views.ts'
import type { Account, Plan } from '../service/accounts.ts'
import type { ApiKey, NewApiKey } from '../service/apiKeys.ts'
import type { ApplicationChange, Network } from '../service/applications.ts'
import type { AuditEntry } from '../service/auditLog.ts'
import type { GivenRole, Member } from '../service/members.ts'
import type { NetworkInfo } from '../service/networks.ts'
import type { Project } from '../service/projects.ts'
import type { SessionInfo } from '../service/sessions.ts'
import type { Statement } from '../service/statements.ts'
import type { Statistics } from '../service/statistics.ts'

/** A login whose person is not known by name: what screens and commands keep of it. */
export interface ClientLogin {
	readonly accountId: string
	readonly expiresAt: number
}

/** A call through an endpoint, as the try-it console shows it. */
export interface TriedCall {
	readonly status: number
	/** Reply body as it came. */
	readonly body: string
	readonly ms: number
}

/** Hours of statistics: times in milliseconds, `to` not included. */
export interface TimeRange {
	readonly from: number
	readonly to: number
}

/**
 * The endpoint service as screens and commands use it. Every method rejects with UserError: what the service refused, why,
 * and what to do. The session lives in a file of the home, readable by its owner only; logins write it, `logOut` removes it.
 */
export interface EndpointsClient {
	/** URL of the gateway. */
	readonly url: string
	/** Whether a session is kept; it may have ended meanwhile. */
	readonly isLoggedIn: boolean

	loginMethods(): Promise<readonly LoginMethod[]>
	signUp(email: string, password: string): Promise<ClientLogin>
	logIn(email: string, password: string): Promise<ClientLogin>
	/** Starts a login at a provider; with `link` the provider is added to the account that is logged in. */
	startDeviceLogin(provider: string, options?: { readonly link?: boolean }): Promise<StartedLogin>
	/** How far it is; once it is done the session is kept. */
	deviceLogin(loginId: string): Promise<Omit<DeviceLoginView, 'session'>>
	/** Rejects: not yet available. */
	walletLogin(): Promise<never>
	logOut(): Promise<void>

	account(): Promise<Account>
	changePassword(present: string, fresh: string): Promise<void>
	setCap(cap: number | null): Promise<Account>
	/** For who runs the service: needs the operator's token of the home. */
	setPlan(email: string, plan: Plan): Promise<Account>
	sessions(): Promise<readonly SessionInfo[]>
	revokeSession(sessionId: string): Promise<void>
	/** `month` as `2026-11`; the present one when left out. */
	statement(month?: string): Promise<Statement>
	accountAudit(page?: { readonly limit?: number; readonly before?: number }): Promise<readonly AuditEntry[]>

	projects(): Promise<readonly Project[]>
	createProject(name: string): Promise<Project>
	renameProject(projectId: string, name: string): Promise<void>
	deleteProject(projectId: string): Promise<void>
	transferProject(projectId: string, accountId: string): Promise<void>
	projectAudit(
		projectId: string,
		page?: { readonly limit?: number; readonly before?: number },
	): Promise<readonly AuditEntry[]>
	members(projectId: string): Promise<readonly Member[]>
	addMember(projectId: string, email: string, role: GivenRole): Promise<Member>
	changeMember(projectId: string, accountId: string, role: GivenRole): Promise<void>
	removeMember(projectId: string, accountId: string): Promise<void>

	/** Networks an application may be on, and what the node behind them really keeps. */
	networks(): Promise<readonly NetworkInfo[]>
	applications(projectId: string): Promise<readonly ApplicationView[]>
	application(applicationId: string): Promise<ApplicationView>
	/** The key in the result is told this once. */
	createApplication(
		projectId: string,
		values: { readonly name: string; readonly description?: string; readonly network: Network },
	): Promise<NewApplicationView>
	editApplication(applicationId: string, values: ApplicationChange): Promise<ApplicationView>
	deleteApplication(applicationId: string): Promise<void>
	setKeyRequired(applicationId: string, required: boolean): Promise<ApplicationView>
	setAllowlists(
		applicationId: string,
		lists: { readonly origins?: readonly string[]; readonly ips?: readonly string[] },
	): Promise<ApplicationView>
	keys(applicationId: string): Promise<readonly ApiKey[]>
	createKey(
		applicationId: string,
		options?: { readonly label?: string; readonly expiresAt?: number | null },
	): Promise<NewApiKey>
	rotateKey(applicationId: string, keyId: string, options?: { readonly overlapMs?: number }): Promise<NewApiKey>
	revokeKey(applicationId: string, keyId: string): Promise<void>
	statistics(applicationId: string, range: TimeRange): Promise<Statistics>
	statisticsCsv(applicationId: string, range: TimeRange): Promise<string>

	/** Calls an endpoint and gives the reply as it came. */
	tryCall(call: {
		readonly url: string
		readonly key?: string
		readonly method: string
		readonly params: readonly unknown[]
	}): Promise<TriedCall>
}
