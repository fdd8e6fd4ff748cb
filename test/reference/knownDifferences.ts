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
		reason: 'keys of sr25519, and null among the keys of a threshold key, which this chain does not have',
		generation: 8,
		matches: ({ body = '' }, _theirs, ours) =>
			(/PubKeySr25519/.test(body) && ours.status === 500) || ours.body.includes('create a new Any'),
	},
	{
		reason: 'coins of a message whose denomination only this chain takes, and a MsgMultiSend without an address',
		generation: 8,
		matches: (_request, theirs) => /"raw_log":"(invalid coins|invalid address: (in|out)put address)/.test(theirs.body),
	},
	{
		reason: 'gas, which is counted by another chain',
		generation: 8,
		matches: (_request, theirs, ours) => /out of gas|"gas":/.test(theirs.body + ours.body),
	},
	{
		reason: 'which of several parameters of a gateway route counts or is told: Go reads them in an order of chance',
		generation: 9,
		matches: ({ path }, theirs, ours) =>
			/^\/(cosmos|chain)\/.*\?.*&/.test(path) && ((theirs.status === 400 && ours.status === 400) || /[?&]=/.test(path)),
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
