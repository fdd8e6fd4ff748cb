import { create } from '@bufbuild/protobuf'
import { decodeStdTx } from '../../../codec/amino/decodeAminoJson.ts'
import type { StdSignature, StdTx } from '../../../codec/amino/stdTx.ts'
import { nullNode, objectMembers, stringValue } from '../../../codec/goJson/unmarshal.ts'
import { accountParts } from '../../../codec/legacy/accountParts.ts'
import { fromLegacySignature } from '../../../codec/legacy/legacySignature.ts'
import { leastSize, maxTxBytes, signingKey, stdTxToProto } from '../../../codec/legacy/stdTxToProto.ts'
import { txBytesOf } from '../../../codec/txJson/txJson.ts'
import { sha256 } from '../../../crypto/hash.ts'
import { addressOfPublicKey, asPublicKey } from '../../../crypto/publicKey.ts'
import { ChainError, sdkErrors } from '../../../errors/ChainError.ts'
import { GrpcStatusError } from '../../../errors/GrpcStatusError.ts'
import { TxResponseSchema } from '../../../gen/cosmos/base/abci/v1beta1/abci_pb.js'
import { toHexUpper } from '../../../util/bytes.ts'
import type { RestRequest } from '../../rest/RestHandler.ts'
import { actedSigners, broadcast } from '../broadcast.ts'

import { bodyOf, parseAmino } from '../formValues.ts'
import { answer, type LegacyAnswer, LegacyFault, type LegacyParts, orFault } from '../LegacyAnswer.ts'
import { accountAt } from '../legacyQuery.ts'
import { txResponseJson } from './txResponseJson.ts'

/**
 * `POST /txs`: converts an amino-signed transaction and broadcasts the protobuf form. What the chain refuses is a reply
 * with status 200 and a code; the mode is looked at last.
 */
export async function postTxAnswer(parts: LegacyParts, request: RestRequest): Promise<LegacyAnswer> {
	const body = await bodyOf(request)
	const { tx, mode } = readPost(body, parts)
	const isSigned = tx.signatures.every(({ pubKey }) => pubKey !== undefined)
	if (isSigned && leastSize(tx) > maxTxBytes) {
		const refused = { txhash: toHexUpper(sha256(body)), codespace: 'sdk', code: sdkErrors.txTooLarge.code }
		return answer(txResponseJson(create(TxResponseSchema, refused)))
	}
	const bytes = await convert(parts, tx)
	const response = await broadcast(parts, bytes, mode)
	return answer(txResponseJson(response))
}

const prefix = 'failed to decode JSON payload: '

function readPost(
	body: Uint8Array,
	{ registry, settings }: LegacyParts,
): { readonly tx: StdTx; readonly mode: string } {
	return orFault(
		400,
		() => {
			const members = objectMembers(parseAmino(body))
			const tx = decodeStdTx(members.get('tx') ?? nullNode, { registry, brand: settings.aminoBrand })
			return { tx, mode: stringValue(members.get('mode') ?? nullNode) }
		},
		prefix,
	)
}

/** The bytes to broadcast; signers without an account are refused with status 400. */
async function convert(parts: LegacyParts, tx: StdTx): Promise<Uint8Array> {
	const { registry } = parts
	try {
		// A null among the messages is refused before any account is read.
		if (tx.msgs.includes(undefined)) stdTxToProto({ ...tx, signatures: [] }, [], registry)
		const acted = await actedSigners(parts, tx)
		const sequences: bigint[] = []
		for (const [index, { pubKey, signature }] of tx.signatures.entries()) {
			const signer = acted[index]
			if (signer !== undefined) {
				sequences.push(await committedSequence(parts, signer))
				continue
			}
			const key = signingKey({ pubKey, signature }, index)
			// So is a threshold signature that cannot be read.
			fromLegacySignature(key, signature, registry)
			sequences.push(await committedSequence(parts, addressOfPublicKey(asPublicKey(key), registry)))
		}
		const keyOf = (part: StdSignature, index: number) =>
			acted[index] === undefined ? signingKey(part, index) : undefined
		return txBytesOf(stdTxToProto(tx, sequences, registry, { keyOf }))
	} catch (error) {
		if (error instanceof GrpcStatusError) throw new LegacyFault(400, error.message)
		if (error instanceof ChainError) throw new LegacyFault(400, error.log)
		throw error
	}
}

async function committedSequence(parts: LegacyParts, address: Uint8Array): Promise<bigint> {
	const { account } = await accountAt(parts, address, 0n)
	return accountParts(account).base.sequence
}
