import type { ChainStatus } from '../../chain/ChainReader.ts'
import { writeCompactJson } from '../../codec/goJson/writeJson.ts'
import { inOtherWords } from '../../errors/ChainError.ts'
import { parseQuery, type UrlValues } from '../rest/goUrl.ts'
import type { RestRequest } from '../rest/RestHandler.ts'
import { parseInt64 } from '../services/goParse.ts'
import { askedHeight, askedPage, formValue, queryValues } from './formValues.ts'
import { answer, type LegacyAnswer, LegacyFault, type LegacyParts } from './LegacyAnswer.ts'

/** What a generation tells of itself in `GET /node_info`. */
interface OwnNodeInfo {
	readonly protocol: { readonly p2p: string; readonly block: string; readonly app: string }
	/** Version of the engine. */
	readonly version: string
	/** Upper-case hex. */
	readonly channels: string
	/** Members behind the application's name, and at the end. */
	readonly afterName: object
	readonly atEnd?: object
}

/** `GET /node_info` */
export async function nodeInfoAnswer({ chain, identity }: LegacyParts, own: OwnNodeInfo): Promise<LegacyAnswer> {
	const { chainId } = await chain.status()
	const { application } = identity
	return answer(
		writeCompactJson({
			node_info: {
				protocol_version: own.protocol,
				id: identity.nodeId,
				listen_addr: identity.listenAddress,
				network: chainId,
				version: own.version,
				channels: own.channels,
				moniker: identity.moniker,
				other: { tx_index: 'on', rpc_address: identity.rpcAddress },
			},
			application_version: {
				name: application.name,
				server_name: application.appName,
				...own.afterName,
				version: application.version,
				commit: application.gitCommit,
				build_tags: application.buildTags,
				go: application.goVersion,
				// No Go module is built into this program.
				build_deps: null,
				...own.atEnd,
			},
		}),
	)
}

/** `GET /syncing` */
export async function syncingAnswer({ chain }: LegacyParts): Promise<LegacyAnswer> {
	const { catchingUp } = await chain.status()
	return answer(`{"syncing":${catchingUp}}`)
}

/** What is said of a height of the path of a block that is no number. */
export const blockHeightFault = "couldn't parse block height. Assumed format is '/block/{height}'."

/** A height of the path. @throws {LegacyFault} 400 with `fault` for no number, 404 for one beyond the newest block. */
export function pathHeight({ height: newest }: ChainStatus, text: string, fault: string): bigint {
	const height = orRefusal(fault, () => parseInt64(text))
	if (height > BigInt(newest)) throw new LegacyFault(404, 'requested block height is bigger then the chain length')
	return height
}

/** Page and limit of a list of validators. @throws {LegacyFault} 400. */
export function validatorsPage(request: RestRequest): ReturnType<typeof askedPage> {
	return orRefusal('failed to parse pagination parameters', () => askedPage(queryValues(request), 100))
}

function orRefusal<Value>(fault: string, read: () => Value): Value {
	return inOtherWords(read, () => new LegacyFault(400, fault))
}

/**
 * The parameters of a search of transactions, or its whole reply: `null` without parameters; for height 0 the
 * transactions of the genesis document, of which there are none.
 * @throws {LegacyFault} 400.
 */
export function searchValues(request: RestRequest): UrlValues | LegacyAnswer {
	const values: UrlValues = new Map()
	const error = parseQuery(request.rawQuery, values)
	if (error !== undefined) throw new LegacyFault(400, `failed to parse query parameters: ${error.message}`)
	if (/^[+-]?0+$/.test(formValue(values, 'height'))) return answer('[]')
	askedHeight(values)
	return values.size === 0 ? answer('null') : values
}
