import { afterAll, beforeAll, expect, test } from 'vitest'
import { golden, type LegacyNode, startLegacyNode } from './legacyNode.ts'
import { send } from './recordedRest.ts'

const alice = 'chain14h34s8ws5kkeqv8l40l9tm96x639q67cf5kur0'

let legacy: LegacyNode
beforeAll(async () => {
	legacy = await startLegacyNode(golden('legacy/accounts-8-9.genesis9.json'))
	await legacy.mineTo(2)
})
afterAll(() => legacy.close())

/** Status and body of a request for a transfer, with these members of `base_req`. */
async function asked(
	base: object,
	port = legacy.port9,
	to = alice,
): Promise<readonly [status: number, body: { readonly [name: string]: unknown }]> {
	const base_req = { from: alice, chain_id: 'chain-localnet', ...base }
	const body = JSON.stringify({ base_req, amount: [{ denom: 'uchain', amount: '1' }] })
	const reply = await send(port, { method: 'POST', path: `/bank/accounts/${to}/transfers`, headers: {}, body })
	return [reply.status, JSON.parse(reply.body)]
}

/** The fee and the gas of the transfer that is made. */
async function feeOf(base: object, port?: number): Promise<unknown> {
	const [status, made] = await asked(base, port)
	expect(status, JSON.stringify(made)).toBe(200)
	return (made as { value: { fee: unknown } }).value.fee
}

const price = (amount: string, denom = 'uchain') => [{ denom, amount }]
const refused = (status: number, error: string) => [status, { error }]
const panic = (data: string) => [
	500,
	{ jsonrpc: '2.0', id: -1, error: { code: -32603, message: 'Internal error', data } },
]

test('the gas of a transfer is what the request says, or 200,000', async () => {
	for (const [gas, told] of [
		[undefined, '200000'],
		['', '200000'],
		['0', '0'],
		['7', '7'],
		['18446744073709551615', '18446744073709551615'],
	]) {
		expect(await feeOf({ gas })).toEqual({ amount: [], gas: told })
	}
	for (const gas of ['-1', 'Auto', '1.5', '18446744073709551616']) {
		expect(await asked({ gas })).toEqual(refused(400, 'gas must be either integer or auto'))
		expect(await asked({ gas }, legacy.port8)).toEqual(refused(400, 'gas must be either integer or "auto"'))
	}
})

test('a price of gas makes a fee of whole coins, rounded up', async () => {
	const fee = async (gas: string, amount: string) =>
		((await feeOf({ gas, gas_prices: price(amount) })) as { amount: readonly { amount: string }[] }).amount
	expect(await fee('2', '0.5')).toEqual(price('1'))
	expect(await fee('3', '0.5')).toEqual(price('2'))
	expect(await fee('1', '0.000000000000000001')).toEqual(price('1'))
	expect(await fee('1000000000000000001', '0.000000000000000001')).toEqual(price('2'))
	expect(await fee('7', '2')).toEqual(price('14'))
	expect(await feeOf({ gas: '7', gas_prices: price('0'), fees: price('3') })).toEqual({ amount: price('3'), gas: '7' })
	expect(await asked({ gas: '9223372036854775808', gas_prices: price('1') })).toEqual(
		panic('negative coin amount: -9223372036854775808'),
	)
	expect(await asked({ gas: '1', gas_prices: price('1', '1') })).toEqual(panic('invalid denom: 1'))
})

test('a simulation is refused for a fee and a price, for no chain, and for an address that is none', async () => {
	const simulate = true
	expect(await asked({ simulate, fees: price('1'), gas_prices: price('1') })).toEqual(
		refused(500, 'cannot provide both fees and gas prices'),
	)
	expect((await asked({ simulate, fees: price('0'), gas_prices: price('1') }))[0]).toBe(200)
	expect(await asked({ simulate, chain_id: '' })).toEqual(refused(500, 'chain ID required but not specified'))
	expect(await asked({ simulate, from: 'you' })).toEqual(refused(401, 'invalid from address: you'))
	expect(await asked({ simulate }, legacy.port9, 'you')).toEqual(
		refused(400, 'decoding bech32 failed: invalid bech32 string length 3'),
	)
})

test('a simulation of generation 8 takes any sequence, and one of generation 9 only that of the account', async () => {
	const simulated = (sequence: string, port: number) => asked({ simulate: true, sequence }, port)
	const right = await simulated('0', legacy.port8)
	expect(right).toEqual([200, { gas_estimate: expect.stringMatching(/^[1-9]\d{4,}$/) }])
	expect(await simulated('0', legacy.port9)).toEqual(right)
	for (const sequence of ['1', '99']) {
		expect(await simulated(sequence, legacy.port8)).toEqual(right)
		const [status, { error }] = await simulated(sequence, legacy.port9)
		expect([status, error]).toEqual([
			500,
			expect.stringContaining(`account sequence mismatch, expected 0, got ${sequence}: incorrect account sequence`),
		])
	}
})

// Go: strconv.ParseFloat, then uint64(factor * gas) on amd64.
test('the adjustment of simulated gas is a number in any writing of Go', async () => {
	const estimate = async (gas_adjustment: string): Promise<unknown> => {
		const [status, { gas_estimate, error }] = await asked({ simulate: true, gas_adjustment })
		return status === 200 ? gas_estimate : `${status} ${String(error)}`
	}
	const used = Number(await estimate(''))
	expect(used).toBeGreaterThan(10_000)
	const half = String(Math.trunc(used / 2))
	const [tenfold, double, beyond] = [String(used * 10), String(used * 2), String(2n ** 63n)]
	const cases: readonly (readonly [text: string, told: string])[] = [
		['1', String(used)],
		['0', '0'],
		['-0', '0'],
		['+2', double],
		['.5', half],
		['0.5', half],
		['2.', double],
		['1e1', tenfold],
		['1E+1', tenfold],
		['20e-1', double],
		['1_0', tenfold],
		['0x1p1', double],
		['0X1P+1', double],
		['0x.8p0', half],
		['0x0.8p0', half],
		['0x1.p1', double],
		['0x8p-4', half],
		['0x_1p1', double],
		['0xAp0', tenfold],
		['0x0_Ap0', tenfold],
		['1e14', String(BigInt(used * 1e14))],
		[String((2 ** 64 / used) * 0.75), String(3n * 2n ** 62n)],
		[String((2 ** 64 / used) * 1.5), beyond],
		['1e30', beyond],
		['inf', beyond],
		['+Infinity', beyond],
		['NaN', beyond],
		['-1', '400 invalid gas adjustment'],
		['-0.0001', '400 invalid gas adjustment'],
		['-0x1p0', '400 invalid gas adjustment'],
		['-inf', '400 invalid gas adjustment'],
		['1e400', '400 strconv.ParseFloat: parsing "1e400": value out of range'],
		['-1e400', '400 strconv.ParseFloat: parsing "-1e400": value out of range'],
		...['x', '1e', 'e1', '.', '0x1', '0xp1', '0x.p1', '1__0', '_1', '1_', '1,5', '1 1', 'infi', '0x1pp1'].map(
			(text) => [text, `400 strconv.ParseFloat: parsing "${text}": invalid syntax`] as const,
		),
	]
	for (const [text, told] of cases) expect(await estimate(text), text).toBe(told)
	// Go reads it before it looks at whether there is a simulation.
	expect(await asked({ gas_adjustment: 'x' })).toEqual(refused(400, 'strconv.ParseFloat: parsing "x": invalid syntax'))
	expect(await feeOf({ gas_adjustment: '-1' })).toEqual({ amount: [], gas: '200000' })
})

test('the gas auto is simulated and adjusted, and a transfer is made with it', async () => {
	const [, { gas_estimate }] = await asked({ simulate: true, gas: '0', gas_adjustment: '1.5' })
	expect(await feeOf({ gas: 'auto', gas_adjustment: '1.5' })).toEqual({ amount: [], gas: gas_estimate })
	expect(await asked({ gas: 'auto', gas_adjustment: '-1' })).toEqual(refused(400, 'invalid gas adjustment'))
})
