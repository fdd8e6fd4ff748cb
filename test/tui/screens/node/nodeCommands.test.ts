import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import type { NodeStatus } from '../../../../src/client/ChainClient.ts'
import { UserError } from '../../../../src/errors/UserError.ts'
import { digitOf, type TestApp, testApp } from '../../support/testApp.ts'

let t: TestApp
afterEach(() => t.stop())

/** The Node screen, over a node whose status is partly another. */
async function node(
	change: Partial<NodeStatus> = {},
	options: {
		readonly remote?: boolean
		readonly columns?: number
		readonly rows?: number
		readonly directory?: string
	} = {},
): Promise<void> {
	t = await testApp({ columns: 120, rows: 40, ...options })
	const { chain } = t
	const status = chain.status.bind(chain)
	chain.status = async () => ({ ...(await status()), ...change })
	t.app.set({ status: await chain.status() })
	t.press(digitOf('node'))
}

const said = (text: string): Promise<void> => t.until(() => (t.app.state.toast?.text ?? '').includes(text))

describe('who does not control the node', () => {
	it.each([
		['p', 'pause'],
		['b', 'make a block'],
		['i', 'block mode'],
		['t', 'time'],
		['s', 'snapshot'],
		['v', 'revert'],
		['D', 'delete snapshot'],
		['w', 'rewind'],
		['enter', 'on/off'],
		['E', 'export genesis'],
		['X', 'reset'],
	])('a person who does not control the node is told so at %s', async (key, title) => {
		await node({}, { remote: true })
		t.press(key)
		await said(`${title}: you do not control this node`)
		expect(t.app.topOverlay).toBeUndefined()
		expect(t.chain.calls.filter((call) => !call.startsWith('requests'))).toEqual([])
	})
})

describe('when blocks are made', () => {
	it('one block is made at each press of its key', async () => {
		await node()
		t.press('b')
		await said('one block made')
		expect(t.chain.calls.filter((call) => call.startsWith('mine'))).toEqual(['mine 1'])
	})

	it.each([
		[['right'], 'setBlockMode instant undefined', 'a block with each transaction'],
		[['right', 'right'], 'setBlockMode manual undefined', 'blocks only by hand'],
		[['tab', 'ctrl+u', '2', 'enter'], 'setBlockMode interval 2000', 'a block each 2 s'],
	])('the moment when blocks are made is chosen by %j', async (keys, call, words) => {
		await node()
		t.press('i', ...keys, ...(keys.includes('enter') ? [] : ['enter']))
		await said(words)
		expect(t.chain.calls).toContain(call)
	})

	it.each(['', '0', '0.001', '86401', 'soon', '-5'])(
		'an interval of blocks of %j seconds is refused',
		async (seconds) => {
			await node()
			t.press('i', 'tab', 'ctrl+u')
			t.type(seconds)
			t.press('enter')
			await t.until('a number of seconds from 0.01 to 86,400')
			expect(t.chain.calls.some((call) => call.startsWith('setBlockMode'))).toBe(false)
			t.press('esc')
			expect(t.app.topOverlay).toBeUndefined()
		},
	)

	it('starts from what the node does now', async () => {
		await node({ blockMode: 'manual' })
		await t.until(/blocks +only by hand/)
		t.press('i')
		await t.until('Block mode')
		expect(t.screen()).not.toContain('between two blocks')
	})

	it('stays as it is when the node refuses', async () => {
		await node()
		t.chain.admin!.setBlockMode = async () => {
			throw new UserError('The clock of this chain stands still.', { next: 'Let it run first.' })
		}
		t.press('i', 'enter')
		await t.until('The clock of this chain stands still.')
		expect(t.screen()).toContain('Block mode')
	})
})

describe('the time of the chain', () => {
	it.each([
		[['tab', '9', '0', 's'], 'advanceTime 90', 'the clock moved by 90s'],
		[['left'], 'resetTime', "the clock is the machine's again"],
	])('the time of the chain is changed by %j', async (keys, call, words) => {
		await node()
		t.press('t', ...keys, 'enter')
		await said(words)
		expect(t.chain.calls).toContain(call)
	})

	it.each([
		[1, 'setTime 2030-01-01T00:00:00.000Z false', 'the clock is set'],
		[2, 'setTime 2030-01-01T00:00:00.000Z true', 'the clock is set and frozen'],
	])('the time of the chain is set, and stands still only where that is chosen (%i)', async (steps, call, words) => {
		await node()
		t.press('t', ...Array.from({ length: steps }, () => 'right'), 'tab', 'ctrl+u')
		t.type('2030-01-01')
		await t.until('Tue, 01 Jan 2030 00:00:00 GMT')
		t.press('enter')
		await said(words)
		expect(t.chain.calls).toContain(call)
	})

	it('the time of the chain is neither moved nor set by what is no time', async () => {
		await node()
		t.press('t', 'tab')
		t.type('a while')
		t.press('enter')
		await t.until('a time such as 90s, 5m, 2h or 30d')
		t.press('esc', 't', 'right', 'tab', 'ctrl+u')
		t.type('tomorrow')
		t.press('enter')
		await t.until('a time such as 2027-01-01T00:00:00Z')
		expect(t.chain.calls.some((call) => /Time/.test(call))).toBe(false)
	})

	it.each([
		[{ clockOffsetMs: -7_200_000 }, "moved: 2 hours behind the machine's"],
		[{ clockOffsetMs: 61_000 }, "moved: 1 minute ahead of the machine's"],
		[{ clockFrozen: true, clockOffsetMs: 5_000 }, 'stopped: it stands still'],
	])('the time of the chain is told against the machine’s: %j', async (change, words) => {
		await node(change, { columns: 160 })
		await t.until(words)
	})
})

describe('listeners', () => {
	it('listeners are switched on where they are off, and have no address until then', async () => {
		await node()
		t.press('j', 'j', 'j')
		await t.until(/▸ ?○ +legacy REST gen 8|○ +legacy REST gen 8 +off/)
		t.press('y')
		await said('the selected listener is off')
		t.press('enter')
		await said('legacy8 is on')
		expect(t.chain.calls).toContain('setListener legacy8 true')
	})

	it('say which port was taken', async () => {
		await node({ moved: { rpc: { asked: '127.0.0.1:26657' } } } as unknown as Partial<NodeStatus>, { columns: 180 })
		await t.until('! moved: 127.0.0.1:26657 is taken')
	})

	it('listeners are not known of a node elsewhere that does not tell', async () => {
		await node({ listeners: {} }, { remote: true })
		await t.until(/Tendermint RPC +not known/)
	})

	/** The screen of a node with the snapshot `kept`. */
	async function nodeWithSnapshot(): Promise<void> {
		await t?.stop()
		await node()
		await t.chain.admin?.snapshot('kept')
		t.press('1', digitOf('node'))
		await t.until('kept')
	}

	it('going back to a snapshot leaves the cursor on it, so that Enter switches no listener', async () => {
		await nodeWithSnapshot()
		t.press('end', 'v')
		await t.until('Go back to block')
		t.press('enter')
		await said('back at block')
		await t.until(/▸ ◈ +kept/)
		t.press('enter')
		await said('no listener is selected')
		expect(t.chain.calls.some((call) => call.startsWith('setListener'))).toBe(false)
	})

	it('a selected snapshot that is gone leaves no listener selected until one is chosen', async () => {
		await nodeWithSnapshot()
		t.press('end', 'D')
		await t.until('Delete the snapshot kept')
		t.press('enter')
		await said('snapshot kept deleted')
		t.press('enter')
		await said('no listener is selected')
		expect(t.chain.calls.some((call) => call.startsWith('setListener'))).toBe(false)
		t.press('up', 'enter')
		await t.until(() => t.chain.calls.some((call) => call.startsWith('setListener')))
	})

	it.each([
		[80, 24],
		[120, 40],
	])('the row of a snapshot names its key whole at %i by %i', async (columns, rows) => {
		await t?.stop()
		await node({ height: 1_234_567 }, { columns, rows })
		await t.chain.admin?.snapshot('kept')
		t.press('1', digitOf('node'))
		await t.until(/◈ +kept +v back to block [\d,]+/)
	})

	it('what each listener served is counted beside it, the Ethereum one of a chain with an EVM too', async () => {
		await t?.stop()
		await node(
			{ listeners: { rest: 'http://127.0.0.1:1317', eth: 'http://127.0.0.1:8546' } },
			{ columns: 200, rows: 60 },
		)
		const spans = (...last: readonly number[]) => [...Array.from({ length: 360 - last.length }, () => 0), ...last]
		t.chain.journal.on = true
		t.chain.journal.servedNow = {
			rest: { total: 1_234, spans: [7, ...spans(2, 3).slice(1)] },
			eth: { total: 9, spans: spans(4) },
		}
		t.press('1', digitOf('node'))
		await t.until(/REST +http:\/\/127\.0\.0\.1:1317 +1,234 +5 +12 /)
		await t.until(/Ethereum RPC +http:\/\/127\.0\.0\.1:8546 +9 +4 +4 /)
		t.press('j')
		await t.until(/REST, last 5 minutes .* 5 requests/)
		await t.until(/REST, last 60 minutes .* 12 requests/)
	})

	it('the charts of a listener say their span and their requests where their titles do not fit whole', async () => {
		await t?.stop()
		await node()
		t.chain.journal.on = true
		t.chain.journal.servedNow = { rpc: { total: 5, spans: [...Array.from({ length: 359 }, () => 0), 5] } }
		t.press('1', digitOf('node'))
		await t.until(/─ 5 min ─+ 5 requests .*─ 60 min ─+ 5 requests /)
		expect(t.screen()).not.toContain('last…')
	})

	it('a listener is no snapshot', async () => {
		await nodeWithSnapshot()
		t.press('home', 'v')
		await said('no snapshot is selected')
		t.press('D')
		await said('delete snapshot: no snapshot is selected')
		t.press('end', 'enter')
		await said('no listener is selected')
	})
})

describe('a chain with contracts', () => {
	it('a chain with contracts is not begun beside one that has them', async () => {
		await node()
		t.app.client = Object.assign(t.chain, { evm: {} as never })
		t.press('V')
		await said('this chain has contracts')
	})
})

describe('the state of the node', () => {
	it.each([
		['starting', 'starting, embedded'],
		['syncing', 'catching up, embedded'],
		['paused', 'paused, embedded'],
		['unreachable', 'unreachable, embedded'],
	] as const)('%s is said in words', async (state, words) => {
		await node({ state, problem: state === 'unreachable' ? 'connect ECONNREFUSED' : '' })
		await t.until(words)
		expect(t.screen().includes('connect ECONNREFUSED')).toBe(state === 'unreachable')
	})

	it('says with whom a node elsewhere shares the chain, and what it did not tell', async () => {
		await node({ blockMode: undefined as never, peers: 3 }, { remote: true })
		await t.until(/peers +3 /)
		expect(t.screen()).not.toMatch(/blocks +each/)
		await t.until('→ seed')
		expect(t.lines().join('')).not.toContain('\u001b[2J')
	})

	it('the state of the node has a dash for what a node does not say of itself', async () => {
		await node()
		const about = await t.chain.about()
		t.chain.about = async () => ({ ...about, moniker: '', appVersion: '' })
		t.press('1', digitOf('node'))
		await t.until(/name +–/)
		expect(t.screen()).toMatch(/application +chain –/)
	})

	it.each([
		[60, 16],
		[90, 24],
		[120, 20],
		[200, 60],
	])('fits %i×%i', async (columns, rows) => {
		await node({}, { columns, rows })
		expect(t.lines()).toHaveLength(rows)
		expect(t.screen()).toMatch(/live, embedded/)
		expect(t.screen()).toContain('Tendermint RPC')
	})
})

describe('the genesis', () => {
	it('the genesis is not saved where there is a file in place of the folder, and the reason is told', async () => {
		const file = join(mkdtempSync(join(tmpdir(), 'genesis-')), 'file')
		writeFileSync(file, 'kept')
		await node({}, { directory: file })
		t.press('E')
		await t.until(() => t.app.state.toast?.kind === 'bad')
		expect(t.app.state.toast?.text).toContain('The export')
		expect(readFileSync(file, 'utf8')).toBe('kept')
	})

	it('the genesis is saved under its height', async () => {
		const directory = mkdtempSync(join(tmpdir(), 'genesis-'))
		await node({ height: 77 }, { directory })
		t.press('E')
		await said('genesis saved')
		expect(readdirSync(directory)).toEqual(['genesis-77.json'])
	})

	it('the genesis is not saved when the node does not give it', async () => {
		const directory = mkdtempSync(join(tmpdir(), 'genesis-'))
		await node({}, { directory })
		t.chain.admin!.exportGenesis = async () => {
			throw new UserError('The node is busy.')
		}
		t.press('E')
		await said('The node is busy.')
		expect(readdirSync(directory)).toEqual([])
	})
})

describe('saved places', () => {
	it('saved places need an address and a name that is free; without a name they have that of their host', async () => {
		await node()
		t.press('n', 'a')
		await t.until('Add a place')
		for (const wrong of ['', 'ftp://far.example', 'http://']) {
			t.press('ctrl+u')
			t.type(wrong)
			t.press('enter')
			await t.until('is not the address of a node')
		}
		t.press('ctrl+u')
		t.type('http://me:word@far.example')
		t.press('enter')
		await t.until('contains a user name or a password')
		t.press('ctrl+u')
		t.type('http://127.0.0.1:46657/')
		t.press('enter')
		await t.until(() => t.app.preferences.get('nodes').length === 1)
		expect(t.app.preferences.get('nodes')).toEqual(['127.0.0.1\thttp://127.0.0.1:46657'])
		t.press('a')
		await t.until('Add a place')
		t.type('http://127.0.0.1:46658')
		t.press('tab')
		t.type('127.0.0.1')
		t.press('enter')
		await t.until('there is a place of that name')
	})
})

describe('going back to an earlier block', () => {
	const snapshot = (name: string, height: number) => ({
		...{ name, height },
		...{ time: '2026-05-01T12:00:00Z', offsetMs: 0, frozen: false },
	})

	it.each([
		[3, [], 1, 'Go back to block 3? 3 blocks after it and 1 transaction in them will be gone.'],
		[4, ['late'], 0, 'Go back to block 4? 2 blocks after it and the snapshot late will be gone.'],
		[5, ['late', 'last'], 2, '1 block after it, 2 transactions in them and the snapshots late, last will be gone.'],
		[6, [], 0, 'Go back to block 6? Nothing will be gone.'],
	])('rewinding to block %i is asked for with what it deletes', async (height, later, transactions, words) => {
		await node()
		const { chain } = t
		while (chain.blockList.length < 6) chain.makeBlock()
		chain.snapshots = [snapshot('early', 1), ...later.map((name) => snapshot(name, 6))]
		const asked: string[] = []
		chain.listTxs = async (query) => {
			asked.push(query)
			return { total: transactions, txs: [] }
		}
		t.app.set({ status: await chain.status() })
		t.press(digitOf('home'), digitOf('node'))
		await t.until('early')
		t.press('w')
		t.type(String(height))
		expect(t.screen()).toContain(`${6 - height} block${height === 5 ? '' : 's'} will be gone`)
		t.press('enter')
		await t.until('Go back to block')
		expect(t.plainLines().join(' ')).toContain(words)
		expect(asked).toEqual(height === 6 ? [] : [`tx.height > ${height}`])
		t.press('enter')
		await said(`back at block ${height}`)
		expect(chain.calls).toContain(`rewind ${height}`)
	})
})
