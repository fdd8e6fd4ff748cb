import { signedBrands } from '../codec/amino/aminoNames.ts'
import { createRegistry, type Registry } from '../codec/registry/createRegistry.ts'
import { aminoSignBytesOfTx, type SignerData } from '../codec/signDoc/aminoSignBytes.ts'
import { directSignBytes } from '../codec/signDoc/directSignBytes.ts'
import { type DecodedTx, tryDecodeTx } from '../codec/tx/decodeTx.ts'
import { ethereumMessageType } from '../codec/tx/outlineTx.ts'
import { signatureDataOf, verifyMultisignature } from '../crypto/multisig.ts'
import { asPublicKey, type PublicKey, verifySignature } from '../crypto/publicKey.ts'
import { ChainError, isChainFault } from '../errors/ChainError.ts'
import { SignMode } from '../gen/cosmos/tx/signing/v1beta1/signing_pb.js'
import type { MsgEthereumTx } from '../gen/ethermint/evm/v1/tx_pb.js'
import { isObject, objectOf } from '../util/jsonParts.ts'
import type { ChainClient } from './ChainClient.ts'
import type { TxDetail } from './chainTypes.ts'
import type { EthereumTxData } from './evm/recoverEthereumSender.ts'

/** Result of checking one signature of a transaction. */
export interface SignatureCheck {
	/** bech32 address. */
	readonly signer: string
	readonly ok: boolean
	/** Why it is invalid or could not be checked; empty if it is valid. */
	readonly reason: string
}

/**
 * Checks every signature of a transaction locally, without trust in the node that sent it. Asks the node only for the
 * chain id and the signers' account numbers. Returns one result per signer, in order.
 */
export async function checkSignatures(client: ChainClient, tx: TxDetail): Promise<readonly SignatureCheck[]> {
	const registry = createRegistry({ evm: true })
	const decoded = tryDecodeTx(tx.raw, registry)
	if (decoded instanceof ChainError) return [{ signer: '', ok: false, reason: decoded.log }]
	if (tx.messageTypes.includes(ethereumMessageType)) return ethereumChecks(tx, decoded, registry)
	const { chainId, settings } = await client.status()
	return Promise.all(
		tx.signers.map(async (signer, index) => {
			const account = accountOf(await client.account(signer))
			if (!account) return { signer, ok: false, reason: 'the account is not on the chain' }
			const info = decoded.authInfo.signerInfos[index]
			const key = decoded.publicKeys[index] ?? account.pubKey(registry)
			if (!info || !key)
				return { signer, ok: false, reason: 'the public key is in neither the transaction nor the account' }
			const data: SignerData = { chainId, accountNumber: account.accountNumber, sequence: info.sequence }
			const reason = fault(
				decoded,
				index,
				asPublicKey(key),
				(mode) =>
					mode === SignMode.DIRECT
						? [directSignBytes({ ...decoded, ...data })]
						: signedBrands(settings.aminoBrand).map((brand) => aminoSignBytesOfTx(decoded, data, { registry, brand })),
				registry,
			)
			return { signer, ok: reason === '', reason }
		}),
	)
}

/** An Ethereum transaction has no signature of the framework: who signed it follows from its own. */
async function ethereumChecks(
	tx: TxDetail,
	decoded: DecodedTx,
	registry: Registry,
): Promise<readonly SignatureCheck[]> {
	const { recoverEthereumSender } = await import('./evm/recoverEthereumSender.ts')
	const keys = await Promise.all(
		decoded.messages.map(async (message) =>
			message?.$typeName === 'ethermint.evm.v1.MsgEthereumTx'
				? recoverEthereumSender(registry.unpack((message as MsgEthereumTx).data!, 'txData') as EthereumTxData)
				: undefined,
		),
	)
	return tx.signers.map((signer) => {
		const ok = keys.some((key) => key?.toLowerCase() === signer.toLowerCase())
		return { signer, ok, reason: ok ? '' : 'no signature in it is of this account: a program impersonated it' }
	})
}

function fault(
	tx: DecodedTx,
	index: number,
	key: PublicKey,
	documents: (mode: number) => readonly Uint8Array[],
	registry: Registry,
): string {
	try {
		const data = signatureDataOf(tx.authInfo.signerInfos[index]?.modeInfo, tx.signatures[index] ?? new Uint8Array())
		if (data.kind === 'single') {
			return documents(data.mode).some((bytes) => verifySignature(key, bytes, data.signature))
				? ''
				: 'the signature does not fit the transaction'
		}
		if (key.$typeName !== 'cosmos.crypto.multisig.LegacyAminoPubKey') return 'the key is not a threshold key'
		verifyMultisignature(key, data, documents, registry)
		return ''
	} catch (error) {
		if (isChainFault(error)) return error.message
		throw error
	}
}

interface SigningAccount {
	readonly accountNumber: bigint
	pubKey(registry: Registry): ReturnType<Registry['unpack']> | undefined
}

/** Types of public keys of single signers. */
const singleKeys = new Set<unknown>(['/cosmos.crypto.secp256k1.PubKey', '/ethermint.crypto.v1.ethsecp256k1.PubKey'])

/** The base account within gateway JSON, at the depth of its account type. */
function accountOf(json: Readonly<Record<string, unknown>> | undefined): SigningAccount | undefined {
	if (!json) return undefined
	const inner = json.base_account ?? json.base_vesting_account
	if (isObject(inner)) return accountOf(inner)
	return {
		accountNumber: BigInt(String(json.account_number ?? '0')),
		pubKey: (registry) => {
			const { '@type': typeUrl, key } = objectOf(json.pub_key)
			if (!singleKeys.has(typeUrl)) return undefined
			const bytes = Buffer.from(String(key), 'base64')
			// A PubKey message: field 1, 33 bytes.
			return registry.unpack(
				{
					$typeName: 'google.protobuf.Any',
					typeUrl: String(typeUrl),
					value: Uint8Array.from([0x0a, bytes.length, ...bytes]),
				},
				'pubKey',
			)
		},
	}
}
