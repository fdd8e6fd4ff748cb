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
	{
		reason: 'the place of an error in a search with several parameters, which Go joins in an order of chance',
		generation: 9,
		matches: ({ path }, theirs, ours) =>
			/^\/txs\?.*&/.test(path) &&
			theirs.status === 500 &&
			theirs.body.includes('parse error') &&
			theirs.body.replace(numbers, '') === ours.body.replace(numbers, ''),
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
