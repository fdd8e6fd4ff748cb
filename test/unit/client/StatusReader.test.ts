import { describe, expect, test } from 'vitest'
import { getNodeAbout } from '../../../src/client/actions/node.ts'
import { StatusReader } from '../../../src/client/StatusReader.ts'
import { defaultChainSettings } from '../../../src/codec/ChainSettings.ts'
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
})
