import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it, test } from 'vitest'
import type { LogEntry } from '../../../../src/client/index.ts'
import { LogsModel, namedIn } from '../../../../src/tui/screens/logs/LogsModel.ts'
import { logCommands } from '../../../../src/tui/screens/logs/logsCommands.ts'
import { type TestApp, testApp } from '../../support/testApp.ts'

let t: TestApp
afterEach(() => t?.stop())

const entry = (level: LogEntry['level'], source: string, message: string): LogEntry => ({
	...{ time: '2099-01-02T03:04:05.678Z', level, source, message },
})

/** The model over a log with these lines alone. */
async function logs(...entries: readonly LogEntry[]) {
	t = await testApp({ keys: ['alice'] })
	const model = new LogsModel(t.app)
	model.cleared = t.app.log.entries.at(-1)
	t.app.log.add(entries)
	return { model, shown: () => model.list.shown.map(({ message }) => message) }
}

describe('the log', () => {
	const lines = [
		entry('debug', 'p2p', 'one'),
		entry('info', 'node', 'two'),
		entry('warn', 'rest', 'three'),
		entry('error', 'node', 'four'),
	]

	it('the log shows lines of a level and above, of one area after the other and then of all', async () => {
		const { model, shown } = await logs(...lines)
		expect(shown()).toEqual(['two', 'three', 'four'])
		model.level = 'warn'
		expect(shown()).toEqual(['three', 'four'])
		expect(new LogsModel(t.app).level).toBe('warn')
		model.level = 'debug'
		expect(shown()).toEqual(['one', 'two', 'three', 'four'])
		const known = model.areas
		expect(known).toEqual([...known].sort())
		for (const area of known) {
			model.nextArea()
			expect(model.area).toBe(area)
		}
		model.area = 'node'
		expect(shown()).toEqual(['two', 'four'])
		model.area = known.at(-1)
		model.nextArea()
		expect(model.area).toBeUndefined()
	})

	it('Esc clears the filter first, and keeps the area', async () => {
		const { model, shown } = await logs(...lines)
		model.area = 'node'
		model.list.setFilter('four')
		expect(shown()).toEqual(['four'])
		expect([model.back(), model.area, shown()]).toEqual([true, 'node', ['two', 'four']])
	})

	it('the log without lines has no areas to go through', async () => {
		t = await testApp({ keys: ['alice'] })
		const area = (model: LogsModel): unknown =>
			logCommands(model)
				.find(({ id }) => id === 'logs.area')
				?.enabled?.()
		const model = new LogsModel(t.app)
		expect(area(model)).toBe(true)
		model.file = { path: 'node.log', entries: [] }
		expect([model.areas, area(model)]).toEqual([[], 'there are no lines'])
	})

	it('Esc shows all areas, leaves a file and follows the newest again, one after the other', async () => {
		const folder = mkdtempSync(join(tmpdir(), 'chain-tui-logs-'))
		const { model, shown } = await logs(...lines)
		expect([model.back(), model.crumbs()]).toEqual([false, []])
		const file = join(folder, 'node.log')
		const written = [...lines, entry('info', 'file', 'five')].map(({ message, ...line }) =>
			JSON.stringify({ ...line, msg: message }),
		)
		writeFileSync(file, [...written, '{"cut', ''].join('\n'))
		model.area = 'node'
		await model.open(file)
		expect([model.area, model.crumbs(), shown()]).toEqual([undefined, [file], ['two', 'three', 'four', 'five']])
		model.area = 'file'
		model.list.cursor.follow(false)
		expect(model.back()).toBe(true)
		expect([model.area, model.file?.path]).toEqual([undefined, file])
		expect(model.back()).toBe(true)
		expect(model.file).toBeUndefined()
		expect([model.list.cursor.following, model.back(), model.list.cursor.following]).toEqual([false, true, true])
		expect(model.back()).toBe(false)
		writeFileSync(file, 'a text\n')
		await expect(model.open(file)).rejects.toThrow(`The file ${file} has no line of a log.`)
		rmSync(folder, { recursive: true })
	})
})

const hash = 'ab'.repeat(32)
const address = `chain1${'q'.repeat(38)}`
test.each([
	[`sent ${hash} now`, 'transactions', hash.toUpperCase()],
	[`sent 0x${hash}: block 7`, 'transactions', hash.toUpperCase()],
	['committed block 1,234 with 2', 'blocks', '1234'],
	['blocks: 7', 'blocks', '7'],
	['height=12', 'blocks', '12'],
	['at height #9', 'blocks', '9'],
	[`${address} greets at last`, 'accounts', address],
	[`block 7 of ${address}`, 'blocks', '7'],
])('a line of the log %j names what the screen %s shows: %s', (message, screen, target) => {
	expect(namedIn(entry('info', 'node', message), 'chain')).toEqual({ screen, target })
})

test.each(['nothing here', `a${hash}`, 'block ,', 'blocked 7', `cosmos1${'q'.repeat(38)}`, `chain1${'q'.repeat(37)}`])(
	'a line of the log %j names nothing',
	(message) => {
		expect(namedIn(entry('info', 'node', message), 'chain')).toBeUndefined()
	},
)
