import { describe, expect, test } from 'vitest'
import { encodeBech32 } from '../../../../src/codec/address/bech32.ts'
import { toBase64 } from '../../../../src/util/bytes.ts'
import { alice, genesisState, makeBlock, openApp, startChain } from '../../app/testChain.ts'
import { legacyAsker } from './legacyAsker.ts'

const refused = (status: number, error: string) => [status, { error }]
const rpc = (method: string, text: string) => refused(500, `${method}: RPC error -32603 - Internal error: ${text}`)

const validators = Array.from({ length: 230 }, (_, index) => ({
	address: new Uint8Array(20).fill(index),
	pubKey: new Uint8Array(32).fill(index),
	power: BigInt(index + 1),
	proposerPriority: BigInt(-index),
}))

/** A chain of seven blocks, the first of which is gone, and the third has lost its parts. */
const chain = {
	status: async () => ({ chainId: 'chain-test', height: 7, earliestHeight: 2, catchingUp: true }),
	validators: async (height: number) => (height === 3 ? undefined : validators),
	block: async (height: number) => (height === 4 ? {} : undefined),
	blockMeta: async (height: number) => (height === 5 ? {} : undefined),
}
const ask = legacyAsker({ chain })

/** A validator as a generation shows it; the brand of the chain names its keys. */
function shown(generation: 8 | 9, { address, pubKey, power, proposerPriority }: (typeof validators)[number]) {
	// Amino's prefix of a key of ed25519, which generation 8 wrote in bech32.
	const key8 = encodeBech32('chainvalconspub', Uint8Array.of(0x16, 0x24, 0xde, 0x64, 0x20, ...pubKey))
	return {
		address: encodeBech32('chainvalcons', address),
		pub_key: generation === 8 ? key8 : { type: 'chain/PubKeyEd25519', value: toBase64(pubKey) },
		proposer_priority: String(proposerPriority),
		voting_power: String(power),
	}
}

describe.each([8, 9] as const)('lists of validators in generation %d', (generation) => {
	const page = (height: string, from: number, to: number) => [
		200,
		{
			height: '0',
			result: {
				block_height: height,
				validators: validators.slice(from, to).map((validator) => shown(generation, validator)),
				...(generation === 8 ? {} : { total: '230' }),
			},
		},
	]

	test('a list of validators is paged, a hundred at most and without a limit', async () => {
		expect(await ask(generation, '/validatorsets/latest')).toEqual(page('8', 0, 100))
		expect(await ask(generation, '/validatorsets/7')).toEqual(page('7', 0, 100))
		expect(await ask(generation, '/validatorsets/2?page=3')).toEqual(page('2', 200, 230))
		expect(await ask(generation, '/validatorsets/latest?page=2&limit=1000')).toEqual(page('8', 100, 200))
		expect(await ask(generation, '/validatorsets/latest?page=33&limit=7')).toEqual(page('8', 224, 230))
		const range = (from: number, pages: number, given: number) =>
			`page should be within [${from}, ${pages}] range, given ${given}`
		const beyond = async (query: string) => ask(generation, `/validatorsets/latest?${query}`)
		if (generation === 8) expect(await beyond('page=4')).toEqual(rpc('Validators', range(0, 3, 4)))
		else expect(await beyond('page=4')).toEqual(refused(500, range(1, 3, 4)))
		for (const query of ['page=0', 'limit=0', 'page=x', 'limit=-1'])
			expect(await beyond(query)).toEqual(refused(400, 'failed to parse pagination parameters'))
	})

	test('a height of validators or of a block is refused as the framework refuses it', async () => {
		for (const [path, method, fault] of [
			['validatorsets', 'Validators', 'failed to parse block height'],
			['blocks', 'Block', "couldn't parse block height. Assumed format is '/block/{height}'."],
		] as const) {
			const told = (height: string) => ask(generation, `/${path}/${height}`)
			const late = refused(404, 'requested block height is bigger then the chain length')
			const bad = (text: string) => (generation === 8 ? rpc(method, text) : refused(500, text))
			for (const text of ['x', 'a', '1a', '1.5', '9223372036854775808'])
				expect(await told(text)).toEqual(refused(400, fault))
			expect(await told('8')).toEqual(late)
			expect(await told('9223372036854775807')).toEqual(late)
			expect(await told('0')).toEqual(bad('height must be greater than 0, but got 0'))
			expect(await told('-1')).toEqual(bad('height must be greater than 0, but got -1'))
			expect(await told('1')).toEqual(bad('height 1 is not available, lowest height is 2'))
		}
	})

	test('a block or a set of validators that is lost is told as the generation tells it', async () => {
		const none = [200, { block_id: { hash: '', parts: { total: 0, hash: '' } }, block: null }]
		for (const height of [2, 4, 5, 'latest'])
			expect(await ask(generation, `/blocks/${height}`)).toEqual(generation === 8 ? rpc('Block', 'nil Block') : none)
		const lost = await ask(generation, '/validatorsets/3')
		if (generation === 9) expect(lost).toEqual(refused(500, 'could not find validator set for height #3'))
		else {
			expect(lost).toEqual([200, { height: '0', result: { block_height: '3', validators: [] } }])
			const range = 'page should be within [0, 0] range, given 2'
			expect(await ask(8, '/validatorsets/3?page=2')).toEqual(rpc('Validators', range))
		}
		expect(await ask(generation, '/syncing')).toEqual([200, { syncing: true }])
	})
})

test('the supply of generation 8 is paged, a hundred coins at most without a limit', async () => {
	const app = openApp()
	const genesis = JSON.parse(genesisState())
	const coins = Array.from({ length: 205 }, (_, index) => ({ denom: `a${1000 + index}`, amount: String(index + 1) }))
	genesis.bank.balances = [{ address: alice.text, coins }]
	startChain(app, -1n, JSON.stringify(genesis))
	await makeBlock(app)
	const supply = legacyAsker({ application: app, chain: { status: async () => ({ height: 1 }) } })
	const page = (from: number, to: number) => [200, { height: '1', result: coins.slice(from, to) }]
	expect(await supply(8, '/supply/total')).toEqual(page(0, 100))
	expect(await supply(8, '/supply/total?page=3')).toEqual(page(200, 205))
	expect(await supply(8, '/supply/total?page=4')).toEqual(page(205, 205))
	expect(await supply(8, '/supply/total?page=2&limit=150')).toEqual(page(150, 205))
	expect(await supply(8, '/supply/total?page=2&limit=1')).toEqual(page(1, 2))
	expect(await supply(8, '/supply/total?page=9223372036854775807&limit=9223372036854775807')).toEqual(page(205, 205))
	expect(await supply(8, '/supply/total?page=0')).toEqual(refused(400, 'page must greater than 0'))
	expect(await supply(8, '/supply/total/a1004?height=1')).toEqual([200, { height: '1', result: '5' }])
	expect(await supply(8, '/supply/total/abc')).toEqual([200, { height: '1', result: '0' }])
	expect(await supply(8, '/supply/total/ABC')).toEqual(rpc('ABCIQuery', 'invalid denom: ABC'))
	for (const path of ['/supply/total', '/supply/total/a1004'])
		expect(await supply(8, `${path}?height=2`)).toEqual(rpc('ABCIQuery', 'stored supply should not have been nil'))
	// Generation 9 reads page and limit for their faults alone.
	expect(await supply(9, '/bank/total?page=2&limit=5')).toMatchObject([200, { height: '1' }])
	for (const name of ['page', 'limit'])
		expect(await supply(9, `/bank/total?${name}=0`)).toEqual(refused(400, `${name} must greater than 0`))
	expect(await supply(9, '/bank/total/a1004?height=1')).toEqual([
		200,
		{ height: '1', result: { denom: 'a1004', amount: '5' } },
	])
})
