import { type EthTx, effectivePrice, feeOf, isProtected } from '../../../modules/evm/tx/EthTx.ts'
import { latestSignerRules, recoverSender, SenderFault } from '../../../modules/evm/tx/recoverSender.ts'
import { readBlockNumber, readBlockNumberOrHash } from '../args/blockRef.ts'
import { heightIn } from '../blocks/heightOf.ts'
import { bounds } from '../bounds.ts'
import { hexBytes, quantity } from '../hexJson.ts'
import { fillTx } from '../keys/fillTx.ts'
import { textDigest } from '../keys/keyMethods.ts'
import { EthFault, ethCodes } from '../rpc/EthFault.ts'
import { noBlockYet } from '../state/EvmReader.ts'
import type { EthDialect, Refusal } from './EthDialect.ts'

/** Highest fee of a transaction in the EVM's unit: 100 coins, against mistakes (geth: 1 ether). */
const feeCap = 100n * 10n ** 18n

/** The default dialect: like geth today (go-ethereum v1.16). */
export const gethDialect: EthDialect = {
	isToday: true,
	limits: { batchItems: bounds.batchItems, batchReplyBytes: bounds.batchReplyBytes },
	readNumber: readBlockNumber,
	readNumberOrHash: readBlockNumberOrHash,
	readLogNumber: readBlockNumber,
	maxTopics: bounds.logTopics.most,
	unclesOfNothing: null,
	priceBase: (block) => block.baseFee,
	receipt: (json, { tx, baseFee }) => ({
		...json,
		effectiveGasPrice: quantity(effectivePrice(tx, baseFee)),
	}),
	logs: {
		most: bounds.logs,
		unknownHash: (hash) => new EthFault(`unknown block ${hexBytes(hash)}`),
		missingBlock: (height) => new EthFault(`block ${height} is not kept by this node any more`),
		async range({ fromBlock, toBlock }, latest) {
			const from = heightIn(fromBlock, latest)
			const to = heightIn(toBlock, latest)
			if (from > to) throw new EthFault('invalid block range params', ethCodes.invalidParams)
			if (to > latest) throw new EthFault('block range extends beyond current head block', ethCodes.invalidParams)
			bounds.logBlocks.check(to - from + 1)
			return { from, to }
		},
	},
	filters: {
		max: bounds.filters.most,
		whenFull: 'end the oldest',
		refuse: () => '',
		unknown: () => new EthFault('filter not found'),
		noLogFilter: () => new EthFault('filter not found'),
		check: () => {},
		blockHash: ({ hash }) => hash,
		pendingFrom: 'pool',
		delivers: () => true,
		firstMessageOnly: false,
	},
	hasPool: true,
	waitsForFee: true,
	pricedBy: 'newest',
	async checkTx(tx, context, isImpersonated) {
		assertFee(tx)
		return checkSignedTx(tx, context, isImpersonated)
	},
	refusal: (result) => new EthFault(refusalText(result)),
	keys: {
		unknownKey: (address) =>
			new EthFault(`unknown account ${hexBytes(address)}: No Signer available, its key is not in this node`),
		noSender: new EthFault('missing "from" in the transaction'),
		signDigest: textDigest,
		fill: fillTx,
		unlocks: true,
		noWallets: [],
	},
	noSubscriptions: new EthFault('notifications not supported', ethCodes.methodNotFound),
	noLogs: [],
}

/** `checkTx` for any fee. */
export const checkSignedTx: EthDialect['checkTx'] = async (tx, { blocks, chainId, evm }, isImpersonated) => {
	if (tx.type === 0 && !isProtected(tx)) {
		throw new EthFault('only replay-protected (EIP-155) transactions allowed over RPC')
	}
	const latest = await blocks.latestHeight()
	// The chain's own check would panic.
	if (latest === 0) throw noBlockYet
	const gasLimit = await evm.gasLimitAt(latest + 1)
	if (gasLimit > 0n && tx.gas > gasLimit) throw new EthFault('exceeds block gas limit')
	if (isImpersonated) return undefined
	try {
		return recoverSender(tx, latestSignerRules(chainId))
	} catch (fault) {
		if (fault instanceof SenderFault) throw new EthFault(fault.message)
		throw fault
	}
}

function assertFee(tx: EthTx): void {
	const fee = feeOf(tx)
	if (fee > feeCap) throw new EthFault(`tx fee (${coins(fee)}) exceeds the configured cap (${coins(feeCap)})`)
}

/** As Ethereum's tools know it (go-ethereum v1.16 core/error.go). */
function refusalText({ log, codespace, code, byPool }: Refusal): string {
	if (byPool === true) return code === 19 ? 'already known' : log
	const nonce = /invalid nonce; got (\d+), expected (\d+)/.exec(log)
	if (nonce !== null) {
		const [, got, expected] = nonce
		const kind = BigInt(got!) < BigInt(expected!) ? 'low' : 'high'
		return `nonce too ${kind}: next nonce ${expected}, tx nonce ${got}`
	}
	const funds = /sender balance < tx cost \((\d+) < (\d+)\)/.exec(log)
	if (funds !== null)
		return `insufficient funds for gas * price + value: balance ${funds[1]}, tx cost ${funds[2]}, overshot ${BigInt(funds[2]!) - BigInt(funds[1]!)}`
	const gas = /gas limit too low: (\d+) \(gas limit\) < (\d+) \(intrinsic gas\)/.exec(log)
	if (gas !== null) return `intrinsic gas too low: gas ${gas[1]}, minimum needed ${gas[2]}`
	const floor = /gas limit too low: (\d+) \(gas limit\) < (\d+) \(floor data gas\)/.exec(log)
	if (floor !== null) {
		return `insufficient gas for floor data gas cost: gas ${floor[1]}, minimum needed ${floor[2]}`
	}
	const fee =
		/max fee per gas less than block base fee \((\d+) < (\d+)\)/.exec(log) ??
		/the tx gasfeecap is lower than the tx baseFee: (\d+) \(gasfeecap\), (\d+) \(basefee\)/.exec(log)
	if (fee !== null) return `max fee per gas less than block base fee: maxFeePerGas: ${fee[1]}, baseFee: ${fee[2]}`
	return `${log} (${codespace} ${code})`
}

function coins(amount: bigint): string {
	return `${amount / 10n ** 18n}.${((amount / 10n ** 16n) % 100n).toString().padStart(2, '0')} coins`
}
