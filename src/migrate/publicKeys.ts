import { fromBase64, toBase64 } from '../util/bytes.ts'
import { itemsOf, membersOf, type Rule, readBech32, readInteger64, shown, typed } from './aminoRules.ts'
import type { GenesisReader, Json } from './GenesisReader.ts'

const kinds = {
	Secp256k1: { url: '/cosmos.crypto.secp256k1.PubKey', length: 33 },
	Ed25519: { url: '/cosmos.crypto.ed25519.PubKey', length: 32 },
}

function plainKey({ url, length }: (typeof kinds)[keyof typeof kinds]): Rule {
	return (value, reader) => {
		const bytes = typeof value === 'string' ? fromBase64(value) : undefined
		if (bytes?.length !== length) return reader.refuse(`must be a key of ${length} bytes in base64, is ${shown(value)}`)
		return { '@type': url, key: toBase64(bytes) }
	}
}

/** A threshold key of other keys, nested ones too (cosmos-sdk v0.44.5 crypto/keys/multisig/amino.go). */
const multisig: Rule = (value, reader) => {
	const { threshold, pubkeys } = membersOf(value, reader)
	const needed = reader.inside('threshold', () => readInteger64(threshold, reader, 0n, 2n ** 64n - 1n))
	const keys = reader.inside('pubkeys', () =>
		itemsOf(pubkeys, reader).map((key, index) => reader.inside(index, () => anyKey(key, reader))),
	)
	return {
		'@type': '/cosmos.crypto.multisig.LegacyAminoPubKey',
		public_keys: keys,
		threshold: Number(BigInt.asUintN(32, needed)),
	}
}

const secp256k1 = plainKey(kinds.Secp256k1)
const ed25519 = plainKey(kinds.Ed25519)

// The names of both brands are read: those of the framework, and those that this program writes by default.
const anyKey: Rule = typed({
	'tendermint/PubKeySecp256k1': secp256k1,
	'chain/PubKeySecp256k1': secp256k1,
	'tendermint/PubKeyEd25519': ed25519,
	'chain/PubKeyEd25519': ed25519,
	'tendermint/PubKeyMultisigThreshold': multisig,
	'chain/PubKeyMultisigThreshold': multisig,
})

/** A public key in amino JSON as Any; a missing one is null. */
export const publicKey: Rule = (value, reader) => (value === undefined || value === null ? null : anyKey(value, reader))

/** First bytes of a key in amino's binary form. */
const binaryKinds = [
	{ start: [0xeb, 0x5a, 0xe9, 0x87, 33], kind: kinds.Secp256k1 },
	{ start: [0x16, 0x24, 0xde, 0x64, 32], kind: kinds.Ed25519 },
]

/** A validator's key, a bech32 text of its binary form with the prefix `…valconspub` (types/bech32/legacybech32). */
export function consensusKey(value: unknown, reader: GenesisReader): Json {
	if (typeof value !== 'string') return reader.refuse(`must be a bech32 text, is ${shown(value)}`)
	const bytes = readBech32(value, `${reader.prefix}valconspub`, reader)
	const found = binaryKinds.find(
		({ start, kind }) => bytes.length === 5 + kind.length && start.every((byte, at) => bytes[at] === byte),
	)
	if (found === undefined) return reader.refuse('holds no key of a validator')
	return { '@type': found.kind.url, key: toBase64(bytes.subarray(5)) }
}
