import type { JsonNode } from '../../../codec/goJson/parseJson.ts'
import { plainError } from '../../../errors/plainError.ts'
import type { EthParam } from '../args/EthParam.ts'
import { optional } from '../args/EthParam.ts'
import { parseQuantity } from '../args/hexText.ts'
import { anything, flag, text } from '../args/valueParams.ts'
import { defineEthMethod, type EthMethod, type EthMethods } from '../EthMethod.ts'
import type { ChainNews } from '../filters/ChainNews.ts'
import { quantity } from '../hexJson.ts'
import type { EthPowers } from './EthPowers.ts'

/** Maximum blocks of one call. */
const maxBlocks = 10_000n

/** Largest gas limit: a signed 64-bit number. */
const maxBlockGas = 2n ** 63n - 1n

/** Time, blocks and snapshots of a developer chain, with the method names of ganache, hardhat and anvil. */
export function chainPowerMethods(powers: EthPowers, news: ChainNews): EthMethods {
	/** If a timestamp is set, the clock stands still for that block. */
	const mineAt = async (seconds: bigint | undefined, blocks: number): Promise<void> => {
		if (seconds !== undefined) setNext(seconds)
		await powers.mine(blocks)
	}
	const setNext = (seconds: bigint): string => {
		powers.setTime(Number(seconds) * 1000, { freeze: false })
		return quantity(seconds)
	}
	const mine = defineEthMethod([optional(anything)], async (what) => {
		const given = what?.kind === 'object' ? what.members : undefined
		const blocks = count(given?.get('blocks'), 1n)
		const timestamp = given === undefined ? what : given.get('timestamp')
		await mineAt(timestamp === undefined ? undefined : number.read(timestamp), blocks)
		return '0x0'
	})
	const mineMany = defineEthMethod([optional(number), optional(number)], async (blocks = 1n, interval = 0n) => {
		if (blocks > maxBlocks) throw plainError(`at most ${maxBlocks} blocks at once`)
		for (let made = 0n; made < blocks; made++) {
			if (made > 0n && interval > 0n) powers.advanceTime(Number(interval) * 1000)
			await powers.mine(1)
		}
		return null
	})
	const setAutomine = defineEthMethod([flag], (on) => {
		powers.setBlockMode(on ? 'instant' : 'manual')
		return null
	})
	const getAutomine = defineEthMethod([], () => powers.blockMode().mode === 'instant')
	const setInterval = (unitMs: number): EthMethod =>
		defineEthMethod([number], (length) => {
			if (length === 0n) powers.setBlockMode('manual')
			else powers.setBlockMode('interval', Number(length) * unitMs)
			return null
		})
	const increaseTime = defineEthMethod([number], (seconds) => {
		powers.advanceTime(Number(seconds) * 1000)
		return Number(seconds)
	})
	const setNextTimestamp = defineEthMethod([number], setNext)
	const snapshot = defineEthMethod([], () => powers.snapshot())
	const revert = defineEthMethod([text], async (id) => {
		try {
			await powers.revert(id)
		} catch {
			return false
		}
		await news.lookBack()
		return true
	})
	const setBlockGasLimit = defineEthMethod([number], async (limit) => {
		if (limit <= 0n || limit > maxBlockGas) throw plainError(`the gas limit of a block is 1 to ${maxBlockGas}`)
		await powers.limitBlockGas(limit)
		return true
	})
	const reset = defineEthMethod([optional(anything)], async () => {
		await powers.reset()
		await news.lookBack()
		return null
	})
	return {
		evm_snapshot: snapshot,
		anvil_snapshot: snapshot,
		evm_revert: revert,
		anvil_revert: revert,
		evm_mine: mine,
		anvil_mine: mineMany,
		hardhat_mine: mineMany,
		evm_increaseTime: increaseTime,
		anvil_increaseTime: increaseTime,
		evm_setNextBlockTimestamp: setNextTimestamp,
		anvil_setNextBlockTimestamp: setNextTimestamp,
		evm_setTime: setNextTimestamp,
		anvil_setTime: setNextTimestamp,
		evm_setAutomine: setAutomine,
		anvil_setAutomine: setAutomine,
		hardhat_getAutomine: getAutomine,
		anvil_getAutomine: getAutomine,
		// hardhat counts in milliseconds, anvil in seconds.
		evm_setIntervalMining: setInterval(1),
		anvil_setIntervalMining: setInterval(1000),
		anvil_getIntervalMining: defineEthMethod([], () => {
			const { mode, intervalMs } = powers.blockMode()
			return mode === 'interval' ? intervalMs / 1000 : null
		}),
		evm_setBlockGasLimit: setBlockGasLimit,
		anvil_reset: reset,
		hardhat_reset: reset,
	}
}

/** A number as tools write it: hex, decimal text or a JSON number. */
export const number: EthParam<bigint> = {
	optional: false,
	read: (node: JsonNode) => {
		const written = node.kind === 'string' ? node.value : node.raw
		if (/^0x/i.test(written)) return parseQuantity(written, 256)
		if (!/^\d{1,78}$/.test(written)) throw plainError(`${written.slice(0, 80)} is not a number`)
		return BigInt(written)
	},
}

function count(node: JsonNode | undefined, otherwise: bigint): number {
	const blocks = node === undefined || node.kind === 'null' ? otherwise : number.read(node)
	if (blocks > maxBlocks) throw plainError(`at most ${maxBlocks} blocks at once`)
	return Number(blocks)
}
