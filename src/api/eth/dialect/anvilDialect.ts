import { noBytes } from '../../../codec/noBytes.ts'
import { encodeEthTx, ethTxHash } from '../../../modules/evm/tx/EthTx.ts'
import { fromHex, toHex } from '../../../util/bytes.ts'
import { heightIn } from '../blocks/heightOf.ts'
import { suggestedTip } from '../blocks/PendingBlocks.ts'
import { callGasCap } from '../calls/runCall.ts'
import { hexBytes } from '../hexJson.ts'
import { pendingTxJson } from '../json/txJson.ts'
import { type FillPrices, fillTx, gethPrices } from '../keys/fillTx.ts'
import { EthFault, ethCodes } from '../rpc/EthFault.ts'
import type { EthDialect } from './EthDialect.ts'
import { checkSignedTx, gethDialect } from './gethDialect.ts'

/** What a node with powers for tests answers otherwise than geth: as anvil does (foundry v1.7), whose texts suites compare. */
export const anvilDialect: EthDialect = {
	...gethDialect,
	receipt: (json, item) => ({ ...(gethDialect.receipt(json, item) as object), blobGasPrice: '0x1' }),
	logs: {
		...gethDialect.logs,
		// A search ends with the newest block, wherever it is to end.
		async range(filter, latest) {
			const from = heightIn(filter.fromBlock, latest)
			if (from > latest) {
				const text = `BlockOutOfRangeError: block height is ${latest} but requested was ${from}`
				throw new EthFault(text, ethCodes.invalidParams)
			}
			const isAhead = heightIn(filter.toBlock, latest) > latest
			return gethDialect.logs.range(isAhead ? { ...filter, toBlock: undefined } : filter, latest)
		},
	},
	// Coins of a test are no loss, so that no fee is too high.
	checkTx: checkSignedTx,
	told,
	// It says so at once, as a test expects.
	waitsForFee: false,
	pricedBy: 'next',
	keys: {
		...gethDialect.keys,
		fill: (args, from, context) => fillTx(args, from, context, anvilPrices),
		filledJson: (tx, from) => ({ raw: hexBytes(encodeEthTx(tx)), tx: pendingTxJson(tx, ethTxHash(tx), from, true) }),
		// What fails in an estimate is sent all the same, so that a test sees its receipt or the pool's refusal.
		async fillToSend(args, from, context) {
			try {
				return await fillTx(args, from, context)
			} catch (fault) {
				if (!(fault instanceof EthFault) || args.gas !== undefined) throw fault
				const gasLimit = await context.evm.gasLimitAt((await context.blocks.latestHeight()) + 1)
				return fillTx({ ...args, gas: gasLimit > 0n ? gasLimit : callGasCap }, from, context)
			}
		},
	},
}

/** A cap that is left out is what `eth_gasPrice` tells. A price that no block takes yet is filled in all the same. */
const anvilPrices: FillPrices = (args, base) => {
	const { gasPrice, maxFeePerGas, maxPriorityFeePerGas } = args
	if (gasPrice !== undefined || (maxFeePerGas !== undefined && maxPriorityFeePerGas !== undefined)) {
		return gethPrices(args, base)
	}
	const [cap, tip] = [maxFeePerGas ?? base + suggestedTip, maxPriorityFeePerGas ?? suggestedTip]
	return { cap, tip, asked: { ...args, maxFeePerGas: undefined, maxPriorityFeePerGas: undefined } }
}

const rejected = -32003

/** Refusals of geth by what they contain, in anvil's words. */
const refusals: readonly (readonly [RegExp, string, number])[] = [
	[
		/insufficient funds for|^gas required exceeds allowance \(0\)$/,
		'Insufficient funds for gas * price + value',
		rejected,
	],
	[/max fee per gas less than block base fee/, 'max fee per gas less than block base fee', rejected],
	[/^intrinsic gas too low/, 'intrinsic gas too low', ethCodes.serverError],
	[/^exceeds block gas limit$/, 'intrinsic gas too high -- tx.gas_limit > env.block.gas_limit', ethCodes.serverError],
]

function told(fault: EthFault): EthFault {
	const { code, data, message } = fault
	if (code === ethCodes.reverted && typeof data === 'string' && message.startsWith('execution reverted')) {
		return new EthFault(revertTold(fromHex(data.slice(2)) ?? noBytes, message), code, data)
	}
	// Those of simulations have codes of their own.
	const found = code === ethCodes.serverError ? refusals.find(([pattern]) => pattern.test(message)) : undefined
	return found === undefined ? fault : new EthFault(found[1], found[2], data)
}

/** Meanings of Solidity's panic codes (alloy v1.0 sol-types PanicKind). */
const panics: Readonly<Record<number, string>> = {
	0: 'generic/unspecified error',
	1: 'assertion failed',
	17: 'arithmetic underflow or overflow',
	18: 'division or modulo by zero',
	33: 'failed to convert value into enum type',
	34: 'storage byte array incorrectly encoded',
	49: 'called `.pop()` on an empty array',
	50: 'array out-of-bounds access',
	65: 'memory allocation error',
	81: 'called an invalid internal function',
}

/** The text of a revert: `Error(string)` as geth tells it, panics with their codes, other errors with their data. */
function revertTold(data: Uint8Array, message: string): string {
	const selector = toHex(data.subarray(0, 4))
	const rest = data.subarray(4)
	if (data.length === 0 || (selector === '08c379a0' && message !== 'execution reverted')) return message
	if (selector === '4e487b71' && rest.length >= 32) {
		const code = BigInt(`0x${toHex(rest.subarray(0, 32))}`)
		return `execution reverted: panic: ${panics[Number(code)] ?? 'unknown code'} (0x${code.toString(16).padStart(2, '0')})`
	}
	const whole = textOf(data)
	if (data.length < 4 || whole !== undefined) return `execution reverted: ${whole ?? toHex(data)}`
	const shown = rest.length === 0 ? '' : `: ${textOf(rest) ?? toHex(rest)}`
	return `execution reverted: custom error 0x${selector}${shown}`
}

function textOf(bytes: Uint8Array): string | undefined {
	try {
		return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
	} catch {
		return undefined
	}
}
