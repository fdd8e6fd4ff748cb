import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { UserError } from '../../../../src/errors/UserError.ts'
import { PlaceInUse } from '../../../../src/tui/app/node/PlaceInUse.ts'
import type { TuiApp } from '../../../../src/tui/app/TuiApp.ts'
import { until } from '../../../support/until.ts'
import { ChainDouble } from '../../support/chainDouble.ts'
import { placesApp } from '../../support/placesApp.ts'

/** The node of the place that failed: what it answers, and with which keys it was asked. */
let server: Server
let url: string
let chainId: string
let keys: (string | undefined)[]

beforeAll(async () => {
	server = createServer((request, response) => {
		keys.push(request.headers['x-api-key'] as string | undefined)
		if (chainId === '') response.statusCode = 500
		const status = { node_info: { network: chainId }, sync_info: { latest_block_height: '7' } }
		response.setHeader('content-type', 'application/json')
		response.end(JSON.stringify({ jsonrpc: '2.0', id: 1, result: status }))
	})
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
	url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
	server.closeAllConnections()
	server.close()
})

let app: TuiApp
let place: PlaceInUse

beforeEach(() => {
	// The looks go by the clock of the test, the answers by that of the network.
	vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
	keys = []
	chainId = 'chain-1'
})
afterEach(async () => {
	await place.stop()
	vi.useRealTimers()
})

/** An app whose stand-by is in use because the place has failed. */
async function failed(line: string, standBy = 'b\thttp://b\t\tstand-by'): Promise<void> {
	app = placesApp({ nodes: [`a\t${url}\t${line}`, standBy], node: url })
	place = new PlaceInUse(
		app,
		async (address) => {
			if (address === url) throw new UserError('refused')
			const chain = new ChainDouble({ remote: true })
			chain.keys.apiKeys.set(url, 'secret')
			return chain
		},
		() => {},
	)
	await place.start()
	await until(() => app.state.standsFor === 'a' && app.state.phase === 'ready')
	app.set({ toast: undefined })
}

/** Lets looks at the place that failed come until one has the outcome that is wanted, or two of them had another. */
async function look(wanted?: string): Promise<string | undefined> {
	const before = keys.length
	await until(async () => {
		await vi.advanceTimersByTimeAsync(3_000)
		return app.state.offer !== undefined || (wanted === undefined && keys.length > before + 1)
	})
	return app.state.offer?.title
}

it('a place that failed is offered once it is well again, and once more after it was not', async () => {
	await failed('chain-1')
	await vi.advanceTimersByTimeAsync(2_999)
	expect([keys.length, app.state.offer]).toEqual([0, undefined])
	await vi.advanceTimersByTimeAsync(1)
	await until(() => app.state.offer !== undefined)
	const { offer, toast } = app.state
	expect([offer?.key, offer?.title, toast?.kind, toast?.text]).toEqual([
		...['B', 'back to a', 'good', 'a answers again: B goes back to it'],
	])
	expect(Math.round((offer!.until - Date.now()) / 10_000)).toBe(6)
	app.set({ offer: undefined })
	expect(await look()).toBeUndefined()
	chainId = ''
	expect(await look()).toBeUndefined()
	chainId = 'chain-1'
	expect(await look('back to a')).toBe('back to a')
	expect(new Set(keys)).toEqual(new Set([undefined]))
})

it.each([
	['chain-1', 'chain-2', undefined],
	['', 'chain-2', 'back to a'],
	['chain_7-1', '7', 'back to a'],
])('a place of %j that failed and answers as %j is offered: %j', async (was, is, title) => {
	chainId = is
	await failed(was)
	expect(await look(title)).toBe(title)
})

it('a place that failed and takes a key is asked with it, and is not offered once it is in use or gone', async () => {
	await failed('chain-1\tkeyed')
	app.set({ standsFor: 'a' })
	expect(await look('back to a')).toBe('back to a')
	expect(keys).toContain('secret')
	app.set({ offer: undefined, standsFor: undefined })
	// A question that was under way still arrives.
	await vi.advanceTimersByTimeAsync(3_000)
	const before = keys.length
	await vi.advanceTimersByTimeAsync(9_000)
	expect([keys.length, app.state.offer]).toEqual([before, undefined])
})
