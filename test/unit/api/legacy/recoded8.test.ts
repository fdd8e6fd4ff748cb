import { expect, test } from 'vitest'
import { QueryError, QueryPanic } from '../../../../src/chain/faults.ts'
import { toBase64 } from '../../../../src/util/bytes.ts'
import { alice, greetTx } from '../../app/testChain.ts'
import { legacyAsker } from './legacyAsker.ts'

const ask = legacyAsker({})
const refused = (status: number, error: string) => [status, { error }]

const tx = {
	msg: [{ type: 'greet/CreateGreet', value: { message: 'hello', owner: alice.text } }],
	fee: { amount: [{ denom: 'uchain', amount: '5' }], gas: '7' },
	signatures: [],
	memo: 'words',
}

// cosmos-sdk v0.39.2 x/auth/client/rest/encode.go and decode.go, go-amino v0.15.1.
test('generation 8 encodes a wrapped transaction, and decodes what it has encoded at no height', async () => {
	const [status, encoded] = await ask(8, '/txs/encode', JSON.stringify({ type: 'chain-sdk/StdTx', value: tx }))
	expect([status, encoded]).toEqual([200, { tx: expect.stringMatching(/^[A-Za-z0-9+/]+=*$/) }])
	expect(await ask(8, '/txs/decode', JSON.stringify(encoded))).toEqual([
		200,
		{ height: '0', result: { ...tx, signatures: null } },
	])
	expect(await ask(8, '/txs/encode', '')).toEqual(refused(400, 'UnmarshalJSON cannot decode empty bytes'))
	expect(await ask(8, '/txs/encode', '{')).toEqual(
		refused(400, 'cannot parse disfix JSON wrapper: unexpected end of JSON input'),
	)
	expect(await ask(8, '/txs/encode', '{"type":"x/Y","value":{}}')).toEqual(
		refused(400, 'UnmarshalJSON wants to decode a chain-sdk/StdTx but found a x/Y'),
	)
})

test('generation 8 decodes the bytes of this chain too, and refuses what is neither', async () => {
	const decoded = (body: unknown) => ask(8, '/txs/decode', JSON.stringify(body))
	const [status, shown] = await decoded({ tx: toBase64(greetTx()) })
	expect([status, shown]).toEqual([
		200,
		{
			height: '0',
			result: {
				...tx,
				fee: { amount: [{ denom: 'uchain', amount: '2000' }], gas: '200000' },
				signatures: null,
				memo: '',
			},
		},
	])
	const empty = refused(400, 'UnmarshalBinaryLengthPrefixed cannot decode empty bytes')
	expect(await decoded({})).toEqual(empty)
	expect(await decoded({ tx: '' })).toEqual(empty)
	expect(await decoded({ tx: '!' })).toEqual(refused(400, 'illegal base64 data at input byte 0'))
	expect(await decoded({ tx: 'AAAA' })).toEqual(
		refused(400, 'Bytes left over in UnmarshalBinaryLengthPrefixed, should read 0 more bytes but have 2'),
	)
	expect(await ask(8, '/txs/decode', '')).toEqual(refused(400, 'UnmarshalJSON cannot decode empty bytes'))
})

test.each([
	[8, 'TxSearch: RPC error -32603 - Internal error: '],
	[9, ''],
] as const)(
	'a search that the engine of generation %d refuses is a fault of the server',
	async (generation, prefix) => {
		const search = (fault: Error) =>
			legacyAsker({ chain: { searchTxs: () => Promise.reject(fault) } })(generation, '/txs?a.b=c')
		expect(await search(new QueryError('no such page'))).toEqual(refused(500, `${prefix}no such page`))
		const crashed = (data: string) => [500, expect.objectContaining({ error: expect.objectContaining({ data }) })]
		const panic = 'index out of range'
		expect(await search(new QueryPanic(panic))).toEqual(
			generation === 8 ? refused(500, prefix + panic) : crashed(panic),
		)
		expect(await search(new RangeError('of our own'))).toEqual(crashed('of our own'))
	},
)
