import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { golden, type LegacyNode, startLegacyNode } from '../../wire/legacy/legacyNode.ts'

const size = 1_000_000

/** A body of nearly a megabyte: a beginning, a part again and again, an end. */
function filled(head: string, part: string, tail: string): string {
	return head + part.repeat(Math.floor((size - head.length - tail.length) / part.length)) + tail
}

const greeting =
	'{"type":"greet/CreateGreet","value":{"message":"x","owner":"chain14h34s8ws5kkeqv8l40l9tm96x639q67cf5kur0"}}'
const key = '{"pub_key":{"type":"tendermint/PubKeySecp256k1","value":"AlMtIaCEqXUhn41GcqdMqcjZxG9JjCkVdhNhYrSgcPfO"}},'
const threshold = '{"type":"tendermint/PubKeyMultisigThreshold","value":{"threshold":"1","pubkeys":['
const invalid = Buffer.concat([
	Buffer.from('{"tx":{"memo":"'),
	Buffer.alloc(800_000, Uint8Array.of(0xff, 0xfe)),
	Buffer.from('"},"mode":"sync"}'),
])

/** Body, then status and a part of the reply in generation 9 and in generation 8. */
const bodies: readonly (readonly [string, string | Buffer, number, string, number, string])[] = [
	[
		'a third of a million objects',
		filled('[', '{},', '0]'),
		400,
		'cannot unmarshal array',
		400,
		'cannot unmarshal array',
	],
	[
		'a million brackets',
		'['.repeat(size),
		400,
		"invalid character '[' exceeded",
		400,
		"invalid character '[' exceeded",
	],
	['deep objects', '{"tx":'.repeat(150_000), 400, "'{' exceeded max depth", 400, "'{' exceeded max depth"],
	[
		'keys in keys',
		`{"tx":{"signatures":[{"pub_key":${threshold.repeat(3000)}${']}}'.repeat(3000)}}]}}`,
		400,
		'max depth',
		400,
		'max depth',
	],
	[
		'numbers for messages',
		filled('{"tx":{"msg":[', '1,', '1]},"mode":"sync"}'),
		400,
		'disfixWrapper',
		400,
		'disfixWrapper',
	],
	[
		'signatures of nobody',
		filled('{"tx":{"signatures":[', '{},', '{}]},"mode":"sync"}'),
		400,
		'has no pub_key',
		200,
		'"code":21',
	],
	[
		'signatures of strangers',
		filled('{"tx":{"signatures":[', key, '{}]},"mode":"sync"}'),
		400,
		'NotFound',
		200,
		'"code":18',
	],
	[
		'coins of nothing',
		filled('{"tx":{"fee":{"amount":[', '{},', '{}]}},"mode":"sync"}'),
		200,
		'"code":21',
		200,
		'"code":21',
	],
	[
		'messages',
		filled('{"tx":{"msg":[', `${greeting},`, `${greeting}]},"mode":"sync"}`),
		200,
		'"code":13',
		200,
		'"code":13',
	],
	[
		'messages of null',
		filled('{"tx":{"msg":[', 'null,', 'null]},"mode":"sync"}'),
		400,
		'non nil value',
		200,
		'"code":111222',
	],
	[
		'a key again and again',
		filled('{', '"tx":1,', '"tx":{}}'),
		500,
		'unsupported return type',
		500,
		'unsupported return type',
	],
	[
		'a number of a million digits',
		`{"tx":{"fee":{"gas":"${'9'.repeat(990_000)}"}}}`,
		400,
		'type uint64',
		400,
		'type uint64',
	],
	[
		'an amount of a million digits',
		`{"tx":{"fee":{"amount":[{"denom":"a","amount":"${'9'.repeat(990_000)}"}]}}}`,
		400,
		'out of range',
		400,
		'out of range',
	],
	[
		'lone surrogates',
		`{"tx":{"memo":"${'\\ud800'.repeat(160_000)}"},"mode":"sync"}`,
		200,
		'"code":18',
		200,
		'"code":18',
	],
	['bytes that are not UTF-8', invalid, 200, '"code":21', 200, '"code":21'],
	['one byte too many', 'x'.repeat(size + 1), 400, 'request body too large', 400, 'request body too large'],
]

let legacy: LegacyNode
let collect: () => void
let before: NodeJS.MemoryUsage

beforeAll(async () => {
	setFlagsFromString('--expose-gc')
	collect = runInNewContext('gc') as () => void
	legacy = await startLegacyNode(golden('localnet-genesis.json'))
	await legacy.mineTo(2)
	collect()
	before = process.memoryUsage()
})

afterAll(() => legacy.close())

async function post(port: number, path: string, body: string | Buffer): Promise<{ status: number; text: string }> {
	const response = await fetch(`http://127.0.0.1:${port}${path}`, { method: 'POST', body: body as string })
	return { status: response.status, text: await response.text() }
}

describe('a hostile megabyte stops nobody else', () => {
	test.each(bodies)('%s is answered as documented', async (_, body, status9, text9, status8, text8) => {
		const nine = await post(legacy.port9, '/txs', body)
		const eight = await post(legacy.port8, '/txs', body)
		expect([nine.status, nine.text]).toEqual([status9, expect.stringContaining(text9)])
		expect([eight.status, eight.text]).toEqual([status8, expect.stringContaining(text8)])
	})

	test('keeps no memory, and the node goes on', async () => {
		// Since before the tests above, which have posted each of them to /txs.
		for (const [, body] of bodies) {
			for (const path of ['/txs/decode', '/txs/encode']) {
				for (const port of [legacy.port8, legacy.port9]) await post(port, path, body)
			}
		}
		// A closed connection's buffers go in one of the next turns.
		const grown = () => {
			collect()
			const after = process.memoryUsage()
			return after.heapUsed + after.external - before.heapUsed - before.external
		}
		await expect.poll(grown).toBeLessThan(50_000_000)
		expect((await fetch(`http://127.0.0.1:${legacy.port9}/node_info`)).status).toBe(200)
		await legacy.node.engine.mine()
	})
})
