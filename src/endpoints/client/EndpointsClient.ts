import type { DeviceLoginView, StartedLogin } from '../../wire/management/accountSchemas.ts'
import type { ManagementClient } from '../../wire/management/managementRoutes.ts'

/** A login whose person is not known by name: what screens and commands keep of it. */
export interface ClientLogin {
	readonly accountId: string
	readonly expiresAt: number
}

/** A call through an endpoint, for the console. */
export interface TriedCall {
	readonly status: number
	/** The raw reply body. */
	readonly body: string
	readonly ms: number
}

/** Routes whose replies hold a session, which the client keeps for itself. */
type LoginRoutes = 'signUp' | 'logIn' | 'startDeviceLogin' | 'deviceLogin'

/**
 * The endpoint service as screens and commands use it: every route of the management API (`src/wire/management`) is a method
 * that takes the values of its path in order, then its body or query. Every method rejects with UserError: what the service
 * refused, why, and what to do. The session lives in a file of the home, readable by its owner only; logins write it,
 * `logOut` removes it.
 */
export interface EndpointsClient extends Omit<ManagementClient, LoginRoutes> {
	/** URL of the gateway. */
	readonly url: string
	/** Whether a session is stored; it may have expired. */
	readonly isLoggedIn: boolean

	/** Opens an account and keeps its session. A session that was open stays when this fails. */
	signUp(email: string, password: string): Promise<ClientLogin>
	/** Logs in and keeps the session. A session that was open stays when this fails. */
	logIn(email: string, password: string): Promise<ClientLogin>
	/** Starts a login at a provider; with `link` the provider is added to the account that is logged in. */
	startDeviceLogin(provider: string, options?: { readonly link?: boolean }): Promise<StartedLogin>
	/** State of the login. Once it is done, the session is stored. */
	deviceLogin(loginId: string): Promise<Omit<DeviceLoginView, 'session'>>
	/** Ends the session, and forgets it also when the service does not answer. */
	logOut(): Promise<void>

	/** Calls an endpoint and returns the raw reply. */
	tryCall(call: {
		readonly url: string
		readonly key?: string
		readonly method: string
		readonly params: readonly unknown[]
	}): Promise<TriedCall>
}
