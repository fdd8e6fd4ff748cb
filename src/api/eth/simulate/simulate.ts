import type { BlockHeader } from '../../../abci/Application.ts'
import { type EvmConfig, evmConfigOf, sharedLimit } from '../../../modules/evm/applyMessage.ts'
import { isForked } from '../../../modules/evm/chainConfig.ts'
import { keepBlockHash } from '../../../modules/evm/state/blockHashContract.ts'
import { precompilesAt } from '../../../modules/evm/vm/precompiles/precompilesAt.ts'
import type { EthBlock } from '../blocks/EthBlock.ts'
import { bounds } from '../bounds.ts'
import { applyOverride, movedPrecompiles } from '../calls/overrides.ts'
import { callGasCap } from '../calls/runCall.ts'
import type { EthContext } from '../EthContext.ts'
import { blockJson } from '../json/blockJson.ts'
import { EthFault, ethCodes } from '../rpc/EthFault.ts'
import type { EthJson, EthRun } from '../rpc/EthMethod.ts'
import type { EvmView } from '../state/EvmReader.ts'
import type { CallResult, SimulatedBlock } from './finishBlock.ts'
import { callResultJson, finishBlock } from './finishBlock.ts'
import { type PlannedBlock, planBlocks } from './planBlocks.ts'
import { SimulatedState } from './SimulatedState.ts'
import { simulateCall } from './simulateCall.ts'
import type { Simulation } from './simulation.ts'

/**
 * Runs calls in blocks that follow one of the chain, on a state that they share, and writes nothing. All calls together
 * have the gas and the time of one `eth_call` (go-ethereum v1.17 internal/ethapi simulate.go). Fees leave the sender's
 * balance and go to nobody: on this chain the fee collector keeps them, not the coinbase. The root of the state is
 * zero, because the chain's trees are hashed only when a block is made.
 * @throws {EthFault} with the codes of the method.
 */
export async function simulate(
	{ blocks, traceTransfers, validation, returnFullTransactions }: Simulation,
	base: EthBlock,
	view: EvmView,
	{ chainId }: EthContext,
	{ asker, pause }: Pick<EthRun, 'asker' | 'pause'>,
): Promise<EthJson> {
	checkSize(blocks)
	const { keeper } = view
	const config = evmConfigOf(keeper, view.ctx)
	const isModule = (address: Uint8Array): boolean =>
		keeper.deps.accounts.getAccount(view.ctx, address)?.kind === 'module'
	const state = new SimulatedState(keeper.storeOf(view.ctx), isModule)
	const limit = sharedLimit()
	const gas = { left: callGasCap }
	const made: EthBlock[] = []
	const shown: EthJson[] = []
	// BLOCKHASH: the simulated blocks, the one they follow, and those of the chain.
	const hashes = new Map([[base.height, base.hash]])
	const hashAt = (at: number) => hashes.get(at) ?? keeper.deps.history.hashAt(view.ctx, at)
	for (const planned of planBlocks(blocks, base)) {
		const parent = made.at(-1) ?? base
		const block = openBlock(planned, parent, config, validation, view)
		const active = precompilesAt(config.params, block.header.height).values()
		const precompiles = movedPrecompiles(planned.state, active)
		if (block.forks.prague) keepBlockHash(state, block.header.height, parent.hash)
		await applyOverride(planned.state, state, pause)
		const results: CallResult[] = []
		const parts = {
			view,
			state,
			config,
			block,
			gas,
			limit,
			asker,
			precompiles,
			traceTransfers,
			validation,
			chainId,
			hashAt,
		}
		for (const call of planned.calls) results.push(await simulateCall(call, results, parts))
		await pause()
		const done = finishBlock(block, results, base)
		await pause()
		made.push(done)
		hashes.set(done.height, done.hash)
		await pause()
		shown.push({
			...blockJson(done, returnFullTransactions, true),
			calls: results.map((result, at) => callResultJson(result, done.txs[at]!)),
		})
	}
	return shown
}

/** @throws {EthFault} for nothing, and for more than one request may ask for */
function checkSize(blocks: Simulation['blocks']): void {
	if (blocks.length === 0) throw new EthFault('empty input', ethCodes.invalidParams)
	bounds.simulatedBlocks.check(blocks.length)
	let total = 0
	for (const { calls } of blocks) {
		bounds.simulatedBlockCalls.check(calls.length)
		total += calls.length
		bounds.simulatedCalls.check(total)
	}
}

/** The block's own values before its calls. */
function openBlock(
	{ block }: PlannedBlock,
	parent: EthBlock,
	config: EvmConfig,
	validation: boolean,
	{ ctx, keeper }: EvmView,
): SimulatedBlock {
	const height = Number(block.number)
	const coinbase = block.feeRecipient ?? parent.coinbase
	const header: BlockHeader = {
		...ctx.header,
		height,
		time: { seconds: block.time, nanos: 0 },
		proposerAddress: coinbase,
	}
	const isLondon = isForked(config.params.chainConfig, 'london', height)
	// Without validation there is no base fee, so that a call without a price runs.
	const usual = validation ? (keeper.deps.feeMarket.baseFeeAfter(ctx, parent.baseFee ?? 0n, parent.gasUsed) ?? 0n) : 0n
	return {
		header,
		coinbase,
		gasLimit: block.gasLimit ?? parent.gasLimit,
		baseFee: isLondon ? (block.baseFee ?? usual) : undefined,
		parentHash: parent.hash,
		random: block.prevRandao ?? parent.hash,
		blobBaseFee: block.blobBaseFee ?? 0n,
		forks: parent.forks,
	}
}
