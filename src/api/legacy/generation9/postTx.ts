import type { Message } from '@bufbuild/protobuf'
import { create } from '@bufbuild/protobuf'
import { decodeStdTx, type StdTx } from '../../../codec/amino/stdTx.ts'
import { type JsonNode, parseJson } from '../../../codec/goJson/parseJson.ts'
import { objectMembers, stringValue } from '../../../codec/goJson/unmarshal.ts'
import { signingKey, stdTxToProto } from '../../../codec/legacy/stdTxToProto.ts'
import { txBytesOf } from '../../../codec/txJson/txJson.ts'
import { addressOfPublicKey, asPublicKey } from '../../../crypto/publicKey.ts'
import { ChainError } from '../../../errors/ChainError.ts'
import { GrpcStatusError } from '../../../errors/GrpcStatusError.ts'
import { plainError } from '../../../errors/plainError.ts'
import { sdkErrors } from '../../../errors/sdkErrors.ts'
import type { TxResponse } from '../../../gen/cosmos/base/abci/v1beta1/abci_pb.js'
import {
	BroadcastMode,
	BroadcastTxRequestSchema,
	type BroadcastTxResponse,
} from '../../../gen/cosmos/tx/v1beta1/service_pb.js'
import type { RestRequest } from '../../rest/RestHandler.ts'
import { broadcastTx } from '../../services/broadcastTx.ts'
import { answer, type LegacyAnswer, LegacyFault, orFault } from '../LegacyAnswer.ts'
import type { LegacyParts } from '../LegacyParts.ts'
import { readAccount } from './accounts.ts'
import { txResponseJson } from './txResponseJson.ts'

/**
 * `POST /txs`: converts an amino-signed transaction and broadcasts the protobuf form. What the chain refuses is a reply
 * with status 200 and a code; the mode is looked at last.
 */
export async function postTxAnswer(parts: LegacyParts, request: RestRequest): Promise<LegacyAnswer> {
	const { tx, mode } = readPost(await bodyOf(request), parts)
	const bytes = await convert(parts, tx)
	const response = await broadcast(parts, bytes, mode)
	return answer(txResponseJson(response))
}

/** The body of a request. Throws LegacyFault 400 when it is too large. */
export async function bodyOf(request: RestRequest): Promise<Uint8Array> {
	try {
		return await request.body()
	} catch (error) {
		throw new LegacyFault(400, error instanceof Error ? error.message : String(error))
	}
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

/** A JSON text as amino takes it: there must be one. */
export function parseAmino(body: Uint8Array): JsonNode {
	if (body.length === 0) throw plainError('UnmarshalJSON cannot decode empty bytes')
	return parseJson(body)
}

const nullNode: JsonNode = { kind: 'null', raw: 'null' }

/** The bytes to broadcast; signers without an account are refused with status 400. */
async function convert(parts: LegacyParts, tx: StdTx): Promise<Uint8Array> {
	const { registry } = parts
	try {
		// Messages are packed first: a null among them is refused before any account is read.
		stdTxToProto({ ...tx, signatures: [] }, [], registry)
		const sequences: bigint[] = []
		for (const [index, signature] of tx.signatures.entries()) {
			const key = signingKey(signature, index)
			// So is what a signature is made of.
			stdTxToProto({ ...tx, msgs: [], signatures: [signature] }, [], registry)
			sequences.push(await committedSequence(parts, key))
		}
		return txBytesOf(stdTxToProto(tx, sequences, registry))
	} catch (error) {
		if (error instanceof GrpcStatusError) throw new LegacyFault(400, error.message)
		if (error instanceof ChainError) throw new LegacyFault(400, error.log)
		throw error
	}
}

async function committedSequence(parts: LegacyParts, key: Message): Promise<bigint> {
	const address = addressOfPublicKey(asPublicKey(key), parts.registry)
	const { account } = await readAccount(parts, address, 0n)
	return sequenceOf(account)
}

interface Base {
	readonly sequence?: bigint
	readonly baseAccount?: Base
	readonly baseVestingAccount?: Base
}

/** The sequence of an account of any kind. */
function sequenceOf(account: Message): bigint {
	let base = account as unknown as Base
	for (;;) {
		const inner = base.baseVestingAccount ?? base.baseAccount
		if (inner === undefined) return base.sequence ?? 0n
		base = inner
	}
}

const modes: ReadonlyMap<string, BroadcastMode> = new Map([
	['sync', BroadcastMode.SYNC],
	['async', BroadcastMode.ASYNC],
	['block', BroadcastMode.BLOCK],
])

/** Broadcasts in a mode by its name. Throws LegacyFault 500 for an unknown one or a block that does not come. */
export async function broadcast({ engine }: LegacyParts, txBytes: Uint8Array, name: string): Promise<TxResponse> {
	const mode = modes.get(name)
	if (mode === undefined) {
		throw new LegacyFault(500, `unsupported return type ${name}; supported types: sync, async, block`)
	}
	const request = create(BroadcastTxRequestSchema, { txBytes, mode })
	try {
		const { txResponse } = (await broadcastTx(engine, request, true)) as BroadcastTxResponse
		if (txResponse !== undefined) return txResponse
		throw sdkErrors.logic
	} catch (error) {
		if (error instanceof ChainError) throw new LegacyFault(500, error.log)
		throw error
	}
}
