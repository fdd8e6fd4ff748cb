import { keccak256 } from '../../../crypto/keccak256.ts'
import { sdkErrors } from '../../../errors/ChainError.ts'
import { evmErrors } from '../../../modules/evm/errors.ts'
import { effectivePrice } from '../../../modules/evm/tx/EthTx.ts'
import { toHexUpper } from '../../../util/bytes.ts'
import type { NumberRef } from '../args/blockRef.ts'
import { readEthermintNumberOrHash, readLaxNumber, readOldNumber } from '../args/ethermintBlockRef.ts'
import { ethHeaderHash } from '../blocks/ethHeader.ts'
import { bounds } from '../bounds.ts'
import { handlerCrashed } from '../ethermint/askModule.ts'
import { fillEthermintTx } from '../ethermint/fillEthermintTx.ts'
import type { LogFilter } from '../filters/LogFilter.ts'
import { hexBytes, quantity } from '../hexJson.ts'
import { EthFault } from '../rpc/EthFault.ts'
import type { EthDialect, Refusal } from './EthDialect.ts'

/** Heights beyond the newest that a search may include; it stops at the first of them. */
const overhang = 600

/** The dialect of ethermint v0.14.1, with which the recordings were made, including its quirks. */
export const ethermintDialect: EthDialect = {
	isToday: false,
	limits: { batchItems: bounds.ethermintBatchItems, batchReplyBytes: bounds.ethermintBatchReplyBytes },
	readNumber: readLaxNumber,
	readNumberOrHash: readEthermintNumberOrHash,
	readLogNumber: readOldNumber,
	// ethermint has no limit; a log never has that many.
	maxTopics: 1_000,
	unclesOfNothing: '0x0',
	// The original passes the chain number instead of the base fee.
	priceBase: (_, { chainId }) => chainId,
	receipt: (json, { tx, baseFee }) =>
		tx.type === 2 ? { ...json, effectiveGasPrice: quantity(effectivePrice(tx, baseFee)) } : json,
	logs: {
		most: bounds.ethermintLogs,
		unknownHash: (hash) => new EthFault(`failed to fetch header by hash: block not found for hash ${hexBytes(hash)}`),
		missingBlock: (height, latest) =>
			new EthFault(`height ${height} must be less than or equal to the current blockchain height ${latest}`),
		async range({ fromBlock, toBlock }, latest) {
			const from = firstHeight(fromBlock, latest)
			const to = firstHeight(toBlock, latest)
			bounds.ethermintLogDistance.check(to - from)
			return from > latest ? undefined : { from, to: Math.min(to, latest + overhang) }
		},
	},
	filters: {
		max: bounds.ethermintFilters.most,
		whenFull: 'refuse',
		refuse(kind) {
			if (kind === 'logs') throw new EthFault('error creating filter: max limit reached')
			return `error creating ${kind === 'blocks' ? 'block' : 'pending tx'} filter: max limit reached`
		},
		unknown: (id) => new EthFault(`filter ${id} not found`),
		noLogFilter: (id, kind) =>
			new EthFault(`filter ${id} doesn't have a LogsSubscription type: got ${kind === 'blocks' ? 5 : 4}`),
		check({ fromBlock, toBlock }) {
			const [from, to] = [signed(fromBlock), signed(toBlock)]
			const isAllowed = (from >= 0n && to >= from) || (from >= -1n && to === -1n)
			if (!isAllowed) throw new EthFault(`invalid from and to block combination: from > to (${from} > ${to})`)
		},
		blockHash: ethHeaderHash,
		pendingFrom: 'block',
		delivers: ({ fromBlock, toBlock }: LogFilter, height) => {
			const [from, to] = [signed(fromBlock), signed(toBlock)]
			return from <= BigInt(height) && (to < 0n || to >= BigInt(height))
		},
		firstMessageOnly: true,
	},
	hasPool: false,
	waitsForFee: false,
	pricedBy: 'newest',
	checkTx: async () => undefined,
	refusal: (result) => new EthFault(refusalText(result)),
	keys: {
		unknownKey: (address) =>
			new EthFault(`no key for given address or file; key with address${toHexUpper(address)}not found: key not found`),
		// The original assumes that there is one.
		noSender: handlerCrashed(),
		signDigest: (data) => (data.length === 32 ? data : keccak256(data)),
		fill: fillEthermintTx,
		unlocks: false,
		noWallets: null,
	},
	noSubscriptions: new EthFault('notifications not supported'),
	noLogs: null,
}

/** A negative number is the newest block, 0 the first. */
function firstHeight(ref: NumberRef | undefined, latest: number): number {
	const number = signed(ref)
	return number < 0n ? latest : Math.max(1, Number(number))
}

/** go-ethereum's numbers of tags: -1 the latest block, also the default, -2 the pending one, 0 the earliest. */
function signed(ref: NumberRef | undefined): bigint {
	if (ref === undefined) return -1n
	if ('height' in ref) return ref.height
	return ref.tag === 'earliest' ? 0n : ref.tag === 'pending' ? -2n : -1n
}

const registered = [...Object.values(sdkErrors), ...Object.values(evmErrors)]

/** The text of CheckTx, followed by the name of its code a second time (cosmos-sdk v0.44.5 errors ABCIError). */
function refusalText({ codespace, code, log, byPool }: Refusal): string {
	const name = registered.find((error) => error.codespace === codespace && error.code === code)?.log ?? 'unknown'
	return `${byPool === true ? '' : log}: ${name}`
}
