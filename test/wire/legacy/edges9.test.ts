import { afterAll, beforeAll, expect, test } from 'vitest'
import { readRecording } from '../replay/compareReplay.ts'
import { golden, type LegacyNode, startLegacyNode } from './legacyNode.ts'
import { comparable, type RecordedReply, type RecordedRequest, send } from './recordedRest.ts'

interface Row {
	readonly name: string
	readonly request: RecordedRequest
	readonly response: RecordedReply
	readonly volatile: readonly string[]
}

let legacy: LegacyNode

beforeAll(async () => {
	legacy = await startLegacyNode(golden('localnet-genesis.json'))
	await legacy.mineTo(5)
})

afterAll(() => legacy.close())

const transfers = readRecording(new URL('../../golden/legacy/transfers9.json.gz', import.meta.url))

/** Transfers, searches, heights, pages and decodings at their limits, recorded from the framework's node. */
const rows = [golden('legacy/edges9.json'), transfers].flatMap((text) => JSON.parse(text) as readonly Row[])
for (const { name, request, response, volatile } of rows) {
	test(name, async () => {
		const got = await send(legacy.port9, request)
		expect(comparable(got, volatile, response)).toEqual(comparable(response, volatile, response))
	})
}
