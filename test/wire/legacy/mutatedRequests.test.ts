import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import type { RecordedFuzz } from '../../reference/fuzzRest.ts'
import { normalReply } from '../../reference/normalReply.ts'
import { closeRestConnections, sendRest } from '../../reference/RestReply.ts'
import { startOwn } from '../../reference/restPair.ts'

afterAll(closeRestConnections)

/** One reply of each kind that the framework's node gave to 20,000 mutated requests (`npm run test:reference -- --rest --record`). */
test.each([8, 9] as const)(
	"the REST server answers mutated requests as the framework's node of generation %i did",
	async (generation) => {
		const file = new URL(`../../golden/legacy/mutated${generation}.json.gz`, import.meta.url)
		const { setUp, pairs } = JSON.parse(gunzipSync(readFileSync(file)).toString('utf8')) as RecordedFuzz
		const own = await startOwn(generation, setUp)
		try {
			const different: unknown[] = []
			for (const { request, reply } of pairs) {
				const got = normalReply(request, await sendRest(own.port, request), generation)
				if (JSON.stringify(got) !== JSON.stringify(normalReply(request, reply, generation)))
					different.push({ request, reply, got })
			}
			expect(different.slice(0, 3)).toEqual([])
			expect(pairs.length).toBeGreaterThan(1900)
		} finally {
			await own.close()
		}
	},
)
