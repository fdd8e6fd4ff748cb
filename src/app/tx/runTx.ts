import type { AbciEvent } from '../../abci/Application.ts'
import type { Registry } from '../../codec/registry/createRegistry.ts'
import { decodeTx } from '../../codec/tx/decodeTx.ts'
import { type ChainError, PanicError, sdkErrors } from '../../errors/ChainError.ts'
import type { AppContext } from '../AppContext.ts'
import type { AppModule, MsgType } from '../AppModule.ts'
import { toChainError } from '../abciInfo.ts'
import type { AnteHandler } from '../ante/createAnteHandler.ts'
import type { SignaturesAhead } from '../ante/SignaturesAhead.ts'
import type { TxMode } from '../Context.ts'
import { readConsensusParams } from '../consensusParams.ts'
import { EventList } from '../EventList.ts'
import type { Subspace } from '../expectedKeepers.ts'
import { OutOfGasError } from '../GasMeter.ts'
import { AppTx } from './AppTx.ts'
import { type MessagesResult, runMessages } from './runMessages.ts'

/** The parts of the application a transaction passes through. */
export interface TxPipeline {
	/** Throws ChainError `tx parse error`. */
	decode(bytes: Uint8Array, mode: TxMode): AppTx
	readonly ante: AnteHandler
	/** What has signatures verified before their block, if anything does; `decode` is its own then. */
	readonly ahead?: SignaturesAhead
	/** Store of the consensus parameters. */
	readonly consensusParams: Subspace
}

/** Outcome of a transaction: either `result` or `error`. */
export interface TxOutcome {
	readonly gasWanted: bigint
	readonly gasUsed: bigint
	readonly result: MessagesResult | undefined
	readonly error: ChainError | undefined
	/** Events of the ante chain; they outlive a failure of the messages. */
	readonly anteEvents: readonly AbciEvent[]
}

/**
 * Runs one transaction on a state: decoding, stateless checks, ante chain, messages. State is written by the ante chain
 * when it passes, and by the messages when all of them do and the mode is `deliver`. It waits only where a step or
 * handler does, so that a transaction of the framework's own modules ends in the call. Block gas is consumed before the
 * messages' writes are kept, so that a transaction that passes the block's limit changes nothing but its fee, key and
 * sequence. Source: cosmos-sdk v0.44.5 baseapp/baseapp.go runTx with that fix.
 */
export async function runTx(
	pipeline: TxPipeline,
	state: AppContext,
	mode: TxMode,
	bytes: Uint8Array,
): Promise<TxOutcome> {
	const consensusParams = readConsensusParams(state, pipeline.consensusParams)
	let ctx = state.with({ mode, consensusParams, txBytes: bytes })
	if (mode === 'simulate') ctx = ctx.branch().ctx
	const blockMeter = ctx.blockGasMeter
	const deliver = mode === 'deliver'
	if (deliver && blockMeter.isOutOfGas()) {
		const error = sdkErrors.outOfGas.wrap('no block gas left to run tx')
		return { gasWanted: 0n, gasUsed: blockMeter.consumed, result: undefined, error, anteEvents: [] }
	}
	let blockGasConsumed = false
	const consumeBlockGas = () => {
		if (!deliver || blockGasConsumed) return
		blockGasConsumed = true
		blockMeter.consume(ctx.gasMeter.consumedToLimit, 'block gas meter')
	}

	let gasWanted = 0n
	let anteEvents: readonly AbciEvent[] = []
	let result: MessagesResult | undefined
	let error: ChainError | undefined
	try {
		try {
			const tx = pipeline.decode(bytes, mode)
			validateMessages(tx)
			const branch = ctx.store.branch()
			const checked = pipeline.ante(ctx.with({ store: branch, events: new EventList() }), tx)
			const ante = checked instanceof Promise ? await checked : checked
			ctx = ante.ctx.with({ store: ctx.store })
			gasWanted = ctx.gasMeter.limit
			if (ante.error !== undefined) throw ante.error
			branch.write()
			anteEvents = ctx.events.events
			const messageBranch = ctx.store.branch()
			const outcome = await runMessages(ctx.with({ store: messageBranch }), tx, mode)
			if (deliver) {
				consumeBlockGas()
				messageBranch.write()
				result = { ...outcome, events: [...anteEvents, ...outcome.events] }
			} else {
				result = outcome
			}
		} finally {
			consumeBlockGas()
		}
	} catch (thrown) {
		error = recovered(thrown, gasWanted, ctx)
	}
	return { gasWanted, gasUsed: ctx.gasMeter.consumed, result, error, anteEvents }
}

function validateMessages(tx: AppTx): void {
	if (tx.messages.length === 0) throw sdkErrors.invalidRequest.wrap('must contain at least one message')
	for (const { type, value } of tx.messages) type.validateBasic(value)
}

function recovered(thrown: unknown, gasWanted: bigint, ctx: AppContext): ChainError {
	if (!(thrown instanceof OutOfGasError)) return toChainError(thrown)
	return sdkErrors.outOfGas.wrap(
		`out of gas in location: ${thrown.descriptor}; gasWanted: ${gasWanted}, gasUsed: ${ctx.gasMeter.consumed}`,
	)
}

/**
 * A reader of transactions that knows the modules' messages. What still waits after a block is read once for all rechecks,
 * with what they derive from it, such as the senders of Ethereum transactions. A first check keeps nothing: most transactions
 * never see another, and what a WeakMap holds outlives every collection of young objects. A block reads anew, since a check
 * may write into a message. Throws ChainError `... tx parse error` (code 2).
 */
export function txDecoder(
	modules: readonly AppModule[],
	registry: Registry,
	prefix: string,
): (bytes: Uint8Array, mode?: TxMode) => AppTx {
	const types = new Map<string, MsgType>(
		modules.flatMap(({ messages }) => messages.map((type) => [type.schema.typeName, type] as const)),
	)
	const addressTexts = new WeakMap<Uint8Array, string>()
	const waiting = new WeakMap<Uint8Array, AppTx>()
	return (bytes, mode) => {
		const known = mode === 'recheck' ? waiting.get(bytes) : undefined
		if (known !== undefined) return known
		const decoded = decodeTx(bytes, registry)
		const messages = decoded.messages.map((value) => {
			const type = types.get(value.$typeName)
			if (type === undefined) throw new PanicError(`no module handles ${value.$typeName}`)
			return { type, typeUrl: `/${value.$typeName}`, value }
		})
		const tx = new AppTx(decoded, messages, prefix, addressTexts)
		if (mode === 'recheck') waiting.set(bytes, tx)
		return tx
	}
}
