import type { BlockId, Commit, Header } from '../../../chain/blockTypes.ts'
import type { ChainStatus } from '../../../chain/ChainReader.ts'
import { encodeBech32 } from '../../../codec/address/bech32.ts'
import { writeCompactJson } from '../../../codec/goJson/writeJson.ts'
import { inOtherWords } from '../../../errors/ChainError.ts'
import { concatBytes, toBase64, toHexUpper } from '../../../util/bytes.ts'
import type { RestRequest } from '../../rest/RestHandler.ts'
import { commitJson, headerJson } from '../../rpc/json/blockJson.ts'
import { checkHeight, clampPerPage } from '../../services/pages.ts'
import { answer, answerAt, type LegacyAnswer, LegacyFault, type LegacyParts } from '../LegacyAnswer.ts'
import { blockHeightFault, nodeInfoAnswer, pathHeight, validatorsPage } from '../sharedAnswers.ts'

/** That generation's REST server was a client of the engine's RPC; this is how such errors reached it. */
export function rpcFault(method: string, text: string): LegacyFault {
	return new LegacyFault(500, `${method}: RPC error -32603 - Internal error: ${text}`)
}

/** `GET /node_info`: the protocols of that generation, and this program's own version. */
export function nodeInfoAnswer8(parts: LegacyParts): Promise<LegacyAnswer> {
	return nodeInfoAnswer(parts, {
		protocol: { p2p: '7', block: '10', app: '0' },
		version: '0.33.9',
		channels: '4020212223303800',
		afterName: { client_name: parts.identity.application.appName },
	})
}

/** `GET /blocks/{height}` and `/blocks/latest` (text undefined): this chain's blocks in the JSON of that generation. */
export async function blockAnswer8({ chain }: LegacyParts, text?: string): Promise<LegacyAnswer> {
	const status = await chain.status()
	const height = text === undefined ? status.height : heightAt(status, text, 'Block', blockHeightFault)
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

function blockId8({ hash, parts }: BlockId) {
	return { hash: toHexUpper(hash), parts: { total: String(parts.total), hash: toHexUpper(parts.hash) } }
}

function header8(header: Header) {
	const { block, app } = header.version
	return {
		...headerJson(header),
		version: { block: String(block), app: String(app) },
		last_block_id: blockId8(header.lastBlockId),
	}
}

function commit8(commit: Commit) {
	const { signatures, ...json } = commitJson(commit)
	return {
		...json,
		round: String(commit.round),
		block_id: blockId8(commit.blockId),
		signatures: signatures.length === 0 ? null : signatures,
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
	const { page, limit } = validatorsPage(request)
	const status = await chain.status()
	const height =
		text === undefined ? status.height + 1 : heightAt(status, text, 'Validators', 'failed to parse block height')
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

/** A height of the path as a number. */
function heightAt(status: ChainStatus, text: string, method: string, fault: string): number {
	const height = pathHeight(status, text, fault)
	return inOtherWords(
		() => checkHeight(status, height, status.height),
		(error) => rpcFault(method, error.log),
	)
}
