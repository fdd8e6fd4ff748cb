import { type ChainSettings, defaultChainSettings } from '../../codec/ChainSettings.ts'
import { appAgent } from '../../wire/RequestsSchema.ts'
import { besideMs, type Found, notThis, PlaceAsker, type ProbeOptions } from './PlaceAsker.ts'
import { isSameChain, type PlaceSpeech } from './places.ts'

export type { ProbeOptions } from './PlaceAsker.ts'

/** What a check of a place is about. */
export type PlaceProtocol =
	| 'Tendermint RPC'
	| 'REST'
	| 'EVM JSON-RPC'
	| 'gRPC'
	| 'old heights'
	| 'certificate'
	| 'rate limit'

/** The result of one check of a place. */
export interface PlaceCheck {
	readonly protocol: PlaceProtocol
	readonly ok: boolean
	/** Milliseconds until the answer. */
	readonly ms: number
	/** What was found, or why nothing was. Untrusted text. */
	readonly text: string
	/** Where it was found; absent where nothing was. */
	readonly url?: string
}

/** What a place is and offers. Texts are untrusted. */
export interface PlaceReport {
	readonly url: string
	/** In the order of `PlaceProtocol`. */
	readonly checks: readonly PlaceCheck[]
	/** Empty while unknown. */
	readonly chainId: string
	/** Newest block; 0 while unknown. */
	readonly height: number
	/** Time of that block, RFC 3339; empty while unknown. */
	readonly time: string
	/** `node 0.34.15`, `REST generation 8`, `EVM JSON-RPC`; empty when nothing answers. */
	readonly kind: string
	/** The best protocol at the address itself; `rpc` when nothing answers. */
	readonly speaks: PlaceSpeech
	/** Short names of what it offers: `rpc`, `rest 8`, `rest 9`, `evm`, `grpc`, `archive` or `pruning`. */
	readonly offers: readonly string[]
	/** Where REST and the EVM's JSON-RPC answer, if not at the address itself. */
	readonly rest?: string
	readonly evm?: string
	/** Prefix of addresses and native denomination; empty while unknown. */
	readonly prefix: string
	readonly denom: string
	/** Milliseconds of the first answer at the address itself; undefined when nothing answers there. */
	readonly ms: number | undefined
	/** Why nothing answers at the address; empty if something does. */
	readonly fault: string
	/** Whether it refused for want of a key. */
	readonly needsKey: boolean
}

/** The newest block of a place. */
export interface PlaceBeat {
	readonly height: number
	readonly chainId: string
	readonly ms: number
}

/** Asks a place for all it offers: every protocol at its address and at the usual ports beside it, and old heights. */
export async function probePlace(url: string, options: ProbeOptions = {}): Promise<PlaceReport> {
	const asker = new PlaceAsker(options)
	const [rpc, rest, evm] = await Promise.all([asker.tendermint(url), asker.rest(url), asker.evm(url)])
	const here = [rpc, rest, evm].find(({ ok }) => ok)
	const { speaks = 'rpc', height = 0, time = '', kind = '', ms } = here ?? {}
	const [beside, old, settings, certificate] = await Promise.all([
		// Of a provider's endpoint the ports beside it are not its own.
		here === undefined || options.key !== undefined
			? undefined
			: besides(url, { rpc, rest, evm, speaks, height }, options.beside),
		here === undefined ? undefined : asker.oldHeights(url, speaks, height),
		here === undefined ? undefined : settingsOf(url, speaks, options.key),
		url.startsWith('https:') ? asker.certificate(url) : undefined,
	])
	const allRest = rest.ok ? rest : (beside?.rest ?? rest)
	const allEvm = evm.ok ? evm : (beside?.evm ?? evm)
	const limit = asker.rateLimit
	const rateLimit: Found | undefined = limit === '' ? undefined : { ok: true, ms: 0, text: limit }
	const checks = (
		[
			['Tendermint RPC', rpc],
			['REST', allRest],
			['EVM JSON-RPC', allEvm],
			['gRPC', beside?.grpc],
			['old heights', old],
			['certificate', certificate],
			['rate limit', rateLimit],
		] as const
	).flatMap(([protocol, found]) => (found === undefined ? [] : [checkOf(protocol, found)]))
	const chainId = rpc.chainId ?? rest.chainId ?? ''
	return {
		url,
		checks,
		chainId: chainId === '' ? (allEvm.chainId ?? '') : chainId,
		height,
		time,
		kind,
		speaks,
		offers: [rpc, allRest, allEvm, beside?.grpc, old].flatMap((found) => found?.offers ?? []),
		...((allRest.url ?? url) === url ? {} : { rest: allRest.url }),
		...((allEvm.url ?? url) === url ? {} : { evm: allEvm.url }),
		prefix: settings?.prefix ?? '',
		denom: settings?.denom ?? '',
		ms,
		fault: here === undefined ? faultOf([rpc, rest, evm]) : '',
		needsKey: here === undefined && [rpc, rest, evm].some(({ needsKey }) => needsKey === true),
	}
}

/** The newest block of a place, asked by the first protocol that answers. Why, when none does. */
export async function placeBeat(url: string, options: ProbeOptions = {}): Promise<PlaceBeat | string> {
	const asker = new PlaceAsker(options)
	const rpc = await asker.tendermint(url)
	const others = rpc.ok ? [] : await Promise.all([asker.rest(url), asker.evm(url)])
	const found = [rpc, ...others].find(({ ok }) => ok)
	if (found === undefined) return faultOf([rpc, ...others])
	return { height: found.height ?? 0, chainId: found.chainId ?? '', ms: found.ms }
}

/** How two places stand to each other. */
export interface PlaceComparison {
	readonly sameChain: boolean
	/** The height that both have; 0 without one. */
	readonly height: number
	/** App hashes at that height, upper-case hex; empty where a place does not tell. */
	readonly appHashes: readonly [string, string]
	/** Blocks that the first is ahead of the second; negative when it is behind. */
	readonly ahead: number
}

/** A place to compare, and the key it takes. */
export type ComparedPlace = Pick<PlaceReport, 'url' | 'chainId' | 'height' | 'speaks'> & Pick<ProbeOptions, 'key'>

/** Compares two places: the same chain, the same state at a height both have, and who is behind. */
export async function comparePlaces(first: ComparedPlace, second: ComparedPlace): Promise<PlaceComparison> {
	const height = Math.min(first.height, second.height)
	const [one = '', two = ''] = await Promise.all(
		[first, second].map(({ url, speaks, key }) => new PlaceAsker({ key }).appHash(url, speaks, height)),
	)
	return {
		sameChain: isSameChain(first.chainId, second.chainId),
		height,
		appHashes: [one, two],
		ahead: first.height - second.height,
	}
}

/** Why nothing answers: what the network said, or the only answer that is not of another protocol. */
function faultOf(found: readonly Found[]): string {
	return found.find(({ text }) => text !== notThis)?.text ?? notThis
}

function checkOf(protocol: PlaceProtocol, { ok, ms, text, url }: Found): PlaceCheck {
	return { protocol, ok, ms, text, ...(url === undefined ? {} : { url }) }
}

/** Prefix and denomination of a chain; empty where its place cannot tell. */
async function settingsOf(
	url: string,
	speaks: PlaceSpeech,
	key: string | undefined,
): Promise<Pick<ChainSettings, 'prefix' | 'denom'>> {
	const [{ detectSettings }, { placeConnection }] = await Promise.all([
		import('../detectSettings.ts'),
		import('../rpc/placeConnection.ts'),
	])
	const connection = placeConnection({ url, speaks }, { apiKey: async () => key, agent: appAgent })
	try {
		return await detectSettings(connection, { ...defaultChainSettings, prefix: '', denom: '' })
	} finally {
		connection.close()
	}
}

/** What was found at an address itself. */
interface Here {
	readonly rpc: Found
	readonly rest: Found
	readonly evm: Found
	readonly speaks: PlaceSpeech
	readonly height: number
}

/** REST, EVM and gRPC beside an address, if they are of the same chain. Keys are not sent there. */
async function besides(
	url: string,
	{ rpc, rest, evm, speaks, height }: Here,
	beside: ProbeOptions['beside'] = {},
): Promise<{ readonly rest: Found | undefined; readonly evm: Found | undefined; readonly grpc: Found }> {
	const asker = new PlaceAsker({})
	const at = (port: number): string => {
		const other = new URL(url)
		other.port = String(port)
		other.pathname = ''
		other.search = ''
		return other.href.replace(/\/$/, '')
	}
	const { hostname, protocol } = new URL(url)
	const { rest: restUrl = at(1317), evm: evmUrl = at(8546), grpc: grpcHost = `${hostname}:9090` } = beside
	const here = [rpc, rest, evm].filter(({ ok }) => ok)
	// Of a block that whoever is a little behind has too.
	const common = Math.max(1, height - 2)
	const [hash, foundRest, foundEvm, grpc] = await Promise.all([
		asker.appHash(url, speaks, common),
		rest.ok ? undefined : asker.rest(restUrl, besideMs),
		evm.ok ? undefined : asker.evm(evmUrl, besideMs),
		asker.grpc(`${protocol === 'https:' ? 'grpcs' : 'grpc'}://${grpcHost}`, common),
	])
	// Two chains of one host often have the same name, but not the same state. What did not answer is of none.
	const isSame = async (found: Found): Promise<boolean> => {
		if (!here.every((one) => isSameChain(one.chainId ?? '', found.chainId ?? ''))) return false
		const { url: other = '', speaks: words = 'rpc' } = found
		return hash === '' || hash === (found.appHash ?? (await asker.appHash(other, words, common)))
	}
	const [isRest, isEvm, isGrpc] = await Promise.all(
		[foundRest, foundEvm, grpc].map(async (found) => found !== undefined && isSame(found)),
	)
	return {
		rest: isRest ? foundRest : undefined,
		evm: isEvm ? foundEvm : undefined,
		grpc:
			grpc.ok && !isGrpc
				? { ok: false, ms: grpc.ms, text: `${grpcHost.replace(/^.*:/, ':')} is of another chain` }
				: grpc,
	}
}
