import type { KeyAlgo } from '../../keyring/KeyRecord.ts'
import { isSet, textFlag } from '../CommandContext.ts'
import { type CommandSpec, exactly } from '../defineCommand.ts'
import { homeConfig, keyringFlag, openKeys } from '../support/home.ts'
import { defaultedNumber } from '../support/queryCommand.ts'

/** `keys add` */
export const keysAdd: CommandSpec = {
	name: 'add',
	args: '[name]',
	count: exactly(1),
	description: 'make a new key, or bring one in from its words, its address or other keys',
	examples: [
		'keys add alice',
		'keys add dev --algo eth_secp256k1',
		'keys add dev --algo eth_secp256k1 --recover',
		'keys add family --multisig alice,bob,carol --multisig-threshold 2',
	],
	details:
		'Without flags a key is made from 24 new words, which are printed once.\nThe words for --recover are read from standard input or asked for. An Ethereum key also signs for the EVM and has two addresses.',
	flags: [
		{
			flag: '--algo <kind>',
			description: "kind of the key: the chain's own, or Ethereum's, which signs for the EVM too",
			default: 'secp256k1',
			choices: ['secp256k1', 'eth_secp256k1'],
		},
		{ flag: '--recover', description: 'take a key from its mnemonic' },
		{
			flag: '--hd-path <path>',
			description: "path of the key; m/44'/<coin type>'/0'/0/0 when left out, coin type 60 of an Ethereum key",
		},
		{ flag: '--account <n>', description: 'account number in the path', default: '0' },
		{ flag: '--index <n>', description: 'address index in the path', default: '0' },
		{ flag: '--watch <address>', description: 'only watch this address' },
		{ flag: '--multisig <keys>', description: 'make a threshold key of these names or public keys, joined by commas' },
		{ flag: '--multisig-threshold <n>', description: 'how many members must sign', default: '1' },
		{ flag: '--nosort', description: 'keep the order of the members as given' },
		{ flag: '--no-backup', description: 'do not print the words' },
		keyringFlag,
	],
	run: async (context, [name = '']) => {
		const { hdPath } = await import('../../crypto/hdKey.ts')
		const { printKeys } = await import('../support/printKeys.ts')
		const { unlock } = await import('../support/unlock.ts')
		const keyring = await openKeys(context)
		const algo: KeyAlgo = textFlag(context, 'algo') === 'eth_secp256k1' ? 'eth_secp256k1' : 'secp256k1'
		const coinType = algo === 'eth_secp256k1' ? 60 : homeConfig(context).settings.coinType
		const path =
			textFlag(context, 'hdPath') ??
			hdPath(coinType, defaultedNumber(context, 'account'), defaultedNumber(context, 'index'))
		// The mnemonic is read before the passphrase, so that both can come from one input.
		const words = isSet(context, 'recover') ? await readWords() : ''
		await unlock(keyring, context.io)
		const watch = textFlag(context, 'watch')
		const members = textFlag(context, 'multisig')
		if (watch !== undefined) return printKeys(context, [await keyring.addWatchOnly(name, watch)], true)
		if (members !== undefined) {
			const threshold = defaultedNumber(context, 'multisigThreshold')
			const options = { keepOrder: isSet(context, 'nosort') }
			return printKeys(context, [await keyring.addMultisig(name, threshold, members.split(','), options)], true)
		}
		if (words !== '') return printKeys(context, [await keyring.importMnemonic(name, words, { path, algo })], true)
		const { key, mnemonic } = await keyring.create(name, { path, algo })
		return printKeys(context, [key], true, context.flags.backup === false ? '' : mnemonic)

		async function readWords(): Promise<string> {
			if (context.io.interactive) return context.io.prompt('Enter the words of the key: ')
			return context.io.readStdin()
		}
	},
}
