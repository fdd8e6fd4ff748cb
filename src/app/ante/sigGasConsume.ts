import type { Message } from '@bufbuild/protobuf'
import { bitAt, bitCount } from '../../crypto/compactBitArray.ts'
import { membersOf, type SignatureData } from '../../crypto/multisig.ts'
import { PanicError } from '../../errors/PanicError.ts'
import { plainError } from '../../errors/plainError.ts'
import { sdkErrors } from '../../errors/sdkErrors.ts'
import type { AccountKeeper, AuthParams } from '../expectedKeepers.ts'
import type { GasMeter } from '../GasMeter.ts'
import { isMultisigKey, type KeyReader, simulationKey } from '../publicKeys.ts'
import type { AnteStep } from './createAnteHandler.ts'
import { signerAccount, signerAt } from './signerAccount.ts'

/** Gas of one signature with an Ethereum key; it may not be a member of a multisig key (ethermint v0.14.1 app/ante). */
const ethVerifyCost = 21_000n

/**
 * Charges for the verification of each signature by the kind of its key, and refuses kinds that may not sign.
 * Source: cosmos-sdk v0.44.5 x/auth/ante/sigverify.go DefaultSigVerificationGasConsumer.
 */
export function sigGasConsume(accounts: AccountKeeper, keys: KeyReader): AnteStep {
	return {
		name: 'SigGasConsume',
		run(ctx, tx) {
			const params = accounts.getParams(ctx)
			tx.signatures.forEach(({ data }, index) => {
				const { pubKey } = signerAccount(ctx, accounts, tx, signerAt(tx, index)).base
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
	if (data?.kind !== 'multi') {
		const got = data === undefined ? '<nil>' : '*signing.SingleSignatureData'
		throw plainError(`expected *signing.MultiSignatureData, got, ${got}`)
	}
	const members = membersOf(key, keys.registry)
	let next = 0
	for (let index = 0; index < bitCount(data.bitArray); index++) {
		if (!bitAt(data.bitArray, index)) continue
		if (index >= members.length) throw outOfRange(index, members.length)
		if (next >= data.signatures.length) throw outOfRange(next, data.signatures.length)
		consume(meter, params, members[index], data.signatures[next], keys)
		next++
	}
}

function outOfRange(index: number, length: number): PanicError {
	return new PanicError(`runtime error: index out of range [${index}] with length ${length}`)
}
