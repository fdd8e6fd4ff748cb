import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import type { HistoryReply } from '../../../src/client/ChainClient.ts'
import { isEnabled } from '../../../src/tui/kit/keymap/Command.ts'
import type { AccountsModel } from '../../../src/tui/screens/accounts/AccountsModel.ts'
import { Tour } from '../../../src/tui/screens/welcome/Tour.tsx'
import { addressOf } from '../support/chainDouble.ts'
import { doubleContract, evmDouble } from '../support/evmDouble.ts'
import { networkOfFour } from '../support/networkOfFour.ts'
import { recordedAccount } from '../support/recordedAccounts.ts'
import { recordedBody, recordedHash, recordedState } from '../support/recordedTx.ts'
import { digitOf, type TestApp, testApp } from '../support/testApp.ts'
import { endpointExercises } from './endpoints/support/exercises.ts'

/** Presses the keys of one command and sees what it did. */
type Exercise = (t: TestApp) => Promise<void> | void

const said = (t: TestApp, text: string): Promise<void> => t.until(() => (t.app.state.toast?.text ?? '').includes(text))
const called = (t: TestApp, call: string): Promise<void> =>
	t.until(() => t.chain.calls.some((other) => other.startsWith(call)))
const copied = (t: TestApp, text: string): Promise<void> =>
	t.until(() => t.asked.some((asked) => asked.startsWith('copy') && asked.includes(text)))
const open = (t: TestApp): string => t.app.topOverlay?.name ?? ''

/** Writes a greeting that fails once it is in the list, so that its row stays. */
async function failedRow(t: TestApp): Promise<void> {
	t.press('2')
	t.app.outbox.start({
		kind: 'greeting',
		label: 'kept words',
		key: 'alice',
		options: {},
		again: async function* (options) {
			t.chain.calls.push(`again ${options.fee ?? 'no fee'}`)
			yield {
				state: 'failed',
				problem: 'the fee is too low',
				next: 'Pay more.',
				codespace: 'sdk',
				code: 13,
				log: 'insufficient fees',
				hash: '',
				requiredFee: '560uchain',
			}
		},
	})
	await t.until('kept words')
	t.press('home')
}

/** Opens the Upgrade screen with the genesis of a real network. */
async function upgraded(t: TestApp): Promise<void> {
	t.press('g', 'u', 'o')
	t.type('examples/genesis/generation-8.json')
	t.press('enter')
	// The number of accounts stands there before the work is done, and keys are taken after it.
	await t.until('✓ all names of accounts are addresses')
}

/** Saves a report of a rehearsal, which begins with a text. */
async function rehearsed(t: TestApp, key: string, format: string, begins: string): Promise<void> {
	await upgraded(t)
	t.press('r')
	await t.until('legacy posts taken')
	t.press(key)
	await said(t, 'the report saved to')
	expect(readFileSync(join(t.app.directory, `rehearsal.${format}`), 'utf8')).toContain(begins)
}

/** An address at which nothing listens. */
const placeUrl = 'http://127.0.0.1:9'

/** Opens the RPC screen, saves a place in it and selects it. */
async function placed(t: TestApp): Promise<void> {
	t.press('g', 'p', 'a')
	await t.until('Add a place')
	t.type(`${placeUrl}/`)
	t.press('tab')
	t.type('far away')
	t.press('enter')
	await t.until(/▸ .*far away/)
}

async function commit(t: TestApp, text: string): Promise<void> {
	t.press('2', 'n')
	t.type(text)
	t.press('enter')
	await t.until(() => open(t) === '')
	t.chain.makeBlock()
	await t.until(() => new RegExp(`▸ +${t.chain.greetings.length - 1} +alice +${text}`).test(t.screen()))
}

/** Commits a greeting and opens its transaction on the Blocks screen. */
async function openTx(t: TestApp): Promise<void> {
	await commit(t, 'from a test')
	t.press(digitOf('transactions'))
	await t.until('greeting')
	t.press('enter')
	await t.until('result')
}

/** Switches the journal on and waits for two requests in it. */
async function noted(t: TestApp): Promise<void> {
	t.press('g', 'r')
	await t.until('switch on')
	t.press('o')
	await t.until('No client has sent a request yet.')
	t.chain.journal.asked({ listener: 'rpc', method: 'POST', path: '/', calls: 'gone_method', code: -32601 })
	t.chain.journal.asked()
	await t.until('GET /node_info')
}

async function openRequest(t: TestApp): Promise<void> {
	await noted(t)
	t.press('enter')
	await t.until('[reply]')
}

async function lookAtNetwork(t: TestApp): Promise<void> {
	t.chain.networkNow = networkOfFour
	t.press('g', 'n')
	await t.until('node3')
}

/** What a node measured in three spans of ten seconds. */
const measuredHour: HistoryReply = {
	step_ms: 10_000,
	now: 1_700_000_030_000,
	samples: [0, 1, 2].map((place) => ({
		at: 1_700_000_000_000 + place * 10_000,
		blocks: 10,
		txs: 4,
		gas: 154_000,
		most_txs: 2,
		most_gas: 77_000,
		longest_ms: 1_100,
		mempool: 1,
		memory: 190_000_000,
		disk: 12_000_000,
	})),
}

/** Makes the migration report. */
async function reported(t: TestApp): Promise<void> {
	t.press('3', 'm')
	await t.until('all of the chain')
}

/** The Contracts screen over a chain with one contract. */
function contracts(t: TestApp): void {
	t.chain.evm = evmDouble(t.chain.calls)
	t.press('g', 'c')
}

/** Keys that open a screen. */
function leadsTo(screen: string, ...keys: readonly string[]): (t: TestApp) => void {
	return (t) => {
		t.press(...keys)
		expect(t.app.state.screen).toBe(screen)
	}
}

const exercises: Readonly<Record<string, Exercise>> = {
	'go.home': leadsTo('home', '2', '1'),
	'go.greetings': leadsTo('greetings', '2'),
	'go.accounts': leadsTo('accounts', '3'),
	'go.keys': leadsTo('keys', '4'),
	'go.converter': (t) => leadsTo('converter', digitOf('converter'))(t),
	'go.blocks': (t) => leadsTo('blocks', digitOf('blocks'))(t),
	'go.transactions': (t) => leadsTo('transactions', digitOf('transactions'))(t),
	'go.node': (t) => leadsTo('node', digitOf('node'))(t),
	'go.logs': (t) => leadsTo('logs', digitOf('logs'))(t),
	'go.next': leadsTo('greetings', 'tab'),
	'go.previous': (t) => leadsTo(t.app.screens.at(-1)!.id, 'shift+tab')(t),
	'go.network': leadsTo('network', 'g', 'n'),
	'go.contracts': leadsTo('contracts', 'g', 'c'),
	'go.requests': leadsTo('requests', 'g', 'r'),
	'go.rpc': leadsTo('rpc', 'g', 'p'),
	'go.upgrade': leadsTo('upgrade', 'g', 'u'),
	'app.back': async (t) => {
		t.press('2', 'o')
		await t.until(() => t.app.state.screen === 'accounts')
		t.press('esc', 'esc')
		expect(t.app.state.screen).toBe('greetings')
	},
	'app.help': (t) => {
		t.press('?')
		expect(t.screen()).toContain('Help · Home')
	},
	'app.palette': (t) => {
		t.press(':')
		expect(open(t)).toBe('palette')
		t.press('esc', 'ctrl+k')
		expect(open(t)).toBe('palette')
	},
	'app.retry': async (t) => {
		t.app.set({ phase: 'failed', problem: { what: 'no node', why: '', next: 'start one' } })
		expect(t.screen()).toContain('no node')
		t.press('r')
		await t.until(() => t.app.state.phase === 'ready')
	},
	'app.own-node': async (t) => {
		t.app.preferences.set('node', 'http://127.0.0.1:1')
		t.app.set({ phase: 'failed', problem: { what: 'no answer', why: '', next: 'start it' } })
		expect(t.screen()).toContain('o own chain')
		t.press('o')
		await t.until(() => t.app.state.phase === 'ready')
		expect(t.app.preferences.get('node')).toBe('')
	},
	'app.other-node': async (t) => {
		t.app.set({ phase: 'failed', problem: { what: 'no answer', why: '', next: 'start it' } })
		expect(t.screen()).toContain('n other node')
		t.press('n')
		await t.until('own chain')
	},
	'app.theme': (t) => {
		t.press('T')
		expect(t.app.preferences.get('theme')).toBe('dark')
	},
	'app.mouse': (t) => {
		t.press('M')
		expect(t.asked).toContain('mouse false')
	},
	'app.amounts': async (t) => {
		t.press('4')
		await t.until('1,000 CHAIN')
		t.press('$')
		await t.until('1000000000uchain')
	},
	'app.redraw': (t) => {
		t.press('ctrl+l')
		expect(t.asked).toContain('redraw')
	},
	'app.tour': async (t) => {
		t.press(':')
		t.type('tour')
		t.press('enter')
		await t.until(() => open(t) === 'tour')
	},
	'app.offer': async (t) => {
		t.press('u')
		await said(t, 'there is nothing to undo now')
		t.press('4', 'R', 'ctrl+u')
		t.type('alicia')
		t.press('enter')
		await t.until(() => t.app.state.keys.some(({ name }) => name === 'alicia'))
		await t.until('u undo')
		t.press('u')
		await t.until(() => t.app.state.keys.some(({ name }) => name === 'alice'))
	},
	'app.suspend': (t) => {
		t.press('ctrl+z')
		expect(t.asked).toContain('suspend')
	},
	'app.quit': (t) => {
		t.press('q')
		expect(t.asked).toContain('quit')
	},

	'move.down': (t) => {
		t.press('2', 'j', 'down')
		expect(t.app.movable()).toBeDefined()
		expect(t.screen()).toMatch(/▸ +0 /)
	},
	'move.up': (t) => {
		t.press('2', 'G', 'k', 'up')
		expect(t.screen()).toMatch(/▸ +2 /)
	},
	'move.page-down': (t) => {
		t.press('2', 'pagedown')
		expect(t.screen()).toMatch(/▸ +0 /)
	},
	'move.page-up': (t) => {
		t.press('2', 'G', 'pageup')
		expect(t.screen()).toMatch(/▸ +2 /)
	},
	'move.half-down': (t) => {
		t.press('2', 'ctrl+d')
		expect(t.screen()).toMatch(/▸ +0 /)
	},
	'move.half-up': (t) => {
		t.press('2', 'G', 'ctrl+u')
		expect(t.screen()).toMatch(/▸ +2 /)
	},
	'move.first': (t) => {
		t.press('2', 'j', 'g', 'g')
		expect(t.screen()).toMatch(/▸ +2 /)
	},
	'move.last': (t) => {
		t.press('2', 'G')
		expect(t.screen()).toMatch(/▸ +0 /)
	},

	'home.greet': async (t) => {
		t.press('n')
		await t.until('New greeting')
	},
	'home.open': async (t) => {
		await commit(t, 'seen at home')
		t.press('1', 'enter')
		await t.until('result')
	},
	'home.copy': (t) => {
		t.press('y')
		return copied(t, 'http://127.0.0.1:1317')
	},

	'home.charts': async (t) => {
		t.chain.measured = measuredHour
		t.press('1', 'C')
		t.app.chartSpan.read()
		await t.until('Disk')
		await t.until('12 MB now')
		t.press('esc')
		await t.until('Latest')
	},
	'home.span': async (t) => {
		t.chain.measured = measuredHour
		t.press('1', 'C')
		t.press('c')
		await t.until('most 77 k')
		expect(t.screen()).toContain('[1h]')
		t.press('c')
		await t.until('[1d]')
		t.press('esc')
	},

	'greetings.new': (t) => commit(t, 'hello from the keyboard'),
	'greetings.filter': async (t) => {
		t.press('2', '/')
		t.type('two')
		await t.until('1 of 3')
		t.press('enter')
		await t.until(() => !t.screen().includes('greeting one'))
	},
	'greetings.open': async (t) => {
		t.press('2', 'enter')
		await t.until('› Greetings › #2')
	},
	'greetings.copy': (t) => {
		t.press('2', 'y')
		return copied(t, 'greeting three')
	},
	'greetings.url': (t) => {
		t.press('2', 'U')
		return copied(t, 'http://127.0.0.1:1317/chain/greet/v1beta1/greetings/2')
	},
	'greetings.owner': async (t) => {
		t.press('2', 'o')
		await t.until(() => t.app.state.screen === 'accounts')
	},
	'greetings.tx': async (t) => {
		await commit(t, 'with a transaction')
		t.press('enter')
		await t.until('55,960')
		t.press('t')
		await t.until('result')
	},
	'greetings.verify': async (t) => {
		t.press('2', 'enter', 'v')
		await t.until('checked against the app hash')
	},
	'greetings.sort': (t) => {
		t.press('2', 's')
		expect(t.screen()).toMatch(/▸ +0 /)
	},
	'greetings.follow': (t) => {
		t.press('2', 'j', 'f')
		expect(t.screen()).toMatch(/▸ +2 /)
	},
	'greetings.retry': async (t) => {
		await failedRow(t)
		t.press('r')
		await called(t, 'again 560uchain')
	},
	'greetings.edit': async (t) => {
		await failedRow(t)
		t.press('e')
		await t.until('New greeting')
		expect(t.screen()).toContain('kept words')
	},
	'greetings.discard': async (t) => {
		await failedRow(t)
		t.press('x')
		expect(t.screen()).not.toContain('kept words')
	},
	'greetings.export': async (t) => {
		t.press('2', 'E')
		await said(t, '3 greetings saved')
		expect(readFileSync(join(t.app.directory, 'greetings.json'), 'utf8')).toContain('greeting two')
	},

	'greetings.export-csv': async (t) => {
		t.press('2', 'C')
		await said(t, '3 greetings saved')
		expect(readFileSync(join(t.app.directory, 'greetings.csv'), 'utf8')).toContain(
			`1,${addressOf('alice')},greeting two`,
		)
	},
	'greetings.batch': async (t) => {
		await batch(t)
		expect(sent(t)).toEqual([])
	},
	'batch.run': async (t) => {
		await batch(t)
		t.press('enter')
		await called(t, 'createGreeting alice line 30')
		await blocksUntil(t, '30 of 30 in blocks')
		t.press('esc')
		t.chain.calls.length = 0
		await batch(t)
		await t.until('30 of 30 in blocks')
		t.press('enter')
		expect(sent(t)).toEqual([])
	},
	'batch.retry': async (t) => {
		await batch(t)
		const failure = {
			state: 'failed',
			problem: 'no coins',
			next: '',
			codespace: '',
			code: 5,
			log: '',
			hash: '',
		} as const
		t.chain.failure = failure
		t.press('enter')
		await t.until('30 failed')
		await said(t, '30 lines failed')
		t.chain.failure = undefined
		t.press('r')
		await blocksUntil(t, '30 of 30 in blocks')
	},
	'batch.close': async (t) => {
		await batch(t)
		t.press('esc')
		expect(open(t)).toBe('')
	},
	'batch.down': async (t) => {
		await batch(t)
		t.press('down')
		expect(t.screen()).toMatch(/▸ · +2 /)
	},
	'batch.up': async (t) => {
		await batch(t)
		t.press('down', 'down', 'up')
		expect(t.screen()).toMatch(/▸ · +2 /)
	},
	'batch.page-down': async (t) => {
		await batch(t)
		t.press('pagedown')
		expect(t.screen()).not.toMatch(/▸ · +1 /)
	},
	'batch.page-up': async (t) => {
		await batch(t)
		t.press('pagedown', 'pageup')
		expect(t.screen()).toMatch(/▸ · +1 /)
	},

	'accounts.open': async (t) => {
		t.press('3', 'enter')
		await t.until('› Accounts › alice')
	},
	'accounts.find': async (t) => {
		t.press('3', '/')
		t.type(addressOf('carol'))
		t.press('enter')
		await t.until(() => t.app.preferences.get('addresses').includes(addressOf('carol')))
	},
	'accounts.view': async (t) => {
		t.press('3', 'enter')
		await t.until('generation 8')
		t.press('v')
		await t.until('"public_key": null')
		t.press('v')
		await t.until('generation 8 (jq)')
		t.press('v')
		await t.until('need work')
	},
	'accounts.side': async (t) => {
		t.app.set({ columns: 80 })
		t.press('3', 'enter', 'v')
		await t.until('"chain-sdk/Account"')
		t.press('tab')
		await t.until('"chain-sdk/BaseAccount"')
	},
	'accounts.differences': async (t) => {
		t.press('3', 'enter')
		await t.until('= same')
		t.press('d')
		await t.until(() => !t.screen().includes('= same'))
	},
	'accounts.height': async (t) => {
		t.press('3', 'enter', 'h')
		t.type('1')
		t.press('enter')
		await called(t, `legacyAccount ${addressOf('alice')} 8 at 1`)
		await t.until('at block 1')
	},
	'accounts.transactions': async (t) => {
		await commit(t, 'what alice did')
		t.press('3', 'o')
		await t.until('› Transactions › “alice”')
		await t.until('what alice did')
	},
	'accounts.paste': async (t) => {
		t.press('3', 'p', 'enter')
		await t.until('There is nothing to compare yet.')
		t.event({ type: 'paste', text: recordedAccount('delayed vesting account')[8] })
		t.press('enter')
		await t.until('delayed vesting')
	},
	'accounts.remote': async (t) => {
		const recorded = recordedAccount('continuous vesting account')
		t.chain.recorded.set(addressOf('alice'), recorded)
		t.press('3', 'enter', 'u')
		t.type('http://127.0.0.1:1317')
		t.press('enter')
		await called(t, `remoteAccount http://127.0.0.1:1317 ${addressOf('alice')}`)
		await t.until('continuous vesting')
	},
	'accounts.report': async (t) => {
		t.press('3', 'm')
		await t.until('all of the chain')
	},
	'report.reads': async (t) => {
		await reported(t)
		t.press('enter')
		await t.until('.result.value.coins')
	},
	'report.export-csv': async (t) => {
		await reported(t)
		t.press('e')
		await said(t, 'migration-report.csv')
	},
	'report.export-json': async (t) => {
		await reported(t)
		t.press('E')
		await said(t, 'migration-report.json')
	},
	'report.export-md': async (t) => {
		await reported(t)
		t.press('m')
		await said(t, 'migration-report.md')
		expect(readFileSync(join(t.app.directory, 'migration-report.md'), 'utf8')).toContain('2 accounts × 3 clients')
	},
	'report.filter': async (t) => {
		await reported(t)
		t.press('/')
		t.type('bob')
		await t.until('1 of 2')
	},
	'report.sort': async (t) => {
		await reported(t)
		t.press('s')
		await t.until('account ▴')
	},
	'report.inspect': async (t) => {
		await reported(t)
		t.press('o')
		await t.until('› alice')
	},
	'accounts.sort': async (t) => {
		t.press('3', 's', 's', 's')
		await t.until('account ▴')
	},
	'accounts.label': async (t) => {
		t.press('3', 'end', 'b')
		t.type('the well')
		t.press('enter')
		expect(t.app.preferences.get('labels')).toEqual([`${addressOf('faucet')}\tthe well`])
	},
	'accounts.generation8': async (t) => {
		t.press('3', 'S')
		await called(t, 'setListener legacy8 true')
	},
	'vesting.later': (t) => slid(t, ['right'], (time, now) => time > now),
	'vesting.earlier': (t) => slid(t, ['left'], (time, now) => time < now),
	'vesting.bit-later': (t) => slid(t, ['.'], (time, now) => time > now),
	'vesting.bit-earlier': (t) => slid(t, [','], (time, now) => time < now),
	'vesting.next': (t) => slid(t, ['n'], (time) => time === 1_861_833_600n - 2n * 31_536_000n),
	'vesting.previous': (t) => slid(t, ['n', 'n', 'N'], (time) => time === 1_861_833_600n - 2n * 31_536_000n),
	'vesting.now': (t) => slid(t, ['right', '='], (time, now) => time === now),
	'vesting.time': (t) =>
		slid(t, ['t', '2', '0', '2', '8', '-', '0', '1', '-', '0', '2', 'enter'], (time) => time === 1_830_384_000n),
	'vesting.travel': async (t) => {
		await slid(t, ['n', 'C'], () => true)
		await t.until('Set the clock of the chain')
		t.press('enter')
		await called(t, 'setTime 2027-01-01T00:00:00.000Z false')
	},
	'check.client': async (t) => {
		t.press('3', 'c')
		await t.until('@cosmjs/launchpad 0.27.1')
		t.press('c')
		await t.until('@kava-labs/javascript-sdk 4.0.0')
	},
	'check.file': async (t) => {
		const path = join(t.app.directory, 'paths.json')
		writeFileSync(path, '[".result.value.sequence"]')
		t.press('3', 'i')
		t.type(path)
		t.press('enter')
		await t.until('reads 1 places, 1 need work')
		await t.until('◐ sometimes')
	},
	'upgrade.file': upgraded,
	'upgrade.open': async (t) => {
		await upgraded(t)
		t.press('enter')
		await t.until(/Accounts › pasted JSON/)
		await t.until('cosmos-sdk/Module')
	},
	'upgrade.filter': async (t) => {
		await upgraded(t)
		t.press('/')
		t.type('fee_collector')
		await t.until(/1 of 173/)
	},
	'upgrade.report': async (t) => {
		await upgraded(t)
		t.press('r')
		await t.until('3 of 3 legacy posts taken')
	},
	'upgrade.start': async (t) => {
		const { preferences } = t.app
		preferences.set('nodes', ['rehearsal\thttp://old', 'a\thttp://a'])
		await upgraded(t)
		t.press('s')
		await t.until('runs in memory')
		expect(preferences.get('nodes')).toEqual([
			'a\thttp://a',
			expect.stringMatching(/^rehearsal\thttp:\/\/127\.0\.0\.1:\d+\tkava-2\trest=http:\/\/127\.0\.0\.1:\d+$/),
		])
		t.press('s')
		await t.until(() => !t.screen().includes('runs in memory'))
		expect(preferences.get('nodes')).toEqual(['a\thttp://a'])
	},
	'upgrade.export-genesis': async (t) => {
		await upgraded(t)
		t.press('e')
		await said(t, 'the genesis saved to')
		expect(JSON.parse(readFileSync(join(t.app.directory, 'genesis-9.json'), 'utf8')).chain_id).toBe('kava-2')
	},
	'upgrade.export-md': (t) => rehearsed(t, 'E', 'md', '# Rehearsal of the upgrade of kava-2'),
	'upgrade.export-csv': (t) => rehearsed(t, 'C', 'csv', 'address,name,kind'),
	'upgrade.export-json': (t) => rehearsed(t, 'J', 'json', '"passed": false'),
	'accounts.act-as': async (t) => {
		t.press('3', 'I')
		await called(t, 'actAs +chain1')
		await t.until(/⚑ 1|acts as 1/)
		t.press('I')
		await said(t, 'needs its signature again')
	},
	'accounts.url': (t) => {
		t.press('3', 'U')
		return copied(t, `http://127.0.0.1:1317/cosmos/auth/v1beta1/accounts/${addressOf('alice')}`)
	},
	'accounts.copy': (t) => {
		t.press('3', 'y')
		return copied(t, addressOf('alice'))
	},
	'accounts.contract': async (t) => {
		contracts(t)
		await t.until(' 2 B ')
		t.press('o')
		await t.until('(w shows it)')
		t.press('w')
		await t.until('2 functions')
	},
	'accounts.copy-hex': async (t) => {
		contracts(t)
		await t.until(' 2 B ')
		t.press('o', 'Y')
		await copied(t, '0x5FbDB2315678afecb367f032d93F642f64180aa3')
	},
	'accounts.copy-8': async (t) => {
		t.press('3', 'enter')
		await t.until('generation 8')
		t.press('L')
		await copied(t, '"chain-sdk/Account"')
	},
	'accounts.copy-9': async (t) => {
		t.press('3', 'enter')
		await t.until('generation 9')
		t.press('R')
		await copied(t, '"chain-sdk/BaseAccount"')
	},
	'accounts.export-json': async (t) => {
		t.press('3', 'enter')
		await t.until('= same')
		t.press('e')
		await said(t, 'account saved to')
		const path = join(t.app.directory, `account-${addressOf('alice')}.json`)
		expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({
			address: addressOf('alice'),
			kind: 'base, never signed',
		})
	},
	'accounts.export-md': async (t) => {
		t.press('3', 'enter')
		await t.until('= same')
		t.press('E')
		await said(t, 'account saved to')
		const path = join(t.app.directory, `account-${addressOf('alice')}.md`)
		expect(readFileSync(path, 'utf8')).toContain('## Generation 9')
	},
	'accounts.refresh': async (t) => {
		t.press('3', 'enter', 'r')
		await t.until('generation 9')
	},
	'accounts.forget': async (t) => {
		t.app.preferences.set('addresses', [addressOf('carol')])
		t.press('3', 'j', 'j', 'x')
		expect(t.app.preferences.get('addresses')).toEqual([])
	},

	'keys.create': async (t) => {
		t.press('4', 'c')
		t.type('carol')
		t.press('enter')
		await t.until('1 abandon')
		t.press('enter')
		await t.until('carol')
	},
	'home.cursor-left': (t) => {
		t.press('1', 'C', 'left')
		expect(t.screen()).toContain('▲')
		t.press('esc')
		expect(t.screen()).not.toContain('▲')
	},
	'home.cursor-right': (t) => {
		t.press('1', 'C', 'left', 'left', 'right')
		expect(t.app.chartSpan.cursor).toBe(0.99)
	},
	'keys.filter': async (t) => {
		t.press('4', '/')
		t.type('bob')
		await t.until('1 of 2')
		t.press('enter')
		expect(t.screen()).toContain('/bob')
	},
	'keys.use': (t) => {
		t.press('4', 'j', 'enter')
		return said(t, 'you are bob now')
	},
	'keys.send': async (t) => {
		t.press('4', 's')
		t.type('bob')
		t.press('tab')
		t.type('5')
		t.press('enter')
		await called(t, `send alice ${addressOf('bob')} 5000000uchain`)
	},
	'keys.faucet': async (t) => {
		t.press('4', 'f')
		await called(t, `faucet ${addressOf('alice')}`)
	},
	'keys.import': async (t) => {
		t.press('4', 'i')
		t.type('dave')
		t.press('tab', 'tab')
		t.type('only three words')
		t.press('enter')
		await t.until('these are not the words of a key')
	},
	'keys.watch': async (t) => {
		t.press('4', 'w')
		t.type('treasury')
		t.press('tab')
		t.type(addressOf('treasury'))
		t.press('enter')
		await t.until('watch only')
	},
	'keys.multisig': async (t) => {
		t.press('4', 'm')
		t.type('council')
		t.press('tab', 'space', 'down', 'space', 'enter')
		await t.until('council is a multisig key: 2 of 2 must sign')
	},
	'keys.signatures': async (t) => {
		t.press('4', 'O')
		expect(open(t)).toBe('')
		t.press('m')
		t.type('council')
		t.press('tab', 'space', 'down', 'space', 'enter')
		await t.until('council is a multisig key')
		await t.until('▸    council')
		t.press('O')
		await t.until('Transaction of council')
		t.type('/nonexistent/x.json')
		t.press('enter')
		await t.until('The file /nonexistent/x.json cannot be read.')
	},
	'keys.copy': (t) => {
		t.press('4', 'y')
		return copied(t, addressOf('alice'))
	},
	'keys.transactions': async (t) => {
		t.press('4', 't')
		await t.until(() => t.app.state.screen === 'transactions')
	},
	'keys.qr': async (t) => {
		t.press('4', 'Q')
		await t.until(() => open(t) === 'notice')
	},
	'keys.account': async (t) => {
		t.press('4', 'a')
		await t.until('› Accounts › alice')
	},
	'keys.sign': async (t) => {
		t.press('4', 'S')
		t.type('a text')
		t.press('enter')
		await t.until('signature of this address')
	},
	'keys.verify': async (t) => {
		const signed = { address: addressOf('carol'), pubKey: 'AxYz', text: 'hello: all' }
		const signature = Buffer.from('carol:hello: all').toString('base64')
		t.press('4', 'V')
		t.event({ type: 'paste', text: JSON.stringify({ ...signed, signature }) })
		t.press('enter')
		await t.until('✓ it is the signature')
		t.press('esc', 'V')
		t.event({ type: 'paste', text: JSON.stringify({ ...signed, signature, text: 'other' }) })
		t.press('enter')
		await t.until('✗ it is not the signature')
		t.press('esc', 'V')
		t.event({ type: 'paste', text: JSON.stringify(signed) })
		t.press('enter')
		await t.until('It has no text called signature.')
	},
	'keys.move': async (t) => {
		t.press('4', 'B', 'right', 'tab')
		t.type('a long passphrase')
		t.press('tab')
		t.type('a long passphrase')
		t.press('enter')
		await said(t, 'keys are kept in the encrypted file now')
		expect(t.chain.keys.calls).toEqual(['moveTo file a long passphrase'])
	},
	'keys.rename': async (t) => {
		t.press('4', 'R', 'ctrl+u')
		t.type('alicia')
		t.press('enter')
		await t.until('alicia')
	},
	'keys.export': async (t) => {
		t.press('4', 'e')
		t.type('a long passphrase')
		t.press('tab')
		t.type('a long passphrase')
		t.press('enter')
		await t.until('BEGIN KEY')
	},
	'keys.delete': async (t) => {
		t.press('4', 'D')
		t.type('alice')
		t.press('enter')
		await said(t, 'alice deleted')
	},

	'converter.edit': async (t) => {
		t.press(digitOf('converter'), 'enter')
		t.type('{"msg":1}')
		t.press('enter')
		await t.until('✗ decodes')
	},
	'converter.open': async (t) => {
		const path = join(t.app.directory, 'tx.json')
		writeFileSync(path, recordedBody('sync accepted'))
		t.press(digitOf('converter'), 'o')
		t.type(path)
		t.press('enter')
		await called(t, 'analyzeLegacyTx')
	},
	'converter.broadcast': async (t) => {
		await converted(t)
		t.press('b')
		await t.until('Send this transaction')
		t.press('enter')
		await called(t, 'broadcastTx')
	},
	'converter.sample': async (t) => {
		t.press(digitOf('converter'), 'S')
		await t.until('MsgSend')
		await t.until('! signer known')
	},
	'converter.mine': async (t) => {
		t.chain.known = recordedState()
		t.press(digitOf('converter'), 'm')
		await called(t, 'signAmino alice')
		await t.until('"type": "greet/CreateGreet"')
		await t.until('✓ decodes')
	},
	'converter.history': async (t) => {
		await converted(t)
		t.press('b')
		await t.until('Send this transaction')
		t.press('enter')
		await called(t, 'broadcastTx')
		t.press('x', 'L')
		await t.until('Sent from here')
		t.press('enter')
		await t.until('✓ hash')
	},
	'converter.pane': async (t) => {
		await converted(t)
		t.press('tab')
		await t.until('[json] bytes sign')
		t.press('tab')
		await t.until('✓ hash')
	},
	'converter.fold': async (t) => {
		await converted(t)
		t.press('z')
		await t.until('▸ { 2 members }')
	},
	'converter.view': async (t) => {
		await converted(t)
		t.press('v')
		await t.until('base64')
		t.press('v')
		await t.until('document to sign')
	},
	'converter.check': async (t) => {
		await converted(t)
		t.press('r')
		await t.until(() => t.chain.calls.filter((call) => call === 'analyzeLegacyTx').length === 2)
	},
	'converter.copy': async (t) => {
		await converted(t)
		t.press('y')
		await copied(t, 'MsgCreateGreet')
	},
	'converter.hex': async (t) => {
		await converted(t)
		t.press('Y')
		await copied(t, '0a')
	},
	'converter.hash': async (t) => {
		await converted(t)
		t.press('H')
		await copied(t, recordedHash)
	},
	'converter.tx': async (t) => {
		await converted(t)
		t.press('b', 'enter')
		await t.until(() => t.app.outbox.entries[0]?.progress.state === 'in-mempool')
		t.chain.makeBlock()
		await t.until(() => t.app.outbox.entries[0]?.progress.state === 'committed')
		t.press('t')
		expect(t.app.state.screen).toBe('transactions')
	},
	'converter.clear': async (t) => {
		await converted(t)
		t.press('x')
		await t.until('Paste a legacy transaction here')
	},

	'blocks.open': async (t) => {
		t.press(digitOf('blocks'), 'enter')
		await t.until('proposer')
	},
	'blocks.search': async (t) => {
		t.press(digitOf('blocks'), '/')
		t.type('1')
		t.press('enter')
		await t.until('proposer')
	},
	'blocks.transactions': (t) => {
		t.press(digitOf('blocks'), 't')
		expect(t.app.state.screen).toBe('transactions')
	},
	'blocks.earlier': async (t) => {
		t.chain.makeBlock()
		await t.until(() => t.app.state.status?.height === 2)
		t.press(digitOf('blocks'), 'enter')
		await t.until('› Blocks › 2')
		t.press('-')
		await t.until('› Blocks › 1')
	},
	'blocks.later': async (t) => {
		t.chain.makeBlock()
		await t.until(() => t.app.state.status?.height === 2)
		t.press(digitOf('blocks'), 'G', 'enter')
		await t.until('› Blocks › 1')
		t.press('+')
		await t.until('› Blocks › 2')
	},
	'blocks.full': async (t) => {
		await commit(t, 'a block with something in it')
		t.chain.makeBlock()
		t.chain.makeBlock()
		await t.until(() => t.app.state.status?.height === t.chain.blockList.length)
		t.chain.makeBlock()
		await t.until(() => t.app.state.status?.height === t.chain.blockList.length)
		t.press(digitOf('blocks'))
		await t.until(/3 to 5.* 3 empty/)
		t.press('e')
		await t.until(() => !t.screen().includes('3 empty'))
		t.press('e')
		await t.until('3 empty')
		t.press('j', 'enter')
		await t.until('a block with something in it')
		t.press('esc', 'k', 'enter')
		await t.until(() => !t.screen().includes('3 empty'))
	},
	'blocks.earlier-full': async (t) => {
		await commit(t, 'one')
		t.chain.makeBlock()
		t.chain.makeBlock()
		await t.until(() => t.app.state.status?.height === 4)
		t.press(digitOf('blocks'), '<')
		await t.until('› Blocks › 2')
		t.press('<')
		await t.until('no earlier block has transactions')
	},
	'blocks.later-full': async (t) => {
		t.chain.makeBlock()
		await commit(t, 'one')
		t.press(digitOf('blocks'), 'G', '>')
		await t.until('› Blocks › 3')
		t.press('>')
		await t.until('no later block has transactions')
	},
	'blocks.url': (t) => {
		t.press(digitOf('blocks'), 'U')
		return copied(t, 'http://127.0.0.1:1317/cosmos/base/tendermint/v1beta1/blocks/1')
	},
	'blocks.copy': async (t) => {
		t.press(digitOf('blocks'))
		await t.until('…')
		t.press('y')
		await said(t, 'hash copied')
	},

	'transactions.open': openTx,
	'transactions.search': async (t) => {
		await commit(t, 'a needle')
		await commit(t, 'hay')
		t.press(digitOf('transactions'), '/')
		t.type('needle')
		await t.until('1 of 2')
		t.press('enter')
		await t.until('“needle”')
		t.press('esc')
		await t.until('hay')
	},
	'transactions.failed': async (t) => {
		await commit(t, 'it worked')
		t.press(digitOf('transactions'), 'F')
		await t.until('No transaction matches.')
		t.press('F')
		await t.until('it worked')
	},
	'transactions.follow': async (t) => {
		await commit(t, 'first')
		await commit(t, 'second')
		t.press(digitOf('transactions'))
		await t.until('following')
		t.press('f')
		await t.until(() => !t.screen().includes('following'))
		t.press('j', 'f')
		expect(t.screen()).toMatch(/▸ .*second/)
	},
	'transactions.older': async (t) => {
		await commit(t, 'the older one')
		await openTx(t)
		t.press('-')
		await t.until('the older one')
	},
	'transactions.newer': async (t) => {
		await commit(t, 'the older one')
		await openTx(t)
		t.press('-')
		await t.until('the older one')
		t.press('+')
		await t.until('from a test')
	},
	'transactions.raw': async (t) => {
		await openTx(t)
		t.press('x')
		await t.until('Raw, 180 bytes')
	},
	'transactions.fold': async (t) => {
		await openTx(t)
		await t.until('▾ Transaction')
		t.press('z')
		await t.until('▸ Transaction')
		expect(t.screen()).not.toContain('"body"')
		t.press('z')
		await t.until('"body"')
	},
	'transactions.fold-all': async (t) => {
		await openTx(t)
		t.press('Z')
		await t.until(() =>
			['▸ Transaction', '▸ Where the gas went', '▸ Events'].every((text) => t.screen().includes(text)),
		)
	},
	'transactions.next-part': async (t) => {
		await openTx(t)
		await t.until('▾ Transaction')
		t.press('Z', 'Z', 'n', 'z')
		await t.until('▸ Where the gas went')
		expect(t.screen()).not.toContain('▸ Transaction')
	},
	'transactions.previous-part': async (t) => {
		await openTx(t)
		await t.until('▾ Transaction')
		t.press('n', 'N', 'z')
		await t.until('▸ Transaction')
	},
	'transactions.copy': async (t) => {
		await openTx(t)
		t.press('y')
		await said(t, 'hash copied')
	},
	'transactions.url': async (t) => {
		await openTx(t)
		t.press('U')
		await copied(t, `http://127.0.0.1:1317/cosmos/tx/v1beta1/txs/${t.chain.txs[0]?.hash}`)
	},
	'transactions.copy-raw': async (t) => {
		await openTx(t)
		t.press('Y')
		await said(t, 'transaction copied')
	},
	'transactions.copy-json': async (t) => {
		await openTx(t)
		t.press('J')
		return copied(t, '"messages"')
	},
	'transactions.block': async (t) => {
		await openTx(t)
		t.press('b')
		await t.until('proposer')
	},
	'transactions.signer': async (t) => {
		await openTx(t)
		t.press('o')
		await t.until('› Accounts › alice')
	},

	'node.pause': async (t) => {
		t.press(digitOf('node'), 'p')
		await called(t, 'pause')
		await t.until('paused')
		t.press('p')
		await called(t, 'resume')
	},
	'network.copy': async (t) => {
		await lookAtNetwork(t)
		t.press('y')
		return copied(t, networkOfFour.validators[0]!.address)
	},
	'network.blocks': async (t) => {
		await lookAtNetwork(t)
		t.press('enter')
		await t.until(() => t.app.state.screen === 'blocks')
	},
	'node.span': async (t) => {
		t.press(digitOf('node'), 'c')
		await t.until(() => t.app.chartSpan.span.name === '1h')
	},
	'node.mine': (t) => {
		t.press(digitOf('node'), 'b')
		return called(t, 'mine 1')
	},
	'node.interval': async (t) => {
		t.press(digitOf('node'), 'i', 'tab', 'ctrl+u')
		t.type('0.5')
		t.press('enter')
		await called(t, 'setBlockMode interval 500')
	},
	'node.time': async (t) => {
		t.press(digitOf('node'), 't', 'tab')
		t.type('30d')
		t.press('enter')
		await called(t, 'advanceTime 2592000')
	},
	'node.snapshot': async (t) => {
		t.press(digitOf('node'), 's')
		t.type('before')
		t.press('enter')
		await said(t, 'snapshot before taken')
		await t.until('v back to block')
		t.press('s')
		t.type('before')
		t.press('enter')
		await t.until('There is already a snapshot before.')
	},
	'node.revert': async (t) => {
		t.press(digitOf('node'), 's', 'enter')
		await t.until('v back to block')
		t.press('G', 'v')
		await t.until('Go back to block')
		t.press('enter')
		await called(t, 'revert 1')
	},
	'node.deleteSnapshot': async (t) => {
		await t.chain.admin?.snapshot('elsewhere')
		t.press(digitOf('node'))
		await t.until('elsewhere')
		t.press('G', 'D')
		await t.until('Delete the snapshot elsewhere')
		t.press('enter')
		await said(t, 'snapshot elsewhere deleted')
		await t.until(() => !t.screen().includes('v back to block'))
	},
	'node.rewind': async (t) => {
		await t.chain.admin?.mine(3)
		t.press(digitOf('node'), 'w')
		await t.until('Rewind')
		expect(t.screen()).not.toMatch(/\d blocks will be gone/)
		t.type('999')
		t.press('enter')
		await t.until('a block from 1 to')
		expect(t.chain.calls).not.toContain('rewind 999')
		t.press('ctrl+u')
		t.type('2')
		t.press('enter')
		await t.until(/2 blocks\s+after it|2 blocks after it/)
		expect(t.chain.calls).not.toContain('rewind 2')
		t.press('enter')
		await called(t, 'rewind 2')
		await said(t, 'back at block 2')
	},
	'node.listener': (t) => {
		t.press(digitOf('node'), 'enter')
		return called(t, 'setListener rpc false')
	},
	'node.copy': (t) => {
		t.press(digitOf('node'), 'y')
		return copied(t, '26657')
	},
	'node.export': async (t) => {
		t.press(digitOf('node'), 'E')
		await said(t, 'genesis saved')
	},
	'node.switch': async (t) => {
		t.press(digitOf('node'), 'n')
		await t.until('own chain')
		expect(t.app.state.screen).toBe('rpc')
	},
	'rpc.add': async (t) => {
		await placed(t)
		expect(t.app.preferences.get('nodes')).toEqual([`far away\t${placeUrl}`])
	},
	'rpc.use': async (t) => {
		await placed(t)
		t.press('enter')
		await t.until('use it all the same')
		t.press('enter')
		await t.until(() => t.app.preferences.get('node') === placeUrl && t.app.state.phase === 'ready')
	},
	'rpc.begin': async (t) => {
		const switched: string[] = []
		t.app.switchNode = (to) => void switched.push(to)
		await placed(t)
		t.press('N')
		await t.until('Start another chain')
		t.press('enter')
		await t.until(() => switched.includes('own:chain_2222-1'))
	},
	'rpc.stop': async (t) => {
		const stopped: string[] = []
		t.app.stopOwnChain = async (url) => void stopped.push(url)
		await placed(t)
		t.app.preferences.set('node', placeUrl)
		t.app.set({ own: new Map([['', t.app.state.status]]) })
		t.press('k', 'k', 'x')
		await t.until('Stop ')
		t.press('enter')
		await t.until(() => stopped.includes(''))
	},
	'rpc.own': async (t) => {
		await placed(t)
		t.app.preferences.set('node', placeUrl)
		t.press('o')
		await t.until(() => t.app.preferences.get('node') === '' && t.app.state.phase === 'ready')
	},
	'rpc.test': async (t) => {
		await placed(t)
		t.press('t')
		await t.until('✗ Tendermint RPC')
	},
	'rpc.edit': async (t) => {
		await placed(t)
		t.press('e')
		await t.until('Edit far away')
		t.press('tab', 'ctrl+u')
		t.type('near')
		t.press('enter')
		await t.until(() => t.app.preferences.get('nodes')[0] === `near\t${placeUrl}`)
	},
	'rpc.compare': async (t) => {
		await placed(t)
		t.press('c', 'k')
		await t.until('compare with far away')
		t.press('c')
		await said(t, 'does not answer')
	},
	'rpc.stand-by': async (t) => {
		await placed(t)
		t.press('m')
		await said(t, 'stands in when')
		expect(t.app.preferences.get('nodes')).toEqual([`far away\t${placeUrl}\t\tstand-by`])
	},
	'rpc.remove': async (t) => {
		await placed(t)
		t.press('d')
		await said(t, 'is removed')
		expect(t.app.preferences.get('nodes')).toEqual([])
	},
	'rpc.copy': async (t) => {
		await placed(t)
		t.press('y')
		await copied(t, placeUrl)
	},
	'rpc.filter': async (t) => {
		await placed(t)
		t.press('/')
		t.type('own')
		t.press('enter')
		await t.until('1 of 2')
	},
	'node.contracts': async (t) => {
		const switched: string[] = []
		t.app.switchNode = (to) => void switched.push(to)
		t.press(digitOf('node'), 'V')
		expect(switched).toEqual(['own:chain_2222-1'])
	},
	'node.reset': async (t) => {
		t.press(digitOf('node'), 'X', 'enter')
		await t.until('that is not chain-localnet')
		expect(t.chain.calls).not.toContain('reset')
		t.type('chain-localnet')
		t.press('enter')
		await called(t, 'reset')
	},

	'logs.level': (t) => {
		t.press(digitOf('logs'), 'l')
		expect(t.screen()).toContain('warn and above')
	},
	'logs.pause': (t) => {
		t.press(digitOf('logs'), 'p')
		expect(t.screen()).toContain('paused')
	},
	'logs.filter': async (t) => {
		t.press(digitOf('logs'), '/')
		t.type('zzz')
		await t.until('0 lines')
	},
	'contracts.open': async (t) => {
		contracts(t)
		await t.until('0x5fbdb2')
		t.press('enter')
		await t.until('2 functions')
		t.press('enter')
		await called(t, 'call count')
	},
	'contracts.deploy': async (t) => {
		contracts(t)
		t.press('d')
		t.type('examples/contracts/Wall.json')
		t.press('enter')
		await t.until('Deploy Wall')
	},
	'contracts.add': async (t) => {
		contracts(t)
		t.press('a')
		t.type('examples/contracts/Wall.json')
		t.press('enter')
		await said(t, 'the ABI of Wall is kept')
	},
	'contracts.facts': async (t) => {
		contracts(t)
		t.press('enter', 'v')
		await t.until('Events 0')
		expect(t.app.screen.commands().find(({ id }) => id === 'contracts.facts')?.title).toBe('functions')
	},
	'contracts.fold': async (t) => {
		contracts(t)
		t.press('enter')
		await t.until('▾ count() gave')
		t.press('z')
		await t.until('▸ count() gave')
	},
	'contracts.section': async (t) => {
		contracts(t)
		t.press('enter')
		await t.until('▾ count() gave')
		t.press(']', 'z')
		await t.until('▸ Events 0')
	},
	'contracts.slot': async (t) => {
		contracts(t)
		t.press('enter', 's')
		t.type('3')
		t.press('enter')
		await called(t, 'storage 3')
	},
	'contracts.trace': async (t) => {
		contracts(t)
		t.press('t')
		t.type(`0x${'ab'.repeat(32)}`)
		t.press('enter')
		await t.until('CALL Wall count()')
	},
	'contracts.copy': async (t) => {
		contracts(t)
		t.press('y')
		await copied(t, doubleContract)
	},
	'contracts.account': async (t) => {
		contracts(t)
		await t.until(' 2 B ')
		t.press('o')
		await t.until(() => t.app.state.screen === 'accounts')
	},
	'contracts.filter': async (t) => {
		contracts(t)
		t.press('/')
		t.type('nothing')
		await t.until('Nothing matches.')
	},
	'contracts.forget': async (t) => {
		contracts(t)
		t.press('x', 'enter')
		await t.until('No contract is known here yet.')
	},

	'requests.switch': async (t) => {
		await noted(t)
		t.press('o')
		await called(t, 'requests false')
		await t.until('switch on')
	},
	'requests.open': async (t) => {
		await noted(t)
		t.press('enter')
		await t.until('"moniker"')
	},
	'requests.part': async (t) => {
		await openRequest(t)
		t.press('v')
		await t.until('[request]')
	},
	'requests.fold': async (t) => {
		await openRequest(t)
		t.press('z')
		await t.until('{ 1 member }')
	},
	'requests.replay': async (t) => {
		await noted(t)
		t.press('r')
		await called(t, 'replay 2')
		await t.until('the same reply')
	},
	'requests.curl': async (t) => {
		await noted(t)
		t.press('y')
		await copied(t, "curl -X GET 'http://127.0.0.1:1317/node_info'")
	},
	'requests.copy': async (t) => {
		await openRequest(t)
		t.press('Y')
		await copied(t, '{"result":{"moniker":"localnet"}}')
	},
	'requests.newer': async (t) => {
		await openRequest(t)
		t.press('>')
		await t.until('› #1')
		t.press('<')
		await t.until('› #2')
	},
	'requests.older': async (t) => {
		await openRequest(t)
		t.press('>')
		await t.until('› #1')
	},
	'requests.filter': async (t) => {
		await noted(t)
		t.press('/')
		t.type('gone_method')
		await t.until('1 of 2')
		t.press('enter')
		expect(t.screen()).not.toContain('/node_info')
	},
	'requests.pause': async (t) => {
		await noted(t)
		t.press('p')
		t.chain.journal.asked({ path: '/late' })
		await t.until('paused')
		await t.until('3 requests')
		expect(t.screen()).not.toContain('/late')
		t.press('p')
		await t.until('/late')
	},
	'requests.listener': async (t) => {
		await noted(t)
		t.press('d')
		await t.until('RPC · 1 failed · live')
		expect(t.screen()).not.toContain('/node_info')
	},
	'requests.sort': async (t) => {
		await noted(t)
		t.press('s')
		await t.until('time ▴')
	},
	'requests.clear': async (t) => {
		await noted(t)
		t.press('x')
		await called(t, 'clear requests')
		await t.until('No client has sent a request yet.')
	},
	'logs.open': async (t) => {
		t.app.note('info', `a long line ${'and more '.repeat(40)}up to its end`)
		t.press(digitOf('logs'))
		expect(t.screen()).not.toContain('up to its end')
		t.press('G', 'enter')
		await t.until(() =>
			t
				.screen()
				.replaceAll(/[│\s]+/g, ' ')
				.includes('up to its end'),
		)
	},
	'logs.clear': async (t) => {
		t.app.note('info', 'an old line')
		t.press(digitOf('logs'))
		expect(t.screen()).toContain('an old line')
		t.press('x')
		expect(t.screen()).not.toContain('an old line')
		t.press('u')
		await t.until('an old line')
	},
	'logs.sort': async (t) => {
		t.press(digitOf('logs'), 's')
		await t.until('time ▴')
	},
	'logs.area': async (t) => {
		t.app.note('info', 'a line of the app')
		t.app.log.add([{ time: '2026-01-01T00:00:00Z', level: 'info', source: 'store', message: 'a line of the store' }])
		t.press(digitOf('logs'))
		await t.until('a line of the store')
		t.press('a')
		await t.until(() => !t.screen().includes('a line of the store'))
		expect(t.screen()).toContain('a line of the app')
		t.press('esc')
		await t.until('a line of the store')
	},
	'logs.named': async (t) => {
		t.app.note('info', 'block 1 is a block')
		t.press(digitOf('logs'), 'G', 'o')
		await t.until('› Blocks › 1')
	},
	'logs.file': async (t) => {
		const path = join(t.app.directory, 'other.log')
		writeFileSync(
			path,
			`${JSON.stringify({ level: 'warn', time: '2026-01-01T00:00:00Z', source: 'x', msg: 'of a file' })}\n`,
		)
		t.press(digitOf('logs'), 'F')
		t.press('ctrl+u')
		t.type(path)
		t.press('enter')
		await t.until('of a file')
		t.press('F')
		await t.until(() => !t.screen().includes('of a file'))
	},
	'logs.copy': async (t) => {
		t.chain.makeBlock()
		t.press(digitOf('logs'))
		await t.until('block 2')
		t.press('y')
		await copied(t, 'block 2')
	},

	'confirm.yes': async (t) => {
		t.press('4', 'D')
		t.type('alice')
		t.press('enter')
		await said(t, 'deleted')
	},
	'confirm.no': (t) => {
		t.press('4', 'D', 'esc')
		expect(open(t)).toBe('')
		expect(t.app.state.keys).toHaveLength(2)
	},
	'prompt.accept': async (t) => {
		t.press('2', '/')
		t.type('one')
		t.press('enter')
		await t.until('/one')
	},
	'prompt.cancel': async (t) => {
		t.press('2', '/')
		t.type('one')
		t.press('esc')
		await t.until('greeting three')
	},
	'form.submit': async (t) => {
		t.press('2', 'n', 'enter')
		await t.until('must provide a greeting message')
		expect(sent(t)).toEqual([])
	},
	'form.make': async (t) => {
		t.app.set({ keys: [], current: '' })
		t.press(digitOf('greetings'), 'n')
		await t.until('there is no key here')
		t.press('ctrl+g')
		await t.until('New key')
	},
	'form.reveal': async (t) => {
		t.press('4', 'i')
		await t.until('Import a key')
		t.press('tab', 'tab')
		t.type('abandon ability')
		expect(t.screen()).toContain('•'.repeat('abandon ability'.length))
		expect(t.screen()).not.toContain('abandon')
		expect(t.screen()).toContain('Ctrl-T show secret')
		t.press('ctrl+t')
		expect(t.screen()).toContain('abandon ability')
		expect(t.screen()).toContain('Ctrl-T hide secret')
		t.press('ctrl+t')
		expect(t.screen()).not.toContain('abandon')
	},
	'form.next': (t) => {
		t.press('4', 's', 'tab')
		t.type('7')
		expect(t.screen()).toContain('7 CHAIN')
	},
	'form.previous': (t) => {
		t.press('4', 's', 'tab', 'shift+tab')
		t.type('bob')
		expect(t.screen()).toContain(addressOf('bob'))
	},
	'form.cancel': (t) => {
		t.press('2', 'n', 'esc')
		expect(open(t)).toBe('')
	},
	'greeting-form.newline': async (t) => {
		t.press('2', 'n')
		t.type('one')
		t.press('ctrl+j')
		t.type('two')
		t.press('enter')
		await called(t, 'createGreeting alice one\ntwo')
	},
	'greeting-form.options': (t) => {
		t.press('2', 'n', 'ctrl+o')
		expect(t.screen()).toContain('what the node asks for')
	},
	'greeting-form.retry': async (t) => {
		t.chain.failure = {
			state: 'failed',
			problem: 'the fee is too low: the node asks for 560uchain',
			next: 'Pay more.',
			codespace: 'sdk',
			code: 13,
			log: '',
			hash: '',
			requiredFee: '560uchain',
		}
		t.press('2', 'n')
		t.type('not lost')
		t.press('enter')
		await t.until('the node asks for 560uchain')
		expect(t.screen()).toContain('not lost')
		t.press('ctrl+r')
		await t.until(() => open(t) === '')
	},
	'pick.run': async (t) => {
		t.press(':')
		t.type('go to logs')
		t.press('enter')
		await t.until(() => t.app.state.screen === 'logs')
	},
	'pick.down': (t) => {
		t.press('?', 'down')
		expect(t.screen()).toMatch(/▸ C +charts/)
	},
	'pick.up': (t) => {
		t.press('?', 'down', 'up')
		expect(t.screen()).toMatch(/▸ n +new greeting/)
	},
	'pick.unfold': (t) => {
		t.press('?')
		expect(t.screen()).not.toContain('Go to Keys.')
		t.press('tab', 'end')
		t.type('Go to Keys')
		expect(t.screen()).toContain('Go to Keys.')
	},
	'pick.page-down': (t) => {
		t.press('?', 'pagedown')
		expect(t.screen()).not.toMatch(/▸ n +new greeting/)
	},
	'pick.page-up': (t) => {
		t.press('?', 'pagedown', 'pageup')
		expect(t.screen()).toMatch(/▸ n +new greeting/)
	},
	'pick.close': (t) => {
		t.press('?', 'esc')
		expect(open(t)).toBe('')
	},
	'notice.done': (t) => {
		t.press('4', 'Q', 'enter')
		expect(open(t)).toBe('')
	},
	'notice.copy': (t) => {
		t.press('4', 'Q', 'y')
		return copied(t, addressOf('alice'))
	},
	'notice.stay': async (t) => {
		t.press('4', 'c')
		t.type('carol')
		t.press('enter')
		await t.until('1 abandon')
		t.press('esc')
		expect(open(t)).toBe('notice')
	},
	'notice.down': (t) => scrolledNotice(t, ['down'], 1),
	'notice.up': (t) => scrolledNotice(t, ['down', 'down', 'up'], 1),
	'notice.page-down': (t) => scrolledNotice(t, ['pagedown'], 2),
	'notice.page-up': (t) => scrolledNotice(t, ['pagedown', 'pageup'], 0),
	'tour.next': (t) => {
		t.app.show(new Tour(t.app))
		t.press('enter')
		expect(t.screen()).toContain('Say something')
	},
	'tour.previous': (t) => {
		t.app.show(new Tour(t.app))
		t.press('enter', 'left')
		expect(t.screen()).toContain('Your chain')
	},
	'tour.end': (t) => {
		t.app.show(new Tour(t.app))
		t.press('esc')
		expect(open(t)).toBe('')
	},
	'welcome.next': firstRun,
	'welcome.copy': async (t) => {
		await funded(t)
		t.press('y')
		await copied(t, t.app.state.keys.at(-1)?.address ?? '')
	},
	'welcome.skip': async (t) => {
		await funded(t)
		t.press('esc')
		expect(open(t)).toBe('')
	},
}

/** Opens the page of a file with 30 greetings. */
/** Transactions asked for; other screens may read from the chain at any time. */
const sent = (t: TestApp) => t.chain.calls.filter((call) => /^(createGreeting|send|sendTx|broadcast)/.test(call))

async function batch(t: TestApp): Promise<void> {
	const file = join(t.app.directory, 'lines.txt')
	writeFileSync(file, Array.from({ length: 30 }, (_, index) => `line ${index + 1}\n\n`).join(''))
	t.press('2', 'B')
	t.type(file)
	t.press('enter')
	await t.until('of 30 in blocks')
}

/** Makes blocks until the screen shows something. */
async function blocksUntil(t: TestApp, text: string): Promise<void> {
	await t.until(() => {
		t.chain.makeBlock()
		return t.screen().includes(text)
	})
}

/** A page of an exported key on a terminal too low for it. */
async function scrolledNotice(t: TestApp, keys: readonly string[], top: number): Promise<void> {
	t.app.set({ columns: 60, rows: 16 })
	t.press('4', 'Q')
	expect(open(t)).toBe('notice')
	await exportLong(t)
	t.press(...keys)
	expect(t.screen()).toContain(top === 0 ? 'line 1 ' : `line ${top === 2 ? 10 : 1 + top} `)
}

async function exportLong(t: TestApp): Promise<void> {
	const { Notice } = await import('../../../src/tui/kit/overlays/Notice.tsx')
	t.app.show(
		new Notice(t.app, { title: 'Long', lines: () => Array.from({ length: 30 }, (_, index) => `line ${index + 1} `) }),
	)
	t.screen()
}

/** The last page of the first run. */
async function funded(t: TestApp): Promise<void> {
	const { FirstRun } = await import('../../../src/tui/screens/welcome/FirstRun.ts')
	const { firstKeyForm } = await import('../../../src/tui/screens/welcome/firstKeyForm.ts')
	t.app.show(firstKeyForm(new FirstRun(t.app, t.chain)))
	t.press('enter')
	await t.until('1 abandon')
	await t.until('the faucet sent you coins')
	t.press('enter')
	await t.until('1,000 CHAIN')
}

/** Three Enters from nothing to a funded key and the first greeting's form. */
async function firstRun(t: TestApp): Promise<void> {
	await funded(t)
	t.press('enter')
	await t.until('New greeting')
}

/** Pastes a recorded transaction into the converter and waits until it is checked. */
async function converted(t: TestApp): Promise<void> {
	t.chain.known = recordedState()
	t.press(digitOf('converter'))
	t.event({ type: 'paste', text: recordedBody('sync accepted') })
	await t.until(() => t.screen().includes('b broadcast'))
}

/** Moves the slider of a periodic vesting account and looks at its moment. */
async function slid(t: TestApp, keys: readonly string[], holds: (time: bigint, now: bigint) => boolean): Promise<void> {
	t.chain.recorded.set(addressOf('alice'), recordedAccount('periodic vesting account, never signed'))
	t.press('3', 'enter')
	await t.until('of 900 CHAIN')
	t.press(...keys)
	const { clock } = t.app.screens.find(({ id }) => id === 'accounts')!.model as AccountsModel
	expect(holds(clock.time, clock.now)).toBe(true)
}

describe('every command of the keymap', () => {
	let running: TestApp | undefined
	afterEach(async () => {
		await running?.stop()
		running = undefined
	})

	it.each(Object.entries(exercises))('the command %s does what it says', async (id, exercise) => {
		running = await testApp({
			keys: ['alice', 'bob'],
			greetings: ['greeting one', 'greeting two', 'greeting three'],
			directory: mkdtempSync(join(tmpdir(), 'chain-tui-commands-')),
			columns: 100,
			rows: 30,
			remote: id.startsWith('network.'),
		})
		// Quick fingers are tested elsewhere: here everything has been read.
		running.press('2')
		await running.until('greeting three')
		running.press('1')
		await running.until('You')
		await exercise(running)
		expect(sharedPlaces(running)).toEqual([])
	})

	it('every command of the keymap has an exercise here, and there is none for a command that is gone', async () => {
		running = await testApp({ keys: ['alice'] })
		const known = new Set(running.app.commands.every().map(({ command }) => command.id))
		// Commands of overlays exist only while they are open: their ids are read from the source.
		for (const id of idsInSource('src/tui')) known.add(id)
		// Those of the endpoints are pressed against a real service, in a file of their own.
		expect(Object.keys({ ...exercises, ...endpointExercises }).sort()).toEqual([...known].sort())
	})

	it('every command of the keymap has a key of its own on its screen, a description and a group', async () => {
		running = await testApp({ keys: ['alice'] })
		const ids = running.app.commands.every().map(({ command }) => command.id)
		expect(new Set(ids).size).toBe(ids.length)
		expect(ids).toContain('greetings.new')
		for (const screen of running.app.screens) {
			const keys = screen.commands().flatMap((command) => command.keys)
			expect(new Set(keys).size, screen.id).toBe(keys.length)
		}
		for (const { command } of running.app.commands.every()) {
			expect(command.description, command.id).toMatch(/^[A-Z].*\.$/)
			expect(command.group, command.id).not.toBe('')
		}
	})
})

/** Hints that stand in the footer now and want the same place in it: their order is then left to chance. */
function sharedPlaces({ app }: TestApp): readonly string[] {
	const hints = app.commands.reachable().filter((command) => command.footer !== undefined && isEnabled(command))
	return hints
		.filter(({ footer }) => hints.filter((other) => other.footer === footer).length > 1)
		.map(({ id, footer }) => `${footer} ${id}`)
}

function idsInSource(folder: string): readonly string[] {
	return readdirSync(folder, { withFileTypes: true, recursive: true })
		.filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
		.flatMap((entry) => {
			const text = readFileSync(join(entry.parentPath, entry.name), 'utf8')
			const ids = Array.from(text.matchAll(/\bid: '([a-z-]+\.[a-z-]+)'/g), (match) => match[1]!)
			for (const [call, place] of text.matchAll(/\blistCommands\(.*?\bid: '([a-z]+)'.*?\}\),/gs)) {
				ids.push(...Array.from(call.matchAll(/\b(filter|open|sort|follow): \{/g), (match) => `${place}.${match[1]}`))
			}
			const prefix = /\bid: `([a-z]+)\.\$\{id\}`/.exec(text)?.[1]
			if (prefix === undefined) return ids
			return [
				...ids,
				...Array.from(text.matchAll(/\b(?:move|scroll|command)\('([a-z-]+)', \[/g), (match) => `${prefix}.${match[1]}`),
			]
		})
}
