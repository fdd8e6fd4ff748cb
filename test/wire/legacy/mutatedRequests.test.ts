import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RecordedFuzz } from '../../reference/fuzzRest.ts'
import { normalReply } from '../../reference/normalReply.ts'
import { closeRestConnections, sendRest } from '../../reference/RestReply.ts'
import { startOwn } from '../../reference/restPair.ts'

const file = new URL('../../golden/legacy/mutated9.json.gz', import.meta.url)
const recorded = JSON.parse(gunzipSync(readFileSync(file)).toString('utf8')) as RecordedFuzz

let own: Awaited<ReturnType<typeof startOwn>>

beforeAll(async () => {
	own = await startOwn(9, recorded.setUp)
})

afterAll(async () => {
	closeRestConnections()
	await own.close()
})

/** One reply of each kind that the framework's node gave to 20,000 mutated requests (`npm run test:reference -- --rest --record`). */
test(`answers ${recorded.pairs.length} mutated requests as the framework's node did`, async () => {
	const different: unknown[] = []
	for (const { request, reply } of recorded.pairs) {
		const got = normalReply(request, await sendRest(own.port, request))
		if (JSON.stringify(got) !== JSON.stringify(reply)) different.push({ request, reply, got })
	}
	expect(different.slice(0, 3)).toEqual([])
	expect(recorded.pairs.length).toBeGreaterThan(2000)
})
