import type { Message } from '@bufbuild/protobuf'
import { bitAt, bitCount } from '../../codec/tx/compactBitArray.ts'
import { membersOf, type SignatureData } from '../../crypto/multisig.ts'
import { asPublicKey } from '../../crypto/publicKey.ts'
import { itemOf, PanicError, plainError, sdkErrors } from '../../errors/ChainError.ts'
import { equalBytes, toBase64 } from '../../util/bytes.ts'
import type { Context } from '../Context.ts'
import type { Account, AccountKeeper, AuthParams } from '../expectedKeepers.ts'
import type { GasMeter } from '../GasMeter.ts'
import type { AppTx } from '../tx/AppTx.ts'
import { isMultisigKey, type KeyReader, packPublicKey, simulationKey } from '../tx/publicKeys.ts'
import { rawSignatures } from '../tx/signatureData.ts'
import type { ActingAccounts } from './ActingAccounts.ts'
import type { AnteStep } from './createAnteHandler.ts'

/** The address of a signer by its index; panics when there are fewer signers than signer infos. */
export function signerAt(tx: AppTx, index: number): Uint8Array {
	return itemOf(tx.signers, index)
}

/** The account of a signer (framework: ante GetSignerAcc). @throws {ChainError} unknown address (code 9) */
export function signerAccount(ctx: Context, accounts: AccountKeeper, tx: AppTx, address: Uint8Array): Account {
	const account = accounts.getAccount(ctx, address)
	if (account === undefined) {
		throw sdkErrors.unknownAddress.wrap(`account ${tx.addressText(address)} does not exist`)
	}
	return account
}

/**
 * Stores the public keys of signers whose accounts have none, and emits the events that index signatures and sequences.
 * A simulation uses a fixed key for a missing one and does not compare addresses. The account of somebody who acts as
 * it gets no key but its own. Source: cosmos-sdk v0.44.5 x/auth/ante/sigverify.go.
 */
export function setPubKey(accounts: AccountKeeper, keys: KeyReader, acting?: ActingAccounts): AnteStep {
	return {
		name: 'SetPubKey',
		run(ctx, tx) {
			tx.decoded.publicKeys.forEach((key, index) => {
				if (acting?.has(signerAt(tx, index)) === true && !isOwnKey(keys, key, signerAt(tx, index))) return
				storeKey(ctx, accounts, keys, tx, key, index)
			})
			tx.signatures.forEach(({ data, sequence }, index) => {
				ctx.events.emit('tx', [['acc_seq', `${tx.addressText(signerAt(tx, index))}/${sequence}`]])
				for (const signature of rawSignatures(data)) ctx.events.emit('tx', [['signature', toBase64(signature)]])
			})
		},
	}
}

function isOwnKey(keys: KeyReader, key: Message | undefined, signer: Uint8Array): boolean {
	return key !== undefined && equalBytes(keys.addressOf(asPublicKey(key)), signer)
}

function storeKey(
	ctx: Context,
	accounts: AccountKeeper,
	keys: KeyReader,
	tx: AppTx,
	given: Message | undefined,
	index: number,
): void {
	const simulate = ctx.mode === 'simulate'
	if (given === undefined && !simulate) return
	const key = given ?? simulationKey
	const address = simulate ? undefined : keys.addressOf(asPublicKey(key))
	const signer = signerAt(tx, index)
	if (address !== undefined && !equalBytes(address, signer)) {
		throw sdkErrors.invalidPubKey.wrap(
			`pubKey does not match signer address ${tx.addressText(signer)} with signer index: ${index}`,
		)
	}
	const account = signerAccount(ctx, accounts, tx, signer)
	if (account.base.pubKey !== undefined) return
	if (account.kind === 'module') throw sdkErrors.invalidPubKey.wrap('not supported for module accounts')
	accounts.setAccount(ctx, { ...account, base: { ...account.base, pubKey: packPublicKey(key) } })
}

/** Gas of one signature with an Ethereum key; it may not be a member of a multisig key (ethermint v0.14.1 app/ante). */
const ethVerifyCost = 21_000n

/**
 * Charges for the verification of each signature by the kind of its key, and refuses kinds that may not sign.
 * Source: cosmos-sdk v0.44.5 x/auth/ante/sigverify.go DefaultSigVerificationGasConsumer.
 */
export function sigGasConsume(accounts: AccountKeeper, keys: KeyReader, acting?: ActingAccounts): AnteStep {
	return {
		name: 'SigGasConsume',
		run(ctx, tx) {
			const params = accounts.getParams(ctx)
			tx.signatures.forEach(({ data }, index) => {
				const address = signerAt(tx, index)
				const { pubKey } = signerAccount(ctx, accounts, tx, address).base
				// Whatever key the account has, nothing is verified: it costs as a usual signature.
				if (acting?.has(address) === true) {
					consume(ctx.gasMeter, params, simulationKey, data, keys)
					return
				}
				const fallback = ctx.mode === 'simulate' ? simulationKey : undefined
				const key = pubKey === undefined ? fallback : keys.unpack(pubKey)
				if (key?.$typeName === 'ethermint.crypto.v1.ethsecp256k1.PubKey') {
					ctx.gasMeter.consume(ethVerifyCost, 'ante verify: eth_secp256k1')
				} else consume(ctx.gasMeter, params, key, data, keys)
			})
		},
	}
}

function consume(
	meter: GasMeter,
	params: AuthParams,
	key: Message | undefined,
	data: SignatureData | undefined,
	keys: KeyReader,
): void {
	switch (key?.$typeName) {
		case 'cosmos.crypto.ed25519.PubKey':
			meter.consume(params.sigVerifyCostEd25519, 'ante verify: ed25519')
			throw sdkErrors.invalidPubKey.wrap('ED25519 public keys are unsupported')
		case 'cosmos.crypto.secp256k1.PubKey':
			meter.consume(params.sigVerifyCostSecp256k1, 'ante verify: secp256k1')
			return
		case 'cosmos.crypto.secp256r1.PubKey':
			meter.consume(params.sigVerifyCostSecp256k1 / 2n, 'ante verify: secp256r1')
			return
	}
	if (!isMultisigKey(key)) {
		const kind = key === undefined ? '<nil>' : '*ethsecp256k1.PubKey'
		throw sdkErrors.invalidPubKey.wrap(`unrecognized public key type: ${kind}`)
	}
	if (data?.kind !== 'multi')
		throw plainError('expected *signing.MultiSignatureData, got, *signing.SingleSignatureData')
	const members = membersOf(key, keys.registry)
	let next = 0
	for (let index = 0; index < bitCount(data.bitArray); index++) {
		if (!bitAt(data.bitArray, index)) continue
		consume(meter, params, itemOf(members, index), itemOf(data.signatures, next), keys)
		next++
	}
}

/**
 * Raises the sequence of every signer by one, in a recheck too (framework: x/auth/ante/sigverify.go). A module account
 * never signs, so its sequence rises only where somebody acts as it.
 */
export function incrementSequence(accounts: AccountKeeper, acting?: ActingAccounts): AnteStep {
	return {
		name: 'IncrementSequence',
		run(ctx, tx) {
			for (const address of tx.signers) {
				const account = accounts.getAccount(ctx, address)
				if (account === undefined) {
					throw new PanicError('runtime error: invalid memory address or nil pointer dereference')
				}
				if (account.kind === 'module' && acting?.has(address) !== true) {
					throw new PanicError('not supported for module accounts')
				}
				const sequence = BigInt.asUintN(64, account.base.sequence + 1n)
				const { address: text, pubKey, accountNumber } = account.base
				const base = { address: text, pubKey, accountNumber, sequence }
				// Nearly all accounts are base accounts, and copying by field is many times faster.
				accounts.setAccount(ctx, account.kind === 'base' ? { kind: 'base', base } : { ...account, base })
			}
		},
	}
}
