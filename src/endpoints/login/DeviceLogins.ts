import { randomBytes } from 'node:crypto'
import { thrownText } from '../../errors/UserError.ts'
import type { DeviceLoginView, NewSession } from '../../wire/management/accountSchemas.ts'
import type { IdentityProviderConfig } from '../EndpointsConfig.ts'
import { limits } from '../limits.ts'
import { createAccount } from '../service/accounts/accounts.ts'
import { openSession } from '../service/accounts/sessions.ts'
import type { Actor } from '../service/Operation.ts'
import { change } from '../service/projects/change.ts'
import { conflict, notFound, type ServiceContext, ServiceFault } from '../service/ServiceContext.ts'
import type { DeviceAttempt, DevicePrompt, Identity } from './startDeviceLogin.ts'

/** A finished login waits this long to be picked up. */
const keepMs = 60_000

/** The state of a login that waits for its person. */
const pending: DeviceLoginView = { state: 'pending', message: '', next: '', session: null }

/** A login that has been started. */
interface StartedDeviceLogin extends DevicePrompt {
	/** Secret handle to ask for the result. */
	readonly loginId: string
}

/** Logins by the device flow that are in progress in this process. */
export class DeviceLogins {
	readonly #context: ServiceContext
	readonly #places: number
	readonly #logins = new Map<string, { state: DeviceLoginView; readonly abort: AbortController }>()

	/** Those whose provider has not answered yet. */
	#starting = 0

	/** @param places Logins that may be under way. */
	constructor(context: ServiceContext, places: number = limits.pendingDeviceLogins) {
		this.#context = context
		this.#places = places
	}

	/** Starts one; with `linkTo` the identity is added to that account. @throws {ServiceFault} */
	async start(providerName: string, linkTo: Actor | undefined): Promise<StartedDeviceLogin> {
		const provider = this.#context.config.identityProviders.find(({ name }) => name === providerName)
		if (provider === undefined) throw notFound('identity provider')
		if (this.pending >= this.#places)
			throw new ServiceFault(429, 'too_many', 'Too many logins are under way.', 'Wait a minute.')
		const attempt = await this.#attempt(provider)
		const loginId = randomBytes(16).toString('hex')
		const abort = new AbortController()
		const login = { state: pending, abort }
		this.#logins.set(loginId, login)
		void attempt
			.finish(abort.signal)
			.then((identity) => this.#enter(provider, identity, linkTo))
			.then(
				(session) => {
					login.state = { ...pending, state: 'done', session }
				},
				(cause: unknown) => {
					const next = cause instanceof ServiceFault ? cause.next : 'Start a new login.'
					login.state = { ...pending, state: 'failed', message: thrownText(cause), next }
				},
			)
			.then(() => setTimeout(() => this.#logins.delete(loginId), keepMs).unref())
		return { loginId, ...attempt.prompt }
	}

	/** Logins under way; those that have ended and wait to be picked up do not count. */
	get pending(): number {
		let count = this.#starting
		for (const { state } of this.#logins.values()) if (state.state === 'pending') count++
		return count
	}

	async #attempt(provider: IdentityProviderConfig): Promise<DeviceAttempt> {
		this.#starting++
		try {
			const { startDeviceLogin } = await import('./startDeviceLogin.ts')
			return await startDeviceLogin(provider)
		} finally {
			this.#starting--
		}
	}

	/** The state of a login; one that has ended is forgotten then: its session is returned once. @throws {ServiceFault} for an unknown one. */
	state(loginId: string): DeviceLoginView {
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
				throw conflict(
					`This ${provider.label} login belongs to another account.`,
					'Log in with it to use that account, or add another login.',
				)
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
				`${provider.label} says of no e-mail address that it is verified as yours.`,
				`Verify one there and start again, or sign up with a password and then ${addLogin(provider)}.`,
			)
		}
		// An account with this e-mail is not taken over: its holder logs in and links the provider.
		const { email } = identity
		const accountId = await createAccount(context, email, null, async (db, id) => {
			await db
				.insertInto('identities')
				.values({ ...row, account_id: id })
				.execute()
		}).catch((cause: unknown) => {
			if (!(cause instanceof ServiceFault) || cause.code !== 'conflict') throw cause
			throw conflict(
				`There is an account with the e-mail ${email} already, and ${provider.label} is not one of its logins.`,
				`Log in to it as before, then ${addLogin(provider)}.`,
			)
		})
		return openSession(context, accountId, provider.name)
	}
}

function addLogin({ name, label }: IdentityProviderConfig): string {
	return `add ${label} to it: chain-tui endpoints login --provider ${name} --link, or i on the account page`
}
