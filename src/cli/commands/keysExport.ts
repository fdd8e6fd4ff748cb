import { UserError } from '../../errors/UserError.ts'
import { isSet } from '../CommandContext.ts'
import { type CommandSpec, exactly } from '../defineCommand.ts'
import { keyringFlag, openKeys } from '../support/home.ts'

/** Environment variable with the passphrase of an exported key, for scripts. */
const exportVariable = 'CHAIN_TUI_EXPORT_PASSPHRASE'

/** `keys export` */
export const keysExport: CommandSpec = {
	name: 'export',
	args: '[name]',
	count: exactly(1),
	description: 'print a private key, sealed with a passphrase',
	examples: ['keys export alice'],
	details: `The passphrase is asked for, or taken from ${exportVariable}.`,
	flags: [
		{ flag: '--unarmored-hex', description: 'print the private key in the clear, hexadecimal; needs --unsafe' },
		{ flag: '--unsafe', description: 'yes, in the clear' },
		keyringFlag,
	],
	run: async (context, [name = '']) => {
		const { newPassphrase, unlock } = await import('../support/unlock.ts')
		const keyring = await openKeys(context)
		const clear = isSet(context, 'unarmoredHex')
		if (clear !== isSet(context, 'unsafe')) {
			throw new UserError('The flags --unarmored-hex and --unsafe go together.', {
				next: 'Leave both out to export the key sealed with a passphrase.',
			})
		}
		await unlock(keyring, context.io)
		if (clear) context.io.stdout(`${await keyring.exportPrivateKey(name)}\n`)
		else {
			const passphrase =
				context.io.env[exportVariable] ?? (await newPassphrase(context.io, 'Passphrase for the exported key: '))
			context.io.stdout(await keyring.exportKey(name, passphrase))
		}
		return undefined
	},
}
