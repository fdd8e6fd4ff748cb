import type { AminoBrand } from '../ChainSettings.ts'
import { chainMessages } from '../registry/chainMessages.ts'

/** Amino names of accounts by protobuf message: the part behind the brand's prefix. Those of messages are in `chainMessages`. */
const accountNames: Readonly<Record<string, string>> = {
	'cosmos.auth.v1beta1.BaseAccount': 'BaseAccount',
	'cosmos.auth.v1beta1.ModuleAccount': 'ModuleAccount',
	'cosmos.vesting.v1beta1.BaseVestingAccount': 'BaseVestingAccount',
	'cosmos.vesting.v1beta1.ContinuousVestingAccount': 'ContinuousVestingAccount',
	'cosmos.vesting.v1beta1.DelayedVestingAccount': 'DelayedVestingAccount',
	'cosmos.vesting.v1beta1.PeriodicVestingAccount': 'PeriodicVestingAccount',
	'cosmos.vesting.v1beta1.PermanentLockedAccount': 'PermanentLockedAccount',
}

const keyNames: Readonly<Record<string, string>> = {
	'cosmos.crypto.secp256k1.PubKey': 'PubKeySecp256k1',
	'cosmos.crypto.ed25519.PubKey': 'PubKeyEd25519',
	'cosmos.crypto.multisig.LegacyAminoPubKey': 'PubKeyMultisigThreshold',
}

/**
 * Names that amino knows for types that are neither messages nor public keys here, with Go's names of them (cosmos-sdk
 * v0.44.5 x/auth/legacy/legacytx/codec.go, x/params/types/proposal/codec.go, crypto/codec/amino.go).
 */
const otherSdkTypes = { StdTx: 'legacytx.StdTx', ParameterChangeProposal: '*proposal.ParameterChangeProposal' }
const otherKeyTypes = {
	PrivKeySecp256k1: '*secp256k1.PrivKey',
	PrivKeyEd25519: '*ed25519.PrivKey',
	PrivKeySr25519: 'sr25519.PrivKey',
	PubKeySr25519: 'sr25519.PubKey',
}

/** Types that generation 8 had not, or under another name. */
const newer = new Set(['cosmos.auth.v1beta1.BaseAccount', 'cosmos.vesting.v1beta1.PermanentLockedAccount'])

/** The amino names of one brand. */
export interface AminoNames {
	/** Amino name of a protobuf message, undefined when it has none (its JSON is then the bare object). */
	nameOf(typeName: string): string | undefined
	/** Protobuf message of an amino name that is read, in generation 8 of those it had. */
	typeOf(name: string, generation?: 8 | 9): string | undefined
	/** Name of a legacy transaction: `chain-sdk/StdTx` or `cosmos-sdk/StdTx`. */
	readonly stdTx: string
	/** The Go type of a name that is registered in a generation, but for no message of this chain. */
	otherType(name: string, generation: 8 | 9): string | undefined
}

/**
 * The names a chain of a brand writes and reads; greetings and Ethereum keys have one name in both. A chain of the brand
 * `chain` reads those of both, because CosmJS and other clients write the framework's. The brand `cosmos` is the framework.
 */
export function aminoNames(brand: AminoBrand): AminoNames {
	return brands[brand]
}

/** The brands whose sign documents count on a chain of a brand: its own first. */
export function signedBrands(brand: AminoBrand): readonly AminoBrand[] {
	return brand === 'chain' ? ['chain', 'cosmos'] : [brand]
}

function namesOf(sdkPrefix: string, keyPrefix: string): AminoNames {
	const names = new Map([['ethermint.crypto.v1.ethsecp256k1.PubKey', 'ethermint/PubKeyEthSecp256k1']])
	for (const { schema, aminoName } of chainMessages) {
		if (aminoName !== undefined) names.set(schema.typeName, aminoName(sdkPrefix))
	}
	for (const [type, name] of Object.entries(accountNames)) names.set(type, `${sdkPrefix}/${name}`)
	for (const [type, name] of Object.entries(keyNames)) names.set(type, `${keyPrefix}/${name}`)
	const others = new Map<string, string>([
		...Object.entries(otherSdkTypes).map(([name, type]) => [`${sdkPrefix}/${name}`, type] as const),
		...Object.entries(otherKeyTypes).map(([name, type]) => [`${keyPrefix}/${name}`, type] as const),
	])
	const others8 = new Map([
		[`${sdkPrefix}/Account`, '*types.BaseAccount'],
		[`${sdkPrefix}/Supply`, '*types.Supply'],
	])
	const types = new Map([...names].map(([type, name]) => [name, type]))
	return {
		nameOf: (typeName) => names.get(typeName),
		typeOf: (name, generation) => {
			const type = types.get(name)
			return generation === 8 && type !== undefined && newer.has(type) ? undefined : type
		},
		stdTx: `${sdkPrefix}/StdTx`,
		otherType: (name, generation) => others.get(name) ?? (generation === 8 ? others8.get(name) : undefined),
	}
}

const cosmos = namesOf('cosmos-sdk', 'tendermint')
const chain = namesOf('chain-sdk', 'chain')

const brands: Readonly<Record<AminoBrand, AminoNames>> = {
	cosmos,
	chain: {
		...chain,
		typeOf: (name, generation) => chain.typeOf(name, generation) ?? cosmos.typeOf(name, generation),
		otherType: (name, generation) => chain.otherType(name, generation) ?? cosmos.otherType(name, generation),
	},
}
