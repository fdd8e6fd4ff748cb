import { beforeEach, expect, it } from 'vitest'
import { parsePlaces } from '../../../../src/client/index.ts'
import { UserError } from '../../../../src/errors/UserError.ts'
import { goToOwnChain, OwnChains, ownChainId } from '../../../../src/tui/app/node/OwnChains.ts'
import type { TuiApp } from '../../../../src/tui/app/TuiApp.ts'
import { ChainDouble } from '../../support/chainDouble.ts'
import { placesApp } from '../../support/placesApp.ts'

/** An own chain that ends by a fault when a test says so. */
class Own extends ChainDouble {
	readonly url: string
	readonly ended?: Promise<UserError>
	end: (fault: UserError) => void = () => {}

	constructor(url: string, runsHere: boolean) {
		super()
		this.url = url
		if (runsHere)
			this.ended = new Promise((resolve) => {
				this.end = resolve
			})
	}
}

let app: TuiApp
let own: OwnChains
let made: Own[]
let lost: string[]
/** Whether chains run in this process. */
let runsHere: boolean
/** Holds back the next starts. */
let hold: Promise<void>

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
const closed = (): readonly string[] => made.filter(({ calls }) => calls.includes('close')).map(({ url }) => url)
const beside = (): readonly string[] => [...app.state.own.keys()]

beforeEach(() => {
	app = placesApp({ node: 'http://a' })
	made = []
	lost = []
	runsHere = true
	hold = Promise.resolve()
	own = new OwnChains(
		app,
		async (url) => {
			await hold
			const client = new Own(url, runsHere && !url.startsWith('http'))
			made.push(client)
			return client
		},
		(_client, fault) => lost.push(fault.message),
	)
})

it('an own chain is started once, also while it starts, and another place is connected each time', async () => {
	const [first, second] = await Promise.all([own.clientOf(''), own.clientOf('')])
	expect([first === second, (await own.clientOf('')) === first, own.has(first)]).toEqual([true, true, true])
	const [third, fourth] = [await own.clientOf('http://a'), await own.clientOf('http://a')]
	expect([third === fourth, own.has(third), made.map(({ url }) => url)]).toEqual([
		...[false, false, ['', 'http://a', 'http://a']],
	])
})

it('an own chain that another process runs is a place like any other', async () => {
	runsHere = false
	const client = await own.clientOf('')
	expect([own.has(client), (await own.clientOf('')) === client, beside()]).toEqual([false, false, []])
	await own.close()
	expect(closed()).toEqual([])
})

it('own chains that run while another place is in use are told with their status, those that start without one', async () => {
	let go = (): void => {}
	await own.clientOf('')
	await settled()
	expect([...app.state.own].map(([url, status]) => [url, status?.chainId])).toEqual([['', 'chain-localnet']])
	hold = new Promise((resolve) => {
		go = resolve
	})
	const starting = own.clientOf('own:b')
	const known = own.beside('http://a', app.state.own)
	expect([...known].map(([url, status]) => [url, ownChainId(url, status)])).toEqual([
		['', 'chain-localnet'],
		['own:b', 'b'],
	])
	expect([...own.beside('own:b', new Map()).keys()]).toEqual([''])
	expect([ownChainId('', undefined), known.get('own:b')]).toEqual(['chain', undefined])
	go()
	await starting
	await settled()
	expect(beside()).toEqual(['', 'own:b'])
	// The one in use is told by its own status.
	app.preferences.set('node', 'own:b')
	let asked = 0
	made[1]!.status = () => {
		asked++
		return Promise.reject(new UserError('busy'))
	}
	own.follow()
	await settled()
	expect([asked, beside()]).toEqual([0, ['']])
	app.preferences.set('node', 'http://a')
	own.follow()
	await settled()
	expect([asked, app.log.entries.at(-1)?.message]).toEqual([1, 'busy'])
})

it('an own chain that does not start is told no more beside the place in use', async () => {
	let fail = (_error: UserError): void => {}
	hold = new Promise((_resolve, reject) => {
		fail = reject
	})
	const starting = own.clientOf('own:b')
	app.set({ own: own.beside('http://a', app.state.own) })
	expect(beside()).toEqual(['own:b'])
	fail(new UserError('The port is taken.'))
	await expect(starting).rejects.toThrow('The port is taken.')
	expect(beside()).toEqual([])
})

it('an own chain that is gone to becomes a place once, under a name that no other place has', () => {
	const used: string[] = []
	app.switchNode = (url) => used.push(url)
	app.preferences.set('nodes', ['b\thttp://b'])
	for (const chainId of ['a_2222-1', 'b', 'a_2222-1', 'b']) goToOwnChain(app, chainId)
	expect(used).toEqual(['own:a_2222-1', 'own:b', 'own:a_2222-1', 'own:b'])
	const beside = { standBy: false, keyed: false, speaks: 'rpc' }
	expect(parsePlaces(app.preferences.get('nodes'))).toEqual([
		{ name: 'b', url: 'http://b', chainId: '', ...beside },
		{ name: 'a_2222-1', url: 'own:a_2222-1', chainId: 'a_2222-1', ...beside },
		{ name: 'b (own)', url: 'own:b', chainId: 'b', ...beside },
	])
})

it('an own chain that is stopped ends, and starts again only once it has ended', async () => {
	await own.clientOf('')
	await own.clientOf('own:b')
	let done = (): void => {}
	made[0]!.close = () =>
		new Promise((resolve) => {
			done = resolve
		})
	let hasEnded = false
	const stopping = own.stop('').then(() => {
		hasEnded = true
	})
	expect(beside()).toEqual(['own:b'])
	const again = own.clientOf('')
	await settled()
	expect([made.length, hasEnded]).toEqual([2, false])
	done()
	await stopping
	expect([(await again) === made[2], beside()]).toEqual([true, ['own:b', '']])
	app.client = made[1]
	await own.stop('own:none')
	await own.stop('own:b')
	expect([closed(), own.has(made[1]!)]).toEqual([[], true])
})

it('an own chain that ends by a fault is told, by the place in use if it is that one', async () => {
	const client = await own.clientOf('')
	await own.clientOf('own:b')
	app.client = client
	made[0]!.end(new UserError('The disk is full.'))
	await settled()
	expect([lost, own.has(client), closed(), app.state.toast]).toEqual([['The disk is full.'], false, [''], undefined])
	made[1]!.close = () => Promise.reject(new UserError('gone already'))
	made[1]!.end(new UserError('No memory.'))
	await settled()
	expect([lost.length, beside(), app.state.toast?.text]).toEqual([
		...[1, [], 'your own chain chain-localnet stopped: No memory. · g p starts it again'],
	])
	expect(app.log.entries.map(({ message }) => message)).toEqual(expect.arrayContaining(['No memory.', 'gone already']))
	// One that was stopped before ends in peace.
	const third = (await own.clientOf('own:c')) as Own
	await own.stop('own:c')
	app.set({ toast: undefined })
	third.end(new UserError('late'))
	await settled()
	expect(app.state.toast).toBeUndefined()
})

it('own chains end with the app, also one that is still starting, and their faults are told no more', async () => {
	await own.clientOf('')
	let go = (): void => {}
	hold = new Promise((resolve) => {
		go = resolve
	})
	const starting = own.clientOf('own:b')
	const closing = own.close()
	await settled()
	expect(closed()).toEqual([])
	go()
	await Promise.all([starting, closing])
	expect(closed()).toEqual(['', 'own:b'])
	made[0]!.end(new UserError('late'))
	await settled()
	expect([lost, app.state.toast]).toEqual([[], undefined])
})
