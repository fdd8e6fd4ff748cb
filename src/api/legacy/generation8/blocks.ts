import { formatTime } from '../../../chain/blockTime.ts'
import type { BlockId, Commit, Header } from '../../../chain/blockTypes.ts'
import type { ChainStatus } from '../../../chain/ChainReader.ts'
import { encodeBech32 } from '../../../codec/address/bech32.ts'
import { writeCompactJson } from '../../../codec/goJson/writeJson.ts'
import { ChainError } from '../../../errors/ChainError.ts'
import { concatBytes, toBase64, toHexUpper } from '../../../util/bytes.ts'
import type { RestRequest } from '../../rest/RestHandler.ts'
import { parseInteger } from '../../services/goParse.ts'
import { checkHeight, clampPerPage } from '../../services/pages.ts'
import { askedPage, queryValues } from '../formValues.ts'
import { answer, answerAt, type LegacyAnswer, LegacyFault, type LegacyParts } from '../LegacyAnswer.ts'

/** That generation's REST server was a client of the engine's RPC; this is how such errors reached it. */
export function rpcFault(method: string, text: string): LegacyFault {
	return new LegacyFault(500, `${method}: RPC error -32603 - Internal error: ${text}`)
}

/** `GET /node_info`: the protocols of that generation, and this program's own version. */
export async function nodeInfoAnswer8({ chain, identity }: LegacyParts): Promise<LegacyAnswer> {
	const { chainId } = await chain.status()
	const { application } = identity
	const deps = application.buildDeps.map(({ path, version }) => `${path}@${version}`)
	return answer(
		writeCompactJson({
			node_info: {
				protocol_version: { p2p: '7', block: '10', app: '0' },
				id: identity.nodeId,
				listen_addr: identity.listenAddress,
				network: chainId,
				version: '0.33.9',
				channels: '4020212223303800',
				moniker: identity.moniker,
				other: { tx_index: 'on', rpc_address: identity.rpcAddress },
			},
			application_version: {
				name: application.name,
				server_name: application.appName,
				client_name: application.appName,
				version: application.version,
				commit: application.gitCommit,
				build_tags: application.buildTags,
				go: application.goVersion,
				build_deps: deps.length === 0 ? null : deps,
			},
		}),
	)
}

/** `GET /syncing` */
export async function syncingAnswer8({ chain }: LegacyParts): Promise<LegacyAnswer> {
	const { catchingUp } = await chain.status()
	return answer(`{"syncing":${catchingUp}}`)
}

/** `GET /blocks/{height}` and `/blocks/latest` (text undefined): this chain's blocks in the JSON of that generation. */
export async function blockAnswer8({ chain }: LegacyParts, text?: string): Promise<LegacyAnswer> {
	const status = await chain.status()
	const height = text === undefined ? status.height : pathHeight(status, text, 'Block', blockFault, 0)
	const [block, meta] = await Promise.all([chain.block(height), chain.blockMeta(height)])
	if (block === undefined || meta === undefined) throw rpcFault('Block', 'nil Block')
	return answer(
		writeCompactJson({
			block_id: blockId8(meta.blockId),
			block: {
				header: header8(block.header),
				data: { txs: block.txs.length === 0 ? null : block.txs.map(toBase64) },
				evidence: { evidence: null },
				last_commit: commit8(block.lastCommit),
			},
		}),
	)
}

const blockFault = "couldn't parse block height. Assumed format is '/block/{height}'."

function blockId8({ hash, parts }: BlockId) {
	return { hash: toHexUpper(hash), parts: { total: String(parts.total), hash: toHexUpper(parts.hash) } }
}

function header8(header: Header) {
	return {
		version: { block: String(header.version.block), app: String(header.version.app) },
		chain_id: header.chainId,
		height: String(header.height),
		time: formatTime(header.time),
		last_block_id: blockId8(header.lastBlockId),
		last_commit_hash: toHexUpper(header.lastCommitHash),
		data_hash: toHexUpper(header.dataHash),
		validators_hash: toHexUpper(header.validatorsHash),
		next_validators_hash: toHexUpper(header.nextValidatorsHash),
		consensus_hash: toHexUpper(header.consensusHash),
		app_hash: toHexUpper(header.appHash),
		last_results_hash: toHexUpper(header.lastResultsHash),
		evidence_hash: toHexUpper(header.evidenceHash),
		proposer_address: toHexUpper(header.proposerAddress),
	}
}

function commit8({ height, round, blockId, signatures }: Commit) {
	return {
		height: String(height),
		round: String(round),
		block_id: blockId8(blockId),
		signatures:
			signatures.length === 0
				? null
				: signatures.map((part) => ({
						block_id_flag: part.blockIdFlag,
						validator_address: toHexUpper(part.validatorAddress),
						timestamp: formatTime(part.timestamp),
						signature: toBase64(part.signature),
					})),
	}
}

/** Amino's prefix of an ed25519 key, which that generation's bech32 form of it starts with. */
const ed25519Prefix = Uint8Array.of(0x16, 0x24, 0xde, 0x64, 0x20)

/** `GET /validatorsets/{height}` and `/validatorsets/latest` (text undefined). */
export async function validatorsAnswer8(
	{ chain, settings }: LegacyParts,
	request: RestRequest,
	text?: string,
): Promise<LegacyAnswer> {
	const { page, limit } = pageOf(request)
	const status = await chain.status()
	const height =
		text === undefined ? status.height + 1 : pathHeight(status, text, 'Validators', 'failed to parse block height', 1)
	const all = (await chain.validators(height)) ?? []
	const perPage = clampPerPage(limit)
	const pages = Math.ceil(all.length / perPage)
	if (page > BigInt(Math.max(1, pages))) {
		throw rpcFault('Validators', `page should be within [0, ${pages}] range, given ${page}`)
	}
	const first = Number(page - 1n) * perPage
	const validators = all.slice(first, first + perPage).map((validator) => {
		const address = encodeBech32(`${settings.prefix}valcons`, validator.address)
		const key = encodeBech32(`${settings.prefix}valconspub`, concatBytes(ed25519Prefix, validator.pubKey))
		return `{"address":"${address}","pub_key":"${key}","proposer_priority":"${validator.proposerPriority}","voting_power":"${validator.power}"}`
	})
	return answerAt(0n, `{"block_height":"${height}","validators":[${validators.join(',')}]}`)
}

function pageOf(request: RestRequest) {
	try {
		return askedPage(queryValues(request), 100)
	} catch (error) {
		if (error instanceof ChainError) throw new LegacyFault(400, 'failed to parse pagination parameters')
		throw error
	}
}

/** A height of the path as a number; `beyond` is how far behind the latest block it may lie. */
function pathHeight(status: ChainStatus, text: string, method: string, fault: string, beyond: number): number {
	let height: bigint
	try {
		height = parseInteger(text, { base: 10, signed: true, bits: 64 })
	} catch (error) {
		if (error instanceof ChainError) throw new LegacyFault(400, fault)
		throw error
	}
	if (height > BigInt(status.height)) {
		throw new LegacyFault(404, 'requested block height is bigger then the chain length')
	}
	try {
		return checkHeight(status, height, status.height + beyond)
	} catch (error) {
		if (error instanceof ChainError) throw rpcFault(method, error.log)
		throw error
	}
}
