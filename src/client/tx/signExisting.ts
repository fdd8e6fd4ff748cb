import { create } from '@bufbuild/protobuf'
import type { ChainSettings } from '../../codec/ChainSettings.ts'
import { packAny, type Registry } from '../../codec/registry/createRegistry.ts'
import { aminoSignBytesOfTx, type SignerData } from '../../codec/signDoc/aminoSignBytes.ts'
import { directSignBytes } from '../../codec/signDoc/directSignBytes.ts'
import { decodeTx } from '../../codec/tx/decodeTx.ts'
import { txBytesOf } from '../../codec/txJson/txJson.ts'
import { UserError } from '../../errors/UserError.ts'
import { PubKeySchema } from '../../gen/cosmos/crypto/secp256k1/keys_pb.js'
import {
	type SignatureDescriptor,
	SignatureDescriptorSchema,
	SignMode,
} from '../../gen/cosmos/tx/signing/v1beta1/signing_pb.js'
import { AuthInfoSchema, SignerInfoSchema, type Tx, TxSchema } from '../../gen/cosmos/tx/v1beta1/tx_pb.js'
import type { KeyInfo, Keyring } from '../../keyring/Keyring.ts'
import { equalBytes, fromBase64 } from '../../util/bytes.ts'
import type { SignMode as SignModeName } from './keyringSigner.ts'

/** Who signs a transaction that is there already, and how. */
export interface SignExistingInput extends SignerData {
	readonly tx: Tx
	readonly keyring: Keyring
	readonly key: KeyInfo
	readonly mode: SignModeName
	readonly registry: Registry
	readonly settings: ChainSettings
	/** Signatures that are there already are dropped. */
	readonly overwrite: boolean
}

/** A transaction with a signature more, its body untouched (framework: client/tx.Sign). */
export async function signExisting(input: SignExistingInput): Promise<Tx> {
	const { tx, mode, registry } = input
	const pubKey = packAny(PubKeySchema, create(PubKeySchema, { key: keyBytes(input.key) }))
	const info = create(SignerInfoSchema, {
		publicKey: pubKey,
		modeInfo: { sum: { case: 'single', value: { mode: modeNumber(mode) } } },
		sequence: input.sequence,
	})
	const before = input.overwrite ? [] : (tx.authInfo?.signerInfos ?? [])
	const at = before.findIndex(({ publicKey }) => publicKey && equalBytes(publicKey.value, pubKey.value))
	const signerInfos = at < 0 ? [...before, info] : before.map((other, index) => (index === at ? info : other))
	const { fee } = tx.authInfo ?? {}
	const authInfo = create(AuthInfoSchema, { signerInfos, ...(fee ? { fee } : {}) })
	const signatures = input.overwrite ? [] : [...tx.signatures]
	const signed = create(TxSchema, { ...(tx.body ? { body: tx.body } : {}), authInfo, signatures })
	const signature = await input.keyring.sign(input.key.name, signBytes(signed, input, registry))
	if (at < 0) signed.signatures.push(signature)
	else signed.signatures[at] = signature
	return signed
}

/** A member's signature for a multisig account as `tx multisign` takes it: always over the amino document. */
export async function memberSignature(input: SignExistingInput): Promise<SignatureDescriptor> {
	const bytes = aminoSignBytesOfTx(decodeTx(txBytesOf(input.tx), input.registry), input, {
		registry: input.registry,
		brand: input.settings.aminoBrand,
	})
	return create(SignatureDescriptorSchema, {
		publicKey: packAny(PubKeySchema, create(PubKeySchema, { key: keyBytes(input.key) })),
		data: {
			sum: {
				case: 'single',
				value: { mode: SignMode.LEGACY_AMINO_JSON, signature: await input.keyring.sign(input.key.name, bytes) },
			},
		},
		sequence: input.sequence,
	})
}

function signBytes(tx: Tx, input: SignExistingInput, registry: Registry): Uint8Array {
	const decoded = decodeTx(txBytesOf(tx), registry)
	if (input.mode === 'direct') return directSignBytes({ ...decoded, ...input })
	return aminoSignBytesOfTx(decoded, input, { registry, brand: input.settings.aminoBrand })
}

function modeNumber(mode: SignModeName): SignMode {
	return mode === 'direct' ? SignMode.DIRECT : SignMode.LEGACY_AMINO_JSON
}

function keyBytes(key: KeyInfo): Uint8Array {
	const bytes = fromBase64(key.pubKey ?? '')
	if (key.kind === 'local' && bytes) return bytes
	throw new UserError(`The key ${key.name} cannot sign here.`, { next: 'Choose a key with a secret.' })
}
