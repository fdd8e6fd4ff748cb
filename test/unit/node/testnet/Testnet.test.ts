import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readTestnet, testnetPaths } from '../../../../src/node/testnet/Testnet.ts'

let folder: string
beforeAll(() => {
	folder = mkdtempSync(join(tmpdir(), 'chain-tui-testnet-file-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const ports = { abci: 26_658, rpc: 26_657, p2p: 26_656, rest: 1_317, grpc: 9_090 }
const node = { name: 'node0', id: 'ab', ports }
const whole = { format: 2, chainId: 'chain-1', blockIntervalMs: 500, snapshotInterval: 50, nodes: [node] }

function read(changed: object) {
	writeFileSync(testnetPaths(folder).file, JSON.stringify({ ...whole, ...changed }))
	return readTestnet(folder)
}

describe('the description of a network', () => {
	it.each<readonly [string, object]>([
		['the shortest interval between blocks', { blockIntervalMs: 10 }],
		['no snapshots', { snapshotInterval: 0 }],
		['the first port', { nodes: [{ ...node, ports: { ...ports, p2p: 1 } }] }],
		['the last port', { nodes: [{ ...node, ports: { ...ports, p2p: 65_535 } }] }],
		['a host', { nodes: [{ ...node, host: { role: 'seed', address: 'a', listen: { p2p: 'b' } } }] }],
	])('the description of a network with %s is read as it is', (_what, changed) => {
		expect(read(changed)).toEqual({ ...whole, ...changed })
	})

	it.each<readonly [string, object, string]>([
		['blocks too fast', { blockIntervalMs: 9 }, 'blockIntervalMs'],
		['a part of a millisecond', { blockIntervalMs: 10.5 }, 'blockIntervalMs'],
		['a negative interval of snapshots', { snapshotInterval: -1 }, 'snapshotInterval'],
		['no node', { nodes: [] }, 'nodes'],
		['port 0', { nodes: [{ ...node, ports: { ...ports, p2p: 0 } }] }, 'nodes[0].ports.p2p'],
		['port 65,536', { nodes: [{ ...node, ports: { ...ports, eth: 65_536 } }] }, 'nodes[0].ports.eth'],
		[
			'a host without an address',
			{ nodes: [{ ...node, host: { role: 'seed', address: '', listen: {} } }] },
			'nodes[0].host.address',
		],
		['a node outside of its folder', { nodes: [{ ...node, name: '../node0' }] }, 'nodes[0].name'],
	])('the description of a network with %s is refused by the name of that part', (_what, changed, part) => {
		expect(() => read(changed)).toThrow(
			expect.objectContaining({
				message: `${testnetPaths(folder).file} cannot be read.`,
				why: expect.stringMatching(new RegExp(`→ at ${part.replace(/[[\].]/g, '\\$&')}$`)),
			}),
		)
	})
})
