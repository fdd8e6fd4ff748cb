import type { Server } from 'node:http'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { isOwn } from '../../../src/client/index.ts'
import { UserError } from '../../../src/errors/UserError.ts'
import { dispatchKey } from '../../../src/tui/app/dispatch.ts'
import { goToOwnChain } from '../../../src/tui/app/node/OwnChains.ts'
import { PlaceInUse } from '../../../src/tui/app/node/PlaceInUse.ts'
import { startNode } from '../../support/startNode.ts'
import { until } from '../../support/until.ts'
import { ChainDouble } from '../support/chainDouble.ts'
import { fakeNode } from '../support/fakeNode.ts'
import { mountTest } from '../support/mountTest.tsx'
import { placesApp } from '../support/placesApp.ts'
import { digitOf, type TestApp, testApp } from '../support/testApp.ts'

describe('the RPC screen', () => {
	let t: TestApp
	const servers: Server[] = []
	afterEach(async () => {
		await t.stop()
		for (const server of servers.splice(0)) server.close()
	})

	async function node(chainId: string, height?: number): Promise<string> {
		const { url, server } = await fakeNode(chainId, height)
		servers.push(server)
		return url
	}
	/** An address at which nothing listens any more. */
	async function deadUrl(): Promise<string> {
		const { url, server } = await fakeNode('gone')
		await new Promise((resolve) => server.close(resolve))
		return url
	}
	const open = async (): Promise<void> => {
		t.press('g', 'p')
		await t.until('own chain')
	}

	it('adds a place by its address, which is asked while it is typed', async () => {
		const url = await node('chain-other')
		t = await testApp({ keys: ['alice'], columns: 120, rows: 40 })
		await open()
		t.press('a')
		t.type(url)
		await t.until('✓ node 0.34.15 · chain-other · block 40')
		t.press('tab')
		t.type('staging')
		t.press('enter')
		await t.until(/● +staging .*chain-other +40 /)
		expect(t.app.preferences.get('nodes')).toEqual([`staging\t${url}\tchain-other`])
	})

	it('tells a place that was just added in every column of a large terminal, and its protocols below the list', async () => {
		const url = await node('chain-other')
		t = await testApp({ keys: ['alice'], columns: 200, rows: 60 })
		await open()
		t.press('a')
		t.type(url)
		await t.until('✓ node 0.34.15 · chain-other · block 40')
		t.press('tab')
		t.type('staging')
		t.press('enter')
		await t.until(/● +staging +node .*chain-other +40 .* ms +rpc /)
		await t.until(/─ staging ─+╮.*✓ Tendermint RPC/s)
		t.press('k')
		await t.until(/─ own chain ─+╮/)
	})

	it('asks each place once for what it offers, but not one whose calls may cost', async () => {
		const [free, paid] = [await node('chain-free'), await node('chain-paid')]
		t = await testApp({ keys: ['alice'], columns: 200, rows: 60 })
		t.app.preferences.set('nodes', [`free\t${free}\tchain-free`, `paid\t${paid}\tchain-paid\tkeyed`])
		await open()
		await t.until(/● +free .*chain-free .* ms +rpc archive/)
		await t.until(/● +paid .*chain-paid .* ms +rpc, t tests it/)
	})

	it("takes the key of another provider's endpoint, shows it nowhere and keeps it in the keyring", async () => {
		const { url, server } = await fakeNode('chain-paid', 40, 'secret-key-77')
		servers.push(server)
		t = await testApp({ keys: ['alice'], columns: 150, rows: 40 })
		await open()
		t.press('a')
		t.type(url)
		await t.until('it answers, but wants a key')
		await t.until('this address wants one')
		t.press('tab')
		t.type('paid')
		t.press('tab')
		t.type('secret-key-77')
		await t.until('✓ node 0.34.15 · chain-paid · block 40')
		expect(t.screen()).not.toContain('secret-key-77')
		t.press('enter')
		await t.until(/● +paid .*private endpoint .*chain-paid +40 /)
		expect(t.chain.keys.apiKeys.get(url)).toBe('secret-key-77')
		expect(JSON.stringify(t.app.preferences.get('nodes'))).not.toContain('secret-key-77')
		t.press('e')
		await t.until('kept in your keyring')
		t.press('tab', 'tab')
		t.type('-')
		t.press('enter')
		await t.until(/○ +paid .*✗ wants a key/)
		expect(t.chain.keys.apiKeys.size).toBe(0)
	})

	it('goes to private endpoints and back by the key of Endpoints', async () => {
		t = await testApp({ keys: ['alice'], columns: 120, rows: 40 })
		t.press(digitOf('endpoints'))
		await t.until('Private endpoints')
		expect(t.screen()).toContain('Nodes')
		t.press(digitOf('endpoints'))
		await t.until('own chain')
		expect(t.app.screen.id).toBe('rpc')
		t.press(digitOf('endpoints'))
		expect(t.app.screen.id).toBe('endpoints')
	})

	it('says in one line why a screen does not work on a place without Tendermint RPC, and what would', async () => {
		t = await testApp({ keys: ['alice'], columns: 120, rows: 40 })
		t.app.set({ status: { ...t.app.state.status!, protocol: 'evm' } })
		t.app.open('blocks')
		await t.until('Blocks reads Tendermint RPC; this place offers EVM JSON-RPC only.')
		expect(t.screen()).toContain('n other node')
		t.press('n')
		await t.until('own chain')
	})

	it.each([
		[80, 'own ●'],
		[120, 'own chain-localnet running'],
	])(
		'a place that does not answer leaves the own chain in the head line at %i columns, and its error on the page alone',
		async (columns, words) => {
			const nodes = ['dead\thttp://127.0.0.1:1']
			t = await testApp({ keys: ['alice'], columns, rows: 24, preferences: { nodes } })
			t.app.preferences.set('node', 'http://127.0.0.1:1')
			t.app.set({
				own: new Map([['', t.app.state.status!]]),
				phase: 'failed',
				problem: { what: 'The node does not answer.', why: '', next: '' },
			})
			t.app.attempt(() => Promise.reject(new UserError('The node does not answer.')))
			await t.until(() => t.app.log.entries.at(-1)?.message === 'The node does not answer.')
			const [head = '', ...page] = t.screen().split('\n')
			expect(head).toContain(`alice  │  ○ dead does not answer · ${words}`)
			expect(page.filter((row) => row.includes('The node does not answer.'))).toHaveLength(1)
		},
	)

	it('the list has the places that the command line saved meanwhile', async () => {
		const url = await node('chain-x')
		t = await testApp({ keys: ['alice'], columns: 120, rows: 40 })
		const { preferences } = t.app
		preferences.reread = (name) => {
			if (name === 'nodes') preferences.set('nodes', [`x\t${url}\tchain-x`])
		}
		await open()
		await t.until(/● +x +node/)
	})

	it('the head line keeps height and own chain beside a long wide name at 80 columns', async () => {
		const nodes = ['키드-keyed-節點-long-name-of-a-provider\thttp://127.0.0.1:1']
		t = await testApp({ keys: ['alice'], columns: 80, rows: 24, remote: true, preferences: { nodes } })
		t.app.preferences.set('node', 'http://127.0.0.1:1')
		t.app.set({ own: new Map([['', t.app.state.status!]]) })
		t.press('g', 'p')
		await t.until(/› RPC .*live · 키드-\S+… *· #1 · own ●/)
	})

	it('finds what the own chain serves at the ports that it got, not at the usual ones alone', async () => {
		const own = await startNode({ on: ['rpc', 'rest'] })
		t = await testApp({ columns: 120, rows: 40 })
		t.app.set({ status: { ...t.app.state.status!, listeners: own.addresses } })
		await open()
		t.press('t')
		await t.until(/✓ REST/)
		await own.close()
	})

	it('asks before quitting only while the own chain runs unseen', async () => {
		t = await testApp({ keys: ['alice'], columns: 120, rows: 40 })
		t.app.set({ own: new Map([['', t.app.state.status!]]) })
		t.press('q')
		await t.until('Your own chain chain-localnet still runs')
		expect(t.asked).not.toContain('quit')
		t.press('esc')
		t.app.set({ own: new Map([['own:side-1', { ...t.app.state.status!, chainId: 'side-1' }]]) })
		t.press('q')
		await t.until(/Your own chain side-1 still runs.*So does chain-localnet, which is in use/s)
		t.press('esc')
		t.app.set({ own: new Map() })
		t.press('q')
		expect(t.asked).toContain('quit')
	})

	it.each(['greetings', 'blocks', 'transactions'])(
		'lets the app go on when %s are drawn while a place is being connected',
		async (screen) => {
			t = await testApp({ keys: ['alice'], greetings: Array.from({ length: 300 }, (_, index) => `greeting ${index}`) })
			t.press(digitOf(screen))
			await t.until(() => t.app.state.screen === screen)
			const { client } = t.app
			t.app.client = undefined
			// The first rows of a list of newest ones were not read yet.
			t.press('G')
			t.screen()
			await new Promise((resolve) => setImmediate(resolve))
			t.app.client = client
			t.press('g', 'g', 'G')
			t.app.touch()
			await t.until(() => t.app.state.phase === 'ready')
			expect(t.screen()).not.toContain('Cannot read properties')
			expect(t.app.log.entries.map(({ message }) => message).join()).not.toContain('Cannot read properties')
		},
	)

	it('tells why a place is dead, and removes it with a way back', async () => {
		t = await testApp({ keys: ['alice'], columns: 120, rows: 40, preferences: { nodes: [`dead\t${await deadUrl()}`] } })
		await open()
		await t.until(/○ +dead .*✗ connection refused, \ds/)
		t.press('j', 'd')
		await t.until('dead is removed')
		expect(t.screen()).not.toMatch(/○ +dead/)
		t.press('u')
		await t.until(/▸ ○ +dead/)
	})

	it.each([
		['goes with the place once it cannot be undone any more', [], 0],
		['stays where the removal is undone', ['u'], 1],
		['stays where the address is saved under another name by then', ['again'], 1],
	])('the API key of a place that is removed %s', async (_, then, left) => {
		const { url, server } = await fakeNode('chain-paid', 40, 'secret')
		servers.push(server)
		const line = `paid\t${url}\tchain-paid\tkeyed`
		t = await testApp({ keys: ['alice'], columns: 120, rows: 40, preferences: { nodes: [line] } })
		t.chain.keys.apiKeys.set(url, 'secret')
		await open()
		await t.until(/● +paid/)
		t.press('j', 'd')
		await t.until('paid is removed')
		expect(t.chain.keys.apiKeys.size).toBe(1)
		if (then[0] === 'u') t.press('u')
		if (then[0] === 'again') t.app.preferences.set('nodes', [line.replace('paid', 'other')])
		// Another offer takes the place of this one.
		t.app.toast('info', 'something else', { run: () => {} })
		await t.until(() => t.chain.keys.apiKeys.size === left)
		expect(t.screen()).not.toContain('secret')
	})

	it('asks before it uses a place that is dead, or on another chain than it was', async () => {
		const url = await node('chain-new')
		t = await testApp({
			keys: ['alice'],
			columns: 120,
			rows: 40,
			preferences: { nodes: [`dead\t${await deadUrl()}`, `moved\t${url}\tchain-old`] },
		})
		const switched: string[] = []
		t.app.switchNode = (to) => void switched.push(to)
		await open()
		t.press('j', 'enter')
		await t.until('dead does not answer')
		expect(t.screen()).not.toContain('asking dead')
		t.press('esc', 'j', 'enter')
		await t.until('moved is on the chain chain-new; when you saved it, it was on chain-old.')
		expect(switched).toEqual([])
		t.press('enter')
		expect(switched).toEqual([url])
	})

	it('tells once that a place is on another chain than the one in use, before it is used', async () => {
		const [same, other] = [await node('chain-localnet'), await node('other-1')]
		const nodes = [`same\t${same}\tchain-localnet`, `other\t${other}\tother-1`]
		t = await testApp({ keys: ['alice'], columns: 80, rows: 24, preferences: { nodes } })
		const switched: string[] = []
		t.app.switchNode = (to) => void switched.push(to)
		await open()
		t.press('j', 'enter')
		await t.until(() => switched.length === 1)
		t.press('j', 'enter')
		await t.until('other is on another chain: other-1, and you use chain-localnet.')
		expect(switched).toEqual([same])
		t.press('enter')
		expect(switched).toEqual([same, other])
		t.press('enter')
		await t.until(() => switched.length === 3)
	})

	it('tells what a place is and offers in its row at 120 columns', async () => {
		const url = await node('chain-x')
		t = await testApp({ keys: ['alice'], columns: 120, rows: 40, preferences: { nodes: [`x\t${url}\tchain-x`] } })
		await open()
		// A latency in more cells cuts the last word.
		await t.until(/● +x +node 0\.34\.15 +chain-x +40 +0 .* ms +rpc archi/)
	})

	it('names offers once, behind the latency or in a column of their own', async () => {
		for (const columns of [80, 120, 144, 147, 200]) {
			t = await testApp({ keys: ['alice'], columns, rows: 30 })
			await open()
			expect([columns, t.screen().match(/offers/g)?.length]).toEqual([columns, 1])
			if (columns < 200) await t.stop()
		}
	})

	it('tests a place where its REST is said to be, not at the usual port alone', async () => {
		const served = await startNode({ on: ['rpc', 'rest'] })
		const { rpc = '', rest = '' } = served.addresses
		const nodes = [`x\t${rpc}\tchain-localnet\trest=${rest}`]
		t = await testApp({ columns: 120, rows: 40, preferences: { nodes } })
		await open()
		t.press('j', 't')
		await t.until(/✓ REST/)
		await served.close()
	})

	it('tests a place in every protocol', async () => {
		const url = await node('chain-x')
		t = await testApp({ keys: ['alice'], columns: 180, rows: 40, preferences: { nodes: [`x\t${url}`] } })
		await open()
		t.press('j', 't')
		await t.until(/✓ Tendermint RPC +[\d.]+ ms +0\.34\.15, catching up: no/)
		await t.until(/✓ old heights .*answers from the first/)
		expect(t.screen()).toMatch(/✗ gRPC|✓ gRPC/)
	})

	it('compares two places: chain, app hash, who is behind', async () => {
		const [one, two] = [await node('chain-x', 40), await node('chain-x', 37)]
		t = await testApp({
			keys: ['alice'],
			columns: 120,
			rows: 40,
			preferences: { nodes: [`one\t${one}`, `two\t${two}`] },
		})
		t.app.set({ status: { ...t.app.state.status!, listeners: { rpc: await node('chain-localnet', 50) } } })
		await open()
		t.press('j', 'c', 'j')
		await t.until('compare with one')
		t.press('c')
		await t.until('✓ the same app hash at block 37')
		expect(t.screen()).toContain('two is 3 blocks behind one')
		t.press('esc', 'k', 'k', 'c', 'j', 'c')
		await t.until('✗ two different chains')
		expect(t.screen()).not.toContain('behind')
	})
})

describe('own chains in the RPC screen', () => {
	let t: TestApp
	afterEach(() => t.stop())

	it('begins another own chain by its id, which says whether it has an EVM', async () => {
		t = await testApp({ keys: ['alice'], columns: 120, rows: 40 })
		const switched: string[] = []
		t.app.switchNode = (to) => void switched.push(to)
		t.press('g', 'p')
		await t.until('own chain')
		t.press('N')
		await t.until('with an EVM of number 2222')
		t.type('../up')
		t.press('enter')
		await t.until('a letter or digit first')
		t.press('ctrl+u')
		t.type('side-1')
		await t.until('without an EVM')
		t.press('enter')
		await t.until(/◌ +side-1 .*side-1 .*does not run/)
		expect(switched).toEqual(['own:side-1'])
	})

	it('renames an own chain, and removes only its line', async () => {
		const nodes = ['side-1\town:side-1\tside-1']
		t = await testApp({ keys: ['alice'], columns: 120, rows: 40, preferences: { nodes } })
		t.press('g', 'p')
		await t.until('side-1')
		t.press('j', 'e')
		await t.until('Rename side-1')
		t.type('mine')
		t.press('enter')
		await t.until(/◌ +mine .*does not run/)
		t.press('d')
		await t.until('mine is removed; its blocks stay in its folder')
		t.press('u')
		await t.until(/◌ +mine .*does not run/)
	})

	it('does not remove an own chain that runs', async () => {
		const nodes = ['side-1\town:side-1\tside-1']
		t = await testApp({ keys: ['alice'], columns: 120, rows: 40, preferences: { nodes } })
		t.app.set({ own: new Map([['own:side-1', { ...t.app.state.status!, chainId: 'side-1', height: 77 }]]) })
		t.press('g', 'p')
		await t.until(/● +side-1 .*side-1 +77 .*runs on/)
		t.press('j', 'd')
		await t.until('it runs: x stops it first')
		expect(t.app.preferences.get('nodes')).toEqual(nodes)
	})
})

describe('a change of the place in use', () => {
	afterEach(() => {
		vi.useRealTimers()
	})

	/** An app whose own chain and other places are doubles. */
	function start(
		nodes: readonly string[],
		fails: ReadonlySet<string> = new Set(),
		connected: (url: string) => Promise<unknown> = async () => {},
		ownElsewhere = false,
	) {
		const made: { readonly url: string; readonly chain: ChainDouble }[] = []
		const app = placesApp({ nodes })
		const feed = new PlaceInUse(
			app,
			async (url) => {
				if (fails.has(url)) throw new Error('connection refused')
				await connected(url)
				const chain = new ChainDouble({ keys: ['alice'], remote: !isOwn(url) })
				made.push({ url, chain })
				return isOwn(url) && !ownElsewhere ? Object.assign(chain, { ended: new Promise<never>(() => {}) }) : chain
			},
			() => {},
			ownElsewhere,
		)
		return { app, feed, made }
	}

	it('never stops the own chain, which is taken up again as it is', async () => {
		const { app, feed, made } = start(['staging\thttp://staging'])
		await feed.start()
		app.switchNode('http://staging')
		await until(() => app.state.phase === 'ready' && made.length === 2)
		expect(made[0]?.chain.calls).not.toContain('close')
		expect(app.state.own.get('')?.height).toBe(1)
		app.switchNode('')
		await until(() => app.state.phase === 'ready' && app.client === made[0]?.chain)
		expect(made).toHaveLength(2)
		expect(made[1]?.chain.calls).toContain('close')
		expect(app.state.own.size).toBe(0)
		await feed.stop()
		expect(made[0]?.chain.calls).toContain('close')
	})

	it('keeps every own chain running beside the others, and ends all of them with the app', async () => {
		const { app, feed, made } = start([])
		await feed.start()
		goToOwnChain(app, 'chain_2222-1')
		await until(() => app.state.phase === 'ready' && made.length === 2)
		expect(app.preferences.get('nodes')).toEqual(['chain_2222-1\town:chain_2222-1\tchain_2222-1'])
		expect([...app.state.own.keys()]).toEqual([''])
		goToOwnChain(app, 'side-1')
		await until(() => app.state.phase === 'ready' && made.length === 3)
		expect([...app.state.own.keys()].sort()).toEqual(['', 'own:chain_2222-1'])
		goToOwnChain(app, 'chain_2222-1')
		await until(() => app.state.phase === 'ready' && app.client === made[1]?.chain)
		expect(made.map(({ chain }) => chain.calls.includes('close'))).toEqual([false, false, false])
		expect(app.preferences.get('nodes')).toHaveLength(2)
		await feed.stop()
		expect(made.map(({ chain }) => chain.calls.filter((call) => call === 'close'))).toEqual([
			['close'],
			['close'],
			['close'],
		])
	})

	it('goes at once to the place that is chosen while another one is connecting, and starts an own chain once', async () => {
		let answer = (): void => {}
		const asked = new Promise<void>((resolve) => {
			answer = resolve
		})
		const { app, feed, made } = start(['a\thttp://a', 'b\thttp://b'], new Set(), () => asked)
		const started = feed.start()
		app.switchNode('http://a')
		app.switchNode('')
		app.switchNode('http://b')
		app.switchNode('')
		answer()
		await started
		await until(() => app.state.phase === 'ready' && made.length === 3)
		const closed = (): readonly string[] =>
			made.filter(({ chain }) => chain.calls.includes('close')).map(({ url }) => url)
		await until(() => closed().length === 2)
		expect(made.map(({ url }) => url).sort()).toEqual(['', 'http://a', 'http://b'])
		expect(closed().toSorted()).toEqual(['http://a', 'http://b'])
		expect(app.client).toBe(made.find(({ url }) => url === '')?.chain)
		expect(app.preferences.get('node')).toBe('')
		await feed.stop()
	})

	it('says which own chain runs, and ends only that one when it is stopped', async () => {
		const { app, feed, made } = start([])
		await feed.start()
		goToOwnChain(app, 'side-1')
		await until(() => app.state.phase === 'ready' && made.length === 2)
		app.switchNode('')
		await until(() => app.state.phase === 'ready' && app.client === made[0]?.chain)
		const mounted = mountTest(app)
		const text = (): string => mounted.lines().join('\n')
		await until(() => text().includes('own chain-localnet running'))
		app.open('rpc')
		for (const id of ['j', 'x']) dispatchKey(app, { id, text: id })
		await until(() => text().includes('Stop chain-localnet?'))
		dispatchKey(app, { id: 'enter' })
		await until(() => text().includes('chain-localnet is stopped'))
		expect(app.state.own.size).toBe(0)
		expect(made.map(({ chain }) => chain.calls.includes('close'))).toEqual([false, true])
		dispatchKey(app, { id: 'enter' })
		await until(() => app.state.phase === 'ready' && app.client === made[2]?.chain)
		expect(made.map(({ url }) => url)).toEqual(['', 'own:side-1', 'own:side-1'])
		mounted.unmount()
		await feed.stop()
	})

	it('asks before quitting while an own chain starts unseen', async () => {
		let answer = (): void => {}
		const asked = new Promise<void>((resolve) => {
			answer = resolve
		})
		const { app, feed } = start([], new Set(), () => asked)
		const started = feed.start()
		app.switchNode('own:side-1')
		expect([...app.state.own]).toEqual([['', undefined]])
		answer()
		await started
		await until(() => app.state.own.get('')?.state === 'live')
		await feed.stop()
	})

	it('takes each line of an own chain into Logs once, however often that is taken up again', async () => {
		const { app, feed, made } = start(['a\thttp://a'])
		await feed.start()
		const own = made[0]!.chain
		const subscribe = own.subscribe.bind(own)
		const entry = { time: new Date().toISOString(), level: 'info', source: 'rpc', message: 'listening' } as const
		own.subscribe = (listener) => {
			listener({ type: 'log', entry })
			return subscribe(listener)
		}
		for (const url of ['http://a', '', 'http://a', '']) {
			app.switchNode(url)
			await until(() => app.state.phase === 'ready' && app.preferences.get('node') === url)
		}
		await until(() => app.log.entries.includes(entry))
		expect(app.log.entries.filter(({ message }) => message === 'listening')).toHaveLength(1)
		await feed.stop()
	})

	it('hears nothing any more from the place that was left', async () => {
		vi.useFakeTimers()
		const { app, feed, made } = start(['a\thttp://a'])
		await feed.start()
		const own = made[0]!.chain
		const status = await own.status()
		// The second of two events waits for its batch.
		for (const height of [8, 9]) own.emit({ type: 'status', status: { ...status, height } })
		const hang = vi.spyOn(ChainDouble.prototype, 'status').mockReturnValue(new Promise(() => {}))
		app.switchNode('http://a')
		await vi.advanceTimersByTimeAsync(300)
		hang.mockRestore()
		expect([app.state.phase, app.state.status]).toEqual(['connecting', undefined])
		await feed.stop()
	})

	it('ends the own chain with the app, also while another place is in use', async () => {
		const { app, feed, made } = start(['staging\thttp://staging'])
		await feed.start()
		app.switchNode('http://staging')
		await until(() => app.state.phase === 'ready' && made.length === 2)
		await feed.stop()
		for (const { chain } of made) expect(chain.calls).toContain('close')
	})

	it('goes to the stand-by within two seconds when the place in use stops answering', async () => {
		const { app, feed, made } = start(['a\thttp://a', 'b\thttp://b\t\tstand-by'])
		app.preferences.set('node', 'http://a')
		await feed.start()
		await until(() => app.state.phase === 'ready')
		made[0]!.chain.status = async () => {
			throw new Error('connect ECONNREFUSED')
		}
		const began = Date.now()
		await until(() => app.state.standsFor === 'a' && app.state.phase === 'ready')
		expect(Date.now() - began).toBeLessThan(2_000)
		expect(made[1]?.url).toBe('http://b')
		expect(app.preferences.get('node')).toBe('http://b')
		expect(app.state.standsFor).toBe('a')
		await feed.stop()
	})

	it('goes to the stand-by within two seconds when the place in use takes questions and never answers', async () => {
		vi.useFakeTimers()
		const { app, feed, made } = start(['a\thttp://a', 'b\thttp://b\t\tstand-by'])
		app.preferences.set('node', 'http://a')
		await feed.start()
		expect(app.state.phase).toBe('ready')
		made[0]!.chain.status = () => new Promise(() => {})
		await vi.advanceTimersByTimeAsync(1_800)
		expect([made[1]?.url, app.state.phase, app.state.standsFor]).toEqual(['http://b', 'ready', 'a'])
		await feed.stop()
	})

	it('an error of the place that was left is logged, and not told as one of the stand-by', async () => {
		const { app, feed } = start(['a\thttp://a', 'b\thttp://b\t\tstand-by'])
		app.preferences.set('node', 'http://a')
		await feed.start()
		let fail = (_error: Error): void => {}
		app.attempt(() => new Promise((_resolve, reject) => (fail = reject)))
		app.switchNode('http://b')
		await until(() => app.state.toast?.text === 'b is in use')
		fail(new Error('the node at http://a does not answer'))
		await until(() => app.log.entries.some(({ message }) => message.includes('the node at http://a')))
		expect(app.state.toast?.text).toBe('b is in use')
		await feed.stop()
	})

	it('goes to the stand-by sooner when the place in use answered at once before', async () => {
		vi.useFakeTimers()
		const { app, feed, made } = start(['a\thttp://a', 'b\thttp://b\t\tstand-by'])
		app.preferences.set('node', 'http://a')
		await feed.start()
		made[0]!.chain.status = () => new Promise(() => {})
		await vi.advanceTimersByTimeAsync(1_300)
		expect([made[1]?.url, app.state.phase, app.state.standsFor]).toEqual(['http://b', 'ready', 'a'])
		await feed.stop()
	})

	it('a stand-by is connected before it is needed, so that one that takes a second to connect delays no read', async () => {
		vi.useFakeTimers()
		const nodes = ['a\thttp://a', 'b\thttp://b\t\tstand-by']
		const slow = (url: string) => new Promise((resolve) => setTimeout(resolve, url === 'http://b' ? 1_000 : 0))
		const { app, feed, made } = start(nodes, new Set(), slow)
		app.preferences.set('node', 'http://a')
		const started = feed.start()
		await vi.advanceTimersByTimeAsync(3_000)
		await started
		expect([made.map(({ url }) => url), app.preferences.get('node')]).toEqual([['http://a', 'http://b'], 'http://a'])
		made[0]!.chain.status = () => new Promise(() => {})
		await vi.advanceTimersByTimeAsync(1_300)
		expect([made.length, app.client === made[1]?.chain, app.state.standsFor]).toEqual([2, true, 'a'])
		await feed.stop()
	})

	it('closes the connection of a stand-by that is none any more', async () => {
		vi.useFakeTimers()
		const { app, feed, made } = start(['a\thttp://a', 'b\thttp://b\t\tstand-by'])
		app.preferences.set('node', 'http://a')
		await feed.start()
		await vi.advanceTimersByTimeAsync(1_100)
		expect(made[1]?.chain.calls).not.toContain('close')
		app.preferences.set('nodes', ['a\thttp://a', 'b\thttp://b'])
		await vi.advanceTimersByTimeAsync(1_100)
		expect([made.length, made[1]?.chain.calls.includes('close')]).toEqual([2, true])
		await feed.stop()
	})

	it('goes to the stand-by within two seconds when the place in use answers its first question only', async () => {
		vi.useFakeTimers()
		const { app, feed, made } = start(['a\thttp://a', 'b\thttp://b\t\tstand-by'])
		app.preferences.set('node', 'http://a')
		const balances = vi.spyOn(ChainDouble.prototype, 'balances').mockReturnValueOnce(new Promise(() => {}))
		const status = vi.spyOn(ChainDouble.prototype, 'status')
		void feed.start()
		await vi.waitFor(() => expect(app.state.status?.state).toBe('live'))
		status.mockReturnValueOnce(new Promise(() => {}))
		await vi.advanceTimersByTimeAsync(1_800)
		for (const spy of [balances, status]) spy.mockRestore()
		expect([made[1]?.url, app.state.phase, app.state.standsFor]).toEqual(['http://b', 'ready', 'a'])
		await feed.stop()
	})

	it('goes to the stand-by when the place in use hangs from the start', async () => {
		vi.useFakeTimers()
		const { app, feed, made } = start(['a\thttp://a', 'b\thttp://b\t\tstand-by'])
		app.preferences.set('node', 'http://a')
		const hang = vi.spyOn(ChainDouble.prototype, 'status').mockReturnValueOnce(new Promise(() => {}))
		void feed.start()
		await vi.advanceTimersByTimeAsync(6_000)
		hang.mockRestore()
		expect([made.map(({ url }) => url), app.state.phase]).toEqual([['http://a', 'http://b'], 'ready'])
		await feed.stop()
	})

	it('offers to go back once the place that failed is well again', async () => {
		const { url, server } = await fakeNode('chain-1')
		const { app, feed, made } = start([`a\t${url}\tchain-1`, 'b\thttp://b\t\tstand-by'])
		app.preferences.set('node', url)
		await feed.start()
		made[0]!.chain.status = async () => {
			throw new Error('connect ECONNREFUSED')
		}
		await until(() => app.state.standsFor === 'a' && app.state.phase === 'ready')
		await until(() => app.state.offer?.title === 'back to a')
		expect(app.state.toast?.text).toBe('a answers again: B goes back to it')
		await app.state.offer?.run()
		await until(() => app.state.standsFor === undefined && app.state.phase === 'ready')
		expect(app.preferences.get('node')).toBe(url)
		await feed.stop()
		server.close()
	})

	it('offers to start the own chain here when the process that ran it is gone', async () => {
		const { app, feed, made } = start([], new Set(), async () => {}, true)
		await feed.start()
		expect(app.state.phase).toBe('ready')
		made[0]!.chain.state = 'unreachable'
		await until(() => app.state.offer?.title === 'start it here')
		expect(app.state.toast?.text).toBe('the node of this home does not answer: B starts the chain here')
		await app.state.offer?.run()
		await until(() => made.length === 2 && app.state.status?.state === 'live')
		expect(made.map(({ url }) => url)).toEqual(['', ''])
		await feed.stop()
	})

	it('does not go to a stand-by that is on another chain', async () => {
		const nodes = ['a\thttp://a\tchain-1', 'b\thttp://b\tchain-2\tstand-by']
		const { app, feed, made } = start(nodes, new Set(['http://a']))
		app.preferences.set('node', 'http://a')
		await feed.start()
		await until(() => app.state.phase === 'failed')
		expect(app.state.toast?.text).toBe('a does not answer, and the stand-by b is on another chain')
		expect(made).toEqual([])
		await feed.stop()
	})

	it('goes to the stand-by when the place in use cannot be reached at all', async () => {
		const { app, feed, made } = start(['a\thttp://a', 'b\thttp://b\t\tstand-by'], new Set(['http://a']))
		app.preferences.set('node', 'http://a')
		await feed.start()
		await until(() => app.state.phase === 'ready')
		expect(made.map(({ url }) => url)).toEqual(['http://b'])
		await feed.stop()
	})
})
