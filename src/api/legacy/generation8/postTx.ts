import { addressFromText, addressToText } from '../../../codec/address/address.ts'
import { generation8AddressFromText } from '../../../codec/address/generation8Address.ts'
import { decodeStdTx } from '../../../codec/amino/decodeAminoJson.ts'
import type { AminoJsonInput } from '../../../codec/amino/encodeAminoJson.ts'
import type { StdTx } from '../../../codec/amino/stdTx.ts'
import { coinsToText } from '../../../codec/coins/coins.ts'
import type { JsonNode } from '../../../codec/goJson/parseJson.ts'
import { bytesValue, nullNode, objectMembers, stringValue } from '../../../codec/goJson/unmarshal.ts'
import { encodeStdTx8 } from '../../../codec/legacy/encodeStdTx8.ts'
import { leastSize, maxTxBytes } from '../../../codec/legacy/stdTxToProto.ts'
import { messageSigners } from '../../../codec/tx/messageSigners.ts'
import { sha256 } from '../../../crypto/hash.ts'
import { addressOfPublicKey, asPublicKey } from '../../../crypto/publicKey.ts'
import { attempt } from '../../../errors/attempt.ts'
import { ChainError, PanicError, plainError, sdkErrors } from '../../../errors/ChainError.ts'
import type { TxResponse } from '../../../gen/cosmos/base/abci/v1beta1/abci_pb.js'
import { toHexUpper } from '../../../util/bytes.ts'
import type { RestRequest } from '../../rest/RestHandler.ts'
import { broadcast, broadcastMode } from '../broadcast.ts'
import { bodyOf, parseAmino } from '../formValues.ts'
import { answer, type LegacyAnswer, type LegacyParts, orFault } from '../LegacyAnswer.ts'
import { findAccount } from '../legacyQuery.ts'
import { convert8 } from './convert8.ts'
import { fundsOf } from './fundsOf.ts'
import type { TxIds } from './TxIds.ts'
import { txResponse8Json } from './txResponse8Json.ts'

/**
 * `POST /txs` of generation 8: decoding errors without a prefix, then the mode, then the chain's reply in that
 * generation's words (cosmos-sdk v0.39.2 x/auth/client/rest/broadcast.go).
 */
export async function postTxAnswer8(parts: LegacyParts, request: RestRequest, ids: TxIds): Promise<LegacyAnswer> {
	const body = await bodyOf(request)
	const { tx, mode } = orFault(400, () => readPost(parts, body))
	broadcastMode(mode)
	const { registry, settings } = parts
	const id = sha256(orFault(500, () => encodeStdTx8(tx, { registry, brand: settings.aminoBrand })))
	if (leastSize(tx) > maxTxBytes) return refusedAnswer(id, sdkErrors.txTooLarge.code)
	if (await ids.isDelivered(id)) return refusedAnswer(id, sdkErrors.txInMempoolCache.code)
	if (tx.msgs.includes(undefined)) return panicAnswer(id, mode)
	const { bytes, isMalformed } = await convert8(parts, tx)
	ids.post(id, sha256(bytes))
	const response = await inOrderOf8(parts, tx, await broadcast(parts, bytes, mode))
	// That generation counted the gas of a multisignature before it verified it, and died of one that cannot be read.
	if (isMalformed && response.rawLog.startsWith('signature verification')) return panicAnswer(id, mode)
	const funds = await fundsOf(parts, tx, response.rawLog, response.height === 0n ? 0n : response.height - 1n)
	return answer(
		txResponse8Json(response, {
			id,
			hasCodespace: mode === 'block',
			signersHex: signersHex(parts, tx),
			funds,
			isKeyless: tx.signatures[0]?.pubKey === undefined,
		}),
	)
}

/** That generation looked at keys and accounts of the signers before it took the fee; this one does it after. */
async function inOrderOf8(parts: LegacyParts, tx: StdTx, response: TxResponse): Promise<TxResponse> {
	const { codespace, code, rawLog } = response
	const isInvalid = rawLog.startsWith(invalidFee)
	const isUnpaid = code === sdkErrors.insufficientFunds.code && !rawLog.startsWith('failed to execute')
	const isOfNobody = rawLog.startsWith('fee payer address: ')
	if (codespace !== 'sdk' || !(isInvalid || isUnpaid || isOfNobody)) return response
	const refused = await refusedSigner(parts, tx)
	if (refused !== undefined) return { ...response, code: refused.code, rawLog: refused.log }
	// `convert8` names denominations that only this chain knows otherwise.
	const named = sdkErrors.insufficientFee.wrap(invalidFee + coinsToText(tx.fee.amount))
	return isInvalid ? { ...response, rawLog: named.log } : response
}

/** Why the first signer is refused whose key is of somebody else or who has no account; one without a key is not. */
async function refusedSigner(parts: LegacyParts, tx: StdTx): Promise<ChainError | undefined> {
	const signers = messageSigners(tx.msgs)
	for (const [index, { pubKey }] of tx.signatures.entries()) {
		if (pubKey === undefined) continue
		const signer = signers[index]
		const address = addressOfPublicKey(asPublicKey(pubKey), parts.registry)
		if (addressToText(address, parts.settings.prefix) !== signer) {
			return sdkErrors.invalidPubKey.wrap(`pubKey does not match signer address ${signer} with signer index: ${index}`)
		}
		if ((await findAccount(parts, address, 0n)) === undefined) {
			return sdkErrors.unknownAddress.wrap(`account ${signer} does not exist`)
		}
	}
	return undefined
}

const invalidFee = 'invalid fee amount: '

function readPost(
	{ registry, settings }: LegacyParts,
	body: Uint8Array,
): { readonly tx: StdTx; readonly mode: string } {
	const members = objectMembers(parseAmino(body))
	const input = { registry, brand: settings.aminoBrand }
	const tx = readStdTx8(members.get('tx') ?? nullNode, input, settings.prefix)
	return { tx, mode: stringValue(members.get('mode') ?? nullNode) }
}

/** The mempool's own refusal. */
function refusedAnswer(hash: Uint8Array, code: number): LegacyAnswer {
	return answer(`{"height":"0","txhash":"${toHexUpper(hash)}","code":${code}}`)
}

/** That generation's application panicked on a null message; this is its error. */
function panicAnswer(key: Uint8Array, mode: string): LegacyAnswer {
	const codespace = mode === 'block' ? '"codespace":"undefined",' : ''
	const refusal = mode === 'async' ? '' : `,${codespace}"code":${sdkErrors.panic.code},"raw_log":"panic"`
	return answer(`{"height":"0","txhash":"${toHexUpper(key)}"${refusal}}`)
}

/** The addresses of those who must sign, as that generation printed them. */
export function signersHex({ settings }: LegacyParts, tx: StdTx): readonly string[] {
	return messageSigners(tx.msgs).map((text) => (text === '' ? '' : toHexUpper(addressFromText(text, settings.prefix))))
}

/**
 * Reads a StdTx as generation 8 did: addresses are read with the rest of the JSON, there is no timeout height, and keys
 * are arrays of fixed length. Throws plain errors with the texts of go-amino v0.15.1 and cosmos-sdk v0.39.2.
 */
export function readStdTx8(node: JsonNode, options: AminoJsonInput, prefix: string): StdTx {
	const readAddress = (text: string): string => addressToText(generation8AddressFromText(text, prefix), prefix)
	const input: AminoJsonInput = { ...options, generation: 8, readAddress }
	const tx = withoutMember(node, 'timeout_height')
	try {
		return decodeStdTx(tx, input)
	} catch (error) {
		if (error instanceof PanicError) throw new PanicError(error.message.replace(newerPackages, 'types.'))
		if (!sdkErrors.invalidPubKey.is(error)) throw error
		const length = wrongKeyLength(node)
		if (length === undefined) throw error
		throw plainError(`decodeReflectJSONArray: byte-length mismatch, got ${length.got} want ${length.want}`)
	}
}

/** Packages whose types were in packages called `types` then. */
const newerPackages = /\b(?:legacytx|proposal)\./

function withoutMember(node: JsonNode, name: string): JsonNode {
	if (node.kind !== 'object') return node
	return { ...node, members: new Map([...node.members].filter(([key]) => key !== name)) }
}

/** The first key of another length than its type has, anywhere in the transaction. */
function wrongKeyLength(node: JsonNode): { readonly got: number; readonly want: number } | undefined {
	if (node.kind === 'array') return firstOf(node.items)
	if (node.kind !== 'object') return undefined
	const member = (name: string) => [...node.members].findLast(([key]) => key.toLowerCase() === name)?.[1]
	const [type, value] = [member('type'), member('value')]
	if (type?.kind === 'string' && value !== undefined) {
		const want = type.value.endsWith('/PubKeySecp256k1') ? 33 : type.value.endsWith('/PubKeyEd25519') ? 32 : undefined
		const got = byteLength(value)
		if (want !== undefined && got !== undefined && got !== want) return { got, want }
	}
	return firstOf([...objectMembers(node).values()])
}

function firstOf(nodes: readonly JsonNode[]) {
	for (const node of nodes) {
		const found = wrongKeyLength(node)
		if (found !== undefined) return found
	}
	return undefined
}

function byteLength(node: JsonNode): number | undefined {
	return attempt(
		() => bytesValue(node)?.length,
		ChainError,
		() => undefined,
	)
}
