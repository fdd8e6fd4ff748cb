import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { isOwn, type NodeStatus } from '../../../../src/client/index.ts'
import { UserError } from '../../../../src/errors/UserError.ts'
import { PlaceInUse } from '../../../../src/tui/app/node/PlaceInUse.ts'
import type { PreferenceValues } from '../../../../src/tui/app/Preferences.ts'
import { Notice } from '../../../../src/tui/kit/overlays/Notice.tsx'
import { ChainDouble } from '../../support/chainDouble.ts'
import { placesApp } from '../../support/placesApp.ts'

/** A node that answers when and how a test says. */
class Place extends ChainDouble {
	readonly url: string
	/** How often its status was asked for. */
	asked = 0
	part: Partial<NodeStatus> = {}
	answer: (status: NodeStatus) => Promise<NodeStatus> = async (status) => status
	readonly ended?: Promise<UserError>
	end: (fault: UserError) => void = () => {}

	constructor(url: string, isLocked: boolean) {
		super({ keys: ['alice'], remote: !isOwn(url), locked: isLocked })
		this.url = url
		if (isOwn(url))
			this.ended = new Promise((resolve) => {
				this.end = resolve
			})
	}

	override async status(): Promise<NodeStatus> {
		this.asked++
		return this.answer({ ...(await super.status()), ...this.part })
	}
}

const never = (): Promise<never> => new Promise(() => {})
const wait = (ms: number) => vi.advanceTimersByTimeAsync(ms)

/** An app over places that are made when they are connected. */
function places(
	preferences: Partial<PreferenceValues>,
	options: { readonly runsOwn?: boolean; readonly locked?: boolean } = {},
) {
	const made: Place[] = []
	const ready: string[] = []
	const app = placesApp(preferences)
	const host = {
		app,
		made,
		ready,
		connect: async (_url: string, _place: Place): Promise<void> => {},
		/** Addresses in the order in which clients were made, and in which they were closed. */
		urls: () => made.map(({ url }) => url),
		closed: () => made.filter(({ calls }) => calls.includes('close')).map(({ url }) => url),
		logged: (level: string) => app.log.entries.filter((entry) => entry.level === level).map(({ message }) => message),
		place: undefined as unknown as PlaceInUse,
	}
	host.place = new PlaceInUse(
		app,
		async (url) => {
			const place = new Place(url, options.locked === true)
			await host.connect(url, place)
			made.push(place)
			return place
		},
		() => ready.push(app.preferences.get('node')),
		options.runsOwn,
	)
	return host
}

const fitting = ['a\thttp://a', 'b\thttp://b\t\tstand-by', 'c\thttp://c']
const foreign = ['a\thttp://a\tchain-1', 'b\thttp://b\tchain-2\tstand-by']

let p: ReturnType<typeof places>
beforeEach(() => void vi.useFakeTimers({ now: Date.parse('2026-01-01T00:00:00Z') }))
afterEach(async () => {
	await p.place.stop()
	vi.useRealTimers()
})

describe('a place that is slow to start', () => {
	it('a place that is slow to start is left after five seconds for its stand-by, and closed when it comes', async () => {
		p = places({ nodes: fitting, node: 'http://a' })
		let come = (): void => {}
		p.connect = (url) =>
			url === 'http://a'
				? new Promise((resolve) => {
						come = resolve
					})
				: Promise.resolve()
		void p.place.start()
		await wait(4_999)
		expect([p.app.state.phase, p.logged('error')]).toEqual(['connecting', []])
		await wait(1)
		expect([p.app.state.phase, p.app.state.standsFor, p.ready]).toEqual(['ready', 'a', ['http://b']])
		expect(p.logged('error')).toEqual([
			'a does not answer.\nno answer within 5 seconds',
			'a does not answer: b stands in',
		])
		expect(p.logged('warn')).toEqual(['a does not answer: a does not answer.'])
		come()
		await wait(0)
		expect([p.closed(), p.app.preferences.get('node')]).toEqual([['http://a'], 'http://b'])
	})

	it('a place that is slow to start has all the time where no other one can stand in', async () => {
		p = places({ nodes: foreign, node: 'http://a' })
		p.connect = () => new Promise((resolve) => setTimeout(resolve, 60_000))
		void p.place.start()
		await wait(59_999)
		expect(p.app.state.phase).toBe('connecting')
		await wait(1)
		expect([p.app.state.phase, p.app.state.standsFor, p.ready]).toEqual(['ready', undefined, ['http://a']])
	})

	it.each([
		// Asked at each third tick of 200 ms, and left at the third one after, or at the fifth if it is slow.
		[10, 1_200],
		[900, 2_000],
	])('a place whose first status took %i ms, and which never answers again, is left after %i ms', async (ms, after) => {
		p = places({ nodes: fitting, node: 'http://a' })
		p.connect = async (url, place) => {
			if (url === 'http://a') place.answer = (status) => new Promise((resolve) => setTimeout(() => resolve(status), ms))
		}
		void p.place.start()
		await wait(ms)
		p.made[0]!.answer = never
		await wait(after - ms - 1)
		expect([p.app.state.phase, p.app.state.standsFor]).toEqual(['ready', undefined])
		await wait(1)
		expect([p.app.state.standsFor, p.app.client === p.made[1]]).toEqual(['a', true])
	})
})

describe('a stand-by that is not needed yet', () => {
	it('a stand-by that is not needed yet is connected a second after the start, once, and is the one in use later', async () => {
		p = places({ nodes: fitting, node: 'http://a' })
		await p.place.start()
		await wait(999)
		expect(p.urls()).toEqual(['http://a'])
		await wait(1)
		expect(p.urls()).toEqual(['http://a', 'http://b'])
		await wait(5_000)
		p.made[0]!.answer = () => Promise.reject(new UserError('connection refused'))
		await wait(600)
		expect([p.app.state.standsFor, p.app.client === p.made[1], p.urls().length]).toEqual(['a', true, 2])
		expect([p.closed(), p.app.state.toast?.text]).toEqual([['http://a'], 'a does not answer: b stands in'])
		expect(p.logged('warn')).toEqual(['a does not answer: connection refused'])
	})

	it('a stand-by that is not needed yet is closed when a third place is chosen, and connected anew', async () => {
		p = places({ nodes: fitting, node: 'http://a' })
		await p.place.start()
		await wait(1_000)
		p.app.switchNode('http://c')
		await wait(0)
		expect([p.app.state.toast?.text, p.closed()]).toEqual(['c is in use', ['http://a', 'http://b']])
		await wait(1_000)
		expect(p.urls()).toEqual(['http://a', 'http://b', 'http://c', 'http://b'])
		await p.place.stop()
		expect(p.made.map(({ calls }) => calls.filter((call) => call === 'close').length)).toEqual([1, 1, 1, 1])
	})

	it.each([
		['of another chain', foreign, 'http://a'],
		['that takes a key', ['a\thttp://a', 'b\thttp://b\t\tstand-by\tkeyed'], 'http://a'],
		['of an own chain', fitting, ''],
		['that is in use itself', fitting, 'http://b'],
	])('a stand-by that is not needed yet is not connected if it is one %s', async (_what, nodes, node) => {
		p = places({ nodes, node })
		await p.place.start()
		await wait(5_000)
		expect(p.urls()).toEqual([node])
	})

	it('a stand-by that cannot be connected beforehand is asked again when it is needed', async () => {
		p = places({ nodes: fitting, node: 'http://a' })
		let refuses = true
		p.connect = async (url) => {
			if (url === 'http://b' && refuses) throw new UserError('connection refused')
		}
		await p.place.start()
		await wait(3_000)
		refuses = false
		p.made[0]!.answer = () => Promise.reject(new UserError('gone'))
		await wait(600)
		expect([p.app.state.phase, p.app.state.standsFor, p.urls()]).toEqual(['ready', 'a', ['http://a', 'http://b']])
	})

	it('a stand-by of another chain is told when the place in use stops answering, and not gone to', async () => {
		p = places({ nodes: foreign, node: 'http://a' })
		await p.place.start()
		p.made[0]!.answer = never
		await wait(10_000)
		expect(p.app.state.status?.state).toBe('live')
		p.made[0]!.part = { state: 'unreachable', problem: 'gone' }
		p.made[0]!.emit({ type: 'status', status: { ...p.app.state.status!, state: 'unreachable', problem: 'gone' } })
		await wait(100)
		expect([p.app.state.toast?.text, p.urls()]).toEqual([
			'a does not answer, and the stand-by b is on another chain',
			['http://a'],
		])
	})

	it.each([
		['chain-1', 'chain-1', 'a'],
		['chain-1', '', 'a'],
		['', 'chain-1', 'a'],
		['chain-1', 'chain-2', undefined],
	])('a stand-by of %j stands in for a place of %j: %j', async (first, second, standsFor) => {
		p = places({ nodes: [`a\thttp://a\t${first}`, `b\thttp://b\t${second}\tstand-by`], node: 'http://a' })
		p.connect = async (url) => {
			if (url === 'http://a') throw new UserError('refused', { why: 'no route', next: 'Start it.' })
		}
		await p.place.start()
		await wait(0)
		expect([p.app.state.phase, p.app.state.standsFor]).toEqual([
			standsFor === undefined ? 'failed' : 'ready',
			standsFor,
		])
		if (standsFor === undefined) {
			expect(p.app.state.problem).toEqual({ what: 'refused', why: 'no route', next: 'Start it.' })
		}
	})
})

describe('the place in use', () => {
	it('the place in use is told in the log and to who waits for it, each time it is connected', async () => {
		p = places({ nodes: ['a\thttp://a'] })
		await p.place.start()
		p.app.switchNode('http://a')
		await wait(0)
		p.app.switchNode('')
		await wait(0)
		expect([p.app.state.toast?.text, p.ready]).toEqual(['your own chain is in use', ['', 'http://a', '']])
		expect(p.logged('info')).toEqual(Array.from({ length: 3 }, () => 'connected to chain-localnet at height 1'))
		expect([p.urls(), p.closed()]).toEqual([['', 'http://a'], ['http://a']])
		p.app.switchNode('http://unsaved')
		await wait(0)
		expect(p.app.state.toast?.text).toBe('http://unsaved is in use')
	})

	it('the place in use is connected anew when it is asked for, while nothing tells an old problem', async () => {
		p = places({ nodes: ['a\thttp://a'], node: 'http://a' })
		p.connect = () => Promise.reject(new TypeError('fetch failed'))
		await p.place.start()
		expect([p.app.state.phase, p.app.state.problem]).toEqual(['failed', { what: 'fetch failed', why: '', next: '' }])
		expect([p.ready, p.app.state.toast]).toEqual([[], undefined])
		p.connect = async () => {}
		p.app.reconnect()
		expect([p.app.state.phase, p.app.state.problem]).toEqual(['connecting', undefined])
		await wait(0)
		p.app.reconnect()
		expect(p.app.client).toBeUndefined()
		await wait(0)
		expect([p.app.state.phase, p.closed(), p.ready]).toEqual(['ready', ['http://a'], ['http://a', 'http://a']])
	})

	it('the place in use is not told as such when it is not reached', async () => {
		p = places({ nodes: ['a\thttp://a'] })
		await p.place.start()
		p.connect = () => Promise.reject(new UserError('refused'))
		p.app.switchNode('http://a')
		await wait(0)
		expect([p.app.state.phase, p.app.state.toast, p.app.preferences.get('node')]).toEqual([
			...['failed', undefined, 'http://a'],
		])
		expect(p.app.state.own.get('')?.state).toBe('live')
	})

	it('the place in use needs no keyring that is open, unless it takes a key', async () => {
		p = places({ nodes: ['a\thttp://a'], node: 'http://a' }, { locked: true })
		await p.place.start()
		expect([p.app.state.phase, p.app.topOverlay]).toEqual(['ready', undefined])
		await p.place.stop()
		p = places({ nodes: ['a\thttp://a\t\tkeyed'], node: 'http://a' })
		await p.place.start()
		expect([p.app.state.phase, p.app.topOverlay]).toEqual(['ready', undefined])
	})

	it('a place that comes when the app has ended is closed, and changes nothing', async () => {
		p = places({ nodes: ['a\thttp://a'], node: 'http://a' })
		let come = (): void => {}
		p.connect = () =>
			new Promise((resolve) => {
				come = resolve
			})
		const started = p.place.start()
		await p.place.stop()
		come()
		await started
		expect([p.closed(), p.app.state.phase, p.ready, p.app.client]).toEqual([['http://a'], 'connecting', [], undefined])
	})

	it('the place in use, own chains and what screens have open end with the app, and nothing is asked any more', async () => {
		p = places({ nodes: ['a\thttp://a'] })
		await p.place.start()
		p.app.switchNode('http://a')
		await wait(0)
		let screens = 0
		for (const { model } of p.app.screens) model.closed = async () => void screens++
		await p.place.stop()
		expect([p.closed(), screens, p.app.client]).toEqual([['', 'http://a'], p.app.screens.length, undefined])
		const asked = p.made.map((place) => place.asked)
		await wait(10_000)
		expect(p.made.map((place) => place.asked)).toEqual(asked)
	})

	it('own chains are looked at each second while another place is in use', async () => {
		p = places({ nodes: ['a\thttp://a'] })
		await p.place.start()
		p.app.switchNode('http://a')
		await wait(0)
		const before = p.made[0]!.asked
		await wait(3_000)
		expect(p.made[0]!.asked - before).toBe(3)
	})

	it('forms over a chain that ends by a fault are closed', async () => {
		p = places({})
		await p.place.start()
		p.app.show(new Notice(p.app, { title: 'Over it', lines: () => ['a line'] }))
		p.made[0]!.end(new UserError('The disk is full.'))
		await wait(0)
		expect([p.app.state.overlays, p.app.state.phase, p.closed()]).toEqual([[], 'failed', ['']])
	})
})

describe('an own chain that another process ran', () => {
	it.each([
		[true, '', 'B'],
		[false, '', undefined],
		[true, 'http://a', undefined],
	])(
		'an own chain that another process ran can be started here when that is gone: %j, %j',
		async (runsOwn, node, key) => {
			p = places({ nodes: ['a\thttp://a'], node }, { runsOwn })
			await p.place.start()
			p.made[0]!.answer = () => Promise.reject(new UserError('gone'))
			await wait(2_000)
			const { offer, toast } = p.app.state
			expect(offer?.key).toBe(key)
			if (offer === undefined) expect(toast?.text).toBe('the node does not answer: gone')
			else {
				expect(toast?.text).toBe('the node of this home does not answer: B starts the chain here')
				expect([offer.title, offer.until - Date.now()]).toEqual(['start it here', 60_000])
			}
		},
	)

	it('an own chain that cannot be started says why, and is not offered to be started', async () => {
		p = places({}, { runsOwn: true })
		p.connect = () => Promise.reject(new UserError('The disk is full.'))
		await p.place.start()
		expect([p.app.state.problem?.what, p.app.state.offer, p.app.state.toast]).toEqual([
			...['The disk is full.', undefined, undefined],
		])
	})
})
