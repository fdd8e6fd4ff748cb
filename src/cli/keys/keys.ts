import { UserError } from '../../errors/UserError.ts'
import type { KeyAlgo } from '../../keyring/KeyRecord.ts'
import type { KeyInfo } from '../../keyring/Keyring.ts'
import { type CommandContext, isSet, textFlag } from '../CommandContext.ts'
import { atLeast, type CommandSpec, exactly, type FlagSpec } from '../defineCommand.ts'
import { printResult } from '../printResult.ts'
import { defaultedNumber } from '../query/queryCommand.ts'
import { homeConfig, keyringFlag, neededKey, openKeys } from '../support/home.ts'
import { readInput } from '../support/readInput.ts'
import { confirmTyped } from './unlock.ts'

function algoFlag(description: string): FlagSpec {
	return { flag: '--algo <kind>', description, default: 'secp256k1', choices: ['secp256k1', 'eth_secp256k1'] }
}

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
		algoFlag("kind of the key: the chain's own, or Ethereum's, which signs for the EVM too"),
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
		const { unlock } = await import('./unlock.ts')
		const keyring = await openKeys(context)
		const algo = textFlag(context, 'algo') as KeyAlgo
		const coinType = algo === 'eth_secp256k1' ? 60 : homeConfig(context).settings.coinType
		const path =
			textFlag(context, 'hdPath') ??
			hdPath(coinType, defaultedNumber(context, 'account'), defaultedNumber(context, 'index'))
		// The mnemonic is read before the passphrase, so that both can come from one input.
		const words = isSet(context, 'recover') ? await readWords() : undefined
		await unlock(keyring, context.io)
		const watch = textFlag(context, 'watch')
		const members = textFlag(context, 'multisig')
		if (watch !== undefined) return printKey(context, await keyring.addWatchOnly(name, watch))
		if (members !== undefined) {
			const threshold = defaultedNumber(context, 'multisigThreshold')
			const options = { keepOrder: isSet(context, 'nosort') }
			return printKey(context, await keyring.addMultisig(name, threshold, members.split(','), options))
		}
		if (words !== undefined) return printKey(context, await keyring.importMnemonic(name, words, { path, algo }))
		const { key, mnemonic } = await keyring.create(name, { path, algo })
		return printKey(context, key, context.flags.backup === false ? '' : mnemonic)

		async function readWords(): Promise<string> {
			if (context.io.interactive) return context.io.prompt('Enter the words of the key: ')
			return context.io.readStdin()
		}
	},
}

/** `keys delete` */
export const keysDelete: CommandSpec = {
	name: 'delete',
	args: '[name]...',
	count: atLeast(1),
	description: 'delete keys; without their words or an export they are lost',
	examples: ['keys delete alice'],
	flags: [{ flag: '-y, --yes', description: 'do not ask' }, keyringFlag],
	run: async (context, names) => {
		const keyring = await openKeys(context)
		for (const name of names) {
			const key = await neededKey(keyring, name)
			if (!(await confirmTyped(context, `Type the name of the key to delete it (${key.name}): `, key.name))) {
				throw new UserError('The key was not deleted: another name was typed.')
			}
			await keyring.delete(key.name)
			context.io.stderr(`Key ${key.name} was deleted\n`)
		}
	},
}

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
		const { newPassphrase, unlock } = await import('./unlock.ts')
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
	},
}

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
		algoFlag("with --hex, the kind of the key: the chain's own, or Ethereum's, which signs for the EVM too"),
		keyringFlag,
	],
	run: async (context, [name = '', file = '']) => {
		const { unlock } = await import('./unlock.ts')
		const text = await readInput(context.io, file)
		const keyring = await openKeys(context)
		await unlock(keyring, context.io)
		if (isSet(context, 'hex')) {
			const algo = textFlag(context, 'algo') as KeyAlgo
			return printKey(context, await keyring.importPrivateKey(name, text, { algo }))
		}
		const passphrase =
			context.io.env.CHAIN_TUI_EXPORT_PASSPHRASE ??
			(await context.io.prompt('Passphrase of the exported key: ', { hidden: true }))
		return printKey(context, await keyring.importKey(name, text, passphrase))
	},
}

/** `keys list` */
export const keysList: CommandSpec = {
	name: 'list',
	description: 'list all keys',
	examples: ['keys list'],
	flags: [{ flag: '-n, --list-names', description: 'names only' }, keyringFlag],
	run: async (context) => {
		const keys = await (await openKeys(context)).list()
		if (isSet(context, 'listNames')) context.io.stdout(keys.map((key) => `${key.name}\n`).join(''))
		else await printResult(context, keys.map(keyJson))
	},
}

/** `keys rename` */
export const keysRename: CommandSpec = {
	name: 'rename',
	args: '[old_name] [new_name]',
	count: exactly(2),
	description: 'rename a key',
	examples: ['keys rename alice eve'],
	flags: [keyringFlag],
	run: async (context, [from = '', to = '']) => {
		await (await openKeys(context)).rename(from, to)
		context.io.stderr(`Key was renamed from ${from} to ${to}\n`)
	},
}

/** `keys show` */
export const keysShow: CommandSpec = {
	name: 'show',
	args: '[name_or_address]',
	count: exactly(1),
	description: 'show a key',
	examples: ['keys show alice --address'],
	flags: [{ flag: '-a, --address', description: 'the address only' }, keyringFlag],
	run: async (context, [name = '']) => {
		const key = await (await openKeys(context)).get(name)
		if (!key)
			throw new UserError(`${name} is not a valid name or address: key not found`, {
				next: 'See `chain-tui keys list`.',
			})
		if (isSet(context, 'address')) context.io.stdout(`${key.address}\n`)
		else await printKey(context, key)
	},
}

const types = { local: 'local', watch: 'offline', multi: 'multi', acting: 'offline' } as const

/** Prints a key, and its words where they are new. */
async function printKey(context: CommandContext, key: KeyInfo, mnemonic = ''): Promise<undefined> {
	await printResult(context, { ...keyJson(key), mnemonic: context.output === 'json' ? mnemonic : '' })
	if (mnemonic !== '' && context.output === 'text') {
		context.io.stderr(
			`\n**Important** write this mnemonic phrase in a safe place.\nIt is the only way to recover your account if you ever forget your password.\n\n${mnemonic}\n`,
		)
	}
	return undefined
}

/** A key as the framework prints it (crypto/keyring/output.go). */
function keyJson(key: KeyInfo) {
	return {
		name: key.name,
		type: types[key.kind],
		address: key.address,
		...(key.ethAddress === undefined ? {} : { eth_address: key.ethAddress }),
		pubkey: pubKeyJson(key),
		mnemonic: '',
	}
}

function pubKeyJson(key: KeyInfo): string {
	const single = (base64: string) => ({
		'@type':
			key.algo === 'eth_secp256k1' ? '/ethermint.crypto.v1.ethsecp256k1.PubKey' : '/cosmos.crypto.secp256k1.PubKey',
		key: base64,
	})
	if (key.pubKey !== undefined) return JSON.stringify(single(key.pubKey))
	if (key.kind !== 'multi') return ''
	return JSON.stringify({
		'@type': '/cosmos.crypto.multisig.LegacyAminoPubKey',
		threshold: key.threshold,
		public_keys: (key.members ?? []).map(single),
	})
}
