import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chainAt, post, startService, type TestService, withApplication } from './support/service.ts'

let service: TestService
let ask: (
	method: string,
	params: readonly unknown[],
) => Promise<{ result?: unknown; error?: { code: number; message: string } }>

const known = 'ab'.repeat(32)
const account = `0x${'12'.repeat(20)}`

beforeAll(async () => {
	const still = chainAt(5_000)
	const call = async (method: never, ...rest: never[]): Promise<unknown> => {
		if (method !== 'block_by_hash') return still.call(method, ...(rest as unknown as [never]))
		const { hash } = (rest[0] ?? {}) as { hash?: string }
		const found = Buffer.from(String(hash), 'base64').toString('hex') === known
		return { block_id: { hash: found ? known : '' }, block: found ? { header: { height: '7' } } : null }
	}
	service = await startService({ upstream: { ...still, call: call as typeof still.call } })
	const { application, key } = await withApplication(service)
	ask = async (method, params) => {
		const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
		return JSON.parse((await post(application.url, body, { 'x-api-key': key.key })).text)
	}
})

afterAll(() => service.close())

describe('a block is named by its hash alone', () => {
	it('a block is named by its hash alone as by the object of EIP-1898', async () => {
		for (const block of [`0x${known}`, `0x${known.toUpperCase()}`, { blockHash: `0x${known}` }]) {
			expect(await ask('eth_getBalance', [account, block])).toMatchObject({ result: '0x0' })
		}
	})

	it('a block hash that is unknown or broken is refused', async () => {
		expect(await ask('eth_getBalance', [account, `0x${'cd'.repeat(32)}`])).toMatchObject({
			error: { code: -32000, message: 'header not found' },
		})
		expect(await ask('eth_getBalance', [account, `0x${'zz'.repeat(32)}`])).toMatchObject({
			error: { code: -32602, message: 'invalid argument 1: invalid hex string' },
		})
	})
})

// ethereum/execution-apis pull request 875; go-ethereum eth/filters/api.go.
describe('a range of logs that cannot be answered whole is no empty list', () => {
	it.each([
		['reversed', '0x20', '0x10', 'invalid block range params'],
		['of the future', '0x2000', '0x2001', 'block range extends beyond current head block'],
		['that ends in the future', '0x10', '0x2001', 'block range extends beyond current head block'],
		['from the future to the newest', '0x2000', 'latest', 'invalid block range params'],
	])('%s', async (_name, fromBlock, toBlock, message) => {
		expect(await ask('eth_getLogs', [{ fromBlock, toBlock }])).toMatchObject({ error: { code: -32602, message } })
	})
})
