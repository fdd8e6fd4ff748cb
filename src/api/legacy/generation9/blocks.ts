import { encodeBech32 } from '../../../codec/address/bech32.ts'
import { aminoNames } from '../../../codec/amino/aminoNames.ts'
import { quoteJson } from '../../../codec/goJson/quoteJson.ts'
import { writeCompactJson } from '../../../codec/goJson/writeJson.ts'
import { toBase64, toHexUpper } from '../../../util/bytes.ts'
import type { RestRequest } from '../../rest/RestHandler.ts'
import { blockIdJson, blockJson } from '../../rpc/json/blockJson.ts'
import { checkHeight, clampPerPage, pageBounds } from '../../services/pages.ts'
import { answer, answerAt, type LegacyAnswer, LegacyFault, type LegacyParts, orFault } from '../LegacyAnswer.ts'
import { blockHeightFault, nodeInfoAnswer, pathHeight, validatorsPage } from '../sharedAnswers.ts'

/** `GET /node_info` */
export function nodeInfoAnswer9(parts: LegacyParts): Promise<LegacyAnswer> {
	const { protocol, engineVersion, channels, application } = parts.identity
	return nodeInfoAnswer(parts, {
		protocol: { p2p: String(protocol.p2p), block: String(protocol.block), app: String(protocol.app) },
		version: engineVersion,
		channels: toHexUpper(channels),
		afterName: {},
		atEnd: { cosmos_sdk_version: application.cosmosSdkVersion },
	})
}

/** `GET /blocks/latest` */
export async function latestBlockAnswer(parts: LegacyParts): Promise<LegacyAnswer> {
	const { height } = await parts.chain.status()
	return answer(await blockText(parts, height))
}

/** `GET /blocks/{height}` */
export async function blockAnswer(parts: LegacyParts, text: string): Promise<LegacyAnswer> {
	const status = await parts.chain.status()
	const height = pathHeight(status, text, blockHeightFault)
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
	const page = validatorsPage(request)
	const { height } = await parts.chain.status()
	return validatorsAnswerAt(parts, height + 1, page)
}

/** `GET /validatorsets/{height}` */
export async function validatorsAnswer(parts: LegacyParts, request: RestRequest, text: string): Promise<LegacyAnswer> {
	const page = validatorsPage(request)
	const status = await parts.chain.status()
	const height = pathHeight(status, text, 'failed to parse block height')
	const at = orFault(500, () => checkHeight(status, height, status.height))
	return validatorsAnswerAt(parts, at, page)
}

async function validatorsAnswerAt(
	{ chain, settings }: LegacyParts,
	height: number,
	{ page, limit }: ReturnType<typeof validatorsPage>,
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
