import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startNode } from '../../support/startNode.ts'

let home: string

beforeEach(() => {
	home = mkdtempSync(join(tmpdir(), 'renew-'))
})

afterEach(() => {
	rmSync(home, { recursive: true, force: true })
})

test('a home is begun anew with an EVM when its node stops, and stays with it', async () => {
	const first = await startNode({ flags: { home, blockMode: 'manual' } })
	await first.call('admin_mine', { blocks: 3 })
	expect(first.addresses.chainId).toBe('chain-localnet')
	expect(await first.call('admin_renewWithEvm')).toEqual({ chainId: 'chain_2222-1' })
	// Nothing is gone before the node stops.
	expect(first.engine.height).toBe(3)
	await first.close()
	for (const height of [0, 1]) {
		const second = await startNode({ flags: { home, blockMode: 'manual' }, on: ['eth'] })
		expect(second.addresses.chainId).toBe('chain_2222-1')
		expect(second.engine.height).toBe(height)
		await second.call('admin_mine', {})
		const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_chainId' })
		const headers = { 'content-type': 'application/json' }
		const reply = await fetch(second.addresses.eth!, { method: 'POST', headers, body })
		expect(await reply.json()).toMatchObject({ result: '0x8ae' })
		await second.close()
	}
})

test('nothing is begun anew that has an EVM, was named by hand, or lives in memory', async () => {
	const inMemory = await startNode()
	await expect(inMemory.call('admin_renewWithEvm')).rejects.toThrow('A chain in memory')
	await inMemory.close()
	const named = await startNode({ flags: { home, chainId: 'mine' } })
	await expect(named.call('admin_renewWithEvm')).rejects.toThrow('was started for the chain mine')
	await named.close()
	rmSync(home, { recursive: true, force: true })
	const withEvm = await startNode({ flags: { home, chainId: 'chain_9-1' } })
	await expect(withEvm.call('admin_renewWithEvm')).rejects.toThrow('has an EVM already')
	await withEvm.close()
})
