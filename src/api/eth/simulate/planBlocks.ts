import { bounds } from '../bounds.ts'
import { type BlockOverride, noBlockOverride } from '../calls/overrides.ts'
import { EthFault } from '../rpc/EthFault.ts'
import type { WantedBlock } from './simulation.ts'

/** Seconds between blocks whose time is not given. */
const secondsApart = 12n

/** A block of a simulation with its place in the chain. */
export interface PlannedBlock extends WantedBlock {
	readonly block: BlockOverride & { readonly number: bigint; readonly time: bigint }
}

/**
 * Gives each wanted block its height and time, and fills gaps with empty blocks (go-ethereum v1.17 internal/ethapi
 * simulator.sanitizeChain).
 * @throws {EthFault} for blocks that are out of order or too many.
 */
export function planBlocks(
	wanted: readonly WantedBlock[],
	base: { readonly height: number; readonly timestamp: bigint },
): readonly PlannedBlock[] {
	const planned: PlannedBlock[] = []
	let height = BigInt(base.height)
	let time = base.timestamp
	for (const item of wanted) {
		const number = item.block.number ?? height + 1n
		if (number <= height) throw simulateFault('blockNumber', `block numbers must be in order: ${number} <= ${height}`)
		bounds.simulatedBlocks.check(number - BigInt(base.height))
		while (height + 1n < number) {
			height++
			time += secondsApart
			planned.push({ block: { ...noBlockOverride, number: height, time }, state: [], calls: [] })
		}
		refuseForeign(item.block.foreign, number)
		const at = item.block.time ?? time + secondsApart
		if (at <= time) throw simulateFault('timestamp', `block timestamps must be in order: ${at} <= ${time}`)
		height = number
		time = at
		planned.push({ ...item, block: { ...item.block, number, time } })
	}
	return planned
}

/** What the blocks of this chain do not have is not made up in a simulated one. */
function refuseForeign(foreign: BlockOverride['foreign'], number: bigint): void {
	const [name] = foreign
	if (name === undefined) return
	const reason =
		name === 'difficulty' ? 'is not allowed after the merge' : 'is not supported: blocks of this chain have none'
	throw simulateFault('invalidParams', `block ${number}: ${name} override ${reason}`)
}

/** Codes of what a simulation refuses (execution-apis eth_simulateV1; go-ethereum v1.17 internal/ethapi/errors.go). */
const codes = {
	internal: -32603,
	invalidParams: -32602,
	nonceTooLow: -38010,
	nonceTooHigh: -38011,
	baseFeeTooLow: -38012,
	intrinsicGas: -38013,
	insufficientFunds: -38014,
	blockGasLimit: -38015,
	blockNumber: -38020,
	timestamp: -38021,
	initCodeSize: -38025,
	tooMuch: -38026,
} as const

/** Name of a refusal. */
export type SimulateRefusal = keyof typeof codes

/** Code of a call that the EVM failed, other than by a revert. */
export const vmErrorCode = -32015

/** What a simulation refuses, as an error with its code. */
export function simulateFault(refusal: SimulateRefusal, message: string): EthFault {
	return new EthFault(message, codes[refusal])
}
