import { UserError } from '../../errors/UserError.ts'
import type { NewLogin, NewSession } from '../../wire/management/accountSchemas.ts'
import { readOperatorToken } from '../management/operatorToken.ts'
import { createManagementClient } from './createManagementClient.ts'
import type { EndpointsClient } from './EndpointsClient.ts'
import { isLoggedOut } from './managementCall.ts'
import { TokenFile } from './TokenFile.ts'
import { tryCall } from './tryCall.ts'

/**
 * A client of the service at a URL. `home` holds the session and the operator's token; undefined keeps the session in
 * memory.
 */
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
		if (login.clientToken !== clientToken.read()) clientToken.write(login.clientToken)
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
