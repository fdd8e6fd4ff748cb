import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startNode, type TestNode } from '../../support/startNode.ts'

// First in its file: listeners of other tests that are still closing would be counted.
test('a node that cannot start gives the port of its metrics back', async () => {
	const listeners = () => process.getActiveResourcesInfo().filter((kind) => kind === 'TCPServerWrap').length
	const holder = createServer()
	const taken = await new Promise<number>((resolve) => {
		holder.listen(0, '127.0.0.1', () => resolve((holder.address() as { readonly port: number }).port))
	})
	const before = listeners()
	expect(before).toBeGreaterThan(0)
	const flags = { metrics: '127.0.0.1:0', rpc: `127.0.0.1:${taken}` }
	await expect(startNode({ flags })).rejects.toThrow(String(taken))
	await expect.poll(listeners).toBeLessThanOrEqual(before)
	await new Promise((resolve) => holder.close(resolve))
})

describe('the metrics of a node', () => {
	let node: TestNode
	beforeAll(async () => {
		node = await startNode({ on: ['rpc'], flags: { metrics: '127.0.0.1:0', blockMode: 'manual' } })
		await node.engine.mine(4)
	})
	afterAll(() => node.close())

	const scrape = async () => (await fetch(`${node.addresses.metrics}/metrics`)).text()
	const value = (text: string, name: string) => new RegExp(`^${name}(?:\\{.*\\})? (.*)$`, 'm').exec(text)?.[1]

	test('the metrics of a node tell height, age, mempool, disk and listeners in the first scrape, every value a number', async () => {
		const text = await scrape()
		expect(value(text, 'tendermint_consensus_height')).toBe('4')
		expect(value(text, 'tendermint_consensus_validators')).toBe('1')
		expect(value(text, 'tendermint_mempool_size')).toBe('0')
		expect(value(text, 'chain_tui_ready')).toBe('1')
		expect(Number(value(text, 'chain_tui_block_age_seconds'))).toBeLessThan(60)
		expect(text).toContain(`chain_tui_listener{listener="rpc",address="${node.addresses.rpc}"} 1`)
		const values = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
		expect(values.filter((line) => !Number.isFinite(Number(line.split(' ').at(-1))))).toEqual([])
		await node.engine.mine(1)
		expect(value(await scrape(), 'tendermint_consensus_height')).toBe('5')
	})

	test('the metrics of a node stand at /metrics alone', async () => {
		expect((await fetch(`${node.addresses.metrics}/`)).status).toBe(404)
	})

	test('every query of the dashboard asks for a metric of a scrape', async () => {
		const dashboard = JSON.parse(readFileSync(new URL('../../../docs/grafana.json', import.meta.url), 'utf8')) as {
			readonly panels: readonly { readonly targets: readonly { readonly expr: string }[] }[]
		}
		// A histogram's buckets come with its first sample; its name is there before.
		const known = new Set([...(await scrape()).matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name]) => name))
		const queries = dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))
		expect(queries.length).toBeGreaterThan(10)
		for (const query of queries) {
			const [name = ''] = /(tendermint|chain_tui|nodejs|process)_\w+/.exec(query) ?? []
			expect([query, known.has(name.replace(/_bucket$/, ''))]).toEqual([query, true])
		}
	})
})
