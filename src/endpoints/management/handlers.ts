import type { RouteId } from '../../wire/management/managementRoutes.ts'
import type { DeviceLogins } from '../login/DeviceLogins.ts'
import { accountOperations } from '../service/accounts/accounts.ts'
import { readNetworks } from '../service/accounts/notices.ts'
import { sessionOperations } from '../service/accounts/sessions.ts'
import { keyOperations } from '../service/applications/apiKeys.ts'
import { applicationOperations } from '../service/applications/applications.ts'
import { readStatement } from '../service/applications/statements.ts'
import { statisticsOperations } from '../service/applications/statistics.ts'
import type { Operations } from '../service/Operation.ts'
import { receivedInvitationOperations } from '../service/projects/answerInvitation.ts'
import { auditOperations } from '../service/projects/audit.ts'
import { sentInvitationOperations } from '../service/projects/invitations.ts'
import { memberOperations } from '../service/projects/members.ts'
import { projectOperations } from '../service/projects/projects.ts'
import { ServiceFault } from '../service/ServiceContext.ts'

const walletNote = 'Login with a wallet is not yet available.'

/** Ways to log in besides a password. */
const loginOperations: Operations<
	'loginMethods' | 'startDeviceLogin' | 'deviceLogin' | 'walletLogin',
	{ readonly logins: DeviceLogins }
> = {
	loginMethods: async ({ context }) => [
		{ id: 'password', label: 'E-mail and password', kind: 'password', available: true, note: '' },
		...context.config.identityProviders.map(
			({ name, label }) => ({ id: name, label, kind: 'device', available: true, note: '' }) as const,
		),
		{ id: 'wallet', label: 'Wallet', kind: 'wallet', available: false, note: walletNote },
	],
	startDeviceLogin: async ({ logins, body, actor }) => {
		if (body.link && actor === undefined) {
			throw new ServiceFault(401, 'not_logged_in', 'Only an account that is logged in can be linked.', 'Log in first.')
		}
		const { verificationUriComplete, ...started } = await logins.start(body.provider, body.link ? actor : undefined)
		return { ...started, verificationUriComplete: verificationUriComplete ?? null }
	},
	deviceLogin: async ({ logins, path }) => logins.state(path.loginId),
	walletLogin: async () => {
		throw new ServiceFault(501, 'not_yet_available', walletNote, 'Use another way to log in.')
	},
}

/** Every operation. The compiler requires one for each route. */
export const handlers: Operations<RouteId, { readonly logins: DeviceLogins }> = {
	...loginOperations,
	...accountOperations,
	...sessionOperations,
	...projectOperations,
	...memberOperations,
	...sentInvitationOperations,
	...receivedInvitationOperations,
	...auditOperations,
	...applicationOperations,
	...keyOperations,
	...statisticsOperations,
	statement: readStatement,
	networks: ({ context }) => readNetworks(context),
}
