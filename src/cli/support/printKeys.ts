import type { KeyInfo } from '../../keyring/Keyring.ts'
import type { CommandContext } from '../CommandContext.ts'
import { printResult } from '../printResult.ts'

const types = { local: 'local', watch: 'offline', multi: 'multi' } as const

/** Prints keys as the framework does (crypto/keyring/output.go): a list, or a single key. */
export async function printKeys(
	context: CommandContext,
	keys: readonly KeyInfo[],
	single = false,
	mnemonic = '',
): Promise<undefined> {
	const outputs = keys.map((key) => ({
		name: key.name,
		type: types[key.kind],
		address: key.address,
		...(key.ethAddress === undefined ? {} : { eth_address: key.ethAddress }),
		pubkey: pubKeyJson(key),
		mnemonic: context.output === 'json' ? mnemonic : '',
	}))
	await printResult(context, single ? outputs[0] : outputs)
	if (mnemonic !== '' && context.output === 'text') {
		context.io.stderr(
			`\n**Important** write this mnemonic phrase in a safe place.\nIt is the only way to recover your account if you ever forget your password.\n\n${mnemonic}\n`,
		)
	}
	return undefined
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
