import { readFileSync } from 'node:fs'
import { UserError } from '../../errors/UserError.ts'
import { isSet } from '../CommandContext.ts'
import { type CommandSpec, exactly } from '../defineCommand.ts'
import { printResult } from '../printResult.ts'
import { homeConfig } from '../support/home.ts'

/** `endpoints config`: the settings of the service, without a running one. */
export const configCommand: CommandSpec = {
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
			const { endpointsConfigSchema } = await import('../../endpoints/parseEndpointsConfig.ts')
			context.io.stdout(`${JSON.stringify(endpointsConfigSchema(), null, 2)}\n`)
			return undefined
		}
		const { readEndpointsConfig } = await import('../../endpoints/readEndpointsConfig.ts')
		const { home } = homeConfig(context)
		const { evmChainId, identityProviders, ...config } = await readEndpointsConfig(home)
		if (isSet(context, 'check')) {
			if (config.tls !== undefined) await checkCertificate(config.tls)
			context.io.stdout(`The settings of the endpoint service in ${home} can be used.\n`)
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
		return undefined
	},
}

async function checkCertificate(files: { readonly certFile: string; readonly keyFile: string }): Promise<void> {
	const { createSecureContext } = await import('node:tls')
	try {
		createSecureContext({ cert: readFileSync(files.certFile), key: readFileSync(files.keyFile) })
	} catch (cause) {
		throw new UserError('The certificate of the endpoints cannot be used.', {
			why: cause instanceof Error ? cause.message : String(cause),
			next: 'Check tls.certFile and tls.keyFile in endpoints.json.',
			cause,
		})
	}
}
