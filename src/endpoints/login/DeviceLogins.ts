import { randomBytes } from 'node:crypto'
import type { NewSession } from '../../wire/management/accountSchemas.ts'
import type { IdentityProviderConfig } from '../EndpointsConfig.ts'
import { limits } from '../limits.ts'
import { createAccount } from '../service/accounts.ts'
import { change } from '../service/change.ts'
import type { ServiceContext } from '../service/ServiceContext.ts'
import { conflict, notFound, ServiceFault } from '../service/ServiceFault.ts'
import { type Actor, openSession } from '../service/sessions.ts'
import type { DevicePrompt, Identity } from './identity.ts'

/** A finished login waits this long to be picked up. */
const keepMs = 60_000

/** State of a login. The session is returned once. */
export type DeviceLoginState =
	| { readonly state: 'pending' }
	| { readonly state: 'done'; readonly session: NewSession }
	| { readonly state: 'failed'; readonly message: string }

/** A login that has been started. */
export interface StartedDeviceLogin extends DevicePrompt {
	/** Secret handle to ask for the result. */
	readonly loginId: string
}

/** Logins by the device flow that are in progress in this process. */
export class DeviceLogins {
	readonly #context: ServiceContext
	readonly #logins = new Map<string, { state: DeviceLoginState; readonly abort: AbortController }>()

	constructor(context: ServiceContext) {
		this.#context = context
	}

	/**
	 * Starts one; with `linkTo` the identity is added to that account.
	 *
	 * @throws {ServiceFault}
	 */
	async start(providerName: string, linkTo: Actor | undefined): Promise<StartedDeviceLogin> {
		const provider = this.#context.config.identityProviders.find(({ name }) => name === providerName)
		if (provider === undefined) throw notFound('identity provider')
		if (this.#logins.size >= limits.pendingDeviceLogins)
			throw new ServiceFault(429, 'too_many', 'Too many logins are under way.', 'Wait a minute.')
		const { startDeviceLogin } = await import('./startDeviceLogin.ts')
		const attempt = await startDeviceLogin(provider)
		const loginId = randomBytes(16).toString('hex')
		const abort = new AbortController()
		const login: { state: DeviceLoginState; readonly abort: AbortController } = { state: { state: 'pending' }, abort }
		this.#logins.set(loginId, login)
		void attempt
			.finish(abort.signal)
			.then((identity) => this.#enter(provider, identity, linkTo))
			.then(
				(session) => {
					login.state = { state: 'done', session }
				},
				(cause: unknown) => {
					const message = cause instanceof Error ? cause.message : 'no reason given'
					login.state = { state: 'failed', message }
				},
			)
			.then(() => setTimeout(() => this.#logins.delete(loginId), keepMs).unref())
		return { loginId, ...attempt.prompt }
	}

	/**
	 * The state of a login; one that has ended is forgotten with the answer.
	 *
	 * @throws {ServiceFault} for an unknown one.
	 */
	state(loginId: string): DeviceLoginState {
		const login = this.#logins.get(loginId)
		if (login === undefined) throw notFound('login')
		if (login.state.state !== 'pending') this.#logins.delete(loginId)
		return login.state
	}

	/** Ends all that are in progress. */
	close(): void {
		for (const { abort } of this.#logins.values()) abort.abort()
		this.#logins.clear()
	}

	async #enter(provider: IdentityProviderConfig, identity: Identity, linkTo: Actor | undefined): Promise<NewSession> {
		const context = this.#context
		const { issuer, subject } = identity
		const known = await context.storage.db
			.selectFrom('identities')
			.select('account_id')
			.where('issuer', '=', issuer)
			.where('subject', '=', subject)
			.executeTakeFirst()
		const row = { issuer, subject, created_at: BigInt(context.clock.now()) }
		if (linkTo !== undefined) {
			if (known !== undefined && known.account_id !== linkTo.accountId) {
				throw conflict(`This ${provider.label} login belongs to another account.`)
			}
			if (known === undefined) {
				const { accountId } = linkTo
				await change(context, async (db) => {
					await db
						.insertInto('identities')
						.values({ ...row, account_id: accountId })
						.execute()
					const detail = { provider: provider.name }
					return { result: undefined, change: { actorId: accountId, accountId, action: 'account.link', detail } }
				})
			}
			return openSession(context, linkTo.accountId, provider.name)
		}
		if (known !== undefined) return openSession(context, known.account_id, provider.name)
		if (identity.email === undefined) {
			throw new ServiceFault(
				403,
				'no_email',
				`${provider.label} tells no verified e-mail of yours.`,
				'Verify one there, or sign up with a password.',
			)
		}
		// An account with this e-mail is not taken over: its holder logs in and links the provider.
		const accountId = await createAccount(context, identity.email, null, async (db, id) => {
			await db
				.insertInto('identities')
				.values({ ...row, account_id: id })
				.execute()
		})
		return openSession(context, accountId, provider.name)
	}
}
