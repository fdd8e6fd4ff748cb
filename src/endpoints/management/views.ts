import type { NewApiKey } from '../service/apiKeys.ts'
import type { Application } from '../service/applications.ts'
import type { NewSession } from '../service/sessions.ts'

/** An application with the URL its endpoint is called at. */
export interface ApplicationView extends Application {
	readonly url: string
	/** What everybody in the team should know: what the node cannot answer, thresholds of relays reached. */
	readonly notices: readonly string[]
}

/** An application just made, with its first key: told once. */
export interface NewApplicationView {
	readonly application: ApplicationView
	readonly key: NewApiKey
}

/** A way to log in. */
export interface LoginMethod {
	/** `password`, `wallet` or the name of a provider. */
	readonly id: string
	readonly label: string
	readonly kind: 'password' | 'device' | 'wallet'
	readonly available: boolean
	/** Why it is not available; else empty. */
	readonly note: string
}

/** A login to be finished in a browser. */
export interface StartedLogin {
	readonly loginId: string
	readonly userCode: string
	readonly verificationUri: string
	readonly verificationUriComplete: string | null
	/** Seconds. */
	readonly expiresIn: number
}

/** How far such a login is; the session is told once. */
export interface DeviceLoginView {
	readonly state: 'pending' | 'done' | 'failed'
	/** Why it failed; else empty. */
	readonly message: string
	readonly session: NewSession | null
}
