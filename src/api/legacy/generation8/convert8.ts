import type { Message } from '@bufbuild/protobuf'
import type { Any } from '@bufbuild/protobuf/wkt'
import { addressFromText } from '../../../codec/address/address.ts'
import { encodeAminoMultisignature } from '../../../codec/amino/aminoBinary.ts'
import { signedBrands } from '../../../codec/amino/aminoNames.ts'
import type { StdTx } from '../../../codec/amino/stdTx.ts'
import { isDenom, isDenom8 } from '../../../codec/coins/coins.ts'
import { accountParts } from '../../../codec/legacy/accountParts.ts'
import { fromLegacySignature } from '../../../codec/legacy/legacySignature.ts'
import { stdTxToProto } from '../../../codec/legacy/stdTxToProto.ts'
import { aminoSignBytes } from '../../../codec/signDoc/aminoSignBytes.ts'
import { messageSigners } from '../../../codec/tx/messageSigners.ts'
import { txBytesOf } from '../../../codec/txJson/txJson.ts'
import { addressOfPublicKey, asPublicKey } from '../../../crypto/publicKey.ts'
import { verifyLegacySignature } from '../../../crypto/verifyLegacySignature.ts'
import { isChainFault } from '../../../errors/ChainError.ts'
import { equalBytes } from '../../../util/bytes.ts'
import { actedSigners } from '../broadcast.ts'
import type { LegacyParts } from '../LegacyAnswer.ts'
import { findAccount } from '../legacyQuery.ts'
import { maxWaiting, waitingTxs } from './waitingTxs.ts'

/** A converted transaction. */
export interface Converted8 {
	readonly bytes: Uint8Array
	/** Whether its multisignature is malformed. */
	readonly isMalformed: boolean
}

interface Signer {
	readonly key: Message | undefined
	readonly accountNumber: bigint
	readonly sequence: bigint
}

/**
 * The protobuf bytes of a transaction as generation 8 accepted it: a key known to the chain can be omitted, and a
 * signature can be for a later sequence than the committed one while earlier transactions are pending. A malformed
 * multisignature is replaced by one that does not verify.
 */
export async function convert8(parts: LegacyParts, tx: StdTx): Promise<Converted8> {
	const { registry } = parts
	const signers: Signer[] = []
	const owners = messageSigners(tx.msgs)
	const acted = await actedSigners(parts, tx)
	for (const [index, { pubKey }] of tx.signatures.entries()) {
		const isActed = acted[index] !== undefined
		const signer = await signerOf(parts, isActed ? undefined : pubKey, owners[index])
		signers.push(isActed ? { ...signer, key: undefined } : signer)
	}
	const sequences = await Promise.all(
		tx.signatures.map(({ signature }, index) => signedSequence(parts, tx, signers[index]!, signature)),
	)
	const keyOf = (_part: unknown, index: number) => signers[index]!.key
	const unread = tx.signatures.map(({ signature }, index) => isUnreadable(signers[index]!.key, signature, registry))
	const signatures = tx.signatures.map((part, index) => (unread[index] ? { ...part, signature: refusedBits } : part))
	// This chain accepts more denominations. Such a one crashes the chain here as it crashed that generation.
	const amount = tx.fee.amount.map((coin) =>
		isDenom(coin.denom) && !isDenom8(coin.denom) ? { ...coin, denom: '1' } : coin,
	)
	const proto = stdTxToProto({ ...tx, fee: { ...tx.fee, amount }, signatures }, sequences, registry, {
		marks: 'own',
		keyOf,
	})
	return { bytes: txBytesOf(proto), isMalformed: unread.includes(true) }
}

/** A multisignature without signers and with more members than any key has; it verifies for none. */
const refusedBits = encodeAminoMultisignature({
	bits: { extraBitsStored: 1, elems: new Uint8Array(32) },
	signatures: [],
})

function isUnreadable(key: Message | undefined, signature: Uint8Array, registry: LegacyParts['registry']): boolean {
	try {
		fromLegacySignature(key, signature, registry, 'own')
		return false
	} catch (error) {
		if (isChainFault(error)) return true
		throw error
	}
}

/** The signer: by its key, or by the message if the key is omitted. An unknown account has sequence 0. */
async function signerOf(parts: LegacyParts, pubKey: Message | undefined, owner: string | undefined): Promise<Signer> {
	const address = addressOf(parts, pubKey, owner)
	const found = address === undefined ? undefined : await findAccount(parts, address, 0n)
	if (found === undefined) return { key: pubKey, accountNumber: 0n, sequence: 0n }
	const { base } = accountParts(found.account)
	const key = pubKey ?? unpacked(parts, base.pubKey) ?? (await waitingKey(parts, address!))
	return { key, accountNumber: base.accountNumber, sequence: base.sequence }
}

/** The key of an account whose first transaction waits: that generation's check knew it from there. */
async function waitingKey(parts: LegacyParts, address: Uint8Array): Promise<Message | undefined> {
	return (await waitingTxs(parts))
		.flatMap(({ publicKeys }) => publicKeys)
		.find((key) => key !== undefined && equalBytes(addressOfPublicKey(asPublicKey(key), parts.registry), address))
}

function addressOf({ registry, settings }: LegacyParts, pubKey: Message | undefined, owner: string | undefined) {
	if (pubKey !== undefined) return addressOfPublicKey(asPublicKey(pubKey), registry)
	return owner === undefined || owner === '' ? undefined : addressFromText(owner, settings.prefix)
}

function unpacked({ registry }: LegacyParts, key: Any | undefined): Message | undefined {
	return key === undefined ? undefined : registry.unpack(key, 'pubKey')
}

/** The sequence a signature was made for: the committed one, or one that waiting transactions lead up to. */
async function signedSequence(
	{ chain, pool, registry, settings }: LegacyParts,
	tx: StdTx,
	{ key, accountNumber, sequence }: Signer,
	signature: Uint8Array,
): Promise<bigint> {
	const pending = Math.min((await pool.mempoolSize()).count, maxWaiting)
	if (key === undefined || pending === 0) return sequence
	const { chainId } = await chain.status()
	const signDocs = (at: bigint) =>
		signedBrands(settings.aminoBrand).map((brand) =>
			aminoSignBytes(
				{
					chainId,
					accountNumber,
					sequence: at,
					timeoutHeight: tx.timeoutHeight,
					fee: tx.fee,
					messages: tx.msgs.filter((message) => message !== undefined),
					memo: tx.memo,
				},
				{ registry, brand },
			),
		)
	for (let later = 0n; later <= BigInt(pending); later++) {
		const docs = signDocs(sequence + later)
		if (docs.some((doc) => verifyLegacySignature(key, doc, signature, registry, 'own'))) return sequence + later
	}
	return sequence
}
