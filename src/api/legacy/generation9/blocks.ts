import type { ChainStatus } from '../../../chain/ChainReader.ts'
import { encodeBech32 } from '../../../codec/address/bech32.ts'
import { aminoNames } from '../../../codec/amino/aminoNames.ts'
import { quoteJson } from '../../../codec/goJson/quoteJson.ts'
import { writeCompactJson } from '../../../codec/goJson/writeJson.ts'
import { ChainError } from '../../../errors/ChainError.ts'
import { toBase64, toHexUpper } from '../../../util/bytes.ts'
import type { RestRequest } from '../../rest/RestHandler.ts'
import { blockIdJson, blockJson } from '../../rpc/json/blockJson.ts'
import { parseInteger } from '../../services/goParse.ts'
import { checkHeight, clampPerPage, pageBounds } from '../../services/pages.ts'
import { askedPage, queryValues } from '../formValues.ts'
import { answer, answerAt, type LegacyAnswer, LegacyFault, type LegacyParts, orFault } from '../LegacyAnswer.ts'

/** `GET /node_info` */
export async function nodeInfoAnswer({ chain, identity }: LegacyParts): Promise<LegacyAnswer> {
	const { chainId } = await chain.status()
	const { protocol, application } = identity
	const deps = application.buildDeps.map(({ path, version }) => `${path}@${version}`)
	return answer(
		writeCompactJson({
			node_info: {
				protocol_version: { p2p: String(protocol.p2p), block: String(protocol.block), app: String(protocol.app) },
				id: identity.nodeId,
				listen_addr: identity.listenAddress,
				network: chainId,
				version: identity.engineVersion,
				channels: toHexUpper(identity.channels),
				moniker: identity.moniker,
				other: { tx_index: 'on', rpc_address: identity.rpcAddress },
			},
			application_version: {
				name: application.name,
				server_name: application.appName,
				version: application.version,
				commit: application.gitCommit,
				build_tags: application.buildTags,
				go: application.goVersion,
				build_deps: deps.length === 0 ? null : deps,
				cosmos_sdk_version: application.cosmosSdkVersion,
			},
		}),
	)
}

/** `GET /syncing` */
export async function syncingAnswer({ chain }: LegacyParts): Promise<LegacyAnswer> {
	const { catchingUp } = await chain.status()
	return answer(`{"syncing":${catchingUp}}`)
}

/** `GET /blocks/latest` */
export async function latestBlockAnswer(parts: LegacyParts): Promise<LegacyAnswer> {
	const { height } = await parts.chain.status()
	return answer(await blockText(parts, height))
}

/** `GET /blocks/{height}` */
export async function blockAnswer(parts: LegacyParts, text: string): Promise<LegacyAnswer> {
	const height = pathHeight(text, "couldn't parse block height. Assumed format is '/block/{height}'.")
	const status = await parts.chain.status()
	refuseFuture(status, height)
	const at = orFault(500, () => checkHeight(status, height, status.height))
	return answer(await blockText(parts, at))
}

async function blockText({ chain }: LegacyParts, height: number): Promise<string> {
	const [block, meta] = await Promise.all([chain.block(height), chain.blockMeta(height)])
	if (block === undefined || meta === undefined)
		return '{"block_id":{"hash":"","parts":{"total":0,"hash":""}},"block":null}'
	return writeCompactJson({ block_id: blockIdJson(meta.blockId), block: blockJson(block) })
}

/** `GET /validatorsets/latest`: the set of the block to come. */
export async function latestValidatorsAnswer(parts: LegacyParts, request: RestRequest): Promise<LegacyAnswer> {
	const page = pageOf(request)
	const { height } = await parts.chain.status()
	return validatorsAnswerAt(parts, height + 1, page)
}

/** `GET /validatorsets/{height}` */
export async function validatorsAnswer(parts: LegacyParts, request: RestRequest, text: string): Promise<LegacyAnswer> {
	const page = pageOf(request)
	const height = pathHeight(text, 'failed to parse block height')
	const status = await parts.chain.status()
	refuseFuture(status, height)
	const at = orFault(500, () => checkHeight(status, height, status.height + 1))
	return validatorsAnswerAt(parts, at, page)
}

type Page = ReturnType<typeof askedPage>

function pageOf(request: RestRequest): Page {
	try {
		return askedPage(queryValues(request), 100)
	} catch (error) {
		if (error instanceof ChainError) throw new LegacyFault(400, 'failed to parse pagination parameters')
		throw error
	}
}

async function validatorsAnswerAt(
	{ chain, settings }: LegacyParts,
	height: number,
	{ page, limit }: Page,
): Promise<LegacyAnswer> {
	const all = await chain.validators(height)
	if (all === undefined) throw new LegacyFault(500, `could not find validator set for height #${height}`)
	const perPage = clampPerPage(limit)
	const [from, to] = orFault(500, () => pageBounds(page, perPage, all.length))
	const keyType = aminoNames(settings.aminoBrand).nameOf('cosmos.crypto.ed25519.PubKey') ?? ''
	const validators = all.slice(from, to).map((validator) => {
		const address = encodeBech32(`${settings.prefix}valcons`, validator.address)
		return (
			`{"address":"${address}","pub_key":{"type":${quoteJson(keyType)},"value":"${toBase64(validator.pubKey)}"},` +
			`"proposer_priority":"${validator.proposerPriority}","voting_power":"${validator.power}"}`
		)
	})
	return answerAt(0n, `{"block_height":"${height}","validators":[${validators.join(',')}],"total":"${all.length}"}`)
}

function pathHeight(text: string, fault: string): bigint {
	try {
		return parseInteger(text, { base: 10, signed: true, bits: 64 })
	} catch (error) {
		if (error instanceof ChainError) throw new LegacyFault(400, fault)
		throw error
	}
}

function refuseFuture(status: ChainStatus, height: bigint): void {
	if (height > BigInt(status.height)) {
		throw new LegacyFault(404, 'requested block height is bigger then the chain length')
	}
}
