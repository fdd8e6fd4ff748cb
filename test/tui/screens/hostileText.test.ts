import { afterEach, describe, expect, it } from 'vitest'
import { addressOf } from '../support/chainDouble.ts'
import { type TestApp, testApp } from '../support/testApp.ts'

const attacks = [
	'\u001b[2J\u001b[H\u001b[31mcleared',
	'\u001b]0;title\u0007\u001b]52;c;aGFja2Vk\u0007',
	'\u009b2J\u009d0;title\u009c',
	'\u001bc\u001b#8\u001b[?1049l\u001b[?25h',
	'\u202eflipped\u202c \u2066isolated\u2069',
	'zero\u200bwidth\u200cjoin\u200der\ufeff',
	'back\b\b\bspace\r\ncarriage\ttab\u0000nul',
	'\u001bP+q544e\u001b\\ dcs',
	`${'\u001b[31m'.repeat(2_000)}long`,
	'x'.repeat(1_048_576),
	`Z${'\u0335'.repeat(500)}algo`,
	'\ud800lone',
]

/** Only colours of ours may be in a row: `CSI … m`. */
const controls = /[\u0000-\u001a\u001c-\u001f\u007f-\u009f]|\u001b(?!\[[\d;]*m)/
const hidden = /[\u200b\u200c\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/

describe('text of strangers', () => {
	let t: TestApp | undefined
	afterEach(async () => {
		await t?.stop()
		t = undefined
	})

	function harmless(app: TestApp, where: string): void {
		const bad = app.lines().filter((line) => controls.test(line) || hidden.test(line))
		expect(bad, where).toEqual([])
	}

	it.each(attacks.map((attack) => [JSON.stringify(attack.slice(0, 30)), attack]))(
		'%s does nothing as a greeting',
		async (_name, attack) => {
			for (const columns of [80, 160]) {
				t = await testApp({ columns, rows: 24, keys: ['alice'], greetings: [attack], colorLevel: 3 })
				t.press('2')
				await t.until(/▸ +0 +alice/)
				harmless(t, 'list')
				t.press('enter')
				await t.until('proof')
				harmless(t, 'detail')
				await t.stop()
			}
		},
	)

	it.each(attacks.slice(0, 9).map((attack) => [JSON.stringify(attack.slice(0, 30)), attack]))(
		'%s does nothing as a key name, memo, address, log line, search or node reply',
		async (_name, attack) => {
			t = await testApp({ columns: 120, rows: 30, keys: ['alice', attack], greetings: ['one'], colorLevel: 3 })
			const { app, chain } = t
			app.set({
				status: {
					...app.state.status!,
					chainId: attack,
					problem: attack,
					listeners: { rest: attack },
					minimumGasPrices: attack,
				},
			})
			app.preferences.set('addresses', [`chain1${attack}`])
			app.preferences.set('key', attack)
			chain.emit({ type: 'log', entry: { time: attack, level: 'info', source: attack, message: attack } })
			for (const screen of app.screens) {
				app.open(screen.id)
				harmless(t, screen.id)
			}
			app.toast('bad', attack)
			app.open('blocks')
			t.press('/')
			t.event({ type: 'paste', text: attack.slice(0, 1_000) })
			harmless(t, 'prompt')
			t.press('enter')
			harmless(t, 'search')
			t.press('2', 'n')
			t.event({ type: 'paste', text: attack.slice(0, 1_000) })
			harmless(t, 'form')
			t.press('esc', ':')
			t.event({ type: 'paste', text: attack.slice(0, 1_000) })
			harmless(t, 'palette')
			t.press('esc')
			app.set({ phase: 'failed', problem: { what: attack, why: attack, next: attack } })
			harmless(t, 'problem')
		},
	)

	it('does nothing in a transaction', async () => {
		t = await testApp({ columns: 100, rows: 40, keys: ['alice'], colorLevel: 3 })
		const { app, chain } = t
		const attack = attacks.slice(0, 8).join(' ')
		app.outbox.start({
			kind: 'send',
			label: attack,
			key: 'alice',
			options: {},
			again: () => chain.createGreeting('alice', attack, { memo: attack }),
		})
		await t.until(() => app.outbox.entries[0]?.progress.state === 'in-mempool')
		chain.makeBlock()
		await t.until(() => app.outbox.entries[0]?.progress.state === 'committed')
		app.open('transactions', chain.txs[0]!.hash)
		await t.until('memo')
		harmless(t, 'transaction')
		t.press('G')
		harmless(t, 'end of transaction')
		app.open('accounts', addressOf('alice'))
		harmless(t, 'account')
	})
})
