import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { UserError } from '../../errors/UserError.ts'
import { writeFileAtomic } from '../../util/writeFileAtomic.ts'
import type { NewLogin, NewSession } from '../../wire/management/accountSchemas.ts'
import { readOperatorToken } from '../management/managers.ts'
import { createManagementClient, isLoggedOut } from './createManagementClient.ts'
import type { EndpointsClient, TriedCall } from './EndpointsClient.ts'

/** A client of the service at a URL. `home` holds session and operator's token; undefined keeps it in memory. */
export function createEndpointsClient(url: string, home: string | undefined): EndpointsClient {
	const session = new TokenFile(home, 'endpoints-session.token')
	/** Proves to the service that this program has logged in before. */
	const clientToken = new TokenFile(home, 'endpoints-client.token')
	const bearer = (token: string) => `Bearer ${token}`
	const anyone = createManagementClient(url)
	const operator = createManagementClient(url, () => ({ 'x-operator-token': tokenOfOperator(home) }))
	const holder = createManagementClient(
		url,
		() => {
			const token = session.read()
			return token === undefined ? {} : { authorization: bearer(token) }
		},
		(error, { authorization }) => {
			// Forgets an ended session, unless another login replaced it.
			const token = session.read()
			if (isLoggedOut(error) && token !== undefined && bearer(token) === authorization) session.remove()
		},
	)
	const keep = ({ token, accountId, expiresAt }: NewSession) => {
		session.write(token)
		return { accountId, expiresAt }
	}
	const credentials = (email: string, password: string) => ({ email, password, clientToken: clientToken.read() })
	const enter = (login: NewLogin) => {
		clientToken.write(login.clientToken)
		return keep(login)
	}
	return {
		...holder,
		url,
		get isLoggedIn() {
			return session.read() !== undefined
		},
		loginMethods: anyone.loginMethods,
		// A session that is open stays when the login fails.
		signUp: async (email, password) => enter(await anyone.signUp(credentials(email, password))),
		logIn: async (email, password) => enter(await anyone.logIn(credentials(email, password))),
		startDeviceLogin: (provider, { link = false } = {}) =>
			(link ? holder : anyone).startDeviceLogin({ provider, link }),
		deviceLogin: async (loginId) => {
			const { session: opened, ...view } = await anyone.deviceLogin(loginId)
			if (opened !== null) keep(opened)
			return view
		},
		walletLogin: anyone.walletLogin,
		logOut: async () => {
			try {
				if (session.read() !== undefined) await holder.revokeSession('current')
			} finally {
				session.remove()
			}
		},
		setPlan: operator.setPlan,
		tryCall,
	}
}

function tokenOfOperator(home: string | undefined): string {
	if (home !== undefined) return readOperatorToken(home)
	throw new UserError("The operator's token cannot be read.", {
		why: 'Only who runs the service may do this.',
		next: 'Run the command on the machine of the service, with its --home.',
	})
}

/** Keeps a token of a home in a file that only its owner can read. Without a home it is kept in memory. */
class TokenFile {
	readonly #file: string | undefined
	#token: string | undefined

	constructor(home: string | undefined, name: string) {
		this.#file = home === undefined ? undefined : join(home, name)
	}

	/** The token, or undefined. */
	read(): string | undefined {
		if (this.#file === undefined) return this.#token
		try {
			return readFileSync(this.#file, 'utf8').trim() || undefined
		} catch {
			return undefined
		}
	}

	/** Keeps a token in place of the one before. @throws {UserError} if it cannot be written. */
	write(token: string): void {
		this.#token = token
		if (this.#file !== undefined) writeFileAtomic(this.#file, `${token}\n`)
	}

	/** Forgets the token. */
	remove(): void {
		this.#token = undefined
		if (this.#file !== undefined) rmSync(this.#file, { force: true })
	}
}

/** Calls an endpoint once, as a client of it would. Rejects with UserError when no answer comes. */
export async function tryCall(call: Parameters<EndpointsClient['tryCall']>[0]): Promise<TriedCall> {
	const from = performance.now()
	try {
		const response = await fetch(call.url, {
			method: 'POST',
			headers: {
				'content-type': 'application/json',
				...(call.key === undefined ? {} : { 'x-api-key': call.key }),
			},
			body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: call.method, params: call.params }),
			signal: AbortSignal.timeout(30_000),
		})
		const body = await response.text()
		return { status: response.status, body, ms: performance.now() - from }
	} catch (cause) {
		throw new UserError(`The endpoint ${call.url} does not answer.`, {
			because: cause,
			next: 'Check that the node runs with its endpoints on.',
		})
	}
}
