import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { golden, type LegacyNode, sendAndMine, startLegacyNode } from './legacyNode.ts'
import { comparable, type RecordedReply, type RecordedRequest } from './recordedRest.ts'

interface Row {
	readonly name: string
	readonly request: RecordedRequest
	readonly response: RecordedReply
	readonly volatile: readonly string[]
	readonly wait?: 'commit'
}

const files = [
	'accounts',
	'balances',
	'routes',
	'transfers',
	'txs-decode',
	'txs-errors',
	'txs-post',
	'txs-query',
] as const

/** Rows that cannot be equal over another engine, with the reason. Everything else must be. */
const own: Readonly<Record<string, string>> = {}

describe.each(files)('recorded generation 8: %s', (file) => {
	let legacy: LegacyNode
	/** This chain's hash of each recorded transaction: hashes are of other bytes. */
	const hashes = new Map<string, string>()

	beforeAll(async () => {
		legacy = await startLegacyNode(golden('legacy/accounts-8-9.genesis9.json'))
		await legacy.mineTo(3)
	})
	afterAll(() => legacy.close())

	for (const row of JSON.parse(golden(`legacy/rest8-${file}.json`)) as readonly Row[]) {
		test(row.name, async () => {
			const path = withHashes(row.request.path, hashes)
			const got = await sendAndMine(legacy, legacy.port8, { ...row.request, path })
			if (row.wait === 'commit') await legacy.node.engine.mine()
			if (row.request.method === 'POST') remember(hashes, row.response.body, got.body)
			const want = { ...row.response, body: withHashes(row.response.body, hashes) }
			const volatile = [...row.volatile, ...ownValues(row)]
			const expected = comparable(want, volatile, want)
			const reason = own[`${file}: ${row.name}`]
			if (reason === undefined) expect(comparable(got, volatile, want)).toEqual(expected)
			else expect(got.status, reason).toBeTypeOf('number')
		})
	}
})

function remember(hashes: Map<string, string>, recorded: string, got: string): void {
	const pattern = /"txhash":"([0-9A-F]{64})"/
	const [, theirs] = pattern.exec(recorded) ?? []
	const [, ours] = pattern.exec(got) ?? []
	if (theirs !== undefined && ours !== undefined) hashes.set(theirs, ours)
}

function withHashes(text: string, hashes: ReadonlyMap<string, string>): string {
	let out = text
	for (const [theirs, ours] of hashes) {
		out = out.replaceAll(theirs, ours).replaceAll(theirs.toLowerCase(), ours.toLowerCase())
	}
	return out
}

/** Gas is another chain's. */
function ownValues({ response }: Row): readonly string[] {
	if (!response.body.includes('"gas_used"')) return []
	const list = response.body.includes('"txs":[')
	return list ? [0, 1, 2].map((index) => `/txs/${index}/gas_used`) : ['/gas_used']
}
