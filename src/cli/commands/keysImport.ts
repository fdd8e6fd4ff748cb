import { isSet, textFlag } from '../CommandContext.ts'
import { type CommandSpec, exactly } from '../defineCommand.ts'
import { keyringFlag, openKeys } from '../support/home.ts'
import { readInput } from '../support/readInput.ts'

/** `keys import` */
export const keysImport: CommandSpec = {
	name: 'import',
	args: '[name] [file]',
	count: exactly(2),
	description: 'bring in a private key from a file, or from standard input for -',
	examples: ['keys import alice alice.key', 'keys import dev private.hex --hex --algo eth_secp256k1'],
	details:
		'The file holds what `keys export` printed, or with --hex a private key as 64 hexadecimal digits, with or without 0x.',
	flags: [
		{ flag: '--hex', description: 'the file holds the private key in the clear' },
		{
			flag: '--algo <kind>',
			description: "with --hex, the kind of the key: the chain's own, or Ethereum's, which signs for the EVM too",
			default: 'secp256k1',
			choices: ['secp256k1', 'eth_secp256k1'],
		},
		keyringFlag,
	],
	run: async (context, [name = '', file = '']) => {
		const { printKeys } = await import('../support/printKeys.ts')
		const { unlock } = await import('../support/unlock.ts')
		const text = await readInput(context.io, file)
		const keyring = await openKeys(context)
		await unlock(keyring, context.io)
		if (isSet(context, 'hex')) {
			const algo = textFlag(context, 'algo') === 'eth_secp256k1' ? 'eth_secp256k1' : 'secp256k1'
			return printKeys(context, [await keyring.importPrivateKey(name, text, { algo })], true)
		}
		const passphrase =
			context.io.env.CHAIN_TUI_EXPORT_PASSPHRASE ??
			(await context.io.prompt('Passphrase of the exported key: ', { hidden: true }))
		return printKeys(context, [await keyring.importKey(name, text, passphrase)], true)
	},
}
