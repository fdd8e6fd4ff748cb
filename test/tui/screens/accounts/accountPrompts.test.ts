import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { dispatch, dispatchKey } from '../../../../src/tui/app/dispatch.ts'
import type { TuiApp } from '../../../../src/tui/app/TuiApp.ts'
import type { Confirm } from '../../../../src/tui/kit/overlays/Confirm.tsx'
import type { Form } from '../../../../src/tui/kit/overlays/Form.tsx'
import type { LinePrompt } from '../../../../src/tui/kit/overlays/LinePrompt.tsx'
import type { AccountsModel } from '../../../../src/tui/screens/accounts/AccountsModel.ts'
import {
	askAddress,
	askClientPaths,
	askJson,
	askLabel,
	askRemote,
	confirmTravel,
} from '../../../../src/tui/screens/accounts/prompts.ts'
import { addressOf, ChainDouble } from '../../support/chainDouble.ts'
import { placesApp } from '../../support/placesApp.ts'
import { recordedAccount } from '../../support/recordedAccounts.ts'
import { wordsOver } from '../../support/renderPart.tsx'

let app: TuiApp
let chain: ChainDouble
let model: AccountsModel

beforeEach(async () => {
	app = placesApp({})
	chain = new ChainDouble({ keys: ['alice', 'bob'] })
	app.client = chain
	app.set({ status: await chain.status(), phase: 'ready', screen: 'accounts', keys: await chain.keys.list() })
	model = app.screens.find(({ id }) => id === 'accounts')!.model as AccountsModel
	model.list.select(addressOf('alice'))
})

const line = (): LinePrompt => app.topOverlay as LinePrompt
const form = (): Form => app.topOverlay as Form
const press = (id: string): void => dispatchKey(app, { id })
const paste = (text: string): void => dispatch(app, { type: 'paste', text })
const until = (holds: () => boolean): Promise<void> => expect.poll(holds, { interval: 2, timeout: 10_000 }).toBe(true)

/** What is told after a text was given to the line that is open. */
async function given(text: string): Promise<string | undefined> {
	app.set({ toast: undefined })
	press('ctrl+u')
	if (text !== '') paste(text)
	press('enter')
	await until(() => app.topOverlay === undefined)
	return app.state.toast?.text
}

/** A file that is there while something is done with it. */
async function withFile(text: string, work: (path: string) => Promise<void>): Promise<void> {
	const folder = mkdtempSync(join(tmpdir(), 'chain-tui-prompts-'))
	try {
		writeFileSync(join(folder, 'file.json'), text)
		await work(join(folder, 'file.json'))
	} finally {
		rmSync(folder, { recursive: true })
	}
}

describe('the search for an address', () => {
	const state = (): unknown => [model.list.filter, model.selected, model.detailOpen]

	it('the search for an address filters the list while it is typed, and Esc takes the filter away', () => {
		model.list.setFilter('bo')
		askAddress(model)
		const { prompt, initial, placeholder, remark, move } = line().options
		expect([prompt, initial, placeholder, remark?.()]).toEqual([
			'/',
			'bo',
			'name, address, kind; chain1… or 0x… opens it',
			'1 of 2',
		])
		move?.(1)
		paste('b')
		expect(state()).toEqual(['bob', addressOf('bob'), false])
		press('esc')
		expect(state()).toEqual(['', addressOf('bob'), false])
	})

	it('the search for an address opens the one of a name and a whole one, and keeps other words as a filter', async () => {
		const carol = addressOf('carol')
		for (const [text, told, expected] of [
			['ali', undefined, ['ali', addressOf('alice'), false]],
			[' bob ', undefined, ['', addressOf('bob'), true]],
			['chain1', undefined, ['chain1', addressOf('bob'), false]],
			[carol, undefined, ['', carol, true]],
			[addressOf('alice'), undefined, ['', addressOf('alice'), true]],
			[carol, undefined, ['', carol, true]],
			['', undefined, ['', carol, false]],
			['0x00', 'not an address: a 0x address has 40 hexadecimal digits, got 2', ['', carol, false]],
		] as const) {
			model.detailOpen = false
			askAddress(model)
			expect([text, await given(text), state()]).toEqual([text, told, expected])
		}
	})

	it('the search for an address over an open account says what is no address, and filters nothing', async () => {
		model.detailOpen = true
		model.list.setFilter('a')
		askAddress(model)
		const { prompt, initial, placeholder, remark, move } = line().options
		expect([prompt, initial, placeholder, remark, move]).toEqual([
			...['address', '', 'name; chain1… or 0x… opens it', undefined, undefined],
		])
		paste('zz')
		expect(model.list.filter).toBe('a')
		expect(await given('zz')).toBe('not an address: it starts with chain1 or 0x')
		askAddress(model)
		expect([await given('  '), state()]).toEqual([undefined, ['a', addressOf('alice'), true]])
		askAddress(model)
		expect([await given('bob'), state()]).toEqual([undefined, ['a', addressOf('bob'), true]])
	})
})

describe('the label of an address', () => {
	it('the label of an address is none that somebody else has, and an empty one takes it away', async () => {
		const carol = addressOf('carol')
		app.labels.set(carol, 'other')
		app.names = new Map([[addressOf('faucet'), 'the faucet']])
		for (const [text, told, label] of [
			['mine', undefined, 'mine'],
			['MINE', undefined, 'MINE'],
			['Other', '“other” already means somebody else', 'MINE'],
			['bob', '“bob” already means somebody else', 'MINE'],
			['the faucet', '“the faucet” already means somebody else', 'MINE'],
			['◇', 'a label has at least one character', 'MINE'],
			[' ', undefined, undefined],
		] as const) {
			const before = app.labels.all.get(addressOf('alice')) ?? ''
			askLabel(model)
			expect([line().title, line().options.initial]).toEqual(['Label of alice', before])
			expect([text, await given(text), app.labels.all.get(addressOf('alice'))]).toEqual([text, told, label])
		}
		expect([...app.labels.all]).toEqual([[carol, 'other']])
	})

	it('the label of an address without a name is asked for by 20 cells of it', () => {
		model.show(addressOf('carol'))
		askLabel(model)
		expect(line().title).toMatch(/^Label of chain1f.*wy6y$/)
		expect(line().title).toHaveLength('Label of '.length + 20)
	})

	it('the label of a pasted account without an address is not asked for', async () => {
		await model.pasteText(recordedAccount('base account, never signed')[8].replace(/"address":"[^"]*"/, '"address":""'))
		askLabel(model)
		expect([model.address, app.topOverlay]).toEqual([undefined, undefined])
	})
})

describe('an account from elsewhere', () => {
	it('an account of another node is asked for at the address given, and of this one again without', async () => {
		model.load()
		await until(() => model.current?.rows.length !== undefined)
		for (const [text, remote] of [
			[' http://192.0.2.1:1317 ', 'http://192.0.2.1:1317'],
			['  ', undefined],
		] as const) {
			askRemote(model)
			await given(text)
			expect(model.remote).toBe(remote)
			askRemote(model)
			expect(line().options.initial).toBe(remote ?? '')
			press('esc')
			await until(() => chain.calls.some((call) => remote === undefined || call.startsWith(`remoteAccount ${remote}`)))
		}
	})

	it('an account from elsewhere is pasted as JSON or read from a file, and its form stays open until there is one', async () => {
		const { 8: older, 9: newer } = recordedAccount('base account, signed before genesis')
		askJson(model)
		expect(form().fields.map(({ options }) => [options.id, options.label, options.rows])).toEqual([
			['json', 'JSON', 5],
			['file', 'or file', undefined],
		])
		press('enter')
		await until(() => form().error !== '')
		expect([form().error, form().errorNext]).toEqual(['There is nothing to compare yet.', 'Paste JSON or name a file.'])
		paste(newer)
		press('enter')
		await until(() => app.topOverlay === undefined)
		expect([model.pasted[8], model.pasted[9]?.text]).toEqual([undefined, newer])
		await withFile(older, async (path) => {
			askJson(model)
			press('tab')
			paste(` ${path} `)
			press('enter')
			await until(() => app.topOverlay === undefined)
		})
		expect([model.pasted[8]?.text, model.pasted[9]?.text]).toEqual([older, newer])
	})

	it('the paths of a client are read from a file, and the check of them is opened', async () => {
		const before = model.check.clients.length
		askClientPaths(model)
		expect([await given(' '), model.check.clients.length, model.view]).toEqual([undefined, before, 'aligned'])
		await withFile('[".result.value.sequence"]', async (path) => {
			askClientPaths(model)
			await given(` ${path} `)
			await until(() => model.detailOpen)
		})
		expect([model.view, model.check.client.client, model.check.rows.length]).toEqual(['check', 'client', 1])
		model.check.next()
		expect(model.check.client).toBe(model.check.clients[0])
	})
})

describe('the clock of the chain', () => {
	it('the clock of the chain is set from an account to the moment that is shown once that is confirmed', async () => {
		confirmTravel(model)
		expect(app.topOverlay).toBeUndefined()
		model.clock.chosen = BigInt(Date.UTC(2027, 0, 1) / 1_000)
		confirmTravel(model)
		expect((app.topOverlay as Confirm).title).toBe('Set the clock of the chain')
		expect(wordsOver(app).join(' ')).toContain(
			'From the next block on, the chain’s time is 2027-01-01 00:00:00 UTC. It decides which coins of all accounts',
		)
		press('enter')
		await until(() => app.state.toast !== undefined)
		expect(chain.calls).toContain('setTime 2027-01-01T00:00:00.000Z false')
		expect(app.state.toast?.text).toBe('the chain’s time is 2027-01-01 00:00:00 UTC from the next block on')
		expect(model.clock.chosen).toBeUndefined()
	})

	it('the clock of a chain that is not controlled here is not asked about', () => {
		app.client = new ChainDouble({ remote: true })
		model.clock.chosen = 1n
		confirmTravel(model)
		expect(app.topOverlay).toBeUndefined()
	})
})
