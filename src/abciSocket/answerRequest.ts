import { create, type MessageInitShape } from '@bufbuild/protobuf'
import { eventMessages } from '../abci/eventMessages.ts'
import { ChainError } from '../errors/ChainError.ts'
import { CheckTxType, type Request, type Response, ResponseSchema } from '../gen/tendermint/abci/types_pb.js'
import { fromUtf8 } from '../util/bytes.ts'
import {
	chunkResults,
	consensusParamsMessage,
	consensusParamsOf,
	headerOf,
	offerResults,
	snapshotMessage,
	snapshotOf,
	txFields,
	validatorMessage,
	validatorOf,
} from './abciMessages.ts'
import type { SocketTarget } from './SocketApplication.ts'

type Answer = MessageInitShape<typeof ResponseSchema>['value']

/**
 * Answers one request of an engine of the 0.34 line (tendermint v0.34 abci/types/types.proto). Block steps and
 * transactions run one at a time, whichever connection they come from. Rejects if the application fails, which the
 * engine must receive as an exception.
 */
export async function answerRequest(target: SocketTarget, { value: request }: Request): Promise<Response> {
	return create(ResponseSchema, { value: await answerOf(target, request) })
}

async function answerOf(target: SocketTarget, request: Request['value']): Promise<NonNullable<Answer>> {
	const { application } = target
	switch (request.case) {
		case 'echo':
			return { case: 'echo', value: { message: request.value.message } }
		case 'flush':
			return { case: 'flush', value: {} }
		case 'setOption':
			return { case: 'setOption', value: {} }
		case 'info': {
			const info = await application.inTurn((app) => app.info())
			return { case: 'info', value: { ...info, lastBlockHeight: BigInt(info.lastBlockHeight) } }
		}
		case 'initChain': {
			const { time, chainId, consensusParams, validators, appStateBytes, initialHeight } = request.value
			const answer = await application.inTurn((app) =>
				app.initChain({
					time: time ?? zeroTime,
					chainId,
					consensusParams: consensusParamsOf(consensusParams),
					validators: validators.map(validatorOf),
					appState: fromUtf8(appStateBytes),
					initialHeight: Number(initialHeight),
				}),
			)
			return {
				case: 'initChain',
				value: { validators: answer.validators.map(validatorMessage), appHash: answer.appHash },
			}
		}
		case 'query': {
			const { path, data, height, prove } = request.value
			const answer = await application.query({ path, data, height, prove })
			return {
				case: 'query',
				value: {
					code: answer.code,
					codespace: answer.codespace,
					log: answer.log,
					info: answer.info,
					index: BigInt(answer.index),
					height: answer.height,
					...(answer.key && { key: answer.key }),
					...(answer.value && { value: answer.value }),
					...(answer.proofOps && { proofOps: { ops: answer.proofOps.map((op) => ({ ...op })) } }),
				},
			}
		}
		case 'checkTx': {
			const type = request.value.type === CheckTxType.RECHECK ? 'recheck' : 'new'
			return { case: 'checkTx', value: txFields(await application.checkTx({ tx: request.value.tx, type })) }
		}
		case 'beginBlock': {
			const { header, hash } = request.value
			if (header === undefined) throw new ChainError('abci', 1, 'BeginBlock has no header')
			const { events } = await application.inTurn((app) => app.beginBlock({ header: headerOf(header), hash }))
			return { case: 'beginBlock', value: { events: eventMessages(events) } }
		}
		case 'deliverTx':
			return { case: 'deliverTx', value: txFields(await application.deliverTx(request.value.tx)) }
		case 'endBlock': {
			const height = Number(request.value.height)
			const { events, validatorUpdates, consensusParamUpdates } = await application.inTurn((app) =>
				app.endBlock({ height }),
			)
			return {
				case: 'endBlock',
				value: {
					events: eventMessages(events),
					validatorUpdates: validatorUpdates.map(validatorMessage),
					...(consensusParamUpdates && { consensusParamUpdates: consensusParamsMessage(consensusParamUpdates) }),
				},
			}
		}
		case 'commit': {
			// Without a batch the application itself writes, and replies when the write is durable.
			const commit = application.inTurn((app) => app.commit())
			application.holdQueries(commit)
			const { appHash } = await commit
			const retainHeight = target.committed?.(application.info().lastBlockHeight) ?? 0
			return { case: 'commit', value: { data: appHash, retainHeight: BigInt(retainHeight) } }
		}
		case 'listSnapshots':
		case 'offerSnapshot':
		case 'loadSnapshotChunk':
		case 'applySnapshotChunk':
			return answerSnapshot(target, request)
		default:
			throw new ChainError('abci', 1, 'Unknown request')
	}
}

type SnapshotRequest = Extract<
	Request['value'],
	{ case: 'listSnapshots' | 'offerSnapshot' | 'loadSnapshotChunk' | 'applySnapshotChunk' }
>

async function answerSnapshot(
	{ application, snapshots }: SocketTarget,
	request: SnapshotRequest,
): Promise<NonNullable<Answer>> {
	switch (request.case) {
		case 'listSnapshots':
			return {
				case: 'listSnapshots',
				value: { snapshots: ((await snapshots?.list()) ?? []).map(snapshotMessage) },
			}
		case 'loadSnapshotChunk': {
			const { height, format, chunk } = request.value
			const bytes = (await snapshots?.load(Number(height), format, chunk)) ?? new Uint8Array()
			return { case: 'loadSnapshotChunk', value: { chunk: bytes } }
		}
		case 'offerSnapshot': {
			const { snapshot, appHash } = request.value
			if (snapshots === undefined || snapshot === undefined) {
				return { case: 'offerSnapshot', value: { result: offerResults.reject } }
			}
			const result = await application.inTurn(() => snapshots.offer(snapshotOf(snapshot), appHash))
			return { case: 'offerSnapshot', value: { result: offerResults[result] } }
		}
		case 'applySnapshotChunk': {
			const { index, chunk, sender } = request.value
			if (snapshots === undefined) return { case: 'applySnapshotChunk', value: { result: chunkResults.abort } }
			const { result, refetch, rejectSenders } = await application.inTurn(() => snapshots.apply(index, chunk, sender))
			return {
				case: 'applySnapshotChunk',
				value: { result: chunkResults[result], refetchChunks: [...refetch], rejectSenders: [...rejectSenders] },
			}
		}
	}
}

const zeroTime = { seconds: 0n, nanos: 0 } as const
