import { setTimeout } from 'node:timers/promises'
import type { EndpointsClient } from '../../endpoints/client/EndpointsClient.ts'
import { UserError } from '../../errors/UserError.ts'
import { type CommandContext, isSet, textFlag } from '../CommandContext.ts'
import type { CommandSpec } from '../defineCommand.ts'
import { exactly } from '../defineCommand.ts'
import { UsageError } from '../UsageError.ts'
import { endpointsCommand } from './endpointsCommand.ts'
import { readPassword } from './readPassword.ts'

/** Polling interval of a login in a browser, in milliseconds. */
const pollMs = 1_000

/** `endpoints …`: accounts, logins and bills. */
export const accountCommands: readonly CommandSpec[] = [
	endpointsCommand({
		name: 'login-methods',
		example: 'login-methods',
		description: 'ways to sign up and log in',
		count: exactly(0),
		run: (client) => client.loginMethods(),
	}),
	endpointsCommand({
		name: 'sign-up',
		example: 'sign-up you@example.com',
		args: '[email]',
		count: exactly(1),
		description: 'open an account with a password and log in',
		details: 'The password is typed unseen, or is the first line of standard input.',
		run: async (client, [email = ''], context) =>
			client.signUp(email, await readPassword(context, 'New password', true)),
	}),
	endpointsCommand({
		name: 'login',
		example: 'login you@example.com',
		args: '[email]',
		count: { min: 0, max: 1 },
		description: 'log in with a password, or at an identity provider with --provider',
		flags: [
			{ flag: '--provider <name>', description: 'identity provider, see login-methods; wallet is not yet available' },
			{ flag: '--link', description: 'add the provider to the account that is logged in' },
		],
		run: async (client, [email], context) => {
			const provider = textFlag(context, 'provider')
			if (provider === 'wallet') return client.walletLogin()
			if (provider !== undefined) return logInAtProvider(client, provider, context)
			if (email === undefined) throw new UsageError('login needs an e-mail or --provider.')
			return client.logIn(email, await readPassword(context, 'Password'))
		},
	}),
	endpointsCommand({
		name: 'logout',
		example: 'logout',
		description: 'end the session',
		count: exactly(0),
		run: (client) => client.logOut(),
	}),
	endpointsCommand({
		name: 'account',
		example: 'account',
		description: 'the account that is logged in',
		count: exactly(0),
		run: (client) => client.account(),
	}),
	endpointsCommand({
		name: 'password',
		example: 'password',
		description: 'change the password; other sessions end',
		details: 'Typed unseen, or the two first lines of standard input: the present and the new one.',
		count: exactly(0),
		run: async (client, _args, context) => {
			if (!context.io.interactive) {
				const [present = '', fresh = ''] = (await context.io.readStdin()).split(/\r?\n/)
				return client.changePassword({ present, fresh })
			}
			const present = await readPassword(context, 'Present password')
			return client.changePassword({ present, fresh: await readPassword(context, 'New password', true) })
		},
	}),
	endpointsCommand({
		name: 'cap',
		example: 'cap 20000000',
		args: '[relays|none]',
		count: exactly(1),
		description: 'set the most relays a month may count, or none',
		run: (client, [cap = '']) => client.setCap({ cap: cap === 'none' ? null : wholeNumber(cap, 'A cap') }),
	}),
	endpointsCommand({
		name: 'plan',
		example: 'plan you@example.com enterprise --home /var/lib/chain-tui',
		args: '[email] [payg|enterprise]',
		count: exactly(2),
		description: 'put an account on a plan; for who runs the service',
		run: (client, [email = '', plan]) => {
			if (plan !== 'payg' && plan !== 'enterprise') throw new UsageError('The plan is payg or enterprise.')
			return client.setPlan({ email, plan })
		},
	}),
	endpointsCommand({
		name: 'sessions',
		example: 'sessions',
		description: 'sessions of the account',
		count: exactly(0),
		run: (client) => client.sessions(),
	}),
	endpointsCommand({
		name: 'revoke-session',
		example: 'revoke-session ses_9f86d081884c7d65',
		args: '[session]',
		count: exactly(1),
		description: 'end a session at once',
		run: (client, [id = '']) => client.revokeSession(id),
	}),
	endpointsCommand({
		name: 'statement',
		example: 'statement 2026-11',
		args: '[month]',
		count: { min: 0, max: 1 },
		description: 'relays and price of a UTC month such as 2026-11',
		run: (client, [month]) => client.statement({ month }),
	}),
	endpointsCommand({
		name: 'audit',
		example: 'audit acme --limit 20',
		args: '[project]',
		count: { min: 0, max: 1 },
		description: 'changes of a project, or of everything the account owns; the newest first',
		flags: [{ flag: '--limit <n>', description: 'most changes to print', default: '100' }],
		run: (client, [project], context) => {
			const page = { limit: wholeNumber(textFlag(context, 'limit')!, '--limit') }
			return project === undefined ? client.accountAudit(page) : client.projectAudit(project, page)
		},
	}),
]

/**
 * Parses a whole number of the command line.
 *
 * @throws {UserError} for any other text.
 */
export function wholeNumber(text: string, what: string): number {
	const value = Number(text)
	if (/^\d+$/.test(text) && Number.isSafeInteger(value)) return value
	throw new UserError(`${what} is a whole number, not "${text}".`)
}

async function logInAtProvider(client: EndpointsClient, provider: string, context: CommandContext): Promise<unknown> {
	const { stderr, stopped } = context.io
	const started = await client.startDeviceLogin(provider, { link: isSet(context, 'link') })
	stderr(`Open ${started.verificationUriComplete ?? started.verificationUri} and enter the code ${started.userCode}\n`)
	while (!stopped.aborted) {
		await setTimeout(pollMs)
		const { state, message, next } = await client.deviceLogin(started.loginId)
		if (state === 'done') return client.account()
		if (state === 'failed') throw new UserError('The login was not finished.', { why: message, next })
	}
	throw new UserError('The login was stopped.')
}
