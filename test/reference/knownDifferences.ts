import type { FuzzRequest } from './mutateRequest.ts'
import type { RestReply } from './RestReply.ts'

interface Known {
	/** As docs/legacy-rest.md says it. */
	readonly reason: string
	readonly generation: 8 | 9
	matches(request: FuzzRequest, theirs: RestReply, ours: RestReply): boolean
}

const isPanic = ({ status, body }: RestReply): boolean => status === 500 && body.includes('"Internal error"')

const numbers = /\d+/g

/** The gateway's refusal of an argument. */
const isInvalidArgument = ({ status, body }: RestReply): boolean => status === 400 && /"code":\s*3\b/.test(body)

/** Whether a refusal names one of these parameters. */
function isAboutOne(names: readonly string[], reply: RestReply): boolean {
	return (
		isInvalidArgument(reply) &&
		names.some((name) => name !== '' && reply.body.includes(JSON.stringify(name).slice(1, -1)))
	)
}

/** A reply without the numbers that the gas of this chain decides: what a transaction used up, what a node estimated. */
function withoutGas({ path }: FuzzRequest, body: string): string {
	const used = body.replace(/(out of gas in location: )\w+(; gasWanted: \d+, gasUsed: )\d+/g, '$1$2')
	// Those that are sent have the gas their sender chose.
	return path.startsWith('/txs') ? used : used.replace(/("gas":")\d+"/g, '$1"')
}

const withoutId = (body: string): string => body.replace(/"txhash":"[0-9A-F]{64}"/, '')

/** Whether a list of coins has a denomination behind its first that this chain takes for none. */
function hasBadLaterDenom(body: string): boolean {
	const lists = body.matchAll(/"(?:amount|coins)":\[([^\]]*)\]/g)
	return [...lists].some(([, list = '']) =>
		[...list.matchAll(/"denom":"([^"]*)"/g)]
			.slice(1)
			.some(([, denom = '']) => !/^[a-zA-Z][a-zA-Z0-9/]{2,127}$/.test(denom)),
	)
}

/** Differences that are wanted, with their reasons. */
const known: readonly Known[] = [
	{
		reason: 'a signature without its key: a crash there, a refusal here',
		generation: 9,
		matches: (_request, theirs, ours) => isPanic(theirs) && ours.status === 400 && ours.body.includes('has no pub_key'),
	},
	...([8, 9] as const).map(
		(generation): Known => ({
			reason: 'the place of an error in a search with several parameters, which Go joins in an order of chance',
			generation,
			matches: ({ path }, theirs, ours) =>
				/^\/txs\?.*&/.test(path) &&
				theirs.status === 500 &&
				theirs.body.includes('parse error') &&
				theirs.body.replace(numbers, '') === ours.body.replace(numbers, ''),
		}),
	),
	{
		reason: 'keys of sr25519, which this chain does not have: bytes of the wrong form are told there, the kind here',
		generation: 8,
		matches: ({ body = '' }, theirs, ours) =>
			/PubKeySr25519/.test(body) &&
			theirs.status === 400 &&
			ours.status === 500 &&
			ours.body.includes('value of type sr25519.PubKey is not assignable'),
	},
	{
		reason: 'null among the keys of a threshold key, which this chain cannot pack',
		generation: 8,
		matches: ({ body = '' }, theirs, ours) =>
			/"pubkeys":\[[^\]]*null/.test(body) &&
			theirs.status === 200 &&
			ours.status === 400 &&
			ours.body === '{"error":"Expecting non nil value to create a new Any: failed packing protobuf message to Any"}',
	},
	{
		reason: 'coins of a message whose denomination only this chain takes, and a MsgMultiSend without an address',
		generation: 8,
		matches: (_request, theirs) => /"raw_log":"(invalid coins|invalid address: (in|out)put address)/.test(theirs.body),
	},
	{
		reason: 'a denomination behind the first of a list, which that generation did not look at and this chain refuses',
		generation: 8,
		matches: ({ body = '' }, theirs, ours) =>
			hasBadLaterDenom(body) && theirs.status === 200 && ours.body.includes('"code":10,"raw_log":"invalid coins: '),
	},
	{
		reason: 'the id of a threshold key whose threshold has more than 32 bits, which this chain cannot keep',
		generation: 8,
		matches: ({ body = '' }, theirs, ours) =>
			/"threshold":"\d{10,}"/.test(body) && withoutId(theirs.body) === withoutId(ours.body),
	},
	{
		reason: 'gas, which is counted by another chain',
		generation: 8,
		matches: (request, theirs, ours) =>
			theirs.status === ours.status &&
			JSON.stringify(theirs.headers) === JSON.stringify(ours.headers) &&
			withoutGas(request, theirs.body) === withoutGas(request, ours.body),
	},
	{
		reason: 'which of several parameters of a gateway route counts or is told: Go reads them in an order of chance',
		generation: 9,
		matches: ({ path }, theirs, ours) => {
			if (!/^\/(cosmos|chain)\/.*\?.*&/.test(path)) return false
			const names = [...new URLSearchParams(path.slice(path.indexOf('?') + 1)).keys()]
			// Both refuse, each for one of the parameters; or a nameless one is read in another turn, which refuses or does not.
			if (isAboutOne(names, theirs) && isAboutOne(names, ours)) return true
			return names.includes('') && [theirs, ours].every((reply) => reply.status === 200 || isInvalidArgument(reply))
		},
	},
]

/** Why two replies may differ, or undefined. */
export function knownDifference(
	generation: 8 | 9,
	request: FuzzRequest,
	theirs: RestReply,
	ours: RestReply,
): string | undefined {
	return known.find((entry) => entry.generation === generation && entry.matches(request, theirs, ours))?.reason
}
