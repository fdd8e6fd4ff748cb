import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import type { LogEntry } from '../../../../src/client/index.ts'
import type { TuiApp } from '../../../../src/tui/app/TuiApp.ts'
import { whyDisabled } from '../../../../src/tui/kit/keymap/Command.ts'
import type { Form } from '../../../../src/tui/kit/overlays/Form.tsx'
import type { Notice } from '../../../../src/tui/kit/overlays/Notice.tsx'
import { placeColumns, tableRow } from '../../../../src/tui/kit/text/tableRows.ts'
import { LogsModel, logColumns } from '../../../../src/tui/screens/logs/LogsModel.ts'
import { logCommands } from '../../../../src/tui/screens/logs/logsCommands.ts'
import { until } from '../../../support/until.ts'
import { named, namedTheme } from '../../support/namedTheme.ts'
import { placesApp } from '../../support/placesApp.ts'
import { renderPart } from '../../support/renderPart.tsx'

const entry = (level: LogEntry['level'], source: string, message: string): LogEntry => ({
	...{ time: '2099-01-02T03:04:05.678Z', level, source, message },
})

let app: TuiApp
let model: LogsModel
beforeEach(() => {
	app = placesApp({})
	model = new LogsModel(app)
})

const command = (id: string) => logCommands(model).find((one) => one.id === `logs.${id}`)!
const shown = (): readonly string[] => model.list.shown.map(({ message }) => message)

describe('a line of the log', () => {
	it('a line of the log has its time, level and area as far as there is room, in the colour of its level', () => {
		const row = (line: LogEntry, width: number): string => {
			const placed = placeColumns(logColumns, width)
			const texts = placed.map(({ column, cells }) =>
				column.text(line, { cells, theme: namedTheme, now: 0, mark: (text) => text }),
			)
			return named(tableRow(placed, texts)).trimEnd()
		}
		const warning = entry('warn', 'p2p', 'a peer is slow')
		expect(row(warning, 65)).toBe('‹muted:03:04:05›  ‹warn:warn›   a peer is slow')
		expect(row(warning, 66)).toBe('‹muted:03:04:05›  ‹warn:warn›   ‹muted:p2p›         a peer is slow')
		expect(row(warning, 139)).toContain('‹muted:03:04:05›  ‹warn:')
		expect(row(warning, 140)).toContain('‹muted:2099-01-02 03:04:05›  ‹warn:')
		expect((['debug', 'info', 'error'] as const).map((level) => row(entry(level, 'x', 'y'), 60))).toEqual([
			...[
				'‹muted:03:04:05›  ‹muted:debug›  y',
				'‹muted:03:04:05›  ‹good:info›   y',
				'‹muted:03:04:05›  ‹bad:error›  y',
			],
		])
		const order = (id: string): unknown => logColumns.find((column) => column.id === id)?.order?.(warning)
		expect([order('time'), order('level'), order('area')]).toEqual(['2099-01-02T03:04:05.678Z', 2, 'p2p'])
	})

	it('a line of the log is selected still when others come, and opens what it names or the requests of its moment', () => {
		const opened: unknown[] = []
		app.open = (...target) => void opened.push(target)
		expect([whyDisabled(command('named')), whyDisabled(command('copy')), command('named').footer]).toEqual([
			...['there are no lines', 'there are no lines', undefined],
		])
		app.log.add([entry('info', 'node', 'made block 7'), entry('info', 'node', 'nothing')])
		expect(command('named').footer).toBeUndefined()
		void command('named').run()
		model.list.cursor.select(0)
		expect(command('named').footer).toBe(2)
		app.log.add([entry('info', 'node', 'more')])
		void command('named').run()
		expect(opened).toEqual([
			['requests', '2099-01-02T03:04:05.678Z'],
			['blocks', '7'],
		])
		const copied: string[] = []
		app.copy = (text, what) => void copied.push(`${what}: ${text}`)
		void command('copy').run()
		expect(copied).toEqual(['line: 2099-01-02T03:04:05.678Z info node: made block 7'])
	})

	it('a line of the log is shown whole on a page of its own', () => {
		void command('open').run()
		expect(app.topOverlay).toBeUndefined()
		app.log.add([entry('error', 'node', 'it broke\n  at here\u001b[2J')])
		void command('open').run()
		const { title, options } = app.topOverlay as Notice
		expect([title, options.copy?.what]).toEqual(['error of node', 'line'])
		expect(options.lines({ width: 40, height: 9, plain: false, theme: namedTheme }).map(named)).toEqual([
			...['‹muted:2099-01-02T03:04:05.678Z›', '', 'it broke', '  at here␛[2J'],
		])
	})
})

it('each text of a line of the log is cut at its own length', () => {
	const letters = (letter: string, count: number): string => `${letter.repeat(count)}…`
	const line: LogEntry = { ...entry('info', 's'.repeat(21), 'm'.repeat(20_001)), time: 't'.repeat(41) }
	const cell = { cells: 1_000, theme: namedTheme, now: 0, mark: (text: string) => text }
	const texts = ['area', 'message'].map((id) => logColumns.find((column) => column.id === id)!.text(line, cell))
	expect(texts.map(named)).toEqual([`‹muted:${letters('s', 20)}›`, letters('m', 500)])
	app.log.add([line])
	void command('open').run()
	const { title, options } = app.topOverlay as Notice
	const rows = options.lines({ width: 30_000, height: 9, plain: false, theme: namedTheme })
	expect([title, ...rows.map(named)]).toEqual([
		...[`info of ${letters('s', 20)}`, `‹muted:${letters('t', 40)}›`, '', letters('m', 20_000)],
	])
	const screen = app.screens.find(({ id }) => id === 'logs')!
	Object.assign(screen.model, { area: line.source })
	const part = renderPart(screen.view(), { app, width: 100, height: 9 })
	expect(part.text()).toContain(` ${letters('s', 20)} · info and above · `)
	part.unmount()
})

describe('the list of the log', () => {
	it('the list of the log is cleared of what is there, which can be taken back', async () => {
		app.log.add([entry('info', 'node', 'one'), entry('info', 'node', 'two')])
		model.list.cursor.follow(false)
		void command('clear').run()
		expect([shown(), model.list.cursor.following, whyDisabled(command('clear'))]).toEqual([
			...[[], true, 'there are no lines'],
		])
		app.log.add([entry('info', 'node', 'three')])
		expect(shown()).toEqual(['three'])
		void command('clear').run()
		await app.state.offer?.run()
		expect(shown()).toEqual(['three'])
	})

	it('the list of the log goes through levels and areas, and pauses', () => {
		app.log.add([entry('debug', 'node', 'one'), entry('error', 'p2p', 'two')])
		const levels = [0, 1, 2, 3].map(() => {
			void command('level').run()
			return command('level').title
		})
		expect(levels).toEqual(['level: warn', 'level: error', 'level: debug', 'level: info'])
		expect([command('area').title, whyDisabled(command('area'))]).toEqual(['area: all', ''])
		void command('area').run()
		expect([command('area').title, command('pause').title]).toEqual(['area: node', 'pause'])
		void command('pause').run()
		expect([command('pause').title, model.list.cursor.following]).toEqual(['follow', false])
	})

	it('the list of the log has the filter and the level of the last run', () => {
		model.level = 'error'
		model.list.setFilter(' disk ')
		const again = new LogsModel(app)
		expect([again.level, again.list.filter]).toEqual(['error', 'disk'])
		app.preferences.set('filters', ['logs.level\tloud'])
		expect([new LogsModel(app).level, new LogsModel(app).list.filter]).toEqual(['info', ''])
	})

	it('Esc goes on following the newest line unless the list is sorted or empty', () => {
		model.list.cursor.follow(false)
		expect(model.back()).toBe(false)
		app.log.add([entry('info', 'node', 'one')])
		model.list.nextSort()
		model.list.cursor.follow(false)
		expect(model.back()).toBe(false)
		while (model.list.sort !== undefined) model.list.nextSort()
		model.list.cursor.follow(false)
		expect([model.back(), model.list.cursor.following, model.back()]).toEqual([true, true, false])
	})
})

describe('a log file', () => {
	it('a log file is asked for by its path, read in place of the log, and left by the same key', async () => {
		const folder = mkdtempSync(join(tmpdir(), 'chain-tui-logs-'))
		const file = join(folder, 'node.log')
		const line = (index: number): string => JSON.stringify({ ...entry('info', 'node', ''), msg: `line ${index}` })
		writeFileSync(file, [1, 2].map(line).join('\n'))
		app.log.add([entry('info', 'node', 'live')])
		expect(command('file').title).toBe('log file')
		void command('file').run()
		const form = app.topOverlay as Form
		expect(form.field('path')?.value).toBe(join(app.directory, '..', 'logs', 'node.log'))
		form.field('path')!.buffer.set(' ')
		expect(form.field('path')?.problem).toBe('the path of a log file')
		form.field('path')!.buffer.set(` ${file} `)
		model.list.cursor.follow(false)
		await form.commands()[0]!.run()
		await until(() => app.topOverlay === undefined)
		expect([shown(), command('file').title, model.list.cursor.following]).toEqual([
			...[['line 1', 'line 2'], 'live log', true],
		])
		void command('file').run()
		expect([shown(), app.topOverlay]).toEqual([['live'], undefined])
		rmSync(folder, { recursive: true })
	})
})
