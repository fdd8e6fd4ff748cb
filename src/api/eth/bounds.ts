import { Bound } from './rpc/Bound.ts'
import { ethCodes } from './rpc/EthFault.ts'

/** Code of go-ethereum for what asks for too much (v1.17 internal/ethapi clientLimitExceededError). */
const tooMuch = -38_026

/** Every bound of the Ethereum JSON-RPC: a method's or parameter's by its definition, those with `of` for all. */
export const bounds = {
	bodyBytes: new Bound({
		of: 'a request over HTTP',
		counts: 'bytes (go-ethereum v1.10.16 rpc/http.go maxRequestContentLength)',
		most: 5 * 1024 * 1024,
		text: undefined,
		beyond: 'HTTP status 413',
	}),
	messageBytes: new Bound({
		of: 'a message over WebSocket',
		counts: 'bytes',
		most: 5 * 1024 * 1024,
		text: undefined,
		beyond: 'the connection is closed (1009)',
	}),
	/** Default of go-ethereum (node/defaults.go). */
	batchItems: new Bound({
		of: 'an array of requests',
		counts: 'requests',
		dialect: 'geth',
		most: 1_000,
		text: () => 'batch too large',
		code: ethCodes.invalidRequest,
	}),
	batchReplyBytes: new Bound({
		of: 'an array of requests',
		counts: 'bytes of replies, before one more is answered',
		dialect: 'geth',
		most: 25_000_000,
		text: () => 'response too large',
		code: ethCodes.replyTooLarge,
	}),
	/** ethermint has none; these protect a public node. */
	ethermintBatchItems: new Bound({
		of: 'an array of requests',
		counts: 'requests',
		dialect: 'ethermint',
		most: 10_000,
		text: () => 'batch too large',
		code: ethCodes.invalidRequest,
	}),
	ethermintBatchReplyBytes: new Bound({
		of: 'an array of requests',
		counts: 'bytes of replies, before one more is answered',
		dialect: 'ethermint',
		most: 50_000_000,
		text: () => 'response too large',
		code: ethCodes.replyTooLarge,
	}),
	sockets: new Bound({
		of: 'all WebSockets',
		counts: 'connections',
		most: 500,
		text: undefined,
		beyond: 'HTTP status 503',
	}),
	subscriptions: new Bound({
		of: 'a WebSocket',
		counts: 'subscriptions',
		most: 1_000,
		text: (most) => `too many subscriptions, at most ${most} a connection`,
	}),
	callsInFlight: new Bound({
		of: 'a WebSocket',
		counts: 'calls at a time',
		most: 16,
		text: undefined,
		beyond: 'further messages wait unread',
	}),
	overrideAccounts: new Bound({
		counts: 'accounts of state overrides, of all simulated blocks together',
		most: 1_000,
		text: (most) => `too many accounts in state overrides (max ${most})`,
	}),
	overrideSlots: new Bound({
		counts: 'slots of state overrides, of all accounts together',
		most: 10_000,
		text: (most) => `too many slots in state overrides (max ${most})`,
	}),
	accessEntries: new Bound({
		counts: 'addresses and storage keys of an access list',
		most: 30_000,
		text: (most) => `too many entries in the access list (max ${most})`,
	}),
	/** go-ethereum v1.17 internal/ethapi maxGetStorageSlots. */
	storageValues: new Bound({
		counts: 'slots of all addresses together',
		most: 1_024,
		text: (most) => `too many slots (max ${most})`,
		code: tooMuch,
	}),
	proofKeys: new Bound({
		counts: 'storage keys',
		most: 1_024,
		text: (most) => `too many slots (max ${most})`,
		code: tooMuch,
	}),
	/** go-ethereum v1.16 eth/gasprice maxHistory. */
	historyBlocks: new Bound({
		counts: 'blocks of a fee history',
		dialect: 'geth',
		most: 1_024,
		text: undefined,
		beyond: 'the history is shorter',
	}),
	/** ethermint v0.14.1 server/config DefaultFeeHistoryCap; its text names the count too. */
	ethermintHistoryBlocks: new Bound({
		counts: 'blocks of a fee history',
		dialect: 'ethermint',
		most: 100,
		text: (most, count) => `FeeHistory user block count ${count} higher than ${most}`,
		code: ethCodes.serverError,
	}),
	percentiles: new Bound({
		counts: 'percentiles of a fee history',
		most: 100,
		text: (most) => `invalid reward percentile: over the query limit ${most}`,
		code: ethCodes.serverError,
	}),
	/** go-ethereum v1.16 eth/filters LogQueryLimit. */
	logAddresses: new Bound({
		counts: 'addresses of a log filter',
		most: 1_000,
		text: () => 'exceed max addresses or topics per search position',
		code: ethCodes.serverError,
	}),
	/** go-ethereum v1.16 eth/filters/api.go maxTopics; ethermint has no limit, and a log never has more than four. */
	logTopics: new Bound({
		counts: 'positions of topics of a log filter (ethermint: 1,000)',
		most: 4,
		dialect: 'geth',
		text: () => 'invalid argument 0: exceed max topics',
		code: ethCodes.invalidParams,
	}),
	/** go-ethereum v1.16 eth/filters/api.go maxSubTopics. */
	logAlternatives: new Bound({
		counts: 'alternatives of one topic of a log filter',
		most: 1_000,
		text: () => 'invalid argument 0: exceed max topics',
		code: ethCodes.invalidParams,
	}),
	logBlocks: new Bound({
		counts: 'blocks of a search for logs',
		dialect: 'geth',
		most: 10_000,
		text: (most) => `query exceeds max block range ${most}`,
	}),
	logs: new Bound({
		counts: 'logs found',
		dialect: 'geth',
		most: 20_000,
		text: (most) => `query returned more than ${most} results: ask for a smaller range`,
	}),
	/** Defaults of ethermint v0.14.1 server/config. */
	ethermintLogDistance: new Bound({
		counts: 'blocks between the first and the last of a search for logs',
		dialect: 'ethermint',
		most: 10_000,
		text: (most) => `maximum [from, to] blocks distance: ${most}`,
		code: ethCodes.serverError,
	}),
	ethermintLogs: new Bound({
		counts: 'logs found',
		dialect: 'ethermint',
		most: 10_000,
		text: (most) => `query returned more than ${most} results`,
		code: ethCodes.serverError,
	}),
	tracedBlocks: new Bound({
		counts: 'blocks of a search for calls',
		dialect: 'geth',
		most: 1_000,
		text: (most) => `query exceeds max block range ${most}`,
	}),
	filters: new Bound({
		counts: 'filters of a node',
		dialect: 'geth',
		most: 1_000,
		text: undefined,
		beyond: 'the one polled longest ago ends',
	}),
	ethermintFilters: new Bound({
		counts: 'filters of a node',
		dialect: 'ethermint',
		most: 200,
		text: () => 'error creating filter: max limit reached',
		code: ethCodes.serverError,
	}),
	filterChanges: new Bound({
		counts: 'changes of a filter between polls',
		most: 20_000,
		text: undefined,
		beyond: 'the filter ends',
	}),
	/** go-ethereum v1.17 internal/ethapi maxSimulateBlocks. */
	simulatedBlocks: new Bound({
		counts: 'simulated blocks, those between given heights included',
		most: 256,
		text: () => 'too many blocks',
		code: tooMuch,
	}),
	simulatedBlockCalls: new Bound({
		counts: 'calls of a simulated block',
		most: 5_000,
		text: (most, count) => `too many calls in block: ${count} > ${most}`,
		code: tooMuch,
	}),
	simulatedCalls: new Bound({
		counts: 'calls of a simulation',
		most: 10_000,
		text: (most, count) => `too many calls: ${count} > ${most}`,
		code: tooMuch,
	}),
	minedBlocks: new Bound({
		counts: 'blocks made by one call',
		most: 10_000,
		text: (most) => `at most ${most} blocks at once`,
		code: ethCodes.serverError,
	}),
} satisfies Readonly<Record<string, Bound>>
