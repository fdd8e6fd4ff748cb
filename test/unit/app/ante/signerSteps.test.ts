import { create, type Message } from '@bufbuild/protobuf'
import { describe, expect, test } from 'vitest'
import type { ActingAccounts } from '../../../../src/app/ante/ActingAccounts.ts'
import type { AnteStep } from '../../../../src/app/ante/createAnteHandler.ts'
import { incrementSequence, setPubKey, sigGasConsume } from '../../../../src/app/ante/signerSteps.ts'
import { sigVerification } from '../../../../src/app/ante/sigVerification.ts'
import type { RunMode } from '../../../../src/app/Context.ts'
import { EventList } from '../../../../src/app/EventList.ts'
import type { Account } from '../../../../src/app/expectedKeepers.ts'
import { infiniteGasMeter } from '../../../../src/app/GasMeter.ts'
import { GasTrace } from '../../../../src/app/GasTrace.ts'
import type { AppTx } from '../../../../src/app/tx/AppTx.ts'
import { createKeyReader, packPublicKey, simulationKey } from '../../../../src/app/tx/publicKeys.ts'
import { addressToText } from '../../../../src/codec/address/address.ts'
import { createRegistry, packAny } from '../../../../src/codec/registry/createRegistry.ts'
import type { SignatureData } from '../../../../src/crypto/multisig.ts'
import { addressOfPublicKey, asPublicKey } from '../../../../src/crypto/publicKey.ts'
import { PubKeySchema as Ed25519Schema } from '../../../../src/gen/cosmos/crypto/ed25519/keys_pb.js'
import { LegacyAminoPubKeySchema } from '../../../../src/gen/cosmos/crypto/multisig/keys_pb.js'
import { PubKeySchema as Secp256k1Schema } from '../../../../src/gen/cosmos/crypto/secp256k1/keys_pb.js'
import { PubKeySchema as Secp256r1Schema } from '../../../../src/gen/cosmos/crypto/secp256r1/keys_pb.js'
import { PubKeySchema as EthSchema } from '../../../../src/gen/ethermint/crypto/v1/ethsecp256k1/keys_pb.js'
import { defaultAuthParams } from '../../../../src/modules/auth/authParams.ts'
import { equalBytes, toBase64 } from '../../../../src/util/bytes.ts'
import { createModuleBench } from '../../modules/moduleBench.ts'
import { alice, testKey } from '../testChain.ts'

const registry = createRegistry({ evm: true })
const keys = createKeyReader(registry)
const bench = createModuleBench()
const { accounts } = bench
const { prefix } = bench.settings
accounts.setParams(bench.contextAt(0n), defaultAuthParams)

const bob = testKey('bob')
const key = create(Secp256k1Schema, { key: alice.publicKey })
const bobsKey = create(Secp256k1Schema, { key: bob.publicKey })
const single: SignatureData = { kind: 'single', mode: 1, signature: new Uint8Array(64).fill(7) }

interface Case {
	readonly signer?: Uint8Array
	readonly given?: Message
	readonly data?: SignatureData | undefined
	readonly sequence?: bigint
	readonly mode?: RunMode
}

/** Runs a step over one signer with the account that `stored` says; gives its charges, events, the account and the error. */
function run(step: AnteStep, stored: Partial<Account['base']> | Account | undefined, given: Case = {}) {
	const { signer = alice.address, data = single, sequence = 4n, mode = 'deliver' } = given
	const trace = new GasTrace()
	const gasMeter = trace.over(infiniteGasMeter())
	const events = new EventList()
	const ctx = bench.contextAt(0n).with({ mode, gasMeter, events, store: bench.contextAt(0n).store.branch() })
	const address = addressToText(signer, prefix)
	const base = { address, pubKey: undefined, accountNumber: 3n, sequence: 4n }
	if (stored !== undefined)
		accounts.setAccount(ctx, 'kind' in stored ? stored : { kind: 'base', base: { ...base, ...stored } })
	const publicKeys = [given.given]
	const decoded = { publicKeys, bodyBytes: new Uint8Array(1), authInfoBytes: new Uint8Array(1) }
	const addressText = (bytes: Uint8Array) => addressToText(bytes, prefix)
	const tx = { decoded, signers: [signer], addressText, signatures: [{ publicKey: given.given, data, sequence }] }
	let error = ''
	try {
		void step.run(ctx, tx as unknown as AppTx)
	} catch (thrown) {
		error = (thrown as Error).message
	}
	const charges = trace.chargesOf(gasMeter.consumed).filter(({ descriptor }) => descriptor.startsWith('ante'))
	return {
		error,
		gas: charges.map(({ descriptor, amount }) => `${descriptor} ${amount}`),
		events: events.events.flatMap(({ attributes }) =>
			attributes.map((attribute) => `${attribute.key} ${attribute.value}`),
		),
		account: accounts.getAccount(ctx, signer),
	}
}

const acting = (address: Uint8Array): ActingAccounts => ({ has: (other) => equalBytes(other, address) })
const multisig = create(LegacyAminoPubKeySchema, {
	threshold: 1,
	publicKeys: [packAny(Secp256k1Schema, key), packAny(EthSchema, create(EthSchema, { key: alice.publicKey }))],
})
/** Signatures of the members whose bits are set. */
const multi = (bits: number, ...signatures: readonly SignatureData[]): SignatureData => ({
	kind: 'multi',
	bitArray: { extraBitsStored: 2, elems: Uint8Array.of(bits) } as never,
	signatures,
})

// cosmos-sdk v0.44.5 x/auth/ante/sigverify.go DefaultSigVerificationGasConsumer
describe('the gas of a signature', () => {
	const gasOf = (stored: Message | undefined, given: Case = {}, who?: ActingAccounts) => {
		const { gas, error } = run(
			sigGasConsume(accounts, keys, who),
			stored === undefined ? {} : { pubKey: packPublicKey(stored) },
			given,
		)
		return [...gas, error]
	}

	test('the gas of a signature is that of the kind of its key', () => {
		expect(gasOf(key)).toEqual(['ante verify: secp256k1 1000', ''])
		const r1 = create(Secp256r1Schema, { key: alice.publicKey })
		expect(gasOf(r1)).toEqual(['ante verify: secp256r1 500', ''])
		const eth = create(EthSchema, { key: alice.publicKey })
		expect(gasOf(eth)).toEqual(['ante verify: eth_secp256k1 21000', ''])
		const ed25519 = create(Ed25519Schema, { key: new Uint8Array(32) })
		expect(gasOf(ed25519)).toEqual(['ante verify: ed25519 590', 'ED25519 public keys are unsupported: invalid pubkey'])
	})

	test('an account without a key has none to charge for, but in a simulation', () => {
		expect(gasOf(undefined)).toEqual(['unrecognized public key type: <nil>: invalid pubkey'])
		expect(gasOf(undefined, { mode: 'simulate' })).toEqual(['ante verify: secp256k1 1000', ''])
	})

	test('the gas of a multisignature is that of the members who signed, and an Ethereum key may not be one of them', () => {
		expect(gasOf(multisig, { data: multi(0b1000_0000, single) })).toEqual(['ante verify: secp256k1 1000', ''])
		expect(gasOf(multisig, { data: multi(0, single) })).toEqual([''])
		const refused = 'unrecognized public key type: *ethsecp256k1.PubKey: invalid pubkey'
		expect(gasOf(multisig, { data: multi(0b0100_0000, single) })).toEqual([refused])
		expect(gasOf(multisig, { data: multi(0b1100_0000, single, single) })).toEqual([
			'ante verify: secp256k1 1000',
			refused,
		])
		const missing = 'runtime error: index out of range [0] with length 0'
		expect(gasOf(multisig, { data: multi(0b1000_0000) })).toEqual([missing])
		expect(gasOf(multisig)).toEqual(['expected *signing.MultiSignatureData, got, *signing.SingleSignatureData'])
	})

	test('who acts as an account pays for a usual signature, whatever key it has', () => {
		for (const stored of [undefined, multisig, create(EthSchema, { key: alice.publicKey })])
			expect(gasOf(stored, {}, acting(alice.address))).toEqual(['ante verify: secp256k1 1000', ''])
		expect(gasOf(undefined, {}, acting(bob.address))).toHaveLength(1)
	})
})

describe('the key of a signer', () => {
	const pubKeyAfter = (stored: Parameters<typeof run>[1], given: Case, who?: ActingAccounts) => {
		const { account, error } = run(setPubKey(accounts, keys, who), stored, given)
		return error || (account?.base.pubKey && toBase64(account.base.pubKey.value))
	}
	const stored = toBase64(packPublicKey(key).value)
	const module: Account = {
		kind: 'module',
		base: { address: alice.text, pubKey: undefined, accountNumber: 0n, sequence: 0n },
		name: 'm',
		permissions: [],
	}

	test('the key of a signer is stored where the account has none, and must be of its address', () => {
		expect(pubKeyAfter({}, { given: key })).toBe(stored)
		expect(pubKeyAfter({}, {})).toBeUndefined()
		const other = packPublicKey(bobsKey)
		expect(pubKeyAfter({ pubKey: other }, { given: key })).toBe(toBase64(other.value))
		expect(pubKeyAfter({}, { given: bobsKey })).toBe(
			`pubKey does not match signer address ${alice.text} with signer index: 0: invalid pubkey`,
		)
		expect(pubKeyAfter(undefined, { given: key })).toBe(`account ${alice.text} does not exist: unknown address`)
		expect(pubKeyAfter(module, { given: key })).toBe('not supported for module accounts: invalid pubkey')
	})

	test('a simulation takes any key, and a fixed one where there is none', () => {
		const mode = 'simulate'
		expect(pubKeyAfter({}, { given: bobsKey, mode })).toBe(toBase64(packPublicKey(bobsKey).value))
		expect(pubKeyAfter({}, { mode })).toBe(toBase64(packPublicKey(simulationKey).value))
	})

	test('an account gets no key but its own from who acts as it', () => {
		const who = acting(alice.address)
		expect(pubKeyAfter({}, { given: bobsKey }, who)).toBeUndefined()
		expect(pubKeyAfter({}, { given: key }, who)).toBe(stored)
		expect(pubKeyAfter(module, { mode: 'simulate' }, who)).toBeUndefined()
		expect(pubKeyAfter({}, { given: bobsKey }, acting(bob.address))).toContain('does not match signer address')
	})

	test('sequence and signatures of a signer are told in events, those of a multisignature one by one and together', () => {
		const eventsOf = (data: SignatureData) => run(setPubKey(accounts, keys), {}, { data }).events
		const text = toBase64(single.signature)
		expect(eventsOf(single)).toEqual([`acc_seq ${alice.text}/4`, `signature ${text}`])
		const together = toBase64(Uint8Array.of(0x0a, 64, ...single.signature))
		expect(eventsOf(multi(0b1000_0000, single))).toEqual([
			`acc_seq ${alice.text}/4`,
			`signature ${text}`,
			`signature ${together}`,
		])
	})
})

describe('the sequence of a signer', () => {
	const base = { address: alice.text, pubKey: packPublicKey(key), accountNumber: 3n, sequence: 4n }
	const module: Account = { kind: 'module', base, name: 'm', permissions: ['minter'] }

	test('the sequence of a signer rises by one within 64 bits, and the rest of the account stays', () => {
		const raised = (stored: Account) => run(incrementSequence(accounts), stored).account
		const vesting = { originalVesting: [], delegatedFree: [], delegatedVesting: [], endTime: 9n }
		for (const account of [
			{ kind: 'base', base },
			{ kind: 'delayed', base, vesting },
			{ kind: 'eth', base, codeHash: `0x${'00'.repeat(32)}` },
		] satisfies Account[])
			expect(raised(account)).toEqual({ ...account, base: { ...base, sequence: 5n } })
		const last = { ...base, sequence: 2n ** 64n - 1n }
		expect(raised({ kind: 'base', base: last })?.base.sequence).toBe(0n)
	})

	test('the sequence of a module rises only where somebody acts as it', () => {
		expect(run(incrementSequence(accounts), module).error).toBe('not supported for module accounts')
		expect(run(incrementSequence(accounts, acting(bob.address)), module).error).toBe(
			'not supported for module accounts',
		)
		const { account, error } = run(incrementSequence(accounts, acting(alice.address)), module)
		expect([error, account]).toEqual(['', { ...module, base: { ...base, sequence: 5n } }])
		expect(run(incrementSequence(accounts), undefined).error).toContain('nil pointer dereference')
	})
})

describe('the check of a signature', () => {
	const amino = { registry, brand: 'cosmos' } as const
	const told = (given: Case, who?: ActingAccounts) => {
		const deps = { accounts, keys, amino, ...(who === undefined ? {} : { acting: who }) }
		return run(sigVerification(deps), { pubKey: packPublicKey(key) }, given).error
	}
	const wrong =
		'signature verification failed; please verify account number (3) and chain-id (chain-localnet): unauthorized'
	const late = 'account sequence mismatch, expected 4, got 5: incorrect account sequence'

	test('the check of a signature looks at it in a check and a block, at its sequence also in a simulation', () => {
		for (const mode of ['check', 'deliver'] as const) expect(told({ mode })).toBe(wrong)
		expect([told({ mode: 'simulate' }), told({ mode: 'recheck' })]).toEqual(['', ''])
		for (const mode of ['check', 'deliver', 'simulate'] as const) expect(told({ mode, sequence: 5n })).toBe(late)
		expect(told({ mode: 'recheck', sequence: 5n })).toBe('')
	})

	test('the check of a signature looks at the sequence alone for who acts as an account', () => {
		const who = acting(alice.address)
		expect([told({}, who), told({ sequence: 5n }, who), told({}, acting(bob.address))]).toEqual(['', late, wrong])
	})
})

test('addresses of keys are those of their kinds, however often they are asked', () => {
	const kinds = [
		key,
		create(EthSchema, { key: alice.publicKey }),
		create(Secp256r1Schema, { key: alice.publicKey }),
		multisig,
	]
	for (let time = 0; time < 2; time++) {
		for (const kind of kinds)
			expect(keys.addressOf(asPublicKey(kind))).toEqual(addressOfPublicKey(asPublicKey(kind), registry))
	}
	expect(() => keys.addressOf(create(Secp256r1Schema))).toThrow('nil pointer dereference')
})
