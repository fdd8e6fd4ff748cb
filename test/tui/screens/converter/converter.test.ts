import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { cellWidth } from '../../../../src/tui/kit/text/cells.ts'
import type { ConverterModel } from '../../../../src/tui/screens/converter/ConverterModel.ts'
import { recordedBody, recordedHash, recordedSigner, recordedState } from '../../support/recordedTx.ts'
import { type TestApp, testApp } from '../../support/testApp.ts'

describe('the converter', () => {
	let t: TestApp
	afterEach(() => t.stop())

	async function converter(columns = 200, rows = 60): Promise<TestApp> {
		t = await testApp({ columns, rows, keys: ['alice'] })
		t.chain.known = recordedState()
		t.app.open('converter')
		return t
	}

	const model = (): ConverterModel => t.app.screens.find(({ id }) => id === 'converter')!.model as ConverterModel
	const paste = (text: string): void => t.event({ type: 'paste', text })
	const states = (): string =>
		model()
			.steps.map(({ state }) => (state === 'ok' ? '✓' : state === 'bad' ? '✗' : '·'))
			.join('')

	it('checks a recorded transaction to its hash, which is the one a node gave it', async () => {
		await converter()
		paste(recordedBody('sync accepted'))
		await t.until('sends it to the chain')
		expect(states()).toBe('✓✓✓✓✓✓✓✓✓')
		expect(model().proto?.hash).toBe(recordedHash)
		expect(t.screen()).toContain('✓ signature')
		expect(t.screen()).toContain('Protobuf transaction')
		expect(t.screen()).toContain('"@type": "/chain.greet.v1beta1.MsgCreateGreet"')
	})

	it('stops at the first step that fails, with the JSON path and what to do', async () => {
		await converter()
		paste(recordedBody('sync accepted').replace('"gas":"300000"', '"gas":300000'))
		await t.until('✗ decodes')
		expect(states()).toBe('✗········')
		expect(t.screen()).toContain('.tx.fee.gas')
		expect(model().steps[0]?.next).toContain('in quotes')
		t.press('b')
		expect(t.app.state.toast?.text).toContain('it would be refused at “decodes”')
		expect(t.app.topOverlay).toBeUndefined()
	})

	it('says that a signature was made for another sequence, and which', async () => {
		await converter()
		t.chain.known = recordedState(2n)
		paste(recordedBody('sync accepted'))
		await t.until('✗ signature')
		expect(states()).toBe('✓✓✓✓✓✓✗··')
		expect(model().steps[6]?.text).toMatch(/sequence 0\b/)
	})

	it('checks the transaction again after a block with transactions, as long as it was not sent', async () => {
		await converter()
		let asked = 0
		const state = recordedState()
		Object.defineProperty(t.chain, 'known', {
			get: () => {
				asked++
				return state
			},
		})
		paste(recordedBody('sync accepted'))
		await t.until('sends it to the chain')
		const first = asked
		t.chain.makeBlock()
		t.app.outbox.start({
			...{ kind: 'send', label: 'other', key: 'alice', options: {} },
			again: () => t.chain.createGreeting('alice', 'hello'),
		})
		await t.until(() => t.app.outbox.entries.at(-1)?.progress.state === 'in-mempool')
		expect(asked).toBe(first)
		t.chain.makeBlock()
		await t.until(() => asked > first)
	})

	it('names a fee that is too low', async () => {
		await converter()
		paste(recordedBody('sync accepted').replace('"amount":"3000"', '"amount":"2999"'))
		await t.until('✗ fee')
		expect(model().steps[2]?.text).toContain('3000uchain')
	})

	it('says when the signer is not on the chain', async () => {
		await converter()
		t.chain.known = { ...recordedState(), accounts: new Map([[recordedSigner, undefined]]) }
		paste(recordedBody('sync accepted'))
		await t.until('✗ signer known')
	})

	it('tells what the chain would refuse in the messages', async () => {
		await converter()
		t.chain.simulated = { log: 'must provide a greeting message' }
		paste(recordedBody('sync accepted'))
		await t.until('✗ runs')
		expect(t.screen()).toContain('must provide a greeting message')
	})

	it('turns bytes back into the legacy form, from base64 and from hex', async () => {
		await converter()
		paste(recordedBody('sync accepted'))
		await t.until('sends it to the chain')
		const bytes = Buffer.from(model().proto!.bytes)
		for (const text of [bytes.toString('base64'), bytes.toString('hex'), `0x${bytes.toString('hex').toUpperCase()}`]) {
			paste(text)
			await t.until('Legacy form')
			expect(model().conversion?.direction).toBe('backward')
			expect(model().proto?.hash).toBe(recordedHash)
			expect(t.screen()).toContain('greet/CreateGreet')
		}
	})

	it('sends only after a question that names what happens', async () => {
		await converter()
		paste(recordedBody('sync accepted'))
		await t.until('sends it to the chain')
		t.press('b')
		await t.until('Send this transaction')
		expect(t.screen()).toContain(`Writes the greeting “sync” of ${recordedSigner}.`)
		expect(t.screen()).toContain('The fee is 0.003 CHAIN. It cannot be taken back.')
		t.press('esc')
		expect(t.chain.calls.some((call) => call.startsWith('broadcastTx'))).toBe(false)
		t.press('b', 'enter')
		await t.until('in the mempool')
		t.chain.makeBlock()
		await t.until('in block 2')
		t.press('b')
		expect(t.app.state.toast?.text).toContain('it was sent already')
	})

	it('shows the document to sign with its SHA-256', async () => {
		await converter(200, 60)
		paste(recordedBody('sync accepted'))
		await t.until('sends it to the chain')
		t.press('v', 'v')
		await t.until('document to sign')
		expect(t.screen()).toContain('"account_number":"11"')
	})

	it('opens files and says what is wrong with their names', async () => {
		await converter()
		const path = join(mkdtempSync(join(tmpdir(), 'chain-tui-converter-')), 'tx.json')
		writeFileSync(path, recordedBody('sync accepted'))
		t.press('o')
		t.type(path)
		t.press('enter')
		await t.until('sends it to the chain')
		t.press('o')
		t.type('/nowhere/tx.json')
		t.press('enter')
		await t.until(() => t.app.state.toast?.text.includes('cannot be read') === true)
	})

	it('says what to do while it is empty', async () => {
		for (const columns of [80, 120, 200]) {
			await converter(columns, 24)
			expect(t.screen()).toContain('Paste a legacy transaction here')
			expect(t.screen()).toContain('opens a file')
			if (columns !== 200) await t.stop()
		}
	})

	it('keeps its rows exact with every text at every size, and its parts behind Tab where only one fits', async () => {
		for (const [columns, rows] of [
			[60, 16],
			[80, 24],
			[120, 40],
			[200, 60],
		] as const) {
			await converter(columns, rows)
			for (const text of ['', recordedBody('sync accepted'), '{', 'x'.repeat(100_000), '日本語\u001b[2J\u202e']) {
				if (text === '') model().clear()
				else {
					paste(text)
					await t.until(() => model().conversion !== undefined)
				}
				for (let pane = 0; pane < 3; pane++) {
					for (const line of t.lines()) expect(cellWidth(line)).toBe(columns)
					t.press('tab')
					if (text === '') t.app.open('converter')
				}
			}
			if (columns !== 200) await t.stop()
		}
	})

	it('survives hostile texts with a plain error', async () => {
		await converter()
		const hostile = [
			`${'['.repeat(200_000)}`,
			`{"tx":{"msg":[{"type":"${'\\u001b[2J'.repeat(100)}","value":{}}]},"mode":"sync"}`,
			`{"tx":${'{"msg":'.repeat(5_000)}null${'}'.repeat(5_000)}}`,
			`{"tx":{"fee":{"gas":"${'9'.repeat(100_000)}"}},"mode":"block"}`,
			'{"tx":{"memo":"\ud800"},"tx":{"memo":1},"mode":"sync"}',
			'"\u009b2J\u202e"',
			'AAAA',
			'00',
		]
		for (const text of hostile) {
			paste(text)
			await t.until(() => model().conversion !== undefined)
			for (const line of t.lines()) {
				expect(line).not.toMatch(/[\u0000-\u001a\u001c-\u001f\u007f-\u009f\u202a-\u202e]|\u001b(?!\[[\d;]*m)/)
			}
		}
	})
})
