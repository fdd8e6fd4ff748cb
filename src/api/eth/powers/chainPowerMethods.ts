import type { JsonNode } from '../../../codec/goJson/parseJson.ts'
import { memberOf } from '../../../codec/goJson/unmarshal.ts'
import { plainError } from '../../../errors/ChainError.ts'
import { anything, flag, number, text } from '../args/valueParams.ts'
import { bounds } from '../bounds.ts'
import { hexBytes, quantity } from '../hexJson.ts'
import { blockJson } from '../json/blockJson.ts'
import { EthFault, ethCodes } from '../rpc/EthFault.ts'
import { type EthJson, optional } from '../rpc/EthMethod.ts'
import { definePower } from './definePower.ts'
import type { EthPowers } from './EthPowers.ts'

/** Largest gas limit: a signed 64-bit number. */
const maxBlockGas = 2n ** 63n - 1n

/** Time, blocks and snapshots of a developer chain, with the method names of ganache, hardhat and anvil. */
export const chainPowerMethods = [
	definePower({ name: 'evm_snapshot', aliases: ['anvil_snapshot'], params: [], run: (_, powers) => powers.snapshot() }),
	definePower({
		name: 'evm_revert',
		aliases: ['anvil_revert'],
		params: [text],
		run: async ([id], powers, { news, pool }) => {
			try {
				await powers.revert(id)
			} catch {
				return false
			}
			await Promise.all([news.lookBack(), pool.afterRewind()])
			return true
		},
	}),
	definePower({
		name: 'evm_mine',
		bounds: [bounds.minedBlocks],
		params: [optional(anything)],
		run: async ([what], powers) => {
			await mine(what, powers)
			return '0x0'
		},
	}),
	definePower({
		name: 'evm_mine_detailed',
		aliases: ['anvil_mine_detailed'],
		bounds: [bounds.minedBlocks],
		params: [optional(anything)],
		differs: 'blocks with whole transactions, without what each one returned',
		run: async ([what], powers, { blocks }) => {
			const before = await blocks.latestHeight()
			const made: EthJson[] = []
			for (let height = before + 1, last = await mine(what, powers); height <= last; height++) {
				const block = await blocks.at(height)
				if (block !== undefined) made.push(blockJson(block, true, true))
			}
			return made
		},
	}),
	definePower({
		name: 'anvil_mine',
		bounds: [bounds.minedBlocks],
		aliases: ['hardhat_mine'],
		params: [optional(number), optional(number)],
		run: async ([blocks = 1n, interval = 0n], powers) => {
			bounds.minedBlocks.check(blocks)
			for (let made = 0n; made < blocks; made++) {
				if (made > 0n && interval > 0n) await powers.advanceTime(Number(interval) * 1000)
				await powers.mine(1)
			}
			return null
		},
	}),
	definePower({
		name: 'evm_increaseTime',
		aliases: ['anvil_increaseTime'],
		params: [number],
		run: async ([seconds], powers) => {
			await powers.advanceTime(Number(seconds) * 1000)
			return Number(seconds)
		},
	}),
	definePower({
		name: 'anvil_setBlockTimestampInterval',
		params: [number],
		run: ([seconds], powers) => {
			if (seconds < 1n || seconds > 2n ** 32n) throw plainError('the seconds between blocks are 1 or more')
			powers.spaceBlocks(Number(seconds))
			return null
		},
	}),
	definePower({
		name: 'anvil_removeBlockTimestampInterval',
		params: [],
		run: (_, powers) => {
			powers.spaceBlocks(undefined)
			return true
		},
	}),
	definePower({
		name: 'evm_setNextBlockTimestamp',
		aliases: ['anvil_setNextBlockTimestamp', 'evm_setTime', 'anvil_setTime'],
		params: [number],
		run: ([seconds], powers) => setNext(seconds, powers),
	}),
	definePower({
		name: 'evm_setAutomine',
		aliases: ['anvil_setAutomine'],
		params: [flag],
		run: ([on], powers) => {
			powers.setBlockMode(on ? 'instant' : 'manual')
			return null
		},
	}),
	definePower({
		name: 'hardhat_getAutomine',
		aliases: ['anvil_getAutomine'],
		params: [],
		run: (_, powers) => powers.blockMode().mode === 'instant',
	}),
	// anvil counts in seconds by either name. hardhat counts in milliseconds, and its suites give a second or more.
	definePower({
		name: 'evm_setIntervalMining',
		params: [number],
		differs:
			'a number from 1,000 on is milliseconds, as hardhat sends it; `anvil_setIntervalMining` always has seconds',
		run: ([length], powers) => setInterval(length, length < 1000n ? 1000 : 1, powers),
	}),
	definePower({
		name: 'anvil_setIntervalMining',
		params: [number],
		run: ([length], powers) => setInterval(length, 1000, powers),
	}),
	definePower({
		name: 'anvil_getIntervalMining',
		params: [],
		run: (_, powers) => {
			const { mode, intervalMs } = powers.blockMode()
			return mode === 'interval' ? intervalMs / 1000 : null
		},
	}),
	definePower({
		name: 'evm_setBlockGasLimit',
		aliases: ['anvil_setBlockGasLimit'],
		params: [number],
		run: async ([limit], powers) => {
			if (limit <= 0n || limit > maxBlockGas) throw plainError(`the gas limit of a block is 1 to ${maxBlockGas}`)
			await powers.limitBlockGas(limit)
			return true
		},
	}),
	definePower({
		name: 'anvil_reset',
		aliases: ['hardhat_reset'],
		params: [optional(anything)],
		run: async ([what], powers, { news, pool }) => {
			if (memberOf(memberOf(what, 'forking'), 'jsonRpcUrl')?.kind === 'string') throw new EthFault(noFork)
			await powers.reset()
			await Promise.all([news.lookBack(), pool.afterRewind()])
			return null
		},
	}),
	/** What a developer chain tells test suites of itself (hardhat 2). */
	definePower({
		name: 'hardhat_metadata',
		aliases: ['anvil_metadata'],
		params: [],
		run: async (_, __, { blocks, chainId, clientVersion, instanceId }) => {
			const height = await blocks.latestHeight()
			const block = await blocks.at(height)
			return {
				clientVersion,
				chainId: Number(chainId),
				instanceId,
				latestBlockNumber: height,
				latestBlockHash: block === undefined ? null : hexBytes(block.hash),
			}
		},
	}),
]

/** Sets the time of the next block, in seconds. */
async function setNext(seconds: bigint, powers: EthPowers): Promise<string> {
	await powers.setTime(Number(seconds) * 1000, { freeze: false })
	return quantity(seconds)
}

function setInterval(length: bigint, unitMs: number, powers: EthPowers): null {
	if (length === 0n) powers.setBlockMode('manual')
	else powers.setBlockMode('interval', Number(length) * unitMs)
	return null
}

/** Makes the blocks that a caller wants, the first at the time that it gives; resolves with the newest height. */
async function mine(what: JsonNode | undefined, powers: EthPowers): Promise<number> {
	const given = what?.kind === 'object' ? what.members : undefined
	const blocks = count(given?.get('blocks'), 1n)
	const timestamp = given === undefined ? what : given.get('timestamp')
	if (timestamp !== undefined) await setNext(number.read(timestamp), powers)
	return powers.mine(blocks)
}

function count(node: JsonNode | undefined, otherwise: bigint): number {
	const blocks = node === undefined || node.kind === 'null' ? otherwise : number.read(node)
	bounds.minedBlocks.check(blocks)
	return Number(blocks)
}

const coinbase =
	'the coinbase of a block is the validator that proposes it, and this chain has one validator: give the call a block override (feeRecipient) instead'
const random =
	'PREVRANDAO of a block is the hash of the block before it, which cannot be chosen: give a call a block override (prevRandao) instead'
/** In anvil's words (crates/anvil/src/eth/api.rs anvil_set_min_gas_price). */
const price = 'anvil_setMinGasPrice is not supported when EIP-1559 is active'

const chainNumber =
	'the number is part of the chain: its genesis, its stored signatures and its transactions have it; start another chain with --evm-chain-id'
const noFork = 'this chain is no fork of another one and cannot become one'

/** Powers of anvil and hardhat that this chain cannot give. Their errors tell why, and what to do instead. */
export const refusedPowerMethods = [
	refused('hardhat_setCoinbase', coinbase, ['anvil_setCoinbase']),
	refused('hardhat_setPrevRandao', random, ['anvil_setNextBlockPrevRandao']),
	refused('hardhat_setMinGasPrice', price, ['anvil_setMinGasPrice'], ethCodes.invalidParams),
	refused('anvil_setChainId', chainNumber),
	definePower({
		name: 'anvil_setRpcUrl',
		params: [text],
		differs: 'taken without effect: this chain is no fork of another one',
		run: () => null,
	}),
]

function refused(name: string, refuses: string, aliases: readonly string[] = [], code: number = ethCodes.serverError) {
	return definePower({
		name,
		aliases,
		params: [optional(anything)],
		refuses,
		run: () => {
			throw new EthFault(refuses, code)
		},
	})
}
