import type { JsonNode } from '../../../codec/goJson/parseJson.ts'
import { plainError } from '../../../errors/plainError.ts'
import { anything, flag, parseQuantity, text } from '../args/valueParams.ts'
import { bounds } from '../bounds.ts'
import { hexBytes, quantity } from '../hexJson.ts'
import { EthFault } from '../rpc/EthFault.ts'
import { optional, type ValueParam } from '../rpc/EthMethod.ts'
import { definePower } from './definePower.ts'
import type { EthPowers } from './EthPowers.ts'

/** Largest gas limit: a signed 64-bit number. */
const maxBlockGas = 2n ** 63n - 1n

/** A number as tools write it: hex, decimal text or a JSON number. */
export const number: ValueParam<bigint> = {
	optional: false,
	read: (node: JsonNode) => {
		const written = node.kind === 'string' ? node.value : node.raw
		if (/^0x/i.test(written)) return parseQuantity(written, 256)
		if (!/^\d{1,78}$/.test(written)) throw plainError(`${written.slice(0, 80)} is not a number`)
		return BigInt(written)
	},
}

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
			const given = what?.kind === 'object' ? what.members : undefined
			const blocks = count(given?.get('blocks'), 1n)
			const timestamp = given === undefined ? what : given.get('timestamp')
			if (timestamp !== undefined) setNext(number.read(timestamp), powers)
			await powers.mine(blocks)
			return '0x0'
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
				if (made > 0n && interval > 0n) powers.advanceTime(Number(interval) * 1000)
				await powers.mine(1)
			}
			return null
		},
	}),
	definePower({
		name: 'evm_increaseTime',
		aliases: ['anvil_increaseTime'],
		params: [number],
		run: ([seconds], powers) => {
			powers.advanceTime(Number(seconds) * 1000)
			return Number(seconds)
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
	// hardhat counts in milliseconds, anvil in seconds.
	definePower({
		name: 'evm_setIntervalMining',
		params: [number],
		run: ([length], powers) => setInterval(length, 1, powers),
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
		run: async (_, powers, { news, pool }) => {
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
function setNext(seconds: bigint, powers: EthPowers): string {
	powers.setTime(Number(seconds) * 1000, { freeze: false })
	return quantity(seconds)
}

function setInterval(length: bigint, unitMs: number, powers: EthPowers): null {
	if (length === 0n) powers.setBlockMode('manual')
	else powers.setBlockMode('interval', Number(length) * unitMs)
	return null
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
const price = 'the lowest price of gas is the base fee: set that by hardhat_setNextBlockBaseFeePerGas'

const chainNumber =
	'the number is part of the chain: its genesis, its stored signatures and its transactions have it; start another chain with --evm-chain-id'
const noFork = 'this chain is no fork of another one: there is no source to change'

/** Powers of anvil and hardhat that this chain cannot give. Their errors tell why, and what to do instead. */
export const refusedPowerMethods = [
	refused('hardhat_setCoinbase', coinbase, ['anvil_setCoinbase']),
	refused('hardhat_setPrevRandao', random),
	refused('hardhat_setMinGasPrice', price, ['anvil_setMinGasPrice']),
	refused('anvil_setChainId', chainNumber),
	refused('anvil_setRpcUrl', noFork),
]

function refused(name: string, refuses: string, aliases: readonly string[] = []) {
	return definePower({
		name,
		aliases,
		params: [optional(anything)],
		refuses,
		run: () => {
			throw new EthFault(refuses)
		},
	})
}
