import { afterEach, describe, expect, it, vi } from 'vitest'
import { isOwn, type NodeStatus } from '../../../../src/client/index.ts'
import { UserError } from '../../../../src/errors/UserError.ts'
import { PlaceInUse } from '../../../../src/tui/app/node/PlaceInUse.ts'
import type { PreferenceValues } from '../../../../src/tui/app/Preferences.ts'
import { until } from '../../../support/until.ts'
import { addressOf, ChainDouble, type DoubleOptions } from '../../support/chainDouble.ts'
import { placesApp } from '../../support/placesApp.ts'

/** A chain whose status a test changes, and which ends when a test says so. */
class Place extends ChainDouble {
	part: Partial<NodeStatus> = {}
	end: (fault: UserError) => void = () => {}
	readonly ended?: Promise<UserError>

	constructor(options: DoubleOptions, isOwnChain: boolean) {
		super(options)
		if (isOwnChain)
			this.ended = new Promise((resolve) => {
				this.end = resolve
			})
	}

	override async status(): Promise<NodeStatus> {
		return { ...(await super.status()), ...this.part }
	}
}

/** An app whose places are doubles, made when they are connected. */
function start(
	preferences: Partial<PreferenceValues>,
	changed: (url: string, place: Place) => unknown = () => {},
	options: DoubleOptions = {},
) {
	const made: { readonly url: string; readonly place: Place }[] = []
	const app = placesApp(preferences)
	const connect = async (url: string): Promise<Place> => {
		const place = new Place({ keys: ['alice'], remote: !isOwn(url), ...options }, isOwn(url))
		await changed(url, place)
		made.push({ url, place })
		return place
	}
	const feed = new PlaceInUse(app, connect, () => {})
	return {
		app,
		feed,
		made,
		closed: () => made.filter(({ place }) => place.calls.includes('close')).map(({ url }) => url),
	}
}

afterEach(() => {
	vi.useRealTimers()
})

describe('an own chain', () => {
	it('an own chain that stops by a fault while another place is in use is told, and can be started again', async () => {
		const { app, feed, made, closed } = start({ nodes: ['a\thttp://a'] })
		await feed.start()
		app.switchNode('http://a')
		await until(() => app.state.phase === 'ready' && app.state.own.get('')?.state === 'live')
		made[0]!.place.end(new UserError('The disk is full.'))
		await until(() => closed().length === 1)
		expect(app.state.toast?.text).toBe('your own chain chain-localnet stopped: The disk is full. · g p starts it again')
		expect(app.state.own.size).toBe(0)
		expect(app.log.entries.filter(({ level }) => level === 'error').map(({ message }) => message)).toContain(
			'The disk is full.',
		)
		expect([app.state.phase, app.preferences.get('node')]).toEqual(['ready', 'http://a'])
		app.switchNode('')
		await until(() => app.state.phase === 'ready' && app.client === made[2]?.place)
		expect(made.map(({ url }) => url)).toEqual(['', 'http://a', ''])
		await feed.stop()
	})

	it('an own chain that stops by a fault while it is in use leaves a page that says why, and how to start it again', async () => {
		const { app, feed, made } = start({})
		await feed.start()
		made[0]!.place.end(new UserError('The disk is full.', { why: 'no space', next: 'Start it again.' }))
		await until(() => app.state.phase === 'failed')
		expect(app.state.problem).toEqual({ what: 'The disk is full.', why: 'no space', next: 'r starts it again.' })
		expect(app.client).toBeUndefined()
		app.reconnect()
		await until(() => app.state.phase === 'ready' && made.length === 2)
		await feed.stop()
	})
})

describe('a place that has a stand-by', () => {
	const nodes = ['a\thttp://a', 'b\thttp://b\t\tstand-by']

	it('a place that has a stand-by and is known to be unreachable at once is left for it', async () => {
		const { app, feed, made } = start({ nodes, node: 'http://a' }, (url, place) => {
			if (url === 'http://a') place.state = 'unreachable'
		})
		await feed.start()
		await until(() => app.state.phase === 'ready')
		expect([app.state.standsFor, app.preferences.get('node'), made.map(({ url }) => url)]).toEqual([
			...['a', 'http://b', ['http://a', 'http://b']],
		])
		expect(app.log.entries.map(({ message }) => message)).toContain('a does not answer: no answer from 127.0.0.1:26657')
		await feed.stop()
	})

	it('keeps no connection of a stand-by that does not answer either', async () => {
		vi.useFakeTimers()
		const { app, feed, closed } = start({ nodes, node: 'http://a' }, (url, place) => {
			if (url === 'http://b') place.state = 'unreachable'
		})
		await feed.start()
		await vi.advanceTimersByTimeAsync(1_500)
		expect([app.state.phase, closed()]).toEqual(['ready', ['http://b']])
		await feed.stop()
	})
})

it('a place that is unreachable and has no stand-by is in use, which its status says', async () => {
	const { app, feed } = start({ nodes: ['a\thttp://a'], node: 'http://a' }, (_url, place) => {
		place.state = 'unreachable'
	})
	await feed.start()
	expect([app.state.phase, app.state.status?.state]).toEqual(['ready', 'unreachable'])
	await feed.stop()
})

it('a place that takes a key asks first for the passphrase of a locked keyring, and then is in use', async () => {
	const preferences = { nodes: ['paid\thttp://paid\t\tkeyed'], node: 'http://paid' }
	let wasUnlocked = false
	const { app, feed, made } = start(
		preferences,
		(_url, place) => {
			Object.assign(place.keys, { isNew: async () => false })
			if (wasUnlocked) return place.keys.unlock('right')
		},
		{ locked: true },
	)
	await feed.start()
	expect([app.state.phase, app.state.problem]).toEqual([
		'failed',
		{ what: 'paid takes a key, and your keyring is locked.', why: '', next: 'r asks for its passphrase again.' },
	])
	await until(() => app.topOverlay?.title === 'Unlock your keys')
	app.topOverlay?.onPaste?.('right')
	wasUnlocked = true
	await app.topOverlay
		?.commands()
		.find(({ keys }) => keys.includes('enter'))
		?.run()
	await until(() => app.state.phase === 'ready')
	expect([app.topOverlay, made.length]).toEqual([undefined, 2])
	await feed.stop()
})

it('an attempt to connect that was left logs its failure and changes nothing', async () => {
	let fail = (_error: Error): void => {}
	const { app, feed } = start({ nodes: ['a\thttp://a', 'b\thttp://b'], node: 'http://a' }, (url) =>
		url === 'http://a'
			? new Promise((_resolve, reject) => {
					fail = reject
				})
			: undefined,
	)
	const first = feed.start()
	app.switchNode('http://b')
	await until(() => app.state.phase === 'ready')
	fail(new UserError('connection refused'))
	await first
	expect([app.state.phase, app.state.problem]).toEqual(['ready', undefined])
	expect(app.log.entries.map(({ message }) => message)).toContain('connection refused')
	await feed.stop()
})

describe('what is read of the place in use', () => {
	it('what is read of the place in use is read again for the accounts that the node lets anyone act as', async () => {
		const { app, feed, made } = start({})
		await feed.start()
		const address = addressOf('whale')
		made[0]!.place.emit({ type: 'status', status: { ...app.state.status!, actAs: [address] } })
		await until(() => app.state.keys.length === 2)
		expect(app.state.keys.at(-1)).toMatchObject({ kind: 'acting', address })
		expect(app.state.current).toBe('alice')
		await feed.stop()
	})

	it.each([
		['rest 9', true],
		['evm', false],
	] as const)(
		'what is read of a place of %s alone has names and coins of the modules: %j',
		async (protocol, canBeAsked) => {
			const { app, feed, made } = start({ nodes: ['a\thttp://a'], node: 'http://a' }, (_url, place) => {
				place.part = { protocol }
			})
			await feed.start()
			await until(() => app.names.size === (canBeAsked ? 1 : 0))
			expect(app.state.balances).toEqual(canBeAsked ? [{ denom: 'uchain', amount: '1000000000' }] : [])
			// Blocks are of Tendermint alone.
			expect([app.pulses.list.length, made.length]).toEqual([0, 1])
			await feed.stop()
		},
	)

	it.each([
		// A chain that is ahead sets the clock of ages; one that is behind does if it is our own and makes blocks.
		[5_001, {}, true],
		[5_000, {}, false],
		[-60_001, {}, true],
		[-60_000, {}, false],
		[-61_000, { state: 'paused' }, false],
		[-61_000, { kind: 'remote' }, false],
		[6_000, { kind: 'remote' }, true],
	] as const)('the time of a chain that is %i ms off, %j, counts: %j', async (offMs, part, counts) => {
		vi.useFakeTimers({ now: Date.parse('2026-01-01T00:00:00Z') })
		const { app, feed } = start({}, (_url, place) => {
			place.part = { ...part, time: new Date(Date.now() + offMs).toISOString() }
		})
		await feed.start()
		await vi.advanceTimersByTimeAsync(200)
		expect(app.state.now - Date.now()).toBe(counts ? offMs : 0)
		await feed.stop()
	})
})
