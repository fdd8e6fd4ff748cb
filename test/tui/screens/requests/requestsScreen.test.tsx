import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ChainClient } from '../../../../src/client/index.ts'
import { UserError } from '../../../../src/errors/UserError.ts'
import type { TuiApp } from '../../../../src/tui/app/TuiApp.ts'
import type { RequestsModel } from '../../../../src/tui/screens/requests/RequestsModel.ts'
import { RequestsScreen } from '../../../../src/tui/screens/requests/RequestsScreen.tsx'
import { placesApp } from '../../support/placesApp.ts'
import { renderPart, wordsOf } from '../../support/renderPart.tsx'
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
const connect = (): void => {
	model.connected({ requests: journal } as unknown as ChainClient)
	model.opened()
}
function draw(width: number, height: number): readonly string[] {
	const part = renderPart(<RequestsScreen model={model} />, { app, width, height })
	const rows = part.text().split('\n')
	part.unmount()
	return rows
}
/** The words of the screen, without frame and blanks. */
const words = (width = 70, height = 8): readonly string[] => wordsOf(draw(width, height))

describe('the Requests screen', () => {
	it('the Requests screen says why it is empty, and what to do first', async () => {
		const said: (readonly string[])[] = [words()]
		connect()
		said.push(words())
		await until(() => model.stream.on === false)
		said.push(words(70, 14))
		await model.toggle()
		app.set({ status: { listeners: { rpc: 'http://a:26657' } } as never })
		said.push(words())
		model.listener = 'rest'
		said.push(words())
		app.set({ status: { listeners: {} } as never })
		model.listener = undefined
		said.push(words())
		expect(said).toEqual([
			[
				'Requests  off',
				'This node does not show what clients ask it.',
				'The node inside the app does, and so does your own node with',
				'--admin.',
			],
			['Requests  off', '…'],
			[
				'Requests',
				'[ ⏎ record requests ]',
				'See what clients ask this node: JSON-RPC, REST, gRPC, private',
				'endpoints, each with its answer, time and size. The node keeps the',
				'newest 500 requests in memory, with keys and passwords masked,',
				'until you switch it off.',
			],
			['Requests', '[ ⏎ copy a first request ]', 'No client has sent a request yet. curl http://a:26657/status'],
			['0 requests  REST · live', 'No request of this listener.', 'd or Esc shows all again.'],
			['0 requests  live', 'No client has sent a request yet.'],
		])
	})

	it('the Requests screen says why no requests come any more, and how to try again', async () => {
		journal.list = async () => {
			throw new UserError('The connection is lost.')
		}
		connect()
		await until(() => model.stream.fault !== '')
		expect(words()).toEqual(['Requests  off', 'The connection is lost.', 'o tries again.'])
	})

	it('the Requests screen tells how many requests there are, which failed, of whom, and that it is held still', async () => {
		await journal.set(true)
		for (const part of [{ path: '/a' }, { path: '/b', status: 500 }, { path: '/c', listener: 'rpc' as const }])
			journal.asked(part)
		connect()
		await until(() => model.stream.count === 3)
		model.list.edge('first')
		expect(draw(90, 7)).toEqual([
			'╭─ 3 requests ──────────────────────────────────── 1 failed · live · following · 1 of 3 ─╮',
			'│   time      listener    what                             status          ms      bytes │',
			'│ ▸ 02:45:10  RPC         GET /c                           200            0.4         33 │',
			'│   02:45:10  REST        GET /b                           500            0.4         33 │',
			'│   02:45:10  REST        GET /a                           200            0.4         33 │',
			'│                                                                                        │',
			'╰────────────────────────────────────────────────────────────────────────────────────────╯',
		])
		model.togglePause()
		model.nextListener()
		expect(words()[0]).toBe('3 requests  RPC · paused · following · 1 of 1')
		model.nextListener()
		expect(words()[0]).toMatch(/^3 requests {2}REST · 1 failed · paused · /)
	})

	it('the Requests screen has columns and the selected request as its width allows', async () => {
		await journal.set(true)
		journal.asked({ path: '/a' })
		connect()
		await until(() => model.stream.count === 1)
		model.list.edge('first')
		const heads = [89, 90, 105, 106].map((width) => draw(width, 6)[1]?.replaceAll(/[│ ]+/g, ' '))
		expect(heads).toEqual([
			' time listener what status ms ',
			' time listener what status ms bytes ',
			' time listener what status ms bytes ',
			' time listener what from status ms bytes ',
		])
		expect(model.isWide).toBe(false)
		const tops = (width: number): string =>
			draw(width, 8)
				.flatMap((row, y) => [...row.matchAll(/╭─ (\S+)/g)].map(({ index, 1: title }) => `${title} ${index},${y}`))
				.join(' ')
		expect([tops(129), model.isWide]).toEqual(['1 0,0', false])
		expect(words(130).join()).toContain('Nothing is selected.')
		await until(() => model.isWide)
		await until(() => model.beside !== undefined)
		expect(tops(130)).toBe('1 0,0 GET 72,0')
		model.fault = 'It is gone.'
		model.beside = undefined
		expect(draw(130, 6).join()).toContain('It is gone.')
		await model.open()
		expect(tops(100)).toBe('GET 0,0')
	})
})
