import { readFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import type { EndpointsClient } from '../../endpoints/client/EndpointsClient.ts'
import { UserError } from '../../errors/UserError.ts'
import { type CommandContext, isSet, textFlag, UsageError } from '../CommandContext.ts'
import { type CommandSpec, exactly } from '../defineCommand.ts'
import { printResult } from '../printResult.ts'
import { homeConfig } from '../support/home.ts'
import { endpointsCommand } from './endpointsCommand.ts'
import { routeCommands } from './routeCommands.ts'

/** `endpoints config`: the settings of the service, without a running one. */
const configCommand: CommandSpec = {
	name: 'config',
	description: 'settings of the endpoint service: endpoints.json of the home with its defaults',
	details: 'A file that cannot be used is named with what is wrong in it, and the exit code is 1.',
	count: exactly(0),
	examples: ['endpoints config --check', 'endpoints config --schema'],
	flags: [
		{ flag: '--check', description: 'only say whether the service can start with it, its certificate included' },
		{ flag: '--schema', description: 'print the JSON Schema of endpoints.json' },
	],
	run: async (context) => {
		if (isSet(context, 'schema')) {
			const { endpointsConfigSchema } = await import('../../endpoints/readEndpointsConfig.ts')
			context.io.stdout(`${JSON.stringify(endpointsConfigSchema(), null, 2)}\n`)
			return undefined
		}
		const { readEndpointsConfig } = await import('../../endpoints/readEndpointsConfig.ts')
		const { home } = homeConfig(context)
		const { evmChainId, identityProviders, ...config } = await readEndpointsConfig(home)
		if (isSet(context, 'check')) {
			if (config.tls !== undefined) await checkCertificate(config.tls)
			if (context.output === 'json') await printResult(context, { home, usable: true })
			else context.io.stdout(`The settings of the endpoint service in ${home} can be used.\n`)
			return undefined
		}
		await printResult(context, {
			...config,
			...(evmChainId === undefined ? {} : { evmChainId: Number(evmChainId) }),
			// No secret in any text.
			identityProviders: identityProviders.map(({ clientSecret, ...one }) => ({
				...one,
				clientSecret: clientSecret === undefined ? 'none' : 'set',
			})),
		})
	},
}

async function checkCertificate(files: { readonly certFile: string; readonly keyFile: string }): Promise<void> {
	const { createSecureContext } = await import('node:tls')
	try {
		createSecureContext({ cert: readFileSync(files.certFile), key: readFileSync(files.keyFile) })
	} catch (cause) {
		throw new UserError('The certificate of the endpoints cannot be used.', {
			because: cause,
			next: 'Check tls.certFile and tls.keyFile in endpoints.json.',
		})
	}
}

/** Polling interval of a login in a browser, in milliseconds. */
const pollMs = 1_000

const [loginMethods, account, ...others] = routeCommands()

/** `endpoints …`: accounts, logins and bills. Logins are written by hand, the rest comes from the definitions. */
export const accountCommands: readonly CommandSpec[] = [
	loginMethods!,
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
	account!,
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
	...others,
	configCommand,
]

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

/**
 * Reads a password: typed hidden, twice for a new one, or the first line of standard input. Never an argument.
 * @throws {UserError} if the two differ, or without an input.
 */
async function readPassword(context: CommandContext, question: string, isNew = false): Promise<string> {
	const { io } = context
	if (!io.interactive) return (await io.readStdin()).split(/\r?\n/)[0]!
	const password = await io.prompt(`${question}: `, { hidden: true })
	if (isNew && (await io.prompt('The same again: ', { hidden: true })) !== password) {
		throw new UserError('The two passwords differ.', { next: 'Run the command again.' })
	}
	return password
}
