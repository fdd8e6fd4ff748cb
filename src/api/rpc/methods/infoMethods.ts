import { formatTime, zeroTime } from '../../../chain/blockTime.ts'
import type { BlockMeta } from '../../../chain/blockTypes.ts'
import type { GenesisDocument } from '../../../chain/GenesisDocument.ts'
import { type ByteSource, memorySource } from '../../../codec/goJson/JsonScanner.ts'
import { parseJson } from '../../../codec/goJson/parseJson.ts'
import { RawJson, writeCompactJson } from '../../../codec/goJson/writeJson.ts'
import { noBytes } from '../../../codec/noBytes.ts'
import { concatBytes, toBase64, toHexUpper, utf8 } from '../../../util/bytes.ts'
import type { ConsensusParams, StatusReply } from '../../../wire/node.ts'
import { pageBounds } from '../../services/pages.ts'
import { pubKeyJson, validatorJson } from '../json/blockJson.ts'
import { paramUpdatesJson, queryResponseJson } from '../json/resultJson.ts'
import { MethodFault, MethodPanic } from '../MethodFault.ts'
import { defineMethod, type RpcContext, type ServedGenesis } from '../RpcMethod.ts'
import { pageSize, requestedHeight } from './heights.ts'

/** Bytes of the genesis document in one chunk (tendermint rpc/core/env.go genesisChunkSize). */
const chunkBytes = 16 * 1024 * 1024

/** Methods about the node, its genesis and its application (tendermint v0.34.15 rpc/core). */
export const infoMethods = {
	health: defineMethod('health', [], () => ({})),
	status: defineMethod('status', [], (_args, context) => status(context)),
	net_info: defineMethod('net_info', [], () => ({
		listening: true,
		listeners: ['Listener(@)'],
		n_peers: '0',
		peers: [],
	})),
	genesis: defineMethod('genesis', [], async (_args, { chain }) => {
		const genesis = await chain.genesis()
		if (genesis.state !== undefined || (utf8(genesis.text).length > chunkBytes && served(genesis).size > chunkBytes)) {
			throw new MethodFault('genesis response is large, please use the genesis_chunked API instead')
		}
		return { genesis: genesisJson(genesis, genesis.appState) }
	}),
	genesis_chunked: defineMethod('genesis_chunked', [['chunk', 'uint']], async ({ chunk }, { chain }) => {
		const document = served(await chain.genesis())
		const total = Math.ceil(document.size / chunkBytes)
		const id = BigInt.asIntN(64, chunk)
		if (id < 0n) throw new MethodPanic(`runtime error: index out of range [${id}]`)
		if (id >= BigInt(total)) throw new MethodFault(`there are ${total - 1} chunks, ${chunk} is invalid`)
		const data = document.read(Number(id) * chunkBytes, chunkBytes)
		return { chunk: String(chunk), total: String(total), data: toBase64(data) }
	}),
	validators: defineMethod(
		'validators',
		[
			['height', 'int64?'],
			['page', 'int?'],
			['per_page', 'int?'],
		],
		async ({ height, page, per_page }, { chain }) => {
			const status = await chain.status()
			const at = requestedHeight(status, height, status.height + 1)
			const all = (await chain.validators(at)) ?? []
			const validators = all.slice(...pageBounds(page ?? 1n, pageSize(per_page), all.length))
			return {
				block_height: String(at),
				validators: validators.map(validatorJson),
				count: String(validators.length),
				total: String(all.length),
			}
		},
	),
	consensus_params: defineMethod('consensus_params', [['height', 'int64?']], async ({ height }, { chain }) => {
		const status = await chain.status()
		const at = requestedHeight(status, height, status.height + 1)
		const params = await chain.consensusParams(at)
		if (params === undefined) throw new MethodFault(`could not find consensus params for height #${at}`)
		return { block_height: String(at), consensus_params: consensusParamsJson(params) }
	}),
	abci_info: defineMethod('abci_info', [], async (_args, { application }) => {
		const { data, version, appVersion, lastBlockHeight, lastBlockAppHash } = await application.info()
		return {
			response: {
				data: data || undefined,
				version: version || undefined,
				app_version: appVersion === 0n ? undefined : String(appVersion),
				last_block_height: lastBlockHeight === 0 ? undefined : String(lastBlockHeight),
				last_block_app_hash: lastBlockAppHash.length === 0 ? undefined : toBase64(lastBlockAppHash),
			},
		}
	}),
	abci_query: defineMethod(
		'abci_query',
		[
			['path', 'string'],
			['data', 'hexBytes'],
			['height', 'int64'],
			['prove', 'bool'],
		],
		async ({ path, data, height, prove }, { application }) => ({
			response: queryResponseJson(await application.query({ path, data, height, prove: prove === true })),
		}),
	),
	broadcast_evidence: defineMethod(
		'broadcast_evidence',
		[['evidence', 'evidence']],
		async ({ evidence }, { chain }) => {
			if (evidence === undefined) throw new MethodFault('no evidence was provided')
			try {
				evidence.validate()
			} catch (fault) {
				if (fault instanceof MethodPanic || !(fault instanceof MethodFault)) throw fault
				throw new MethodFault(`evidence.ValidateBasic failed: ${fault.message}`)
			}
			const { height, text } = evidence
			if (text !== undefined && (await chain.blockMeta(Number(height))) === undefined) {
				const reason = `don't have header #${height}`
				throw new MethodFault(`failed to add evidence: Invalid evidence: ${reason}. Evidence: ${text}`)
			}
			throw new MethodFault('failed to add evidence: this node is the only validator of its chain')
		},
	),
}

async function status({ chain, identity }: RpcContext): Promise<StatusReply> {
	const { chainId, height, earliestHeight, validator, catchingUp } = await chain.status()
	const latest = syncPoint(await chain.blockMeta(height))
	const earliest = syncPoint(await chain.blockMeta(earliestHeight))
	return {
		node_info: {
			protocol_version: {
				p2p: String(identity.protocol.p2p),
				block: String(identity.protocol.block),
				app: String(identity.protocol.app),
			},
			id: identity.nodeId,
			listen_addr: identity.listenAddress,
			network: chainId,
			version: identity.engineVersion,
			channels: toHexUpper(identity.channels),
			moniker: identity.moniker,
			other: { tx_index: 'on', rpc_address: identity.rpcAddress },
		},
		sync_info: {
			latest_block_hash: latest.hash,
			latest_app_hash: latest.appHash,
			latest_block_height: latest.height,
			latest_block_time: latest.time,
			earliest_block_hash: earliest.hash,
			earliest_app_hash: earliest.appHash,
			earliest_block_height: earliest.height,
			earliest_block_time: earliest.time,
			catching_up: catchingUp,
		},
		validator_info: {
			address: toHexUpper(validator.address),
			pub_key: pubKeyJson(validator.pubKey),
			voting_power: String(validator.power),
		},
	}
}

/** Before the first block: empty hashes and the Unix epoch, as in Tendermint. */
function syncPoint(meta: BlockMeta | undefined) {
	return {
		hash: toHexUpper(meta?.blockId.hash ?? noBytes),
		appHash: toHexUpper(meta?.header.appHash ?? noBytes),
		height: String(meta?.header.height ?? 0),
		time: formatTime(meta?.header.time ?? { ...zeroTime, seconds: 0n }),
	}
}

/** The bytes of the genesis document that are served in chunks. */
function served(genesis: GenesisDocument): ByteSource {
	const { state } = genesis
	if (state === undefined) return memorySource(utf8(writeCompactJson(genesisJson(genesis, genesis.appState))))
	const head = utf8(writeCompactJson(genesisJson(genesis, 'null')).slice(0, -'null}'.length))
	return {
		size: head.length + state.size + 1,
		read(position, length) {
			const end = Math.min(position + length, head.length + state.size)
			const start = Math.max(position, head.length)
			return concatBytes(
				head.subarray(position, position + length),
				state.read(start - head.length, Math.max(0, end - start)),
				utf8(position + length > head.length + state.size ? '}' : ''),
			)
		},
	}
}

/** The genesis document in Tendermint's order of members; app_state as it was written. */
function genesisJson(genesis: GenesisDocument, appState: string): ServedGenesis {
	return {
		genesis_time: formatTime(genesis.genesisTime),
		chain_id: genesis.chainId,
		initial_height: String(genesis.initialHeight),
		consensus_params: consensusParamsJson(genesis.consensusParams),
		validators:
			genesis.validators.length === 0
				? undefined
				: genesis.validators.map(({ address, pubKey, power, name }) => ({
						address: toHexUpper(address),
						pub_key: pubKeyJson(pubKey),
						power: String(power),
						name,
					})),
		app_hash: toHexUpper(genesis.appHash),
		app_state: new RawJson(parseJson(appState)),
	}
}

/** Consensus parameters; an application version of zero is left out. */
function consensusParamsJson(params: GenesisDocument['consensusParams']): ConsensusParams {
	const json = paramUpdatesJson(params)
	return { ...json, block: { ...json.block, time_iota_ms: String(params.timeIotaMs) } } as ConsensusParams
}
