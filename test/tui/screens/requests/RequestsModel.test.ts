import { setImmediate as allThatIsDue } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ChainClient } from '../../../../src/client/index.ts'
import { UserError } from '../../../../src/errors/UserError.ts'
import type { TuiApp } from '../../../../src/tui/app/TuiApp.ts'
import { type RequestsModel, requestColumns } from '../../../../src/tui/screens/requests/RequestsModel.ts'
import { requestsCommands } from '../../../../src/tui/screens/requests/requestsCommands.ts'
import { commandLines, commandOf } from '../../support/commandLines.ts'
import { placesApp } from '../../support/placesApp.ts'
import { RequestsDouble } from '../../support/requestsDouble.ts'

let app: TuiApp
let model: RequestsModel
let journal: RequestsDouble

beforeEach(() => {
	app = placesApp({})
	model = app.screens.find(({ id }) => id === 'requests')!.model as RequestsModel
	journal = new RequestsDouble([])
})
afterEach(() => model.stream.connect(new RequestsDouble([])))

const until = (holds: () => boolean): Promise<void> => expect.poll(holds, { interval: 2, timeout: 10_000 }).toBe(true)
const connect = (): void => model.connected({ requests: journal } as unknown as ChainClient)

/** The model with the journal on, and these requests in it. */
async function recorded(...requests: readonly Parameters<RequestsDouble['asked']>[0][]): Promise<void> {
	await journal.set(true)
	for (const request of requests) journal.asked(request)
	connect()
	model.opened()
	await until(() => model.stream.on === true && model.stream.count === requests.length)
}

const three = [
	{ path: '/a', listener: 'rest' },
	{ path: '/b', listener: 'rpc', reply: 'plain' },
	{ path: '/c', listener: 'rest' },
] as const
const shown = (): string => model.list.shown.map(({ path }) => path).join(' ')
const lines = (): readonly string[] => commandLines(requestsCommands(model))

describe('the keys of the Requests screen', () => {
	it('the keys of the Requests screen without a node that lists requests say so', () => {
		expect(lines()).toEqual([
			'o · switch on · 0 · ✗ this node does not show what clients ask it',
			'/ · filter · 4 · ✗ requests are not recorded',
			'enter · open · 1 · ✗ there is no request',
			's · sort · 7 · ✗ requests are not recorded',
			'v · next part · ✗ no request is open',
			'z · fold · ✗ there is no JSON',
			'r · send again · 2 · ✗ there is no request',
			'y · copy as curl · 3 · ✗ there is no request',
			'Y · copy part · ✗ no request is open',
			'< · one up · ✗ no request is open',
			'> · one down · ✗ no request is open',
			'p · pause · 5 · ✗ requests are not recorded',
			'd · listener: all · 6 · ✗ requests are not recorded',
			'x · clear · 8 · ✗ requests are not recorded',
		])
	})

	it('the keys of the Requests screen begin with the journal, then with a first request', async () => {
		connect()
		model.opened()
		await until(() => model.stream.on === false)
		expect(lines().slice(0, 3)).toEqual([
			'o · switch on · 0',
			'/ · filter · 4 · ✗ requests are not recorded',
			'enter · record requests · 1',
		])
		commandOf(requestsCommands(model), 'open').run()
		await until(() => model.stream.on === true)
		expect(app.state.toast?.text).toBe('requests are recorded')
		expect(lines().slice(0, 3)).toEqual([
			'o · switch off · 9',
			'/ · filter · 4',
			'enter · open · 1 · ✗ there is no request',
		])
		app.set({ status: { listeners: { rest: 'http://a:1317' } } as never })
		expect(lines()).toEqual([
			'o · switch off · 9',
			'/ · filter · 4',
			'enter · copy a first request · 1',
			's · sort · 7',
			'v · next part · ✗ no request is open',
			'z · fold · ✗ there is no JSON',
			'r · send again · 2 · ✗ there is no request',
			'y · copy as curl · 3 · ✗ there is no request',
			'Y · copy part · ✗ no request is open',
			'< · one up · ✗ no request is open',
			'> · one down · ✗ no request is open',
			'p · pause · 5',
			'd · listener: all · 6',
			'x · clear · 8',
		])
		model.listener = 'rest'
		expect(lines()[2]).toBe('enter · open · 1 · ✗ there is no request')
	})

	it('the keys of the Requests screen act on the list, and on a request that is open', async () => {
		await recorded(...three)
		model.list.edge('first')
		expect(lines()).toEqual([
			'o · switch off · 9',
			'/ · filter · 4',
			'enter · open · 1',
			's · sort · 7',
			'v · next part · ✗ no request is open',
			'z · fold · ✗ there is no JSON',
			'r · send again · 2',
			'y · copy as curl · 3',
			'Y · copy part · ✗ no request is open',
			'< · one up · ✗ no request is open',
			'> · one down · ✗ no request is open',
			'p · pause · 5',
			'd · listener: all · 6',
			'x · clear · 8',
		])
		await model.open(1)
		expect(lines()).toEqual([
			'o · switch off · 9',
			'/ · filter · 4 · ✗ a request is open',
			'enter · open · ✗ it is open',
			's · sort · 7 · ✗ a request is open',
			'v · next part · 1',
			'z · fold · 4 · ✗ there is no JSON',
			'r · send again · 2',
			'y · copy as curl · 3',
			'Y · copy part',
			'< · one up',
			'> · one down · 5',
			'p · pause · 5 · ✗ a request is open',
			'd · listener: all · 6 · ✗ a request is open',
			'x · clear · 8 · ✗ a request is open',
		])
		model.togglePause()
		model.nextListener()
		expect(lines().slice(-3)).toEqual([
			'p · follow · 5 · ✗ a request is open',
			'd · listener: RPC · 6 · ✗ a request is open',
			'x · clear · 8 · ✗ a request is open',
		])
	})
})

describe('the list of the Requests screen', () => {
	it('the list of requests is empty only where the node says that it has no request', async () => {
		expect([model.offered, model.isEmpty]).toEqual([false, false])
		connect()
		expect([model.offered, model.isEmpty]).toEqual([true, false])
		model.opened()
		await until(() => model.stream.on === false)
		expect([model.offered, model.isEmpty]).toEqual([true, true])
		journal.refuses = true
		model.stream.connect(new RequestsDouble([]))
		model.stream.connect(journal)
		await until(() => model.stream.refused)
		expect([model.offered, model.isEmpty]).toEqual([false, false])
	})

	it('the list of requests is asked for once the screen was opened, and of each one after that', async () => {
		connect()
		await allThatIsDue()
		expect(model.stream.on).toBeUndefined()
		model.opened()
		await until(() => model.stream.on === false)
		const other = new RequestsDouble([])
		await other.set(true)
		model.connected({ requests: other } as unknown as ChainClient)
		await until(() => model.stream.on === true)
	})

	it('the list of requests is held still, shows one listener after the other, and all of it after Esc', async () => {
		await recorded(...three)
		expect([model.back(), shown(), model.listeners]).toEqual([false, '/c /b /a', ['rpc', 'rest']])
		model.nextListener()
		expect([model.listener, shown()]).toEqual(['rpc', '/b'])
		model.nextListener()
		expect([model.listener, shown()]).toEqual(['rest', '/c /a'])
		model.togglePause()
		journal.asked({ path: '/d', listener: 'rest' })
		await until(() => model.stream.count === 4)
		expect(shown()).toBe('/c /a')
		expect([model.back(), shown(), model.listener, model.held]).toEqual([true, '/d /c /b /a', undefined, undefined])
		model.togglePause()
		expect([model.back(), model.held, model.back()]).toEqual([true, undefined, false])
		model.nextListener()
		model.nextListener()
		model.nextListener()
		expect([model.listener, shown()]).toEqual([undefined, '/d /c /b /a'])
		model.nextListener()
		expect([model.back(), model.listener]).toEqual([true, undefined])
		model.list.setFilter('/b')
		model.togglePause()
		expect([shown(), model.back(), shown(), model.held !== undefined]).toEqual(['/b', true, '/d /c /b /a', true])
	})

	it('the list of requests is filtered by a word for those that failed', async () => {
		await recorded({ path: '/a' }, { path: '/b', status: 500 })
		model.list.setFilter('failed')
		expect(shown()).toBe('/b')
	})

	it('the list of requests has its columns in words, and sorts statuses with their codes', async () => {
		await recorded({ path: '/a', status: 500, code: 3, ms: 12.34, replyBytes: 12_345 }, { path: '/b', status: 500 })
		const [newer, older] = model.list.all
		const cells = requestColumns.map(({ id, text }) => [
			id,
			text(older!, { theme: app.theme, mark: (word: string) => word, cells: 20 } as never),
		])
		expect(cells).toEqual([
			['time', '02:45:10'],
			['listener', 'REST'],
			['what', 'GET /a'],
			['from', 'curl/8.5.0'],
			['status', '500'],
			['ms', '12'],
			['bytes', '12,345'],
		])
		const orders = [{ status: 200 }, { status: 200, code: 1 }, { status: 200, code: 2 ** 32 - 1 }, { status: 201 }].map(
			(row) => Number(requestColumns.find(({ id }) => id === 'status')?.order?.({ ...newer!, ...row })),
		)
		expect(orders).toEqual([...new Set(orders)].sort((one, other) => one - other))
	})
})

describe('a request of the Requests screen', () => {
	it('a request is opened from the list or the one after it, sent again, copied as curl and left', async () => {
		await recorded({ path: '/a', curl: 'curl a' }, { path: '/b', curl: 'curl b', reply: 'plain' }, { path: '/c' })
		model.list.edge('first')
		expect(await model.curl()).toBe(`curl -X GET 'http://127.0.0.1:1317/node_info'`)
		await model.open(1)
		expect([model.reading?.summary.path, model.inside?.crumb, model.crumbs()]).toEqual(['/b', '#2', ['#2']])
		expect(model.beside).toBe(model.reading)
		expect(model.movable()).toBe(model.reading)
		expect(await model.curl()).toBe('curl b')
		expect(journal.calls.filter((call) => call.startsWith('request '))).toEqual(['request 3', 'request 2'])
		await model.replay()
		expect([model.reading?.front.id, journal.calls.includes('replay 2')]).toEqual(['again', true])
		commandOf(requestsCommands(model), 'copy').run()
		await until(() => app.state.toast?.text.startsWith('reply ') === true)
		model.reading?.nextPart()
		commandOf(requestsCommands(model), 'fold').run()
		expect([model.inside?.close(), model.reading, model.list.selected?.path]).toEqual([true, undefined, '/b'])
		const opened = model.beside
		await model.open()
		expect(model.reading).toBe(opened)
		await model.open(-1)
		expect(model.reading?.summary.path).toBe('/c')
	})

	it('a request that is selected is sent again without being opened first', async () => {
		await recorded(...three)
		model.list.edge('last')
		await model.replay()
		expect([model.reading?.summary.path, journal.calls.at(-2)]).toEqual(['/a', 'replay 1'])
	})

	it('nothing is opened, sent or copied of an empty list', async () => {
		await recorded()
		await model.open(1)
		await model.replay()
		expect([model.reading, await model.curl(), journal.calls.length]).toEqual([undefined, '', 1])
	})

	it('a request is opened by a moment between its arrival and a second after its reply', async () => {
		const time = '2026-11-21T02:45:10.000Z'
		await recorded({ path: '/a', time, ms: 3_000 }, { path: '/b', time: '2026-11-21T02:45:20.000Z', ms: 0 })
		const openAt = async (moment: string): Promise<string | undefined> => {
			model.reading = undefined
			model.listener = 'rest'
			model.list.setFilter('zzz')
			app.set({ toast: undefined })
			model.opened(`2026-11-21T02:45:${moment}Z`)
			await until(() => model.reading !== undefined || app.state.toast !== undefined)
			return (model.reading as RequestsModel['reading'])?.summary.path ?? app.state.toast?.text
		}
		const no = 'no request of that moment is recorded'
		expect([await openAt('08.999'), await openAt('14.001'), await openAt('18.999')]).toEqual([no, no, no])
		expect([model.listener, model.list.filter]).toEqual(['rest', 'zzz'])
		for (const [moment, path] of [
			['09.000', '/a'],
			['11.500', '/a'],
			['14.000', '/a'],
			['19.000', '/b'],
			['20.500', '/b'],
		] as const) {
			expect(await openAt(moment), moment).toBe(path)
			expect([model.listener, model.list.filter, model.list.selected?.path]).toEqual([undefined, '', path])
		}
	})

	it('a request is opened by a moment of its own although another one is a millisecond away', async () => {
		const at = (seconds: string): string => `2026-11-21T02:45:${seconds}Z`
		await recorded({ path: '/a', time: at('10.000'), ms: 1_000 }, { path: '/b', time: at('11.001'), ms: 0 })
		for (const [moment, path] of [
			['11.000', '/a'],
			['11.001', '/b'],
		] as const) {
			model.reading = undefined
			model.opened(at(moment))
			await until(() => model.reading !== undefined)
			expect((model.reading as RequestsModel['reading'])?.summary.path, moment).toBe(path)
		}
	})

	it('a request that is selected is read beside the list where there is room for it', async () => {
		await recorded(...three)
		model.list.edge('first')
		await allThatIsDue()
		expect(model.beside).toBeUndefined()
		model.setWide(true)
		await until(() => model.beside?.summary.path === '/c')
		model.list.move(1)
		await until(() => model.beside?.summary.path === '/b')
		journal.get = async () => {
			throw new Error('gone')
		}
		model.list.move(1)
		await until(() => model.fault !== '')
		expect([model.fault, model.beside]).toEqual(['That failed: gone', undefined])
	})

	it('a request that is selected no more says nothing beside the list, whatever comes of its reading', async () => {
		await recorded(...three)
		const answers = new Map<number, (fails: boolean) => void>()
		const get = journal.get.bind(journal)
		journal.get = async (id) => {
			const fails = await new Promise<boolean>((resolve) => answers.set(id, resolve))
			if (fails) throw new UserError(`${id} is gone`)
			return get(id)
		}
		const select = async (id: number): Promise<void> => {
			model.list.select(String(id))
			await until(() => answers.has(id))
		}
		model.setWide(true)
		await select(1)
		await select(2)
		answers.get(2)!(false)
		await until(() => model.beside?.summary.id === 2)
		answers.get(1)!(true)
		await allThatIsDue()
		expect([model.beside?.summary.id, model.fault]).toEqual([2, ''])
		answers.clear()
		await select(1)
		await select(3)
		answers.get(3)!(true)
		await until(() => model.fault !== '')
		answers.get(1)!(false)
		await allThatIsDue()
		expect([model.beside, model.fault]).toEqual([undefined, '3 is gone'])
	})

	it('what was read is forgotten when the journal is emptied or switched off', async () => {
		await recorded(...three)
		await model.open()
		model.togglePause()
		await model.clear()
		expect([model.reading, model.beside, model.held, shown()]).toEqual([undefined, undefined, undefined, ''])
		journal.asked({ path: '/d' })
		await until(() => shown() === '/d')
		await model.open()
		model.togglePause()
		await model.toggle()
		expect([model.reading, model.beside, model.held, model.stream.on]).toEqual([undefined, undefined, undefined, false])
		expect(app.state.toast?.text).toBe('recording stopped; the recorded requests are deleted')
	})
})
