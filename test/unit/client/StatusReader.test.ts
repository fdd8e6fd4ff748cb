import { describe, expect, test } from 'vitest'
import { getNodeAbout } from '../../../src/client/actions/node.ts'
import { StatusReader } from '../../../src/client/StatusReader.ts'
import { defaultChainSettings } from '../../../src/codec/ChainSettings.ts'
import { UserError } from '../../../src/errors/UserError.ts'
import { connectionOf, gone, type Replies, refused } from './connectionOf.ts'

const header = { height: '7', time: '2026-01-01T00:00:00Z', proposer_address: 'CD'.repeat(20), app_hash: '' }

describe('the status of a node', () => {
	const sync_info = {
		latest_block_height: '7',
		latest_block_time: header.time,
		latest_app_hash: '',
		catching_up: false,
	}
	const status = {
		node_info: { network: 'other-1', id: 'i', moniker: 'm', version: '0.34.34', protocol_version: { block: '11' } },
		sync_info,
	}
	const known = { settings: defaultChainSettings, minimumGasPrices: '1x', listeners: {}, moved: {} }
	const read = (replies: Replies) => new StatusReader(connectionOf(replies), known)

	test('the status of a node with few methods has what is known beside', async () => {
		const reader = read({ status })
		expect(await reader.read()).toMatchObject({
			state: 'live',
			problem: '',
			chainId: 'other-1',
			height: 7,
			mempoolSize: 0,
			peers: 0,
			minimumGasPrices: '1x',
		})
		expect(await reader.gasPrices()).toBe('1x')
		expect(await reader.read()).not.toHaveProperty('blockMode')
		expect(await getNodeAbout({ connection: connectionOf({ status }) })).toMatchObject({
			id: 'i',
			appName: '',
			appVersion: '',
			peers: [],
		})
	})

	test('the status of a node that is behind says so, and a paused one of ours too', async () => {
		const behind = { ...status, sync_info: { ...sync_info, catching_up: true } }
		const replies = { status: behind, num_unconfirmed_txs: { total: '3' }, net_info: { n_peers: '2' } }
		expect(await read(replies).read()).toMatchObject({
			state: 'syncing',
			problem: 'The node is catching up with its peers.',
			mempoolSize: 3,
			peers: 2,
		})
		expect(await read({ status, admin_status: { paused: true, mode: 'instant' } }).read()).toMatchObject({
			state: 'paused',
			blockMode: 'instant',
		})
	})

	test('the status of a node that goes away keeps what it said last, with the reason', async () => {
		const answers: Record<string, unknown> = { status }
		const reader = new StatusReader(connectionOf(answers), known)
		expect(await reader.chainId()).toBe('other-1')
		await reader.read()
		answers.status = gone
		expect(await reader.read()).toMatchObject({
			state: 'unreachable',
			problem: 'The node does not answer. ECONNREFUSED',
			height: 7,
		})
		expect(await reader.chainId()).toBe('other-1')
		expect(await read({ status: refused }).read()).toMatchObject({
			state: 'unreachable',
			problem: 'Internal error: not today',
			height: 0,
		})
		await expect(read({ status: gone }).chainId()).rejects.toBe(gone)
		await expect(read({ status, net_info: gone, admin_status: gone }).gasPrices()).rejects.toBe(gone)
		await expect(read({ status: new TypeError('a fault') }).read()).rejects.toThrow('a fault')
	})

	test('the status of a node of this program is all that it tells', async () => {
		const settings = { ...defaultChainSettings, prefix: 'kite' }
		const told = {
			...{ settings, listeners: { rpc: 'r' }, moved: { rpc: { asked: 1, used: 2 } }, minimumGasPrices: '2x' },
			...{ paused: false, mode: 'interval', intervalMs: 5_000, offsetMs: 7, actAs: ['kite1a'], frozen: true },
		}
		const asked: string[] = []
		const replies = { status, num_unconfirmed_txs: { total: '3' }, net_info: { n_peers: '2' }, admin_status: told }
		const connection = { ...connectionOf(replies, asked), kind: 'embedded', protocol: 'rest 9' } as const
		const reader = new StatusReader(connection, { ...known, listeners: { rest: 'given' } })
		expect([reader.listeners, reader.actAs]).toEqual([{ rest: 'given' }, []])
		expect(await reader.read()).toEqual({
			...{ kind: 'embedded', state: 'live', problem: '', chainId: 'other-1', protocol: 'rest 9', settings },
			...{ height: 7, time: header.time, appHash: '', mempoolSize: 3, peers: 0, listeners: { rpc: 'r' } },
			...{ moved: told.moved, minimumGasPrices: '2x', blockMode: 'interval', blockIntervalMs: 5_000 },
			...{ clockOffsetMs: 7, actAs: ['kite1a'], clockFrozen: true },
		})
		expect([reader.listeners, reader.actAs]).toEqual([{ rpc: 'r' }, ['kite1a']])
		expect(asked).not.toContain('net_info')
		expect(await reader.gasPrices()).toBe('2x')
	})

	test('the status of a node of another program is what is known, and its admin methods are asked for once', async () => {
		const asked: string[] = []
		const reader = new StatusReader(connectionOf({ status }, asked), known)
		const bare = {
			...{ kind: 'remote', state: 'live', problem: '', chainId: 'other-1', settings: defaultChainSettings },
			...{ height: 7, time: header.time, appHash: '', mempoolSize: 0, peers: 0, listeners: {}, moved: {} },
			minimumGasPrices: '1x',
		}
		for (let times = 0; times < 2; times++) expect(await reader.read()).toEqual(bare)
		expect(asked.filter((method) => method === 'admin_status')).toHaveLength(1)
		expect(await read({ status: gone }).read()).toEqual({
			...bare,
			...{ state: 'unreachable', problem: 'The node does not answer. ECONNREFUSED', chainId: '', height: 0, time: '' },
		})
		const silent = new UserError('Nothing.')
		expect((await read({ status: silent }).read()).problem).toBe('Nothing.')
	})

	test('the status of a node of another chain than the one that is named is refused', async () => {
		const of = (expects: string | undefined, network = 'other-1') =>
			new StatusReader(connectionOf({ status: { ...status, node_info: { network } } }), known, expects)
		expect(await of('other-1').chainId()).toBe('other-1')
		for (const wanted of ['2222', undefined]) expect(await of(wanted, 'kite_2222-1').chainId()).toBe('kite_2222-1')
		await expect(of('kite-1').chainId()).rejects.toEqual(
			new UserError('The node at test is of the chain other-1, not of kite-1.', {
				why: 'A transaction for one chain is not valid on another.',
				next: 'Leave out --chain-id, or name a node of kite-1 with --node.',
			}),
		)
		expect(await of('kite-1').read()).toMatchObject({ state: 'unreachable', chainId: '' })
	})

	test('the chain of a node is asked for once', async () => {
		const asked: string[] = []
		const reader = new StatusReader(connectionOf({ status }, asked), known)
		for (let times = 0; times < 2; times++) expect(await reader.chainId()).toBe('other-1')
		expect(asked.filter((method) => method === 'status')).toHaveLength(1)
	})
})
